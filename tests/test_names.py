"""The names of the code: one class has one name, and old ones that a plug-in may know are still answered."""

from __future__ import annotations

import ast
import tokenize
from collections import defaultdict
from pathlib import Path

import pytest

from arena.contract import gifts
from arena.scrabble.moves import Placed

ROOT = Path(__file__).parent.parent
# What is said has the words of its protocol, and what kernels are handed those of the engine.
OWN_WORDS = ("arena/wire/", "arena/serve/", "arena/engine/_kernels/")
BOTH = {
    "Game": "the contract of a game; a game that is played move by move from Python",
    "Position": "the face of the word game and that of the small ones",
    "Results": "the file that is read, and the face that makes tables of it",
    "Tournament": "what the file says, and the face that runs it",
}


def classes() -> dict[str, list[str]]:
    """Return by name where public classes are."""
    found = defaultdict(list)
    for path in sorted((ROOT / "arena").rglob("*.py")):
        name = str(path.relative_to(ROOT))
        if not name.startswith(OWN_WORDS):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(name)
    return dict(found)


def test_a_class_has_a_name_of_its_own():
    twice = {name: files for name, files in classes().items() if len(files) > 1}
    assert {name: files for name, files in twice.items() if name not in BOTH} == {}


@pytest.mark.parametrize("folder", ["arena", "bots", "bench"])
def test_nothing_is_called_told(folder: str):
    called = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        with path.open("rb") as file:
            for token in tokenize.tokenize(file.readline):
                if token.type == tokenize.NAME and token.string.strip("_") == "told":
                    called.append(f"{path.relative_to(ROOT)}:{token.start[0]}")
    assert [place for place in called if not place.startswith("arena/scrabble/moves.py")] == []


def test_names_of_version_0_2_are_answered_with_a_warning():
    for old, new in {"Limits": gifts.SearchLimits, "Verdict": gifts.SearchResult, "Search": gifts.OwnSearch}.items():
        with pytest.warns(DeprecationWarning, match=f"{old} is called {new.__name__} now"):
            assert getattr(gifts, old) is new
    with pytest.raises(AttributeError, match="'Limit'"):
        _ = gifts.Limit  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match="normalized"):
        assert Placed.told(0, 0, 1, "A", 1) == Placed.normalized(0, 0, 1, "A", 1)


@pytest.mark.parametrize("folder", ["arena", "bench", "bots", "tests"])
def test_no_block_counts_on_sqlite_to_close_a_file(folder: str):
    """``with sqlite3.connect(...)`` ends a transaction and leaves the file open until the collector comes by."""
    left = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.With | ast.AsyncWith):
                called = [ast.unparse(item.context_expr) for item in node.items]
                left += [
                    f"{path.relative_to(ROOT)}:{node.lineno}" for text in called if text.startswith("sqlite3.connect")
                ]
    assert left == []
