"""Zip files of people whom nobody trusts, read into memory within the limits of ``files.py``.

The end record is looked at before Python's own reader is let near it: a list of a million files would take all memory.
Only files that are stored or deflated are taken, of which no more is unpacked than is allowed.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib

from arena.runner.submissions.files import MOST_FILES, Files, left_out
from arena.runner.submissions.refused import Refused

_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
_END_SIZE, _LOCATOR_SIZE, _LONGEST_COMMENT = 22, 20, 1 << 16
_MOST_LISTED = 4 * MOST_FILES  # folders, and files that are left out, among them
_MOST_LIST_BYTES = 2 << 20
# What Python's reader raises at damaged files: IndexError for an empty name, struct.error for a field that ends early.
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, LookupError, NotImplementedError, ValueError, EOFError, OSError,
    RuntimeError,
)  # fmt: skip
_LINK_BITS = 16  # where the mode of a file stands in what Unix writes


def files_of_zip(data: bytes, *, all_of_it: bool = False) -> dict[str, bytes]:
    """Return the files of a zip file. all_of_it: leave none out, as of a wheel. Raises Refused."""
    check_list(data)
    files = Files()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > _MOST_LISTED:
                raise Refused(f"its zip file lists more than {_MOST_LISTED} files")
            for info in infos:
                _take(archive, info, files, all_of_it)
    except _DAMAGED as error:
        raise Refused(f"its zip file is damaged ({error})") from None
    return files.whole()


def _take(archive: zipfile.ZipFile, info: zipfile.ZipInfo, files: Files, all_of_it: bool) -> None:
    """Take one file of an archive in, if it is one."""
    name = info.filename
    if stat.S_ISLNK(info.external_attr >> _LINK_BITS):
        raise Refused(f"{name} is a link; hand in the file itself")
    if info.is_dir() or (not all_of_it and any(left_out(part) for part in name.split("/"))):
        return
    if info.flag_bits & 1:
        raise Refused(f"{name} is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused(f"{name} is compressed in a way that is not read here; write the zip file anew")
    most = files.allowed(name)
    with archive.open(info) as member:
        files.add(name, member.read(most + 1))


def check_list(data: bytes) -> None:
    """Raise Refused for no zip file, and for one whose list of files is longer than any bot's."""
    at = data.rfind(_END, max(0, len(data) - _END_SIZE - _LONGEST_COMMENT))
    if at < 0 or at + _END_SIZE > len(data):
        raise Refused("its zip file is damaged (it has no end record)")
    if data[max(0, at - _LOCATOR_SIZE) :].startswith(_END_64):
        raise Refused(
            f"its zip file lists more than {_MOST_LISTED} files, or is of a size for which zip files are not meant"
        )
    listed, size = int.from_bytes(data[at + 10 : at + 12], "little"), int.from_bytes(data[at + 12 : at + 16], "little")
    if listed > _MOST_LISTED or size > _MOST_LIST_BYTES:
        raise Refused(f"its zip file lists more than {_MOST_LISTED} files")
