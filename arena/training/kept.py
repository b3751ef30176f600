"""What a training has so far, in a file from which it goes on. A door to files."""

from __future__ import annotations

import json
import math
import os
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.errors import ConfigError, ResultsError, RunError
from arena.training.generation import Generation
from arena.training.samples import Sums

_COUNTS = "games", "turns", "changes", "racks", "free", "value"
_ARRAYS = "squares", "products", "leaves"
_MEASURES = "value", "change", "spread"  # of a generation; all else are counts
_ZIP = b"PK"  # how the file begins
_DAMAGE = (  # what reading a zip file of arrays may raise, wherever its bytes are wrong
    OSError, ValueError, ArithmeticError, LookupError, EOFError, TypeError, SyntaxError, MemoryError, RuntimeError,
    zipfile.BadZipFile, zlib.error, struct.error, tokenize.TokenError,
)  # fmt: skip
_REMEDY = "Remove the file, or write to another one, to begin anew"


@dataclass(frozen=True)
class TrainingSoFar:
    """What a file has: values of the table at work, sums of the generation at work, and figures of those before."""

    values: NDArray[np.float32]
    sums: Sums
    generations: list[Generation]


class _Parts(NamedTuple):
    # What a file says of its training, and tables by name.
    said: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


class Kept:
    """The file of one training. settings: what makes it the one it is, text by name."""

    def __init__(self, path: Path, settings: Mapping[str, str]) -> None:
        self.path, self._settings = path, dict(settings)

    def look(self) -> None:
        """Raise ResultsError where the file is damaged, or of a training with other settings; reads little of it."""
        if self.path.exists():
            self._same_training(self._opened(()))

    def try_to_write(self) -> None:
        """Raise ConfigError where the file cannot be written, before anything was learned that would be lost."""
        new = self._beside()
        try:
            new.open("wb").close()
            new.unlink()
        except OSError as error:
            problem = f"cannot be written ({error.strerror})"
            raise ConfigError(str(self.path), problem, "What is learned is kept there: write somewhere else") from error

    def read(self, leaves: int, sums: Sums, plan: Sequence[int]) -> TrainingSoFar | None:
        """Return what the file has, None where there is none.

        leaves, sums: of what size its tables are. plan: games of each generation.
        Raises ResultsError as ``look`` does.
        """
        if not self.path.exists():
            return None
        parts = self._opened(("values", *_ARRAYS))
        self._same_training(parts)
        shapes = {"values": (leaves,), **{name: getattr(sums, name).shape for name in _ARRAYS}}
        if any(parts.arrays[name].shape != shape for name, shape in shapes.items()):
            raise ResultsError(str(self.path), "has tables of another size", _REMEDY)
        for name, array in parts.arrays.items():
            if array.dtype.kind != "f" or not np.isfinite(array).all():
                raise self._damaged(f"its table {name!r} has what is no number")
        counts = {name: _number(parts.said["counts"].get(name), name == "value") for name in _COUNTS}
        generations = [_generation(row) for row in parts.said["generations"]]
        if None in counts.values() or None in generations:
            raise self._damaged("its figures are not those of games")
        done = [generation for generation in generations if generation is not None]
        going_on = plan[len(done)] if len(done) < len(plan) else 0
        rightly_played = [one.games for one in done] == list(plan[: len(done)])
        if not rightly_played or counts["games"] > going_on:  # type: ignore[operator]  # none is None any more
            raise self._damaged("it has games that this training does not play")
        values = parts.arrays.pop("values").astype(np.float32)
        return TrainingSoFar(values, Sums(**parts.arrays, **counts), done)  # type: ignore[arg-type]

    def settings(self) -> dict[str, str]:
        """Return the settings of the training that the file has, {} where it has none that can be read."""
        try:
            return {str(name): str(value) for name, value in self._opened(()).said["settings"].items()}
        except ResultsError:
            return {}

    def _beside(self) -> Path:
        return self.path.with_name(f"{self.path.name}.new")

    def _opened(self, names: Sequence[str]) -> _Parts:
        # What the file says, and the tables of these names. Raises ResultsError.
        try:
            with self.path.open("rb") as handle:
                if handle.read(len(_ZIP)) != _ZIP:  # numpy would read other kinds of files, too
                    raise self._damaged("it is no such file")
                handle.seek(0)
                with np.load(handle, allow_pickle=False) as file:
                    said = json.loads(str(file["said"]))
                    arrays = {name: np.asarray(file[name]) for name in names}
        except _DAMAGE as error:
            raise self._damaged(getattr(error, "strerror", None) or type(error).__name__) from error
        kinds = {"settings": dict, "counts": dict, "generations": list}
        if not isinstance(said, dict) or any(not isinstance(said.get(name), kind) for name, kind in kinds.items()):
            raise self._damaged("it does not say what it is of")
        return _Parts(said, arrays)

    def _same_training(self, parts: _Parts) -> None:
        was = parts.said["settings"]
        other = [name for name, value in self._settings.items() if was.get(name) != value]
        if other:
            problem = (
                f"is of a training with another {other[0]}: {was.get(other[0])}, "
                f"and this one has {self._settings[other[0]]}"
            )
            raise ResultsError(str(self.path), problem, _REMEDY)

    def _damaged(self, why: str) -> ResultsError:
        return ResultsError(str(self.path), f"is no training that was interrupted ({why})", _REMEDY)

    def write(self, values: NDArray[np.float32], sums: Sums, generations: Sequence[object]) -> None:
        """Write the file, whole or not at all. Raises RunError where that fails."""
        said = {
            "settings": self._settings,
            "counts": {name: getattr(sums, name) for name in _COUNTS},
            "generations": [vars(generation) for generation in generations],
        }
        new = self._beside()
        try:
            with new.open("wb") as file:
                arrays = {name: getattr(sums, name) for name in _ARRAYS}
                np.savez(file, said=np.array(json.dumps(said)), values=values, **arrays)
            os.replace(new, self.path)
        except OSError as error:
            problem = f"what was learned so far cannot be written: {error.strerror}"
            raise RunError(str(self.path), problem, "Free some room, and begin the command again") from error


def _number(value: object, real: bool) -> float | None:
    # A count, or where ``real`` says so any number; None for what is neither.
    if isinstance(value, bool) or not isinstance(value, (int, float) if real else int):
        return None
    return value if math.isfinite(value) and (real or 0 <= value < 2**63) else None


def _generation(row: object) -> Generation | None:
    # What a file says of a generation; None where it says something else.
    names = [field.name for field in fields(Generation)]
    if not isinstance(row, dict) or set(row) != set(names):
        return None
    figures = {name: _number(row[name], name in _MEASURES) for name in names}
    return None if None in figures.values() else Generation(**figures)  # type: ignore[arg-type]
