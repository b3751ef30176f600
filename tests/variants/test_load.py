"""Variants: from names and paths to specs that any process builds the same game from."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from arena.boardlang.boardfile import board_from_text
from arena.config.model import VariantEntry
from arena.config.naming import OURS
from arena.errors import Complaints
from arena.variants.build import build_game, public_table, word_table
from arena.variants.load import (
    BOARDS,
    RULES,
    TILES,
    configs_folder,
    load_board,
    load_rules,
    load_table,
    load_tiles,
    load_variant,
    open_tournament,
    shipped,
)
from arena.variants.spec import VariantSpec
from tests.seeds import master

CROSS = "## .. ##\n3. .. .2\n## .. ##\n"
TINY_TILES = "alphabet: {letters: [A, B]}\ntiles:\n  - {faces: {A: 1}, count: 3}\n  - {faces: {B: 2}, count: 4}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a board, tiles, rules and words of its own."""
    (tmp_path / "cross.txt").write_text(CROSS)
    (tmp_path / "tiny.yaml").write_text(TINY_TILES)
    (tmp_path / "rules.yaml").write_text("name: quick\nhand_size: 3\n")
    (tmp_path / "words.txt").write_text("AB\nBA\nABBA\n")
    (tmp_path / "moved").mkdir()
    return tmp_path


def entry(**more) -> VariantEntry:
    return VariantEntry(**{"name": "v", "board": "standard", "lexicon": "odd", **more})


def own(**more) -> VariantEntry:
    return entry(
        **{"board": "./cross.txt", "tiles": "tiny.yaml", "rules": "rules.yaml", "lexicon": "words.txt", **more}
    )


def complaints(variant: VariantEntry, base: Path | None = None, **more) -> list[str]:
    with pytest.raises(Complaints) as caught:
        load_variant(variant, base=base, where=lambda key: f"t.yaml:1:1: {key}", **more)
    assert caught.value.exit_code == 2
    return [str(error) for error in caught.value.errors]


@pytest.mark.parametrize("name", shipped(BOARDS))
def test_every_shipped_board_has_its_centre_on_a_square(name):
    board = load_board(name, seed=42)
    assert board.id_at(*board.centre) in board.kinds


def test_every_shipped_tile_set_and_rule_book_reads():
    assert {"english", "english-itu", "superscrabble", "french", "german", "danish", "spanish"} <= set(shipped(TILES))
    assert load_tiles("english").total == 100
    assert all(load_tiles(name).total > 0 for name in shipped(TILES))
    assert {"itu", "tournament"} <= set(shipped(RULES))
    assert all(load_rules(name).name == name for name in shipped(RULES))
    assert (configs_folder() / "tournaments" / "quickstart.yaml").is_file()


def test_a_table_by_names_is_what_the_names_say():
    table = load_table(board="hole", tiles="english-itu", rules="tournament", lexicon="odd", hand_size=9)
    assert (table.layout.name, table.tiles.total, table.rules.full_hand_bonus) == ("hole", 104, 50)
    assert (table.hand_size, table.rules.hand_size) == (9, 9)
    assert "ABC" in table.lexicon


def test_own_files_are_found_beside_the_file_that_names_them(folder):
    table = word_table(load_variant(own(), base=folder))
    assert table.layout.bounds == (-1, -1, 1, 1)
    assert [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if table.layout.id_at(x, y) >= 0] == [
        (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0),
    ]  # fmt: skip
    assert (table.tiles.total, table.hand_size, table.lexicon.count) == (7, 3, 3)
    assert table.layout.kinds.keys() == board_from_text(CROSS).kinds.keys()


def test_a_spec_builds_the_same_game_after_a_journey_as_json(folder):
    spec = load_variant(own(), base=folder, seats=3)
    arrived = msgspec.json.decode(msgspec.json.encode(spec), type=VariantSpec)
    assert (arrived, arrived.digest) == (spec, spec.digest)
    game = build_game(spec)
    assert build_game(arrived) is game
    assert game.seats == 3
    assert game.start(Random(1)) == game.start(Random(1))
    assert public_table(spec) is game.table


def test_the_digest_says_what_is_played_and_not_what_it_is_called(folder):
    digest = load_variant(own(), base=folder).digest
    assert load_variant(own(name="other"), base=folder).digest == digest
    (folder / "rules2.yaml").write_text("hand_size: 3\nname: slow\n")
    assert load_variant(own(rules="rules2.yaml"), base=folder).digest == digest
    (folder / "words2.txt").write_text("abba\nba\nab\n# the same words\n")
    assert load_variant(own(lexicon="words2.txt"), base=folder).digest == digest
    changed = {
        load_variant(own(hand_size=4), base=folder).digest,
        load_variant(own(board="standard"), base=folder).digest,
        load_variant(own(lexicon="odd"), base=folder).digest,
        load_variant(own(), base=folder, seats=3).digest,
        digest,
    }
    assert len(changed) == 5


