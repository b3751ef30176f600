"""The working folders of a launcher's games: one a living game, and the same one again while nobody has touched it.

A folder that is as it was made (same inode, empty, never changed: its ctime, which nobody can set, says so) tells
the next game nothing, and its layer of Landlock need not be made anew. Any other is thrown away.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from arena.runner.system import remove_tree


@dataclass(frozen=True)
class GameFolder:
    """folder: its path. layer: a descriptor of the layer of Landlock that confines to it, None without Landlock."""

    folder: str
    layer: int | None
    made: tuple[int, ...]


class GameFolders:
    """Makes folders under ``home``. layer: makes the layer for a folder."""

    def __init__(self, home: str, layer: Callable[[str], int | None]) -> None:
        self._home, self._layer = home, layer
        self._free: list[GameFolder] = []
        self._layers: list[int] = []

    def prepare(self, count: int) -> None:
        """Make folders in advance, while descriptors are plentiful. Raises OSError."""
        self._free += [self._made() for _ in range(count)]

    @property
    def layers(self) -> tuple[int, ...]:
        """The descriptors of all layers, which a game must not keep."""
        return tuple(self._layers)

    def take(self) -> GameFolder:
        """Return an empty folder that no living game has. Raises OSError."""
        while self._free:
            game_folder = self._free.pop()
            if _changed(game_folder.folder) == game_folder.made:  # it was empty when it was given back
                return game_folder
            self._throw_away(game_folder)
        return self._made()

    def _made(self) -> GameFolder:
        folder = f"{self._home}/{os.urandom(6).hex()}"  # a number would tell how often a folder was thrown away
        os.mkdir(folder)
        try:
            layer = self._layer(folder)
        except OSError:
            os.rmdir(folder)
            raise
        if layer is not None:
            self._layers.append(layer)
        return GameFolder(folder, layer, _state(folder) or ())

    def give_back(self, game_folder: GameFolder, *, alone: bool = True) -> bool:
        """Take a folder whose game is over; return whether it is as it was.

        alone: whether all that the game had started is known to be over, too.
        """
        if alone and _state(game_folder.folder) == game_folder.made:
            self._free.append(game_folder)
            return True
        self._throw_away(game_folder)
        return False

    def _throw_away(self, game_folder: GameFolder) -> None:
        remove_tree(game_folder.folder)
        if game_folder.layer is not None:
            self._layers.remove(game_folder.layer)
            os.close(game_folder.layer)


def _state(folder: str) -> tuple[int, ...] | None:
    """Return what tells whether a folder was touched; None when there is something in it, or it is gone."""
    try:
        if os.listdir(folder):
            return None
        with suppress(OSError):  # a file system without attributes
            if os.listxattr(folder, follow_symlinks=False):
                return None
    except OSError:
        return None
    return _changed(folder)


def _changed(folder: str) -> tuple[int, ...] | None:
    """Return what tells whether a folder was changed; None when it is gone."""
    try:
        seen = os.stat(folder, follow_symlinks=False)
    except OSError:
        return None
    return (seen.st_dev, seen.st_ino, seen.st_mode, seen.st_uid, seen.st_gid, seen.st_nlink, seen.st_mtime_ns,
            seen.st_ctime_ns)  # fmt: skip
