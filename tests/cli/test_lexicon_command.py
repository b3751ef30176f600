"""``arena lexicon``, as a person calls it."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner, Result

from arena.cli.words.lexicon import lexicon
from arena.errors import BotError, LexiconError
from arena.lexicon.alphabet import ENGLISH
from arena.lexicon.kwg import read_kwg
from arena.variants.load_lexicon import load_lexicon

BOT = """
from arena.lexicon.dictionary import make_dictionary

def insert(word, node):
    place = node
    for char in word if {keep} else "":
        place = place.setdefault(char, {{}})
    place["ends"] = True
    return node

def step(char, node):
    found = node.get(char)
    return None if found is None else ("ends" in found, found)

dictionary = make_dictionary(dict, insert, step)
broken = lambda words: 1 / 0
number = lambda words: 7
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "mine.txt").write_text("cat\ndog\ncats\nit's\n", encoding="utf-8")
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(lexicon, arguments, standalone_mode=False)


def test_build_says_where_the_graph_lies_and_what_was_left_out(folder):
    lines = call("build", "mine.txt").output.splitlines()
    assert lines[0].startswith("mine: 3 words")
    assert lines[1] == '1 line has a character outside the alphabet and was left out: "it\'s"'
    assert lines[2].startswith(str(folder / "cache" / "lexica"))


def test_build_writes_graphs_that_are_lexica_themselves(folder):
    assert call("build", "mine.txt", "-o", "here.wordgraph").return_value == 0
    assert call("build", "mine.txt", "--kwg").return_value == 0
    assert list(load_lexicon("here.wordgraph", ENGLISH).words()) == ["CAT", "CATS", "DOG"]
    assert read_kwg((folder / "mine.kwg").read_bytes(), ENGLISH).count == 3
    assert call("build", "mine.txt", "-o", "by_suffix.kwg").return_value == 0
    assert (folder / "by_suffix.kwg").read_bytes() == (folder / "mine.kwg").read_bytes()


def test_a_file_that_cannot_be_written_is_told(folder):
    problem = call("build", "mine.txt", "-o", "no/such/folder/x").exception
    assert isinstance(problem, LexiconError)
    assert "cannot be written" in str(problem)


def test_info_counts_words_by_length():
    output = call("info", "mine.txt").output
    assert "words   3 words" in output
    assert "     3  2\n     4  1\n" in output
    assert "words without end" in call("info", "odd").output


def test_the_letters_are_those_of_the_tile_set(folder):
    (folder / "es.txt").write_text("chocho\ncocho\n", encoding="utf-8")
    assert "     4  2\n" in call("info", "es.txt", "--tiles", "spanish").output  # C-O-CH-O and CH-O-CH-O


def test_check_looks_words_up():
    result = call("check", "mine.txt", "cat", "dogs")
    assert (result.output, result.return_value) == ("cat   yes\ndogs  no\n", 0)


@pytest.mark.parametrize(("keep", "status"), [("True", 0), ("word != 'CATS'", 1)])
def test_check_compares_a_dictionary_of_one_s_own(folder, monkeypatch, keep, status):
    (folder / f"bot_{status}.py").write_text(BOT.format(keep=keep), encoding="utf-8")
    result = call("check", "mine.txt", "--dictionary", f"bot_{status}:dictionary")
    assert result.return_value == status
    assert ("missing: CATS" in result.output) == bool(status)
    assert ("no differences" in result.output) != bool(status)


@pytest.mark.parametrize("named", ["bot_x:broken", "bot_x:number", "bot_x:nothing", "no_such_bot:dictionary"])
def test_a_dictionary_that_does_not_work_is_its_author_s_failure(folder, named):
    (folder / "bot_x.py").write_text(BOT.format(keep=True), encoding="utf-8")
    assert isinstance(call("check", "mine.txt", "--dictionary", named).exception, BotError)


def test_a_dictionary_without_a_module_is_refused():
    assert isinstance(call("check", "mine.txt", "--dictionary", "dictionary").exception, LexiconError)


@pytest.mark.parametrize("arguments", [("check", "mine.txt"), ("check", "mine.txt", "CAT", "--dictionary", "a:b")])
def test_check_wants_words_or_a_dictionary(arguments):
    assert "words" in str(call(*arguments).exception)