def test_a_board_drawn_by_chance_takes_its_seed_or_one_that_follows_from_the_tournaments():
    # 42 has its centre at (3, 5), 0 at (0, 0) and 1 at (6, 6): the known answers of .NET's generator.
    centres = {
        seed: word_table(load_variant(entry(board="random", board_seed=seed))).layout.centre for seed in (42, 0, 1)
    }
    assert centres == {42: (3, 5), 0: (0, 0), 1: (6, 6)}
    seeds = {
        load_variant(entry(name=name, board="random"), master=master(seed)).word.board_seed
        for name in "ab"
        for seed in (1, 2)
    }
    assert len(seeds) == 4
    assert all(0 <= seed < 2**31 for seed in seeds)
    assert complaints(entry(board_seed=3)) == [
        "t.yaml:1:1: board_seed: the board 'standard' has nothing random in it. Remove the seed"
    ]


def test_all_parts_that_are_missing_are_told_at_once():
    said = complaints(entry(board="standart", tiles="klingon", rules="house", lexicon="nowhere.txt"))
    assert [line.split(".")[0] for line in said] == ["t"] * 4
    assert said[0].startswith("t.yaml:1:1: board: there is no board called 'standart'. Did you mean 'standard'?")
    assert said[1].startswith("t.yaml:1:1: tiles: there is no tile set called 'klingon'. There are: danish, english")
    assert said[2].startswith("t.yaml:1:1: rules: there is no rule book called 'house'")
    assert said[3].startswith("t.yaml:1:1: lexicon: nowhere.txt: there is no such lexicon or file")


def test_a_file_without_a_suffix_is_told_how_to_be_written(folder):
    (folder / "plain").write_text(".. ..\n.. ..\n", encoding="utf-8")
    [line] = complaints(entry(board="plain"), base=folder)
    assert line.endswith("a path has a slash or a suffix, so write ./plain for the file of that name")
    assert load_board("./plain", base=folder).name == "plain"


def test_a_path_is_told_where_it_was_looked_for(folder, monkeypatch):
    monkeypatch.chdir(folder)
    [line] = complaints(entry(board="./cross.txt"), base=folder / "moved")
    assert f"there is no file {folder / 'moved' / 'cross.txt'}" in line
    assert "there is one relative to the current folder" in line


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("rules.yaml", "hand_size: 7\nful_hand_bonus: 3\n", "rules.yaml:2:1: ful_hand_bonus: "),
        ("rules.yaml", "name: a\ntie: maybe\n", "rules.yaml:2:1: tie: "),
        ("rules.yaml", "tie: draw\ntie: draw\n", "rules.yaml:2:1: tie: the key 'tie' is repeated here"),
        (
            "rules.yaml",
            "zero_play_scoreless: no\n",
            "rules.yaml:1:22: zero_play_scoreless: no is true or false to some",
        ),
        ("rules.yaml", "- a\n", "rules.yaml:1:1: a rule book is a mapping of keys, not a list"),
        ("tiny.yaml", TINY_TILES.replace("{B: 2}", "{C: 2}"), "tiny.yaml:4:6: tiles[1].faces"),
        ("tiny.yaml", TINY_TILES.replace("count: 3", "count: 3.5"), "tiny.yaml:3:21: tiles[0].count"),
        ("tiny.yaml", "tiles: [\n", "tiny.yaml:2:1: this is not valid YAML"),
        ("cross.txt", "..\n.x\n", "cross.txt:2:1: '.x' is not a square"),
        ("cross.txt", "##\n", "cross.txt: "),
    ],
)
def test_a_fault_in_a_part_names_file_line_and_key(folder, monkeypatch, file, text, message):
    monkeypatch.chdir(folder)
    (folder / file).write_text(text)
    assert complaints(own(), base=Path())[0].startswith(message)


def test_a_fault_in_a_board_program_names_the_board_file_and_line(folder, monkeypatch):
    monkeypatch.chdir(folder)
    source = (configs_folder() / "boards" / "hole.board").read_text()
    (folder / "mine.board").write_text(source.replace("declare X;", "declare X"))
    [line] = complaints(own(board="mine.board"), base=Path())
    row = source[: source.index("\nprogram:")].count("\n") + 2
    assert line.startswith(f"ParseError at mine.board:{row}:1: program")
    (folder / "mine.board").write_text(source.replace("used: 0", "used: 9").replace("bounds:", "bonds:"))
    said = complaints(own(board="mine.board"), base=Path())
    assert any(": bonds: " in line and line.startswith("mine.board:4:1: ") for line in said)
    assert any(": used: " in line for line in said)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: a\npicture: |\n  .. ..\n  .. x\n", "mine.board:4:6: a tile ('x')"),
        ("picture: |\n\n  .. ..\n\n    2. ..x\nabout: b\n", "mine.board:5:8: '..x' is not a square"),
        ("picture: '.. ..\n\n  .. xx'\n", "mine.board:1:1: picture, its line 2: 'xx' is not a square"),
    ],
)
def test_a_fault_in_a_picture_is_placed_in_the_file_that_it_stands_in(folder, monkeypatch, text, message):
    monkeypatch.chdir(folder)
    (folder / "mine.board").write_text(text)
    [line] = complaints(own(board="mine.board"), base=Path())
    assert line.startswith(message)


