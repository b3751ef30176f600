"""Word lists as people have them."""

from __future__ import annotations

import pytest

from arena.errors import LexiconError
from arena.lexicon.alphabet import ENGLISH, Alphabet
from arena.lexicon.words import read_words, word_list


def texts(words) -> list[str]:
    return [words.alphabet.decode(word) for word in words.words]


def test_a_byte_order_mark_is_no_part_of_the_first_word():
    words = read_words(b"\xef\xbb\xbfaa\nab\n", ENGLISH)
    assert texts(words) == ["AA", "AB"]
    assert words.rejected == ()


def test_order_case_repeats_blank_lines_comments_and_line_ends_do_not_matter():
    words = read_words("dog\r\n\r\n# pets\r\nCat # felis\rcat\n  Bird\t\n\n", ENGLISH)
    assert texts(words) == ["BIRD", "CAT", "DOG"]
    assert words.repeated == 1
    assert words.complaint() is None


def test_words_outside_the_alphabet_are_counted_and_named():
    words = read_words("cat\nisn't\ncafé\ndog house\nE5\n", ENGLISH)
    assert texts(words) == ["CAT"]
    assert words.rejected == ("isn't", "café", "dog house", "E5")
    complaint = words.complaint(2)
    assert complaint is not None
    assert complaint.startswith("4 lines have")
    assert "\"isn't\", 'café', ..." in complaint


def test_a_line_that_is_too_long_for_a_word_is_left_out():
    words = read_words("cat\n" + "a" * 251, ENGLISH)
    assert (texts(words), len(words.rejected)) == (["CAT"], 1)


def test_accents_are_stripped_before_repeats_are_counted():
    plain = Alphabet.of("ABCDEFGHIJKLMNOPRSTUVXZ", strip_accents=True)
    words = read_words("FOIȘI\nFOIŞI\nFOISI\n", plain)
    assert (texts(words), words.repeated) == (["FOISI"], 2)


def test_words_are_sorted_by_the_alphabet():
    norwegian = Alphabet.of("ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅ")
    assert texts(read_words("å\nø\næ\nz", norwegian)) == ["Z", "Æ", "Ø", "Å"]


def test_the_digest_is_of_the_words_and_not_of_their_writing():
    assert read_words("b\na\n", ENGLISH).digest == read_words("A\r\nB\r\nb", ENGLISH).digest
    assert read_words("ab", ENGLISH).digest != read_words("a\nb", ENGLISH).digest


@pytest.mark.parametrize(
    ("data", "problem"), [(b"a\0b", "not a text file"), (b"cat\n\xff", "list.txt:2: is not UTF-8")]
)
def test_files_that_are_no_text_are_refused(data, problem):
    with pytest.raises(LexiconError, match=problem):
        read_words(data, ENGLISH, "list.txt")


def test_an_empty_file_is_an_empty_list():
    assert read_words("", ENGLISH).count == 0


def test_single_words_are_checked():
    assert texts(word_list(["dog", (1, 2)], ENGLISH)) == ["AB", "DOG"]
    for wrong in ("c4t", "", (0,), (27,), (1,) * 251):
        with pytest.raises(LexiconError):
            word_list([wrong], ENGLISH)
