"""Names of bots that were handed in, and patterns that find them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config.read import read_tournament
from arena.config.submissions import name_from, names_of, naming_part
from arena.config.walk import is_name


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("ann", "ann"), ("ann.zip", "ann"), ("Ann Smith_12.ZIP", "Ann-Smith_12"), ("bot.py", "bot"),
        ("repo.git", "repo"), ("ann.whl", "ann"),
        ("my_bot-1.0-py3-none-any.whl", "my_bot"), ("Zoë", "Zoe"), ("..", "bot"), ("con", "bot-con"), ("北", "bot"),
        ("a-vs-b", "a-vs_b"), ("-rf", "rf"), ("v1.2", "v1.2"), ("x" * 99, "x" * 48),
    ],
)  # fmt: skip
def test_known_names(part: str, name: str):
    assert name_from(part) == name


@given(st.lists(st.text(max_size=80), max_size=30), st.lists(st.sampled_from(["ann", "Bot", "bot-2"]), unique=True))
def test_names_are_names_and_no_two_are_alike(parts: list[str], taken: list[str]):
    names = names_of(parts, taken)
    assert len(names) == len(parts) and all(map(is_name, names))
    assert len({name.casefold() for name in [*names, *taken]}) == len(names) + len(taken)


@pytest.mark.parametrize(
    ("pattern", "part"), [("a/*", 1), ("a/*/bot", 1), ("a/b", 1), ("*", 0), ("a/b?/c*", 1), ("a/[ab]/", 1)]
)
def test_the_first_wild_card_names(pattern: str, part: int):
    assert naming_part(pattern) == part


@pytest.mark.parametrize(
    "pattern", ["in/*/bot.py", "./in/*/bot.py", "in//*/bot.py", "../{here}/in/*/bot.py", "{whole}/in/*/bot.py"]
)
def test_patterns_from_the_files_folder(tmp_path: Path, pattern: str):
    for name in ("ben", "ann", ".hidden"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "bot.py").write_text("")
    pattern = pattern.format(here=tmp_path.name, whole=tmp_path)
    (tmp_path / "t.yaml").write_text(f"name: x\nvariants: [{{game: nim(2)}}]\nbots: {{from: '{pattern}'}}\n")
    bots = read_tournament(tmp_path / "t.yaml").bots
    assert [bot.name for bot in bots] == ["ann", "ben"]
    assert all(Path(bot.submission).samefile(tmp_path / "in" / bot.name / "bot.py") for bot in bots)
