"""Make the shipped English word list from Debian's package ``scowl``.

    apt-get download scowl && dpkg-deb -x scowl_*.deb scowl
    python scripts/make_wordlist.py scowl arena/lexicon/data

writes english.txt.gz, english.sizes.gz (how common its words are: the place of each one's size among SIZES, a digit a
word in the order of the list) and english.copyright.txt; the same package gives the same bytes. The rules:

1. Categories: ``words`` of english, american, british, british_z, canadian and australian spelling, and of
   the variant spellings of level 1 and 2 (donut, queueing, archeology), sizes up to 80. No names, no upper-case
   words, no abbreviations, contractions, rarer variants, hacker words or roman numerals.
2. Letters only. An accent is left off, as English tiles have none (café is CAFE); a word with an
   apostrophe, hyphen or capital is no word here.
3. Two letters or more. SCOWL also lists names of letters, symbols and units of measure among its
   shortest words, so two-letter words are only those of TWO; those of SHORT it files under abbreviations, since
   they are that as well, and they are taken from there. A word without a, e, i, o, u or y is one only
   when it stands in NO_VOWEL; ABBREVIATIONS are left out.
4. No epithet: no word that stands for people in contempt of their origin, colour, faith, sex, orientation or
   disability, nor a verb that charges a people with a vice. EPITHETS has their roots. A word with another sense goes
   as well when readers may take it for the epithet first (a coon is a raccoon, too). What stays: words whose other
   sense is the one that everybody meets (a chink in a wall, a cracker, a pansy, a spade, queen, gay, queer, lame);
   names that a people uses of itself; insults that fit anybody (idiot, moron, yokel, shrew); words that are no more
   than coarse.
5. Of the words of two and three letters of the ENABLE list, only those of LEFT_OUT and epithets are no words here.
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
SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)  # of SCOWL's lists; a word's is that of the smallest that has it


def listed(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# Two-letter words that players of word games would not dispute.
TWO = listed(
    """
    ad ag ah ai am an as at ax ay ba be bi by da de do ef eh em en er es et ex fa fe go ha he hi ho id if in is it
    jo ka ki ko la lo ma me mi mu my na ne no nu od of oh oi om on or ow ox oy pa pe pi po qi re sh si so ta
    te ti to uh um un up us ut we wo xi xu ya ye yo yu za zo
    """
)

# Words of ordinary dictionaries that are abbreviations too, with a sense in which they are none.
MEANING = {
    "aa": "rough lava", "ab": "a muscle of the belly", "ae": "one (Scots)", "al": "an Indian tree, the mulberry",
    "ar": "the letter R", "aw": "a cry of sympathy", "bo": "a friend; a cry to startle", "ed": "education",
    "el": "the letter L; an elevated railway", "hm": "a sound of thought", "li": "a Chinese mile",
    "mm": "a sound of content", "mo": "a moment", "oe": "a whirlwind off the Faroes",
    "op": "an operation; a style of art", "os": "a bone; an opening",
    "abs": "muscles of the belly", "aff": "off (Scots)", "alt": "the notes above the treble staff",
    "att": "a coin of Laos", "ave": "a greeting; a prayer", "bal": "a brimless cap, the balmoral",
    "bio": "a life, told in brief", "bot": "the larva of a fly", "bro": "a brother", "col": "a pass between peaks",
    "cor": "a cry of surprise", "cos": "a lettuce", "cum": "together with", "dag": "a hanging end; a lock of wool",
    "dal": "a dish of lentils", "del": "a sign of vector analysis", "dev": "a spirit of Persian myth",
    "dol": "a measure of pain", "dom": "a title of monks", "dup": "to open (of old)", "eff": "to swear, mildly",
    "eng": "a letter, the n of sing", "fas": "notes of the scale", "gen": "what one has been told",
    "hon": "a dear one", "hyp": "low spirits (of old)", "jun": "a coin of Korea", "jus": "a thin gravy; a right in law",
    "lat": "a coin of Latvia", "lav": "a lavatory", "lex": "a law", "lin": "to cease (of old)",
    "mag": "a magazine; to chatter", "max": "to reach the limit", "med": "a student of medicine",
    "mem": "a Hebrew letter", "mol": "a measure of substance", "mon": "man (Scots)", "mor": "a layer of humus",
    "mos": "moments", "mun": "must (in dialect)", "mus": "Greek letters", "nom": "a name", "nos": "refusals",
    "pam": "the knave of clubs", "ped": "a clod of soil", "psi": "a Greek letter", "rad": "a measure of radiation",
    "rec": "a playing field", "reg": "a rule; a stony desert", "rem": "a measure of radiation",
    "res": "a thing, in law", "ret": "to soak flax", "sae": "so (Scots)", "sec": "a second; dry, of wine",
    "sel": "self (Scots)", "sen": "a coin of Japan", "ser": "a weight of India", "syn": "since (Scots)",
    "tel": "a mound over an ancient town", "var": "a measure of reactive power", "vis": "force",
    "abamp": "a measure of current", "bros": "brothers", "comp": "a contest; to accompany", "consol": "a state bond",
    "cosec": "a function of angles", "cotan": "a function of angles", "guar": "a plant of dry lands",
    "hist": "a call for silence", "incog": "a person unknown", "intro": "an introduction", "lang": "long (Scots)",
    "ling": "heather; a fish", "litho": "a print from stone", "mach": "speed, measured by that of sound",
    "maths": "mathematics", "mixt": "mixed (of old)", "morph": "to change shape", "para": "a coin of Turkey",
    "pend": "to hang; to await", "phon": "a measure of loudness", "phot": "a measure of light",
    "photog": "one who takes pictures", "plat": "a plan of land", "prelim": "a first examination",
    "prog": "to prowl for food", "pseud": "a pretender to learning", "scot": "a tax", "sculp": "to carve",
    "soph": "a student of the second year", "stat": "a figure", "therm": "a measure of heat", "tinct": "a colour",
    "trans": "across, of bonds", "trop": "too much", "vert": "green, in heraldry",
}  # fmt: skip
SHORT = frozenset(MEANING)

# What ENABLE has of two and three letters and this list does not, besides epithets, and why.
LEFT_OUT = {
    "emf": "an abbreviation, without another sense",
    "luv": "a variant spelling of the third level",
    "rom": "the name of a people, with a capital",
}

# Words without a vowel: interjections, two Welsh loans, an ordinal, and a verb from the games room.
NO_VOWEL = listed(
    """
    brr brrr crwth crwths cwm cwms hmm nth pfft phpht pht psst pst pwn pwns sh shh ssh tsk tsks tsktsk tsktsks zzz
    """
)

# Symbols and short forms that the package files under words.
ABBREVIATIONS = listed("aeq aws dkl ert esc gre lem sle soe")


# Roots of epithets (rule 4), by origin and colour, faith, sex, orientation, disability. One stands for itself and its
# plural in s; a star stands for any letters.
EPITHETS = listed(
    """
    abo binghi blackamoor blackboy blackfellow blackie boche bogtrott* bohunk boong bosche buckra chinkie* chinky
    cholo choloes coolie cooly coon coonass* dago dagoes darkey darkie darky didicoi didicoy frogeater ginzo
    ginzoes gip gipp* golliwog* gollywog* gook* greaseball gringa gringo gub gubbah gyp gypp* gypster halfbreed
    haole honkey honkie honky hottentot hun hunkey hunkie jap jigaboo kaffir kafir kanaka kraut limey lubra mestee
    mick mulatt* munt muntu mustee negro* nigga niggaz nigger* nitchie octaroon octoroon ofay oldsquaw peckerwood
    piccanin* pickanin* pom pommie pommy quadroon quarteron quarteroon quintroon redneck* redskin reffo rooinek
    sambo sawney siwash* spic spick squarehead squaw squawf* squawm* squawr* taig teuchter thicklip turk welch*
    welsh* wetback whitey wog woggish wop wopp* zambo

    giaour goy goyi* hebe jesuit* jew jewed jewfish* jewing kike nonpapist papis* popery popish* sheeney sheenie
    sheeny shegetz shicksa shiks* shkotz* shvart* yid

    *bitch* *cunt* *whore* bimbette bimbo bimboes bint floosie floosy floozie floozy harlot* hussies hussy jezebel
    libber skank skanky slut* strumpet* trollop* twat

    *bulldyke* dikey dyke dyked dykey fag faggeries faggery faggier faggiest faggot* faggy fagot fagote* fagoti*
    fem homo les lesbo* leses lez lezes lezz* nance nanci* nancy poof* poov* pouft* sissi* sissy* sodomist sodomite
    sodomitic* trannie tranny woofter

    crip cripple crippledom gimp gimpie* gimpy midget mong mongol mongolism mongoloid retard retardate retarded
    schiz schizes schizier schizo spastic spaz spazz* unretarded
    """
)

# Words that a root above takes in with the others, and that are no epithets.
INNOCENT = listed("less negroni negronis")
_EPITHET = re.compile("|".join(f"{root.replace('*', '.*')}s?" for root in sorted(EPITHETS)))


def plain(word: str) -> str:
    """Return a word without its accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def epithet(word: str) -> bool:
    """Tell whether a word is left out as an epithet for people."""
    return _EPITHET.fullmatch(word) is not None and word not in INNOCENT


