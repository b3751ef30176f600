"""What lies at a path, as it is now or as it was in a revision, with what its repository says of it.

Of files as they are now, in a repository, those count that git would commit: tracked ones, and others that it does not
ignore; results of tournaments are no part of them. Neither filters nor hooks of the repository run, and nothing is
fetched: what is left out is named.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from arena.errors import BotError
from arena.printable import printable
from arena.records.store import GAMES
from arena.runner.plugin.revisions import (
    MOST_BYTES,
    MOST_FILES,
    CommitEntry,
    Git,
    commit_of,
    contents_of,
    git_in,
    is_lfs_pointer,
    listed_in,
    place_inside,
    top_of_repository,
)
from arena.runner.submissions.collect import Collected
from arena.runner.submissions.files import left_out, named

Taken = tuple[dict[str, bytes], bool, str, frozenset[str]]  # what ``Collected`` takes
_PROGRAM, _LINK, _SUBMODULE = b"100755", b"120000", b"160000"
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Sources:
    """Files below a folder, and where they come from.

    collected: the files; their ``commit`` is that of the revision that was asked for, "" for files as they are. head:
    of those, the commit that their repository is at, "" outside of one; dirty: whether they differ from it.
    lacking: what is not there because it would have to be fetched or followed, for people; "" for nothing.
    """

    collected: Collected
    head: str = ""
    dirty: bool = False
    lacking: str = ""

    def facts(self, rev: str) -> dict[str, str]:
        """Return what a manifest says of them. rev: as it is written, "" for files as they are."""
        facts = {"sha256": self.collected.digest}
        if self.collected.commit:
            facts |= {"rev": rev, "commit": self.collected.commit}
        if self.head:
            facts |= {"head": self.head, "dirty": "yes" if self.dirty else "no"}
        return facts | ({"lacking": self.lacking} if self.lacking else {})

    @property
    def label(self) -> str:
        """The commit, or the beginning of the hash, for people."""
        if self.collected.commit or (self.head and not self.dirty):
            return (self.collected.commit or self.head)[:12]
        return self.collected.digest[:12] + " dirty" * self.dirty


def sources_at(folder: Path, rev: str, where: str, only: str = "") -> Sources:
    """Return what lies in a folder, or lay there in a revision.

    only: the contents of this one file alone, of all others the names. Raises BotError: no repository, no such
    revision, no such folder in it, too much.
    """
    if not rev and not folder.is_dir():
        raise BotError(where, f"there is no folder {folder}", "Paths are relative to the folder of the tournament file")
    top = top_of_repository(folder, where if rev else "")
    if top is None:
        return Sources(Collected(*_taken(folder, _walked(folder, where), where, only)))
    inside = place_inside(folder, top, where)
    git = partial(git_in, top, where)
    if rev:
        return _committed(git, commit_of(git, rev, top, where), inside, where, only)
    return _as_they_are(git, top, folder, inside, where, only)


def repository_state(path: Path) -> dict[str, str]:
    """Return what a manifest says of a file or folder as it is now: at which commit, and whether it differs from that.

    Nothing where git says nothing of it: there is none, no repository, or no commit, or there is too much to look at.
    """
    try:
        top = top_of_repository(path, "")
        if top is None:
            return {}
        if path.is_dir():
            facts = sources_at(path, "", str(path)).facts("")
            return {key: facts[key] for key in ("head", "dirty") if key in facts}
        inside = place_inside(path, top, str(path))
        git = partial(git_in, top, str(path))
        head = commit_of(git, "HEAD", top, str(path))
        entries = [entry for entry in listed_in(git, head, inside, str(path)) if entry.is_file]
        same = bool(entries) and _blob(path.read_bytes(), len(entries[0].blob)) == entries[0].blob
        return {"head": head, "dirty": "no" if same else "yes"}
    except (BotError, OSError, ValueError):
        return {}


def _committed(git: Git, commit: str, inside: Path, where: str, only: str) -> Sources:
    entries = listed_in(git, commit, inside, where)
    files = [entry for entry in entries if entry.is_file]
    read = [entry for entry in files if not only or _below(entry.name, inside) == only]
    data = {_below(entry.name, inside): b"" for entry in files}
    if not data:
        what = inside if inside.name else "anything"
        raise BotError(where, f"there is no folder {what} in revision {commit[:12]}", "Name another revision")
    data |= {_below(entry.name, inside): text for entry, text in contents_of(git, read, commit, where)}
    programs = frozenset(_below(entry.name, inside) for entry in files if entry.mode == _PROGRAM)
    return Sources(Collected(data, commit=commit, programs=programs), lacking=_lacking(entries, data, inside))


def _as_they_are(git: Git, top: Path, folder: Path, inside: Path, where: str, only: str) -> Sources:
    """Return the files that git would commit, and whether that would be another commit than it is at."""
    words = ("--", str(inside)) if inside.name else ()
    tracked = _names(git("ls-files", "-z", "--cached", *words))
    others = _names(git("ls-files", "-z", "--others", "--exclude-standard", *words))
    names = sorted(tracked | {name for name in others if not _of_results(top, name)})
    taken = Collected(*_taken(folder, (_below(name, inside) for name in names), where, only))
    try:
        head = commit_of(git, "HEAD", top, where)
    except BotError:  # nothing is committed yet
        return Sources(taken, dirty=True, lacking=_lacking([], taken.files, inside))
    entries = listed_in(git, head, inside, where)
    if only:
        return Sources(taken, head=head)
    return Sources(taken, head, _differs(git, taken, entries, inside), _lacking(entries, taken.files, inside))


def _names(listed: bytes) -> set[str]:
    return {os.fsdecode(name) for name in listed.split(b"\0") if name}


def _of_results(top: Path, name: str) -> bool:
    """Tell whether a file lies among the results of a tournament: they grow where the bots lie that are measured."""
    return any((top / folder / GAMES).is_file() for folder in Path(name).parents if folder != Path())


def _differs(git: Git, taken: Collected, entries: Iterable[CommitEntry], inside: Path) -> bool:
    """Tell whether files are not those of a commit, byte for byte, or other ones may be executed."""
    before = {_below(entry.name, inside): entry for entry in entries if entry.is_file}
    if before.keys() != taken.files.keys():
        return True
    if frozenset(name for name, entry in before.items() if entry.mode == _PROGRAM) != taken.programs:
        return True
    length = len(next(iter(before.values())).blob) if before else 0
    return any(_blob(taken.files[name], length) != entry.blob for name, entry in before.items())


def _blob(data: bytes, length: int) -> bytes:
    """Return the name that git gives to contents, of a repository whose names have so many characters."""
    return hashlib.new("sha256" if length == 64 else "sha1", b"blob %d\0" % len(data) + data).hexdigest().encode()


def _taken(folder: Path, names: Iterable[str], where: str, only: str) -> Taken:
    """Return the plain files among names below a folder. Raises BotError."""
    files, programs, size = dict[str, bytes](), set[str](), 0
    for name in names:
        path = folder / name
        try:
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode):
                continue
            size += status.st_size
            if size > MOST_BYTES or len(files) >= MOST_FILES:
                problem = f"{folder} has more than {MOST_BYTES >> 20} MiB, or {MOST_FILES} files"
                raise BotError(where, problem, "Have git ignore what is no part of the bot")
            files[name] = b"" if only and name != only else path.read_bytes()
        except FileNotFoundError:  # deleted, and not committed
            continue
        except OSError as error:
            raise BotError(where, f"{path} cannot be read ({error.strerror})") from None
        if status.st_mode & 0o100:
            programs.add(name)
    if not files:
        raise BotError(where, f"there are no files in {folder}", "Name the folder of a bot")
    return files, False, "", frozenset(programs)


def _walked(folder: Path, where: str) -> Iterator[str]:
    """Yield the names of the files below a folder that is in no repository, caches and environments left out."""
    for here, folders, names in os.walk(folder):
        if here != str(folder) and ("pyvenv.cfg" in names or GAMES in names):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not left_out(name))
        for name in sorted(names):
            if not left_out(name):
                yield os.path.relpath(f"{here}/{name}", folder)


def _below(name: str, inside: Path) -> str:
    """Return a name in a repository as one below a folder of it."""
    return name[len(inside.as_posix()) + 1 :] if inside.name else name


def _lacking(entries: Iterable[CommitEntry], files: Mapping[str, bytes], inside: Path) -> str:
    """Return what is not there, for people."""
    entries, kinds = list(entries), {_SUBMODULE: "submodules", _LINK: "links"}
    found = [(kinds[mode], [_below(entry.name, inside) for entry in entries if entry.mode == mode]) for mode in kinds]
    found.append(("contents of LFS files", [name for name, data in files.items() if is_lfs_pointer(data)]))
    return "; ".join(f"{kind}: {printable(named(names, _MOST_NAMED))}" for kind, names in found if names)
