"""A revision of a git repository as files, for bots that play as they were; laid out once, in the user's cache.

What a repository says of itself is not obeyed: its files are read as git stored them, without filters, hooks or helpers
of its own, and nothing is fetched. Links and submodules are left out.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from platformdirs import user_cache_path

from arena.errors import BotError
from arena.runner.system import remove_unused

_KEPT = 90 * 86_400.0  # seconds since a revision was last used
MOST_BYTES = 256 << 20  # of a revision's files together
MOST_FILES = 100_000
_MOST_LISTED = 16 << 20  # bytes of their names, modes and hashes
_LONGEST = 120.0  # seconds for one call of git
_SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never")
GIT = ("git", "--no-pager", *(word for setting in _SETTINGS for word in ("-c", setting)))
# No protocol is allowed, whatever the repository's own settings say of single ones: to fetch is to run what they name.
GIT_SURROUNDINGS = {
    "GIT_ALLOW_PROTOCOL": "", "GIT_LITERAL_PATHSPECS": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}  # fmt: skip
_FILE, _PROGRAM = b"100644", b"100755"
_LONGEST_POINTER = 1024  # bytes


class Git(Protocol):
    """Calls git in a repository. Returns what it prints; raises BotError where it fails."""

    def __call__(self, *words: str, given: bytes = b"") -> bytes: ...


@dataclass(frozen=True, slots=True)
class Revision:
    """Files of one commit. commit: its full name. path: where what was asked for lies now."""

    commit: str
    path: Path


def revision_of(path: Path, rev: str, where: str) -> Revision:
    """Return the file or folder ``path``, which lies in a git repository, as it was in a revision.

    rev: a commit, a tag or a branch. Raises BotError: no repository, no such revision, nothing at that path in it.
    """
    near = path
    top = top_of_repository(near, where)
    assert top is not None
    inside = place_inside(path, top, where)
    git = partial(git_in, top, where)
    commit = commit_of(git, rev, top, where)
    digest = hashlib.sha256(f"{top}\0{inside}".encode()).hexdigest()[:12]
    folder = user_cache_path("arena") / "revisions" / f"{path.stem}-{digest}-{commit}"
    if not folder.is_dir():
        _lay_out(git, commit, inside, folder, where)
    with contextlib.suppress(OSError):
        os.utime(folder)  # in use
    remove_unused(folder.parent.iterdir(), _KEPT)
    return Revision(commit, folder / (inside.name if inside.name else ""))


def top_of_repository(path: Path, where: str) -> Path | None:
    """Return the folder of the git repository in which a file or folder lies, or lay.

    Raises BotError where there is none; for ``where`` "" returns None then, and without git.
    """
    near = next(folder for folder in (path, *path.parents) if folder.is_dir())
    try:
        return Path(os.fsdecode(git_in(near, where, "rev-parse", "--show-toplevel").removesuffix(b"\n")))
    except BotError:
        if where:
            raise
        return None


def place_inside(path: Path, top: Path, where: str) -> Path:
    """Return where a path lies in the repository ``top``.

    Raises BotError where it does not: a repository may say of itself that its files are somewhere else.
    """
    try:
        return Path(os.path.realpath(path)).relative_to(os.path.realpath(top))
    except ValueError:
        problem = f"the git repository of {path} says that its files lie in {top}"
        raise BotError(where, problem, "Unset core.worktree there") from None


def committed_files(git: Git, rev: str, top: Path, where: str) -> tuple[str, Iterator[tuple[str, bytes]]]:
    """Return the commit that a revision of the repository ``top`` is, and the names and contents of its files.

    git: calls git there, as GIT begins. Raises BotError, also while files are taken.
    """
    commit = commit_of(git, rev, top, where)
    return commit, ((name, data) for _, name, data in _files(git, commit, Path(), where))


def commit_of(git: Git, rev: str, top: Path, where: str) -> str:
    """Return the full name of a commit. Raises BotError where a repository has no such revision."""
    named = f"{rev}^{{commit}}"
    try:
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", named).decode().strip()
    except BotError:
        remedy = "Name a commit, a tag or a branch that it has"
        raise BotError(where, f"{top} has no revision {rev!r}", remedy) from None


def _lay_out(git: Git, commit: str, inside: Path, folder: Path, where: str) -> None:
    """Write the files at ``inside`` of a commit into a folder of the cache, whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".making-", dir=folder.parent))
    try:
        count = 0
        for mode, name, data in _files(git, commit, inside, where):
            below = Path(name).relative_to(inside.parent) if inside.name else Path(name)
            if ".." in below.parts or below.is_absolute():
                continue
            file = made / below
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            file.chmod(0o755 if mode == _PROGRAM else 0o644)
            count += 1
        if not count:
            what = inside if inside.name else "anything"
            raise BotError(where, f"there is no {what} in revision {commit[:12]}", "Name another revision")
        try:
            made.rename(folder)
        except OSError:  # somebody else was as quick
            if not folder.is_dir():
                raise
    except OSError as error:
        raise BotError(where, f"revision {commit[:12]} cannot be laid out ({error.strerror})", str(folder)) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class CommitEntry:
    """What a commit has at a name. mode, blob: as git writes them."""

    mode: bytes
    name: str
    blob: bytes

    @property
    def is_file(self) -> bool:
        """Whether it is a file, and neither a link nor a submodule."""
        return self.mode in (_FILE, _PROGRAM)


