"""Which places Landlock grants around what is hidden, beside a plain reading of what that means."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from arena.runner.sandbox.landlock import READ, READ_DIR, Hidden, around

NAMES = ["a", "a-b", "a.py", "a0", "b"]  # of which some sort between a folder and what lies in it


def granted(root: Path, hidden: list[str]) -> dict[str, int]:
    return dict(around(str(root), Hidden(hidden)))


def in_sight(file: Path, grants: dict[str, int]) -> bool:
    """Whether a rule lets the contents of a file be read, as Landlock does: a rule holds for all beneath its place."""
    return any(grants.get(str(place), 0) == READ for place in (file, *file.parents))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for first in NAMES:
        for second in NAMES:
            folder = tmp_path / first / second
            folder.mkdir(parents=True)
            (folder / "code.py").touch()
    return tmp_path.resolve()


@pytest.mark.parametrize("seed", range(40))
def test_all_files_are_granted_but_those_that_are_hidden_or_lie_in_what_is(tree: Path, seed: int):
    lot = random.Random(seed)
    files = sorted(tree.rglob("code.py"))
    places = [tree, *(folder for folder in tree.rglob("*"))]
    hidden = [str(place) + lot.choice(["", "/"]) for place in lot.sample(places[1:], lot.randrange(6))]
    root = lot.choice(places)
    grants = granted(root, hidden)
    for file in files:
        below = file.is_relative_to(root)
        out_of_sight = any(file.is_relative_to(path) for path in hidden)
        assert in_sight(file, grants) == (below and not out_of_sight), (file, root, hidden)
    assert all(Path(place).is_relative_to(root) for place in grants)


def test_names_are_listed_in_folders_on_the_way_to_what_is_hidden_and_nowhere_else(tree: Path):
    grants = granted(tree, [f"{tree}/a/b"])
    assert {place for place, rights in grants.items() if rights == READ_DIR} == {str(tree), f"{tree}/a"}
    assert f"{tree}/a/b" not in grants


def test_with_everything_hidden_nothing_is_granted(tree: Path):
    assert granted(tree, ["/"]) == {}
