"""What is committed in a git repository that somebody handed in. Git is run behind walls: it reads what they made."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from arena.errors import BotError
from arena.runner.plugin.revisions import GIT, GIT_SURROUNDINGS, committed_files
from arena.runner.submissions.files import Files, left_out
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.walled import Walled

_SURROUNDINGS = GIT_SURROUNDINGS | {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
}  # which it cannot read


def is_repository(path: str) -> bool:
    """Tell whether a folder is a git repository, with a working tree or without one. Raises Refused for half a one."""
    if os.path.lexists(f"{path}/.git"):
        if os.path.islink(f"{path}/.git") or not os.path.isdir(f"{path}/.git"):
            raise Refused("its .git is no folder; hand in the repository itself")
        return True
    return all(os.path.lexists(f"{path}/{name}") for name in ("HEAD", "objects", "refs"))


def files_of_repository(path: str, walled: Walled) -> tuple[str, Mapping[str, bytes]]:
    """Return the commit that a repository is at, and its files. Raises Refused; BotError where there is no git."""
    if shutil.which(GIT[0]) is None:
        raise BotError(path, "there is no git here, which a repository needs", "Install git")
    trusted = ("-c", f"safe.directory={os.path.realpath(path)}")

    def git(*words: str, given: bytes = b"") -> bytes:
        printed = walled.run([*GIT, *trusted, "-C", path, *words], [path], given, _SURROUNDINGS)
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