def test_a_square_over_which_no_play_can_be_scored_is_refused_with_its_place(folder, monkeypatch):
    monkeypatch.chdir(folder)
    source = (configs_folder() / "boards" / "hole.board").read_text()
    (folder / "mine.board").write_text(source.replace("_acc_ * 3", "_acc_ / 0"))
    [line] = complaints(own(board="mine.board"), base=Path())
    row = source[: source.index("_acc_ * 3")].count("\n") + 1
    assert line.startswith(f"mine.board:{row}:")
    assert "squares.4.programs.1: no play over the square TWS can be scored: its program always fails" in line
    assert "DivisionByZero at line 1, column " in line


def test_a_square_that_only_some_words_cannot_cover_is_a_board_like_any_other(folder, monkeypatch):
    monkeypatch.chdir(folder)
    source = (configs_folder() / "boards" / "hole.board").read_text()
    (folder / "mine.board").write_text(source.replace("_acc_ * 3", "_acc_ * pointValue(_pos_ + 1)"))
    assert load_variant(own(board="mine.board"), base=Path()).word.board_name == "hole"


def test_words_that_are_gone_are_an_error_that_says_so(folder):
    spec = load_variant(own(), base=folder)
    lost = msgspec.structs.replace(
        spec,
        word=msgspec.structs.replace(
            spec.word, lexicon=msgspec.structs.replace(spec.word.lexicon, path=str(folder / "gone"), digest="0")
        ),
    )
    with pytest.raises(Exception, match="words") as caught:
        build_game(lost)
    assert caught.value.exit_code == 2


def test_a_tournament_and_all_its_parts_are_complained_about_at_once_in_the_order_of_the_file(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "t.yaml").write_text(
        "name: t\nbots: [greedy, rnd]\nvariants:\n  - moon\n  - {board: standard, rules: rules.yaml, lexicon: odd}\n"
        "  - {game: nim, options: {row: 3}}\n  - {board: hole, lexicon: odd}\npairs: none\n"
    )
    (folder / "rules.yaml").write_text("tie: maybe\n")
    with pytest.raises(Complaints) as caught:
        open_tournament("t.yaml", {"greedy": [OURS]})
    lines = [str(error).split(". ")[0] for error in caught.value.errors]
    assert [line.partition(": ")[0] for line in lines] == [
        "t.yaml:2:16", "t.yaml:4:5", "t.yaml:6:27", "t.yaml:8:8", "rules.yaml:1:1",
    ]  # fmt: skip


def test_a_sound_tournament_comes_with_its_specs(folder):
    (folder / "t.yaml").write_text("name: t\nbots: [a, b]\nlexicon: odd\nvariants: [hole, ./cross.txt, {game: nim}]\n")
    tournament, specs = open_tournament(folder / "t.yaml")
    assert (
        [spec.name for spec in specs] == [variant.name for variant in tournament.variants] == ["hole", "cross", "nim"]
    )


@pytest.mark.parametrize(
    ("variants", "said"),
    [
        ("[1]", "t.yaml:3:12: variants[0]: 1 is a number here, not a text"),
        ("['']", "t.yaml:3:12: variants[0]: a text is missing here"),
        ("[[]]", "t.yaml:3:12: variants[0]: expected a mapping, not a list"),
        ("[{}]", "t.yaml:3:12: variants[0].board: no board is named"),
        ("[{board: 1}]", "t.yaml:3:20: variants[0].board: 1 is a number here"),
        ("[{board: scrabble, openings: [1]}]", "t.yaml:3:41: variants[0].openings[0]: 1 is a number here"),
        ("[{board: scrabble, openings: [x]}]", "t.yaml:3:30: variants[0].openings[0]: CGP"),
        ("[{board: scrabble, lexicon: 1}]", "t.yaml:3:39: variants[0].lexicon: 1 is a number here"),
    ],
)
def test_a_fault_of_a_variant_is_told_once(tmp_path, monkeypatch, variants: str, said: str):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text(f"name: t\nbots: [greedy, {{name: b, bot: greedy}}]\nvariants: {variants}\n")
    with pytest.raises(Complaints) as wrong:
        open_tournament("t.yaml")
    assert [str(error)[: len(said)] for error in wrong.value.errors] == [said]
