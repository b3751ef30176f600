"""A submission as it was handed in, whatever it is: a folder, a git repository, a zip file, a wheel, a Python file."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass

from arena.runner.submissions.archives import files_of_zip
from arena.runner.submissions.files import MOST_BYTES, Files, files_in, read_file, without_wrapping
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.repository import files_of_repository, is_repository
from arena.runner.submissions.walled import Walled

KINDS = "a folder, a zip file, a wheel, a git repository or a Python file"


@dataclass(frozen=True, slots=True)
class Collected:
    """files: name -> contents. wheel: whether they are those of a wheel, which is built. commit: of a repository.

    programs: those of the files that may be executed, as far as that is known.
    """

    files: Mapping[str, bytes]
    wheel: bool = False
    commit: str = ""
    programs: frozenset[str] = frozenset()

    @property
    def digest(self) -> str:
        """The sha256 of all names and contents, and of which may be executed."""
        whole = hashlib.sha256(b"wheel" if self.wheel else b"files")
        for name in sorted(self.files):
            data = self.files[name]
            mark = "x" if name in self.programs else ""  # never where contents could stand: they are anybody's
            whole.update(f"{name}\0{mark}{len(data)}\0".encode(errors="surrogateescape"))
            whole.update(data)
        return whole.hexdigest()


def collect(path: str, walled: Walled) -> Collected:
    """Return what lies at a path. walled: how git is run. Raises Refused."""
    if os.path.islink(path):
        raise Refused("it is a link; hand in the files themselves")
    if os.path.isdir(path):
        if is_repository(path):
            commit, files = files_of_repository(path, walled)
            return _opened(Collected(files, commit=commit))
        return _opened(Collected(files_in(path)))
    return _opened(_of_file(os.path.basename(path), read_file(path, MOST_BYTES)))


def _of_file(name: str, data: bytes) -> Collected:
    """Return a file that was handed in. Raises Refused for one of a kind that no bot is."""
    kind = name.lower().rpartition(".")[2]
    if len(data) > MOST_BYTES:
        raise Refused(f"it has more than {MOST_BYTES >> 20} MiB")
    if kind == "whl":
        return Collected(files_of_zip(data, all_of_it=True), wheel=True)
    if kind == "zip":
        return Collected(files_of_zip(data))
    if kind == "py":
        files = Files()
        files.allowed(name)
        files.add(name, data)
        return Collected(files.whole())
    raise Refused(f"it is not {KINDS}")


def _opened(collected: Collected) -> Collected:
    """Return what is left without folders that hold everything, and of a zip file or a wheel alone its files."""
    if collected.wheel:
        return collected
    files = without_wrapping(dict(collected.files))
    if len(files) == 1:
        ((name, data),) = files.items()
        if name.lower().endswith((".zip", ".whl")):
            inside = _of_file(name, data)
            files = dict(inside.files) if inside.wheel else without_wrapping(dict(inside.files))
            return Collected(files, inside.wheel, collected.commit)
    return Collected(files, commit=collected.commit)
