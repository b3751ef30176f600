"""The shipped word list follows the rules of the script that makes it, and carries its copyright notice."""

from __future__ import annotations

import gzip
import importlib.util
import os
import re
from pathlib import Path
from types import ModuleType

import pytest

from arena.lexicon import commonness
from tests.shared_data import shared

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


def test_every_shipped_word_has_the_size_that_it_comes_from(script):
    words = gzip.decompress((DATA / "english.txt.gz").read_bytes()).decode("ascii").splitlines()[1:]
    places = gzip.decompress((DATA / "english.sizes.gz").read_bytes()).decode("ascii").strip()
    assert len(places) == len(words)
    sizes = {word: script.SIZES[int(place)] for word, place in zip(words, places, strict=True)}
    known = {"the": 10, "breeze": 20, "shipwrecking": 35, "sycophants": 40, "xi": 60, "qi": 70, "aaliis": 80}
    assert {word: sizes[word] for word in known} == known
    assert [list(sizes.values()).count(size) for size in script.SIZES] == [
        4033, 7171, 29983, 5012, 18912, 6072, 10595, 36162, 136328,
    ]  # fmt: skip
    assert commonness.SIZES == script.SIZES


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


def shipped_words() -> set[str]:
    """Return the words of the shipped list."""
    return set(gzip.decompress((DATA / "english.txt.gz").read_bytes()).decode("ascii").splitlines()[1:])


def test_two_letter_words_are_a_list_with_a_meaning_for_those_that_are_abbreviations_too(script):
    short = {word for word in script.SHORT if len(word) == 2}
    assert {word for word in shipped_words() if len(word) == 2} == script.TWO | short
    assert not script.TWO & script.SHORT
    assert all(script.MEANING.values())
    assert shipped_words() >= script.SHORT


def test_the_short_words_of_another_list_are_words_here_except_those_left_out_on_purpose(script):
    """ENABLE has 96 words of two letters and 972 of three."""
    others = {word for word in shared("enable1.txt").read_text().split() if len(word) in (2, 3)}
    missing = others - shipped_words()
    assert {word for word in missing if not script.epithet(word)} == set(script.LEFT_OUT)
    assert all(script.LEFT_OUT.values())


EPITHETS = ("golliwogs", "jewed", "papist", "sluttish", "fags", "faggot", "cripple", "retards", "squaws", "outbitch")
OTHERS = (
    "less", "niggle", "snigger", "niggardly", "spice", "cocoon", "raccoon", "dagoba", "jewel", "fagged", "fagotto",
    "homonym", "chink", "pansy", "queen", "gay", "queer", "lame", "spade", "crippling", "cripes", "retarding", "pomp",
    "japes", "hunch", "turkey", "yiddishism", "squawk", "woggle", "vandyke", "negroni", "negritude", "mongoose",
)  # fmt: skip


def test_no_epithet_for_people_is_shipped_and_words_that_only_look_like_one_are(script):
    words = shipped_words()
    assert [word for word in EPITHETS if word in words or not script.epithet(word)] == []
    assert [word for word in OTHERS if word not in words or script.epithet(word)] == []


def test_every_root_of_an_epithet_and_every_exception_is_of_use(script):
    """No root is also among the words that stay, and none is written so that it can match nothing."""
    assert not script.EPITHETS & script.SHORT
    assert all(script.epithet(root.replace("*", "")) for root in script.EPITHETS)
    assert all(re.fullmatch("[*]?[a-z]{2,}[*]?", root) for root in script.EPITHETS)
    assert shipped_words() >= script.INNOCENT


def test_variant_spellings_are_words_and_the_rarer_ones_are_not(script):
    assert {"donut", "donuts", "queueing", "archeology", "gaol"} <= shipped_words()
    assert "luv" not in shipped_words()  # of SCOWL's variants of level 3