def _files(git: Git, commit: str, inside: Path, where: str) -> Iterator[tuple[bytes, str, bytes]]:
    """Yield mode, path and contents of the files at ``inside`` of a commit."""
    files = [entry for entry in listed_in(git, commit, inside, where) if entry.is_file]
    for entry, data in contents_of(git, files, commit, where):
        yield entry.mode, entry.name, data


def listed_in(git: Git, commit: str, inside: Path, where: str) -> list[CommitEntry]:
    """Return what a commit has at ``inside``. Raises BotError where that is too much."""
    words = ("--", str(inside)) if inside.name else ()
    listed = git("ls-tree", "-r", "-z", "--full-tree", commit, *words)
    if len(listed) > _MOST_LISTED or listed.count(b"\0") > MOST_FILES:
        problem = f"revision {commit[:12]} has more than {MOST_FILES} files, or {_MOST_LISTED >> 20} MiB of names"
        raise BotError(where, problem, "A bot has fewer")
    entries = []
    for line in listed.split(b"\0")[:-1]:
        about, _, name = line.partition(b"\t")
        mode, _, blob = about.split()
        entries.append(CommitEntry(mode, os.fsdecode(name), blob))
    return entries


def contents_of(
    git: Git, entries: Sequence[CommitEntry], commit: str, where: str
) -> Iterator[tuple[CommitEntry, bytes]]:
    """Yield files of a commit with their contents. Raises BotError where they are too long, or are not there."""
    asked = b"".join(entry.blob + b"\n" for entry in entries)
    sizes = []
    known = git("cat-file", "--batch-check", given=asked).splitlines()
    for line, entry in zip(known, entries, strict=True):
        if not line.split()[-1].isdigit():
            raise BotError(where, f"git does not have the contents of {entry.name}", "Is the clone a partial one?")
        sizes.append(int(line.split()[-1]))
    if sum(sizes) > MOST_BYTES:
        problem = f"revision {commit[:12]} has {sum(sizes) >> 20} MiB of files"
        raise BotError(where, problem, f"A bot takes {MOST_BYTES >> 20} MiB at most")
    data, at = git("cat-file", "--batch", given=asked), 0
    for entry, size in zip(entries, sizes, strict=True):
        at = data.index(b"\n", at) + 1  # behind its name, its type and its length
        yield entry, data[at : at + size]
        at += size + 1


def is_lfs_pointer(data: bytes) -> bool:
    """Tell whether contents are what git has in the place of a file that is kept elsewhere (Git LFS)."""
    return len(data) < _LONGEST_POINTER and data.startswith(b"version https://git-lfs.github.com/spec/")


def git_in(folder: Path, where: str, *words: str, given: bytes = b"") -> bytes:
    """Return what git prints. Raises BotError where it is not there, or fails."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | GIT_SURROUNDINGS
    try:
        done = subprocess.run(
            [*GIT, *words], cwd=folder, input=given, capture_output=True, env=surroundings, timeout=_LONGEST,
            check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise BotError(where, "there is no git here, which a bot with a revision needs", "Install git") from None
    except subprocess.TimeoutExpired:
        raise BotError(where, f"git took more than {_LONGEST:.0f} s", f"Look at {folder}") from None
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        remedy = "Only what lies in a git repository has revisions"
        raise BotError(where, f"git says of {folder}: {last or done.returncode}", remedy)
    return done.stdout
