"""How text becomes letters: case, accents, composed and decomposed forms, tiles of several characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import LexiconError
from arena.lexicon.alphabet import ENGLISH, Alphabet

SPANISH = Alphabet.of([*"ABC", "CH", *"DEFGHIJL", "LL", *"MNÑOPQR", "RR", *"STUVXYZ"], strip_accents=True)
GERMAN = Alphabet.of("AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ", spellings={"ß": "SS"})
TURKISH = Alphabet.of("ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ", capitals={"i": "İ", "ı": "I"})
ROMANIAN = Alphabet.of("ABCDEFGHIJKLMNOPRSTUVXZ", strip_accents=True)
NORWEGIAN = Alphabet.of("ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅ")
CATALAN = Alphabet.of([*"ABCÇDEFGHIJL", "L·L", *"MN", "NY", *"OP", "QU", *"RSTUVXZ"])


def read(alphabet: Alphabet, text: str) -> list[str]:
    return [alphabet.symbols[code - 1] for code in alphabet.encode(text)]


def test_codes_are_the_places_in_the_alphabet_from_1_on():
    assert ENGLISH.encode("Azb") == (1, 26, 2)
    assert ENGLISH.decode((1, 26, 2)) == "AZB"
    assert ENGLISH.size == 26
    assert ENGLISH.code("c") == 3


def test_the_longest_tile_that_fits_is_read():
    assert read(SPANISH, "chocho") == ["CH", "O", "CH", "O"]
    assert read(SPANISH, "perrollano") == ["P", "E", "RR", "O", "LL", "A", "N", "O"]


def test_brackets_keep_letters_apart_or_together():
    assert read(SPANISH, "[C][H]O") == ["C", "H", "O"]
    assert read(CATALAN, "abarran[qu]essem") == [*"ABARRAN", "QU", *"ESSEM"]
    assert SPANISH.spell(SPANISH.encode("[C][H]O")) == "[C][H][O]"
    assert SPANISH.spell(SPANISH.encode("CHO")) == "CHO"


def test_length_is_counted_in_tiles():
    assert len(GERMAN.encode("ABFRÜHSTÜCKEND")) == 14
    assert len(GERMAN.encode("SEHENSWÜRDIGKEIT")) == 16
    assert len(CATALAN.encode("ABARRAN[QU]ESSEM")) == 13


def test_the_order_is_the_alphabet_s_and_not_unicode_s():
    assert NORWEGIAN.decode(sorted(NORWEGIAN.encode("ÅÆØA"))) == "AÆØÅ"
    assert GERMAN.decode(sorted(GERMAN.encode("ZÄA"))) == "AÄZ"


def test_composed_and_decomposed_letters_are_one():
    decomposed = unicodedata.normalize("NFD", "ÄRA")
    assert len(decomposed) == 4
    assert read(GERMAN, decomposed) == ["Ä", "R", "A"]
    assert Alphabet.of(["A\u0308", "A"]) == Alphabet.of(["Ä", "A"])


def test_accents_go_only_where_the_alphabet_says_so():
    assert {ROMANIAN.encode(word) for word in ("FOIȘI", "FOIŞI", "FOISI", "FOIS\u0326I")} == {ROMANIAN.encode("foisi")}
    assert read(SPANISH, "ÑandÚ") == ["Ñ", "A", "N", "D", "U"]  # Ñ is a letter of its own and stays
    with pytest.raises(LexiconError, match="É"):
        ENGLISH.encode("CAFÉ")


def test_case_is_the_alphabet_s_own():
    assert TURKISH.decode(TURKISH.encode("içel")) == "İÇEL"
    assert TURKISH.decode(TURKISH.encode("ısı")) == "ISI"
    with pytest.raises(LexiconError, match="ı"):
        ENGLISH.encode("ısı")


def test_sharp_s_is_two_tiles_only_where_the_alphabet_says_so():
    for word in ("straße", "STRAẞE"):
        assert GERMAN.decode(GERMAN.encode(word)) == "STRASSE"
        assert len(GERMAN.encode(word)) == 7
        with pytest.raises(LexiconError, match=r"'[ßẞ]' is not in the alphabet"):
            ENGLISH.encode(word)


@pytest.mark.parametrize(
    ("text", "stranger"),
    [
        ("CA4T", "4"),
        ("CA T", " "),
        ("CA\nT", r"\\n"),
        ("[XX]A", r"\[XX\]"),
        ("C\ufffeA", r"\\ufffe"),
        ("\U0010fe05", ".*"),
    ],
)
def test_the_character_that_is_no_letter_is_named(text, stranger):
    with pytest.raises(LexiconError, match=f"'{stranger}' is not in the alphabet"):
        SPANISH.encode(text)


@pytest.mark.parametrize("symbols", ["", "AAB", "aA", ["A", ""], ["A", " "], [chr(0x4E00 + k) for k in range(64)]])
def test_impossible_alphabets_are_refused(symbols):
    with pytest.raises(LexiconError):
        Alphabet.of(symbols)


def test_an_unknown_symbol_has_no_code():
    with pytest.raises(LexiconError, match="not one of its letters"):
        ENGLISH.code("CH")


@given(st.lists(st.integers(1, SPANISH.size)).map(tuple))
def test_spelled_words_are_read_back(codes):
    assert SPANISH.encode(SPANISH.spell(codes)) == codes


@given(st.text(max_size=20))
def test_any_text_is_letters_or_a_clear_error(text):
    for alphabet in (SPANISH, GERMAN, TURKISH):
        try:
            codes = alphabet.encode(text)
        except LexiconError:
            continue
        assert all(1 <= code <= alphabet.size for code in codes)
