"""A zygote, whose environment is that of bots, finds the folder in which the index of a word list is kept."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from string import ascii_lowercase

import pytest

from arena.cache import kernels_folder
from arena.config.model import VariantEntry
from arena.engine import kept_anagrams
from arena.engine.anagrams import empty_index
from arena.runner.kernels import compile_ahead
from arena.runner.sandbox.zygotes import start_zygote
from arena.variants.build import word_parts
from arena.variants.load import load_variant
from tests.own_cache import own_cache


def test_a_zygote_keeps_the_index_of_a_list_for_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    own_cache(tmp_path / "cache", monkeypatch)
    words = tmp_path / "words.txt"  # nobody else's
    words.write_text("\n".join(map("".join, product(ascii_lowercase, repeat=3))))
    spec = load_variant(VariantEntry(name="std", board="standard", lexicon=str(words)))
    assert spec.word is not None
    graph = word_parts(spec.word)[1].graph
    name = kept_anagrams.name_of(graph, empty_index(graph))
    kept = kernels_folder(os.environ) / name
    kept.unlink(missing_ok=True)
    try:
        zygote = start_zygote([spec], [], compile_ahead([spec]), rehearsed=False)
        assert zygote.failed == {}
        zygote.close()
        found = kept_anagrams.find(name, empty_index(graph))
        assert found is not None and found.text.tobytes().startswith(b"\3")
    finally:
        kept.unlink(missing_ok=True)
