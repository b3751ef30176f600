"""Records as they lie in a file: compressed by Zstandard, with a dictionary made from the first games of a run. Pure.

A record says itself how it is stored: JSON begins with a brace, a Zstandard frame with its mark, and a frame names the
dictionary that it needs. So old records and new ones, and those from before there was a dictionary, lie in one table.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import zstandard

from arena.errors import ResultsError

GAMES_TO_LEARN_FROM = 128  # so many games are stored before there is a dictionary
DICTIONARY = 32 * 1024  # bytes at most
LEVEL = 3  # 20 microseconds a game; level 9 saves 6 % more and takes 150

_LARGEST = 1 << 30  # bytes of a record; SQLite itself stores no more
_FIRST = 40_000  # dictionaries' own numbers; those below 32768 are given out by Zstandard's makers
_MARK = b"\x28\xb5\x2f\xfd"

Dictionaries = Callable[[int], bytes]  # a dictionary by its number; raises ResultsError where there is none


def checksum(data: bytes) -> int:
    """Return the checksum (CRC-32) that is kept of a record as it is stored, apart from it."""
    return zlib.crc32(data)


def make_dictionary(records: Sequence[bytes], number: int) -> bytes | None:
    """Return a dictionary, called ``number`` (from 1), made of encoded records; None where too little is common."""
    try:
        made = zstandard.train_dictionary(
            DICTIONARY, list(records), k=200, d=8, f=20, accel=1, dict_id=_FIRST + number, level=LEVEL
        )
    except zstandard.ZstdError:
        return None
    return bytes(made.as_bytes())


class Compressor:
    """Compresses encoded records, with a dictionary where one is given."""

    def __init__(self, dictionary: bytes | None = None) -> None:
        known = None if dictionary is None else zstandard.ZstdCompressionDict(dictionary)
        self._frames = zstandard.ZstdCompressor(level=LEVEL, dict_data=known)

    def compress(self, record: bytes) -> bytes:
        return self._frames.compress(record)


class Decompressor:
    """Gives encoded records back; asks for a dictionary when a record needs it, once each."""

    def __init__(self, dictionaries: Dictionaries) -> None:
        self._dictionaries = dictionaries
        self._known = {0: zstandard.ZstdDecompressor()}

    def decompress(self, stored: bytes, where: str) -> bytes:
        """Return the encoded record. Raises ResultsError naming ``where``: it is damaged, or its dictionary is."""
        if stored[:4] != _MARK:
            return stored
        try:
            frame = zstandard.get_frame_parameters(stored)
            if frame.content_size > _LARGEST:  # also where it does not say
                raise ResultsError(where, "the record is damaged (no record is so large)")
            if frame.dict_id not in self._known:
                data = zstandard.ZstdCompressionDict(self._dictionaries(frame.dict_id - _FIRST))
                self._known[frame.dict_id] = zstandard.ZstdDecompressor(dict_data=data)
            return self._known[frame.dict_id].decompress(stored)
        except zstandard.ZstdError as error:
            raise ResultsError(
                where, f"the record is damaged ({error})", "`--resume` plays a lost game again"
            ) from error