def wanted(word: str) -> bool:
    """Tell whether a word without accents belongs in the list."""
    if not re.fullmatch("[a-z]{2,}", word) or word in ABBREVIATIONS or epithet(word):
        return False
    if len(word) == 2:
        return word in TWO or word in SHORT
    return word in NO_VOWEL or re.search("[aeiouy]", word) is not None


def words_of(package: Path) -> dict[str, int]:
    """Return the sorted list from the unpacked package, each word with the place of its size among SIZES."""
    found: dict[str, int] = {}
    folder = package / "usr/share/dict/scowl"
    for place, size in enumerate(SIZES):
        for spelling in (*SPELLINGS, *VARIANTS):
            chosen = [*filter(wanted, listed_in(folder, f"{spelling}-words.{size}"))]
            chosen += SHORT.intersection(listed_in(folder, f"{spelling}-abbreviations.{size}"))
            found |= {word: place for word in chosen if word not in found}
    return dict(sorted(found.items()))


def listed_in(folder: Path, name: str) -> Iterator[str]:
    """Yield the words of one file of the package, without their accents; none where there is no such file."""
    path = folder / name
    if path.exists():
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
    sizes = "".join(map(str, words.values())) + "\n"
    (target / "english.sizes.gz").write_bytes(gzip.compress(sizes.encode(), 9, mtime=0))
    notice = (package / "usr/share/doc/scowl/copyright").read_bytes()
    (target / "english.copyright.txt").write_bytes(notice)
    print(f"{len(words)} words")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
