"""What a training has so far, in a file from which it goes on. A door to files."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.errors import ResultsError, RunError
from arena.training.samples import Sums

_COUNTS = "games", "turns", "changes", "racks", "free", "value"
_ARRAYS = "squares", "products", "leaves"
_REMEDY = "Remove the file, or write to another one, to begin anew"


@dataclass(frozen=True)
class TrainingSoFar:
    """What a file has: values of the table at work, sums of the generation at work, and figures of those before."""

    values: NDArray[np.float32]
    sums: Sums
    generations: list[dict[str, Any]]


class Kept:
    """The file of one training. settings: what makes it the one it is, text by name."""

    def __init__(self, path: Path, settings: Mapping[str, str]) -> None:
        self.path, self._settings = path, dict(settings)

    def read(self, leaves: int, sums: Sums) -> TrainingSoFar | None:
        """Return what the file has, None where there is none; leaves, sums: of what size.

        Raises ResultsError for a file that is damaged, or of a training with other settings.
        """
        if not self.path.exists():
            return None
        where = str(self.path)
        try:
            with self.path.open("rb") as handle, np.load(handle, allow_pickle=False) as file:
                said = json.loads(str(file["said"]))
                arrays = {name: file[name] for name in _ARRAYS}
                values = file["values"]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise ResultsError(
                where, f"is no training that was interrupted ({type(error).__name__})", _REMEDY
            ) from error
        other = [name for name, value in self._settings.items() if said.get("settings", {}).get(name) != value]
        if other:
            was = said.get("settings", {}).get(other[0])
            problem = f"is of a training with another {other[0]}: {was}, and this one has {self._settings[other[0]]}"
            raise ResultsError(where, problem, _REMEDY)
        if values.shape != (leaves,) or any(arrays[name].shape != getattr(sums, name).shape for name in _ARRAYS):
            raise ResultsError(where, "has tables of another size", _REMEDY)
        found = Sums(**arrays, **{name: said["counts"][name] for name in _COUNTS})
        return TrainingSoFar(values, found, said["generations"])

    def settings(self) -> dict[str, str]:
        """Return the settings of the training that the file has, {} where it has none that can be read."""
        try:
            with self.path.open("rb") as handle, np.load(handle, allow_pickle=False) as file:
                said = json.loads(str(file["said"]))["settings"]
            return {str(name): str(value) for name, value in said.items()}
        except (OSError, ValueError, KeyError, EOFError, AttributeError, TypeError, zipfile.BadZipFile):
            return {}

    def write(self, values: NDArray[np.float32], sums: Sums, generations: Sequence[object]) -> None:
        """Write the file, whole or not at all. Raises RunError where that fails."""
        said = {
            "settings": self._settings,
            "counts": {name: getattr(sums, name) for name in _COUNTS},
            "generations": [vars(generation) for generation in generations],
        }
        new = self.path.with_name(f"{self.path.name}.new")
        try:
            with new.open("wb") as file:
                arrays = {name: getattr(sums, name) for name in _ARRAYS}
                np.savez(file, said=np.array(json.dumps(said)), values=values, **arrays)
            os.replace(new, self.path)
        except OSError as error:
            problem = f"what was learned so far cannot be written: {error.strerror}"
            raise RunError(str(self.path), problem, "Free some room, and begin the command again") from error
