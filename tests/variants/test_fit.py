"""Tiles and words of different languages are warned of, and those that fit are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from arena.cli.play.play import play
from arena.cli.tournaments.check import command as check
from arena.cli.tournaments.plan import plan
from arena.cli.tournaments.run import command as run
from arena.cli.words.judge import judge
from arena.cli.words.lexicon import lexicon
from arena.cli.words.moves import moves
from arena.config.model import VariantEntry
from arena.lexicon.lexicon import every_odd_word, make_lexicon
from arena.lexicon.words import read_words
from arena.scrabble.tiles import TileSet
from arena.variants.fit import LANGUAGES, misfits, misfits_of
from arena.variants.load import TILES, load_lexicon, load_tiles, load_variant, shipped

PANGRAM = "quick brown fox jumps over the lazy dog".replace(" ", "\n")


def listed(name: str, text: str, tiles: TileSet):
    return make_lexicon(name, read_words(text, tiles.alphabet))


@pytest.mark.parametrize(
    ("picture", "alone"),
    [("..\n", True), (".. ##\n## ..\ncentre 0 0\n", True), (".. ## ..\ncentre 0 0\n", True), (".. ..\n", False),
     ("..\n..\n", False)],
)  # fmt: skip
def test_a_board_on_which_no_word_can_begin_is_told(picture: str, alone: bool, tmp_path: Path):
    (tmp_path / "b.txt").write_text(picture)
    told = misfits_of([load_variant(VariantEntry(name="v", board=str(tmp_path / "b.txt"), lexicon="odd"))])
    assert any("v: the centre (0, 0) of the board b has no square beside it" in line for line in told) == alone


@pytest.mark.parametrize("name", shipped(TILES))
def test_every_shipped_tile_set_has_a_language_and_fits_its_own_words_alone(name):
    tiles = load_tiles(name)
    assert tiles.language.casefold() in LANGUAGES
    every = "\n".join(tiles.alphabet.symbols)
    for language in sorted(LANGUAGES):
        problems = misfits(tiles, listed(f"{language}-2020", every, tiles))
        assert bool(problems) == (language != tiles.language.casefold()), problems
    assert misfits(tiles, listed("mine", every, tiles)) == []
    assert misfits(tiles, every_odd_word(tiles.alphabet)) == []


def test_all_the_languages_that_names_are_searched_for_are_those_of_shipped_sets():
    assert {load_tiles(name).language.casefold() for name in shipped(TILES)} == LANGUAGES


def test_what_is_said_of_french_tiles_and_english_words():
    tiles = load_tiles("french")
    (problem,) = misfits(tiles, listed("odd(english)", PANGRAM, tiles))
    assert problem.startswith("the tiles are French (french) and the words English (odd(english)): name a word list")
    assert misfits(tiles, listed("french-and-english", PANGRAM, tiles)) == []
    assert misfits(replace(tiles, language=""), listed("english", PANGRAM, tiles)) == []


def test_tiles_that_no_word_needs_are_named_and_counted():
    tiles = load_tiles("german")
    problems = misfits(tiles, listed("mine", PANGRAM, tiles))
    assert problems == ["no word of mine has Ä, Ö, Ü, so that 3 of the 102 tiles of german can never be laid"]
    assert misfits(tiles, listed("mine", PANGRAM, tiles), bag=False) == []
    assert misfits(tiles, listed("mine", PANGRAM + "\nÄÖÜ", tiles)) == []


def test_a_tile_of_several_faces_is_of_use_with_one_of_them():
    several = [{"faces": {"A": 1, "B": 1}}, {"faces": {"C": 1, "D": 1}}]
    tiles = TileSet.from_mapping({"alphabet": {"letters": ["A", "B", "C", "D"]}, "tiles": several})
    assert misfits(tiles, listed("mine", "aa", tiles)) == [
        "no word of mine has C/D, so that 1 of the 2 tiles of tiles can never be laid"
    ]


def test_lines_that_are_left_out_are_counted_also_when_the_graph_comes_from_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path / "cache"))
    tiles = load_tiles("english")
    path = tmp_path / "lista.txt"
    path.write_text(f"{PANGRAM}\nżółw\n", encoding="utf-8")
    for _ in range(2):
        assert misfits(tiles, load_lexicon(str(path), tiles.alphabet)) == [
            "1 of 9 lines of lista has a character that no tile of english shows, and is left out"
        ]
    path.write_text(f"{PANGRAM}\nit's\n" + "dog\ndogs\ncat\ncats\n", encoding="utf-8")
    assert misfits(tiles, load_lexicon(str(path), tiles.alphabet)) == []


def test_variants_that_share_a_fault_share_its_sentence(tmp_path):
    path = tmp_path / "english.txt"
    path.write_text(PANGRAM)
    names = ("standard", "hole", "infinite", "islands")
    entries = [VariantEntry(name=name, board=name, tiles="french", lexicon=str(path)) for name in names]
    specs = [load_variant(entry) for entry in entries]
    assert [problem.split(": ")[0] for problem in misfits_of(specs)] == ["standard, hole and 2 more variants"]
    assert [problem.split(": ")[0] for problem in misfits_of(specs[1:3])] == ["hole, infinite"]
    assert misfits_of([load_variant(VariantEntry(name="nim", game="nim"))]) == []


def test_the_language_is_no_part_of_what_is_played():
    spec = load_variant(VariantEntry(name="a", board="standard", lexicon="odd"))
    assert spec.word is not None
    tiles = {key: value for key, value in spec.word.tiles.items() if key != "language"}
    assert len(tiles) < len(spec.word.tiles)
    assert msgspec.structs.replace(spec, word=msgspec.structs.replace(spec.word, tiles=tiles)).digest == spec.digest


ROWS = "15/15/15/15/15/15/15/6DOG6/15/15/15/15/15/15/15 STA/ 0/0 0"


def test_commands_warn_and_go_on(tmp_path: Path):
    words = tmp_path / "english.txt"
    words.write_text(PANGRAM + "\ndogs\n")
    file = tmp_path / "night.yaml"
    file.write_text(f"name: n\nbots: [greedy, random]\ntiles: french\nlexicon: {words}\nvariants: [hole]\npairs: 1\n")
    given = ["--tiles", "french", "--lexicon", str(words)]
    lines = tmp_path / "positions.txt"
    lines.write_text(f"{ROWS}\n{ROWS}\n")
    for command, args in (
        (plan, [str(file)]),
        (plan, [str(file), "--json"]),
        (moves, [ROWS, *given]),
        (moves, [str(lines), "--summary", *given]),
        (judge, [ROWS, "8G ...S", *given]),
        (lexicon, ["info", str(words), "--tiles", "french"]),
        (lexicon, ["check", str(words), "dog", "--tiles", "french"]),
        (play, ["--board", "standard", *given]),
        (check, [str(file), "--start-only"]),
        (run, [str(file), "--trace", "1"]),
    ):
        result = CliRunner().invoke(command, args, ":QUIT\n", standalone_mode=False)
        assert result.exception is None, (args, result.output)
        assert result.stderr.count("warning: ") == 1, (args, result.stderr)
        assert "the tiles are French (french) and the words English (english)" in result.stderr
        assert "warning" not in result.stdout
