"""Files of a run on their way to a machine: in pieces, and pieces in messages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import msgspec

from arena.cluster.messages import RunPart, SentFile
from arena.errors import ConfigError
from arena.runner.plugin.contents import files_in

_LARGEST = 256 << 20  # bytes of a part that is sent
_PIECE = 8 << 20  # bytes of a file, and of files in a message, from which on another one begins


def sendings(parts: Iterable[RunPart]) -> tuple[dict[str, str], list[bytes]]:
    """Return where parts will lie in the run's folder, by label, and messages with their files: msgpack of SentFiles.

    There is a message even where there is no file. Raises ConfigError where there is more than can be sent.
    """
    places, messages = dict[str, str](), list[bytes]()
    waiting, size = list[SentFile](), 0
    for number, part in enumerate(parts):
        for file in sent_files(part, f"part{number}"):
            places.setdefault(part.label, "/".join(file.name.split("/")[:2]))
            waiting.append(file)
            size += len(file.data)
            if size >= _PIECE:
                messages.append(msgspec.msgpack.encode(waiting))
                waiting, size = [], 0
    return places, [*messages, msgspec.msgpack.encode(waiting)]


def sent_files(part: RunPart, folder: str) -> Iterator[SentFile]:
    """Yield the files of a part in pieces. folder: in which they lie there, in the run's own.

    Raises ConfigError where there is more than can be sent.
    """
    size = 0
    for name, file in files_in(part.paths[0]):
        data = file.read_bytes()
        size += len(data)
        if size > _LARGEST:
            problem = f"{part.paths[0]} has more than {_LARGEST >> 20} MiB of files"
            raise ConfigError(part.label, problem, "Install it on the machines of the cluster, or leave files out")
        executable = os.access(file, os.X_OK)
        for begin in range(0, max(1, len(data)), _PIECE):
            more = begin + _PIECE < len(data)
            yield SentFile(f"{folder}/{name}", data[begin : begin + _PIECE], executable, more, begin)
