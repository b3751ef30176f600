"""Make the shipped English word list from Debian's package ``scowl``.

    apt-get download scowl && dpkg-deb -x scowl_*.deb scowl
    python scripts/make_wordlist.py scowl arena/lexicon/data

writes english.txt.gz and english.copyright.txt; the same package gives the same bytes. The rules:

1. Categories: ``words`` of english, american, british, british_z, canadian and australian spelling, and of
   the variant spellings of level 1 and 2 (donut, queueing, archeology), sizes up to 80. No names, no upper-case
   words, no abbreviations, contractions, rarer variants, hacker words or roman numerals.
2. Letters only. An accent is left off, as English tiles have none (café is CAFE); a word with an
   apostrophe, hyphen or capital is no word here.
3. Two letters or more. SCOWL also lists names of letters, symbols and units of measure among its
   shortest words, so two-letter words are only those of TWO; those of SHORT it files under abbreviations, since
   they are that as well, and they are taken from there. A word without a, e, i, o, u or y is one only
   when it stands in NO_VOWEL; ABBREVIATIONS are left out.
"""

from __future__ import annotations

import gzip
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

SPELLINGS = ("english", "american", "british", "british_z", "canadian", "australian")
VARIANTS = tuple(f"{spelling}variant_{n}" for spelling in ("", "british_", "canadian_", "australian_") for n in (1, 2))
LARGEST = 80


def listed(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# Two-letter words that players of word games would not dispute.
TWO = listed(
    """
    ad ag ah ai am an as at ax ay ba be bi by da de do ef eh em en er es ex fa fe go ha he hi ho id if in is it
    jo ka ki ko la lo ma me mi mu my na ne no nu od of oh oi om on or ow ox oy pa pe pi po qi re sh si so ta
    te ti to uh um un up us ut we wo xi xu ya ye yo yu za zo
    """
)

# Two-letter words of ordinary dictionaries that are abbreviations too.
MEANING = {
    "aa": "rough lava", "ab": "a muscle of the belly", "ae": "one (Scots)", "al": "an Indian tree, the mulberry",
    "ar": "the letter R", "aw": "a cry of sympathy", "bo": "a friend; a cry to startle", "ed": "education",
    "el": "the letter L; an elevated railway", "hm": "a sound of thought", "mm": "a sound of content",
    "op": "an operation; a style of art", "os": "a bone; an opening",
}  # fmt: skip
SHORT = frozenset(MEANING)

# Words without a vowel: interjections, two Welsh loans, an ordinal, and a verb from the games room.
NO_VOWEL = listed(
    """
    brr brrr crwth crwths cwm cwms hmm nth pfft phpht pht psst pst pwn pwns sh shh ssh tsk tsks tsktsk tsktsks zzz
    """
)

# Symbols and short forms that the package files under words.
ABBREVIATIONS = listed("aeq aws dkl ert esc gre lem sle soe")


def plain(word: str) -> str:
    """Return a word without its accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def wanted(word: str) -> bool:
    """Tell whether a word without accents belongs in the list."""
    if not re.fullmatch("[a-z]{2,}", word) or word in ABBREVIATIONS:
        return False
    if len(word) == 2:
        return word in TWO or word in SHORT
    return word in NO_VOWEL or re.search("[aeiouy]", word) is not None


def words_of(package: Path) -> list[str]:
    """Return the sorted list from the unpacked package."""
    found: set[str] = set()
    folder = package / "usr/share/dict/scowl"
    for spelling in (*SPELLINGS, *VARIANTS):
        found.update(filter(wanted, listed_in(folder, f"{spelling}-words")))
        found.update(SHORT.intersection(listed_in(folder, f"{spelling}-abbreviations")))
    return sorted(found)


def listed_in(folder: Path, category: str) -> Iterator[str]:
    """Yield the words of a category up to the largest size, without their accents."""
    for path in folder.glob(f"{category}.*"):
        if int(path.suffix[1:]) <= LARGEST:
            yield from map(plain, path.read_text(encoding="utf-8").split())


def main(package: Path, target: Path) -> None:
    """Write the list and its copyright notice."""
    words = words_of(package)
    if not words:
        sys.exit(f"{package}: no usr/share/dict/scowl in it. Unpack the package there with dpkg-deb -x.")
    missing = (TWO | SHORT).difference(words)
    if missing:
        sys.exit(f"{package}: lacks {', '.join(sorted(missing))}. The rules are for SCOWL 2020.12.07.")
    text = "# English words, chosen from SCOWL (sizes 10 to 80, variants too, accents left off); see "
    text += "english.copyright.txt\n"
    text += "\n".join(words) + "\n"
    (target / "english.txt.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    notice = (package / "usr/share/doc/scowl/copyright").read_bytes()
    (target / "english.copyright.txt").write_bytes(notice)
    print(f"{len(words)} words")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
