"""The shipped word list follows the rules of the script that makes it, and carries its copyright notice."""

from __future__ import annotations

import gzip
import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "arena/lexicon/data"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_wordlist", ROOT / "scripts/make_wordlist.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_shipped_word_is_one_by_the_rules(script):
    head, *words = gzip.decompress((DATA / "english.txt.gz").read_bytes()).decode("ascii").splitlines()
    assert head.startswith("# ")
    assert "english.copyright.txt" in head
    assert [word for word in words if not script.wanted(word)] == []
    assert words == sorted(set(words))


@pytest.mark.parametrize(
    "word", ["a", "cs", "ks", "lm", "mb", "aeq", "csch", "kb", "ln", "isn't", "London", "e-mail", "café", ""]
)
def test_junk_is_left_out(script, word):
    assert not script.wanted(word)


def test_accents_are_left_off(script):
    assert script.plain("château") == "chateau"
    assert script.wanted(script.plain("café"))


def test_the_copyright_notice_lies_beside_the_list():
    notice = (DATA / "english.copyright.txt").read_text(encoding="utf-8")
    assert "The collective work is Copyright 2000-2011 by Kevin Atkinson" in notice
    assert "Permission to use, copy, modify, distribute and sell these word" in notice


def test_the_same_package_makes_the_same_bytes(script, tmp_path):
    package = os.environ.get("ARENA_SCOWL")
    if not package:
        pytest.skip("set ARENA_SCOWL to the folder that Debian's package scowl was unpacked in")
    script.main(Path(package), tmp_path)
    for made in sorted(tmp_path.iterdir()):
        assert made.read_bytes() == (DATA / made.name).read_bytes(), made.name


def test_two_letter_words_are_a_list_with_a_meaning_for_those_that_are_abbreviations_too(script):
    words = gzip.decompress((DATA / "english.txt.gz").read_bytes()).decode("ascii").splitlines()[1:]
    assert {word for word in words if len(word) == 2} == script.TWO | script.SHORT
    assert not script.TWO & script.SHORT
    assert all(script.MEANING.values())


def test_variant_spellings_are_words_and_the_rarer_ones_are_not(script):
    words = set(gzip.decompress((DATA / "english.txt.gz").read_bytes()).decode("ascii").splitlines()[1:])
    assert {"donut", "donuts", "queueing", "archeology", "gaol"} <= words
    assert "luv" not in words  # of SCOWL's variants of level 3
