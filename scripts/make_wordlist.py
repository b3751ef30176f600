"""Make the shipped English word list from Debian's package ``scowl``.

    apt-get download scowl && dpkg-deb -x scowl_*.deb scowl
    python scripts/make_wordlist.py scowl arena/lexicon/data

writes english.txt.gz and english.copyright.txt; the same package gives the same bytes. The rules:

1. Categories: ``words`` of english, american, british, british_z, canadian and australian spelling, sizes
   up to 80. No names, no upper-case words, no abbreviations, contractions, variant spellings, hacker
   words or roman numerals.
2. Letters only. An accent is left off, as English tiles have none (café is CAFE); a word with an
   apostrophe, hyphen or capital is no word here.
3. Two letters or more. SCOWL also lists names of letters, symbols and units of measure among its
   shortest words, so two-letter words are only those of TWO; a word without a, e, i, o, u or y is one only
   when it stands in NO_VOWEL; ABBREVIATIONS are left out.
"""

from __future__ import annotations

import gzip
import re
import sys
import unicodedata
from pathlib import Path

SPELLINGS = ("english", "american", "british", "british_z", "canadian", "australian")
LARGEST = 80


def listed(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# Two-letter words that players of word games would not dispute.
TWO = listed(
    """
    ad ah ai am an as at ax ba be bi by da de do ef eh em en er es ex fa fe go ha he hi ho id if in is it
    jo ka ki ko la lo ma me mi mu my na ne no nu od of oh oi om on or ow ox oy pa pe pi po qi re sh si so ta
    te ti to uh um un up us ut we wo xi xu ya ye yo yu za zo
    """
)

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
        return word in TWO
    return word in NO_VOWEL or re.search("[aeiouy]", word) is not None


def words_of(package: Path) -> list[str]:
    """Return the sorted list from the unpacked package."""
    found: set[str] = set()
    folder = package / "usr/share/dict/scowl"
    for spelling in SPELLINGS:
        for path in folder.glob(f"{spelling}-words.*"):
            if int(path.suffix[1:]) <= LARGEST:
                found.update(filter(wanted, map(plain, path.read_text(encoding="utf-8").split())))
    return sorted(found)


def main(package: Path, target: Path) -> None:
    """Write the list and its copyright notice."""
    words = words_of(package)
    if not words:
        sys.exit(f"{package}: no usr/share/dict/scowl in it. Unpack the package there with dpkg-deb -x.")
    text = "# English words, chosen from SCOWL (sizes 10 to 80, accents left off); see english.copyright.txt\n"
    text += "\n".join(words) + "\n"
    (target / "english.txt.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    notice = (package / "usr/share/doc/scowl/copyright").read_bytes()
    (target / "english.copyright.txt").write_bytes(notice)
    print(f"{len(words)} words")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
