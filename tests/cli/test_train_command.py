"""``arena train leaves``, as a person calls it: small tiles and hands, so that it takes a moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli.words.train import train
from arena.engine.leaf_files import read_leaves
from arena.errors import ArenaError
from arena.words import table
from tests.scrabble.generate_cases import words

TILES = """
name: few
alphabet: {letters: [A, B, C, D, E]}
tiles:
  - {faces: {A: 1}, count: 9}
  - {faces: {B: 3}, count: 4}
  - {faces: {C: 2}, count: 5}
  - {faces: {D: 2}, count: 5}
  - {faces: {E: 1}, count: 9}
  - {wild: 0, count: 2}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.yaml").write_text(TILES)
    (tmp_path / "small.yaml").write_text("name: small\nhand_size: 4\nchange_min_bag: 4\nscoreless_limit: 6\n")
    (tmp_path / "list.txt").write_text("\n".join(words(3, 120).replace("[CH]", "C").split()))
    return tmp_path


def call(*more: str) -> Result:
    given = ["--board", "hole", "--tiles", "few.yaml", "--lexicon", "list.txt", "--rules", "small.yaml"]
    return CliRunner().invoke(train, ["leaves", *given, "--games", "20", "--workers", "1", *more])


def test_a_table_is_written_read_back_and_not_made_twice(folder: Path):
    first = call("--seed", "5")
    assert first.exception is None, first.exception
    assert "20 games, seed 5\n" in first.output or "seed 5" in first.output
    assert "list-hole.klv2: " in first.output
    file = folder / "list-hole.klv2"
    data = file.read_bytes()
    tiles = table("hole", tiles="few.yaml", lexicon="list.txt", rules="small.yaml").tiles
    leaves = read_leaves(file, tiles)
    assert leaves.longest == 3
    assert leaves.values.any()
    again = call()  # the seed is that of the training that is there
    assert "of them played" in again.output
    assert again.output.splitlines()[1:] == first.output.splitlines()[1:]
    assert file.read_bytes() == data
    other = call("--seed", "6")
    assert isinstance(other.exception, ArenaError)
    assert "another seed: 5, and this one has 6" in str(other.exception)


def test_other_formats_by_the_ending(folder: Path):
    assert call("--seed", "5", "-o", "x.csv").exception is None
    assert call("--seed", "5", "-o", "x.leaves").exception is None
    tiles = table("hole", tiles="few.yaml", lexicon="list.txt", rules="small.yaml").tiles
    exact, packed = read_leaves(folder / "x.csv", tiles), read_leaves(folder / "x.leaves", tiles)
    assert len(exact) == len(packed)
    assert abs(exact.values - packed.values).max() <= 0.25


def test_where_nothing_can_be_written_nothing_is_played(folder: Path):
    refused = call("-o", "none/x.klv2")
    assert isinstance(refused.exception, ArenaError)
    assert "there is no folder" in str(refused.exception)
    for output, said in (
        ("x.cvs", "no table is written as .cvs. Name a file that ends in .klv2, .csv or .leaves"),
        ("/dev/null", "this is no file"), ("/proc/x.csv", "cannot be written"),
        ("n" * 300 + ".csv", "File name too long"),
    ):  # fmt: skip
        refused = call("-o", output)
        assert isinstance(refused.exception, ArenaError)
        assert said in str(refused.exception)
        assert not refused.stdout
    (folder / "y.klv2.training").write_text("no training")
    refused = call("-o", "y.klv2")
    assert "is no training that was interrupted" in str(refused.exception)
