"""What is committed in a git repository that somebody handed in. Git is run behind walls: it reads what they made."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from arena.errors import BotError
from arena.runner.plugin.revisions import GIT, GIT_SURROUNDINGS, committed_files
from arena.runner.submissions.files import Files, left_out, read_file
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.walled import Walled

_SURROUNDINGS = GIT_SURROUNDINGS | {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
}  # which it cannot read
_NEEDED = ("HEAD", "objects", "refs")
_ELSEWHERE = ("commondir", "gitdir", "objects/info/alternates", "objects/info/http-alternates")
_CONFIGS = ("config", "config.worktree")
_INCLUDES = re.compile(rb"\[\s*include(if)?\b", re.IGNORECASE)
_LONGEST_CONFIG = 64 << 10  # bytes
_MOST_ENTRIES = 50_000


def is_repository(path: str) -> bool:
    """Tell whether a folder is a git repository, with a working tree or without one. Raises Refused for half a one."""
    if os.path.lexists(f"{path}/.git"):
        if os.path.islink(f"{path}/.git") or not os.path.isdir(f"{path}/.git"):
            raise Refused("its .git is no folder; hand in the repository itself")
        return True
    return all(os.path.lexists(f"{path}/{name}") for name in _NEEDED)


def _folder_of(path: str) -> str:
    """Return where git keeps what is committed. Raises Refused where some of it lies elsewhere.

    Behind walls git could not get there; without them it would follow a link to what is somebody else's.
    """
    inside = f"{path}/.git"
    folder = inside if os.path.lexists(inside) else path
    if not all(os.path.lexists(f"{folder}/{name}") for name in _NEEDED):
        raise Refused("its git repository has no commits, or is only half there; hand in all of it")
    looked = 0
    for here, folders, files in os.walk(folder):
        for name in (*folders, *files):
            looked += 1
            if looked > _MOST_ENTRIES:
                raise Refused(f"its git repository has more than {_MOST_ENTRIES} files; pack it with git gc")
            if os.path.islink(f"{here}/{name}"):
                file = os.path.relpath(f"{here}/{name}", path)
                raise Refused(f"{file} of its git repository is a link; hand in the repository itself")
    for name in _ELSEWHERE:
        if os.path.lexists(f"{folder}/{name}"):
            raise Refused(f"its git repository has {name}, and so lies elsewhere in part; hand in a whole clone of it")
    for name in filter(lambda name: os.path.lexists(f"{folder}/{name}"), _CONFIGS):
        config = read_file(f"{folder}/{name}", _LONGEST_CONFIG)
        if len(config) > _LONGEST_CONFIG or _INCLUDES.search(config):
            raise Refused(f"the {name} of its git repository includes another file, or is too long; remove that")
    return folder


def files_of_repository(path: str, walled: Walled) -> tuple[str, Mapping[str, bytes]]:
    """Return the commit that a repository is at, and its files. Raises Refused; BotError where there is no git."""
    if shutil.which(GIT[0]) is None:
        raise BotError(path, "there is no git here, which a repository needs", "Install git")
    trusted = ("-c", f"safe.directory={os.path.realpath(path)}", f"--git-dir={_folder_of(path)}")

    def git(*words: str, given: bytes = b"") -> bytes:
        printed = walled.run([*GIT, *trusted, *words], [path], given, _SURROUNDINGS)
        if printed.problem:
            last = printed.errors.strip().rpartition("\n")[2]
            raise BotError(path, last or printed.problem, "")
        return printed.data

    files = Files()
    try:
        commit, found = committed_files(git, "HEAD", Path(path), path)
        for name, data in found:
            if not any(left_out(part) for part in name.split("/")):
                files.allowed(name)
                files.add(name, data)
    except BotError as error:
        raise Refused(f"its git repository cannot be read: {error.problem}") from None
    except (ValueError, IndexError):  # what git prints of a damaged one
        raise Refused("its git repository cannot be read") from None
    return commit, files.whole()
