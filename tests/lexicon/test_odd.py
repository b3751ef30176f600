"""The lexica of words of odd length."""

from __future__ import annotations

import itertools

import pytest

from arena.errors import LexiconError
from arena.lexicon import Lexicon
from arena.lexicon.alphabet import ENGLISH, Alphabet
from arena.lexicon.lexicon import every_odd_word, every_word, make_lexicon, odd_words
from arena.lexicon.words import read_words
from arena.variants.load_lexicon import load_lexicon, open_lexicon, read_list
from tests.oracles.gaddag import gaddag_paths


def accepted(lexicon: Lexicon, root: int, path: tuple[int, ...]) -> bool:
    state, ends = root, False
    for code in path:
        found = lexicon.graph.step(state, code)
        if found is None:
            return False
        ends, state = found
    return ends


@pytest.mark.parametrize("size", [1, 3, 31, 32, 63])
def test_any_letters_are_a_word_when_their_number_is_odd(size):
    lexicon = every_odd_word(Alphabet.of([chr(0x4E00 + k) for k in range(size)]))
    for length in range(7):
        for last in {1, size}:
            codes = (1,) * max(0, length - 1) + (last,) * min(1, length)
            assert lexicon.graph.lookup(codes) == (length % 2 == 1)


def test_the_circular_gaddag_agrees_with_the_definition_up_to_six_letters():
    lexicon = every_odd_word(Alphabet.of("AB"))
    words = [w for n in range(1, 7) for w in itertools.product((1, 2), repeat=n)]
    paths = gaddag_paths(w for w in words if len(w) % 2)
    tried = set(paths)
    tried |= gaddag_paths(words)
    tried |= {(*w[:cut], 0, *w[cut:]) for w in words for cut in range(len(w) + 1)}
    assert {path for path in tried if accepted(lexicon, lexicon.graph.gaddag, path)} == paths


@pytest.mark.parametrize("size", [1, 3, 31, 32, 63])
def test_in_any_every_number_of_letters_is_a_word_and_none_is_none(size: int):
    lexicon = every_word(Alphabet.of([chr(0x4E00 + k) for k in range(size)]))
    assert not lexicon.graph.lookup(())
    for length in range(1, 7):
        for last in {1, size}:
            assert lexicon.graph.lookup((1,) * (length - 1) + (last,))


def test_the_gaddag_of_any_agrees_with_the_definition_up_to_six_letters():
    lexicon = every_word(Alphabet.of("AB"))
    words = [w for n in range(1, 7) for w in itertools.product((1, 2), repeat=n)]
    paths = gaddag_paths(words)
    tried = set(paths) | {(*w[:cut], 0, *w[cut:]) for w in words for cut in range(len(w) + 1)}
    assert {path for path in tried if accepted(lexicon, lexicon.graph.gaddag, path)} == paths


def test_any_has_no_list_and_is_found_again_by_its_name_and_digest():
    lexicon = load_lexicon("any", ENGLISH)
    assert lexicon.count is None and lexicon.digest != every_odd_word(ENGLISH).digest
    assert "qz" in open_lexicon("any", lexicon.digest, "", ENGLISH)
    with pytest.raises(LexiconError, match="without end"):
        read_list("any", ENGLISH)


def test_words_without_end_are_not_listed():
    lexicon = every_odd_word(ENGLISH)
    assert lexicon.count is None
    assert "qzx" in lexicon
    assert "qz" not in lexicon
    with pytest.raises(LexiconError, match="without end"):
        lexicon.words()


def test_the_odd_words_of_a_lexicon_are_a_lexicon():
    lexicon = odd_words(make_lexicon("mine", read_words("a\nab\nabc\nabcd\nabcde", ENGLISH)))
    assert lexicon.name == "odd(mine)"
    assert list(lexicon.words()) == ["A", "ABC", "ABCDE"]
