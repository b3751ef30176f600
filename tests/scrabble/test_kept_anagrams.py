"""An index that was read from disk is the one that was made; what is damaged or could be a stranger's is not read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.cache import kernels_folder
from arena.engine import anagrams, kept_anagrams
from arena.engine._kernels.arrays import Index
from arena.lexicon.wordgraph import WordGraph
from tests.scrabble.tables import lexicon

WORDS = "ATE EAT ETA TEA AT TA TAT ATT TATTOO OTTO TOOT NASTIER RETAINS STAINER"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have all indexes kept, in a folder of this test."""
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_anagrams, "LEAST", 1)
    return kernels_folder({"ARENA_CACHE": str(tmp_path)})


def made(words: str = WORDS) -> tuple[Index, bool]:
    """Return the index of some words as another process has it, and whether it was filled for that."""
    filled = []
    with pytest.MonkeyPatch.context() as patch:
        fill = anagrams._filled
        patch.setattr(anagrams, "_filled", lambda graph, empty: filled.append(1) or fill(graph, empty))
        index = anagrams.anagrams_of(replace(lexicon(words).graph))  # nobody's else
    return index, bool(filled)


def same(one: Index, other: Index) -> bool:
    return all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(one, other, strict=True))


def the_file(folder: Path) -> Path:
    (file,) = folder.glob(f"*{kept_anagrams.SUFFIX}")
    return file


def test_an_index_is_filled_once_a_machine_and_read_as_it_was(folder: Path):
    first, filled = made()
    assert filled and first.known
    again, filled = made()
    assert not filled and same(again, first)
    assert all(part.flags.writeable and part.flags.c_contiguous and part.flags.aligned for part in again)
    assert [file.name for file in folder.iterdir()] == [the_file(folder).name]  # and nothing half written


def test_other_words_have_a_file_of_their_own(folder: Path):
    first, _ = made()
    other, filled = made(f"{WORDS} OAT")
    assert filled and not same(first, other)
    assert len(list(folder.glob(f"*{kept_anagrams.SUFFIX}"))) == 2


def test_so_have_other_sizes_and_roots():
    graph = lexicon(WORDS).graph
    empty = anagrams.anagrams_of(graph)
    other = WordGraph(graph.edges, graph.gaddag, graph.gaddag, graph.letters, graph.count)
    names = {
        kept_anagrams.name_of(graph, empty),
        kept_anagrams.name_of(other, empty),
        kept_anagrams.name_of(graph, empty._replace(sizes=empty.sizes * 2)),
        kept_anagrams.name_of(graph, empty._replace(salts=empty.salts + 1)),
    }
    assert len(names) == 4


def test_a_damaged_file_is_made_again_and_replaced(folder: Path):
    first, _ = made()
    file = the_file(folder)
    good = file.read_bytes()
    changed = bytearray(good)
    changed[-1] ^= 1
    for bad in (b"", good[:10], good[:-1], good + b"\0", bytes(changed), b"x" * len(good), b"\0" + good[1:]):
        file.write_bytes(bad)
        again, filled = made()
        assert filled and same(again, first)
        assert file.read_bytes() == good


def test_a_file_or_a_folder_that_anybody_can_write_to_is_not_believed(folder: Path):
    made()
    file = the_file(folder)
    file.chmod(0o666)
    assert made()[1]
    assert not made()[1]  # it was replaced
    folder.chmod(0o777)
    assert made()[1]
    folder.chmod(0o755)
    assert not made()[1]


def test_what_is_no_file_is_left_alone(folder: Path):
    first, _ = made()
    file = the_file(folder)
    file.unlink()
    file.mkdir()
    again, filled = made()
    assert filled and same(again, first)
    assert [path for path in folder.iterdir() if path != file] == []


def test_without_a_folder_it_is_made_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_anagrams, "LEAST", 1)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path / "file"))
    first, filled = made()
    again, filled_again = made()
    assert filled and filled_again and same(first, again)


def test_the_index_of_a_short_list_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_anagrams, "LEAST", 100)
    made()
    assert not folder.exists()
