"""The working folders of a template's games: one a living game, and the same one again while nobody has touched it.

A folder that is as it was made (same inode, empty, never changed: its ctime, which nobody can set, says so) tells
the next game nothing, and its layer of Landlock need not be made anew. Any other is thrown away.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """folder: its path. layer: a descriptor of the layer of Landlock that confines to it, None without Landlock."""

    folder: str
    layer: int | None
    made: tuple[int, ...]


class Rooms:
    """Makes folders under ``home``. layer: makes the layer for a folder."""

    def __init__(self, home: str, layer: Callable[[str], int | None]) -> None:
        self._home, self._layer = home, layer
        self._number = 0
        self._free: list[Room] = []
        self._layers: list[int] = []

    @property
    def layers(self) -> tuple[int, ...]:
        """The descriptors of all layers, which a game must not keep."""
        return tuple(self._layers)

    def take(self) -> Room:
        """Return an empty folder that no living game has."""
        while self._free:
            room = self._free.pop()
            if _state(room.folder) == room.made:
                return room
            self._throw_away(room)
        self._number += 1
        folder = f"{self._home}/{self._number}"
        os.mkdir(folder)
        layer = self._layer(folder)
        if layer is not None:
            self._layers.append(layer)
        return Room(folder, layer, _state(folder) or ())

    def give_back(self, room: Room) -> None:
        """Take a folder whose game is over, and all that the game had started with it."""
        if _state(room.folder) == room.made:
            self._free.append(room)
        else:
            self._throw_away(room)

    def _throw_away(self, room: Room) -> None:
        shutil.rmtree(room.folder, ignore_errors=True)
        if room.layer is not None:
            self._layers.remove(room.layer)
            os.close(room.layer)


def _state(folder: str) -> tuple[int, ...] | None:
    """Return what tells whether a folder was touched; None when there is something in it, or it is gone."""
    try:
        if os.listdir(folder):
            return None
        seen = os.stat(folder, follow_symlinks=False)
        with suppress(OSError):  # a file system without attributes
            if os.listxattr(folder, follow_symlinks=False):
                return None
    except OSError:
        return None
    return (seen.st_dev, seen.st_ino, seen.st_mode, seen.st_uid, seen.st_gid, seen.st_nlink, seen.st_mtime_ns,
            seen.st_ctime_ns)  # fmt: skip
