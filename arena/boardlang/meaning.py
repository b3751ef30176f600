"""What every reader of a program agrees on: the kinds of program, the limit on steps, classes of characters.

Values are 32-bit integers that wrap. A character is its code, any number; of those from 0 to 65535 (what the
course's system calls a character) letters, digits and case are known, all others are neither and have none.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

STEP_LIMIT = 100_000  # statements begun and guards of while asked, in one run of one program

# kind of program -> the names that are given to it; they cannot be declared, and neither can _result_
GIVEN: dict[str, tuple[str, ...]] = {
    "board": ("_x_", "_y_"),
    "square": ("_pos_", "_acc_"),
    "pretty": ("_input_",),
}
RESULT = "_result_"

DIGIT, LETTER, VOWEL, CONSONANT = 1, 2, 4, 8  # bits of a character's class
TESTS = {"isDigit": DIGIT, "isLetter": LETTER, "isVowel": VOWEL, "isConsonant": CONSONANT}
CHARACTERS = 1 << 16

_VOWELS = frozenset("AEIOUÆØŒ" + "ΑΕΗΙΟΥΩ" + "АЕЁИОУЫЭЮЯІЇЄ")


def raised(code: int) -> int:
    """Return the code of a character's upper case; itself when that is no single character."""
    return _cased(code, chr(code).upper()) if 0 <= code < CHARACTERS else code


def lowered(code: int) -> int:
    """Return the code of a character's lower case; itself when that is no single character."""
    return _cased(code, chr(code).lower()) if 0 <= code < CHARACTERS else code


def _cased(code: int, changed: str) -> int:
    return ord(changed) if len(changed) == 1 and ord(changed) < CHARACTERS else code


def class_of(code: int) -> int:
    """Return the bits of a character's class. A vowel is A E I O U, accents or not, Æ Ø Œ, or a Greek or Cyrillic one.

    A consonant is any other letter, Y among them.
    """
    if not 0 <= code < CHARACTERS:
        return 0
    character = chr(code)
    if character.isdecimal():
        return DIGIT
    if not character.isalpha():
        return 0
    base = unicodedata.normalize("NFD", character)[0]
    return LETTER | (VOWEL if {character.upper(), base.upper()} & _VOWELS else CONSONANT)


@lru_cache(maxsize=1)
def character_table() -> NDArray[np.int32]:
    """Return int32[3, 65536]: upper case, lower case and class of every character, for the kernels."""
    codes = range(CHARACTERS)
    return np.array([list(map(raised, codes)), list(map(lowered, codes)), list(map(class_of, codes))], dtype=np.int32)


NO_CHARACTERS: NDArray[np.int32] = np.zeros((3, 0), dtype=np.int32)  # for programs that never ask


def char_code(symbol: str) -> int:
    """Return the code that programs see for a face: that of its first character (a digraph's too)."""
    return ord(symbol[0]) if symbol else 0
