"""Dictionaries that bots step through, and how an own one is checked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import LexiconError
from arena.lexicon.alphabet import ENGLISH, Alphabet
from arena.lexicon.dictionary import (
    Dictionary,
    check_dictionary,
    forward,
    gaddag,
    make_dictionary,
    require_gaddag,
)
from arena.lexicon.lexicon import make_lexicon
from arena.lexicon.words import read_words

SPANISH = Alphabet.of(["A", "C", "CH", "H", "O"])
some_words = st.sets(st.text("ABC", min_size=1, max_size=5), max_size=15)


class Node(dict):
    """A trie of plain dictionaries; ``ends`` tells whether a word ends here."""

    ends = False


def insert_path(path: str, root: Node) -> Node:
    node = root
    for char in path:
        node = node.setdefault(char, Node())
    node.ends = True
    return root


def step(char: str, node: Node):
    found = node.get(char)
    return None if found is None else (found.ends, found)


def insert_gaddag(word: str, root: Node) -> Node:
    for cut in range(1, len(word)):
        insert_path(word[:cut][::-1] + "#" + word[cut:], root)
    return insert_path(word[::-1], root)


TRIE = make_dictionary(Node, insert_path, step)
GADDAG = make_dictionary(Node, insert_gaddag, step, lambda node: step("#", node))


def lexicon(*words: str, alphabet: Alphabet = ENGLISH):
    return make_lexicon("mine", read_words("\n".join(words), alphabet))


def test_ours_steps_forwards():
    place: Dictionary = forward(lexicon("CAT", "CATS"))
    found_each = []
    for char in "cats":
        found = place.step(char)
        assert found is not None
        found_each.append(found[0])
        place = found[1]
    assert found_each == [False, False, True, True]
    assert place.step("X") is None
    assert place.step("?!") is None
    assert place.reverse() is None


def test_ours_reads_outwards_from_any_letter():
    place: Dictionary = gaddag(lexicon("CARE"))
    for char in "RAC":
        found = place.step(char)
        assert found is not None
        place = found[1]
    turned = place.reverse()
    assert turned is not None
    found = turned[1].step("E")
    assert found is not None
    assert found[0]


@pytest.mark.parametrize("make", [forward, gaddag])
def test_ours_looks_words_up(make):
    ours = make(lexicon("CARE", "A", "CHO", alphabet=Alphabet.of([*"ACEHOR", "CH"])))
    assert ours.lookup("care")
    assert ours.lookup("A")
    assert ours.lookup("CHO")
    assert not any(ours.lookup(word) for word in ("", "CAR", "C", "CARES", "[C][H]O", "Z"))


@given(some_words)
def test_a_right_dictionary_has_no_differences(words):
    for own in (TRIE(words), GADDAG(words)):
        found = check_dictionary(words, own)
        assert not found
        assert found.complete


@given(some_words, some_words)
def test_missing_and_wrongly_accepted_words_are_told_apart(wanted, had):
    for own in (TRIE(had), GADDAG(had)):
        found = check_dictionary(lexicon(*wanted), own, limit=100)
        assert found.missing == tuple(sorted(wanted - had))
        longest = max(map(len, wanted), default=0) + 1
        assert set(found.accepted) == {word for word in had - wanted if len(word) <= longest}


def test_a_gaddag_that_lacks_one_of_a_word_s_paths_is_told():
    def forgetful(word: str, root: Node) -> Node:
        return insert_path(word[::-1], insert_path(f"{word[0]}#{word[1:]}", root) if len(word) > 1 else root)

    own = make_dictionary(Node, forgetful, step, lambda node: step("#", node))(["AB", "ABC"])
    assert own.lookup("ABC")
    assert check_dictionary(["AB", "ABC"], own).missing == ("ABC",)


def test_no_more_words_than_asked_for_are_named():
    words = [a + b for a in "ABCD" for b in "ABCD"]
    found = check_dictionary(words, TRIE([]), limit=3)
    assert (found.missing, found.complete) == (("AA", "AB", "AC"), False)
    with pytest.raises(LexiconError):
        check_dictionary(words, TRIE([]), limit=0)


def test_a_dictionary_that_takes_everything_is_found_out():
    everything = make_dictionary(lambda: 0, lambda word, node: node, lambda char, node: (True, node))
    found = check_dictionary(["AB"], everything([]), limit=4, steps=1_000)
    assert found.accepted == ("A", "AA", "AAA", "AAB")
    silent = make_dictionary(lambda: 0, lambda word, node: node, lambda char, node: (False, node))
    assert not check_dictionary(["ABABABABABABAB"], silent([]), steps=1_000).complete


def test_a_letter_of_two_characters_is_one_step():
    words = lexicon("CHOCHO", alphabet=SPANISH)
    own = make_dictionary(dict, lambda word, node: node, lambda char, node: node.get(char))
    chocho = own.step("CH", {"CH": (False, {"O": (False, {"CH": (False, {"O": (True, {})})})})})
    assert chocho is not None
    assert not check_dictionary(words, type(own([]))(own, {"CH": chocho}))


def test_a_bot_that_reads_outwards_refuses_a_trie_before_the_game():
    require_gaddag(GADDAG(["AB"]), "greedy")
    require_gaddag(gaddag(lexicon("AB")), "greedy")
    with pytest.raises(LexiconError, match="greedy: needs a GADDAG"):
        require_gaddag(TRIE(["AB"]), "greedy")
