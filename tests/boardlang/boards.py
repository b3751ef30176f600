"""The shipped boards, read as plain YAML."""

from functools import cache
from pathlib import Path

import yaml

from arena.boardlang.boardfile import board_from_mapping

FOLDER = Path(__file__).parents[2] / "configs" / "boards"
NAMES = sorted(path.stem for path in FOLDER.glob("*.board"))


@cache
def mapping(name):
    return yaml.safe_load((FOLDER / f"{name}.board").read_text(encoding="utf-8"))


@cache
def shipped(name, seed=None):
    return board_from_mapping(mapping(name), name, seed)
