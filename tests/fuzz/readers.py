"""Every reader of bytes from outside, each as a function that also checks what it read, with inputs to begin from.

What the fuzzers throw at them is in mutate.py (test_readers.py, for moments) and long.py (atheris, for as long as one
likes); the rule that they keep is in rule.py. A file is named in a folder of its own, as a person would name it.
"""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from arena.board.text import letter_grid, shown_window
from arena.boardlang.boardfile import board_from_mapping
from arena.cli.ratings.rate import read_results
from arena.cli.tournaments.plan import plan_text
from arena.cli.words.import_game import replay_json, replay_text
from arena.cli.words.positions import position_of
from arena.cli.words.scorechecker import at_table
from arena.config.model import Tournament
from arena.config.read import read_tournament
from arena.errors import ArenaError, Complaints
from arena.lexicon.alphabet import ENGLISH
from arena.lexicon.graphfile import MAGIC, pack
from arena.lexicon.kwg import write_kwg
from arena.lexicon.lexicon import every_odd_word, make_lexicon
from arena.lexicon.wordgraph import build
from arena.lexicon.words import word_list
from arena.notation.casetext import read_pairs, read_trays, tiles_mapping
from arena.notation.checker import checked
from arena.notation.gcg import write_gcg
from arena.notation.gcg_read import read_gcg
from arena.notation.gcg_replay import replay_gcg
from arena.runner.plan import make_plan
from arena.runner.plugin.find import distributions
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.tiles import TileSet
from arena.variants.load import (
    BOARDS,
    configs_folder,
    load_rules,
    load_table,
    load_tiles,
    load_variant_of,
    read_part,
    uncoverable,
)
from arena.variants.load_lexicon import load_lexicon, read_list
from arena.variants.plugins import games
from arena.variants.position_cgp import cgp_text, read_cgp_position
from tests.wire import fuzz_targets as wires

SMALL = ("CAT", "CATS", "AT", "TA", "DOG", "GOD", "QI", "ZA", "AA", "RETINAS")


@dataclass(frozen=True)
class Reader:
    """One reader: read(data) raises an ArenaError, or an AssertionError where it answers wrongly.

    tokens: words of its format, for the mutators.
    """

    read: Callable[[bytes], Any]
    seeds: tuple[bytes, ...]
    tokens: tuple[bytes, ...] = field(default=())


@cache
def folder() -> Path:
    """Return the folder that inputs are written to; the packed graphs made of them lie there as well."""
    made = tempfile.TemporaryDirectory(prefix="arena-fuzz-")
    _KEPT.append(made)
    return Path(made.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # until the process ends


def file_of(data: bytes, name: str) -> Path:
    path = folder() / name
    path.write_bytes(data)
    return path


def text_of(data: bytes) -> str:
    """Return an argument of a command line: what is not UTF-8 stands in it as the system hands it over."""
    return os.fsdecode(data).replace("\0", "")


# Tournament files, and what `arena plan` says of them.


@cache
def known() -> tuple[Mapping[str, list[str]], list[str]]:
    return distributions(), list(games())


def tournament(data: bytes) -> None:
    path = file_of(data, "night.yaml")
    installed, names = known()
    specs = {}

    def check(found: Tournament, index: int) -> Iterable[ArenaError]:
        try:
            specs[index] = load_variant_of(found, index)
        except Complaints as complaints:
            return complaints.errors
        return ()

    found = read_tournament(path, installed=installed, games=names, check_variant=check)
    assert len(specs) == len(found.variants) > 0
    assert all(bool(bot.plugin) + bool(bot.command) + bool(bot.address) == 1 for bot in found.bots)
    json.dumps(dict(found.identity()))
    variants = tuple(specs[index] for index in sorted(specs))
    plan = make_plan(found, variants, 2)
    assert plan.games >= 1 and plan_text(found, variants, plan)


# Boards, tiles, rules


def board(data: bytes) -> None:
    _board(file_of(data, "mine.board"))


def picture(data: bytes) -> None:
    _board(file_of(data, "mine.txt"))


def _board(path: Path) -> None:
    part = read_part(BOARDS, str(path))
    layout = board_from_mapping(part.data, part.name, None, part.at_path)
    problems = uncoverable(part, layout)
    if problems:
        raise Complaints(problems)
    x, y = layout.centre
    assert layout.ids(x, y, x, y)[0, 0] in layout.kinds
    _, y0, _, y1 = window = shown_window(layout)
    rows = letter_grid(layout, window)
    assert len(list(rows)) == y1 - y0 + 1


def tiles(data: bytes) -> None:
    found = load_tiles(str(file_of(data, "mine.yaml")))
    hand = dict.fromkeys(range(min(len(found.tiles), 40)), 1)
    assert found.parse_hand(found.print_hand(hand)) == hand
    assert TileSet.from_mapping(found.source, found.name).counts == found.counts
    assert found.total == sum(found.counts)


def rules(data: bytes) -> None:
    found = load_rules(str(file_of(data, "mine.yaml")))
    assert RuleBook.from_mapping(found.as_mapping(), found.name) == found


# Words


def wordlist(data: bytes) -> None:
    found = read_list(str(file_of(data, "words.txt")), ENGLISH)
    assert list(found.words) == sorted(set(found.words)) and b"" not in found.words
    if data[:2] != b"\x1f\x8b":
        lines = [line.partition("#")[0].strip() for line in _lines(data.decode("utf-8").removeprefix("\ufeff"))]
        assert found.count + found.repeated + len(found.rejected) == len(list(filter(None, lines)))
    if 0 < sum(map(len, found.words)) < 20_000:
        graph = build(found, ENGLISH)
        assert tuple(graph.words()) == found.words and all(map(graph.lookup, found.words))
        assert not graph.lookup(b"\x01" * 251)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@cache
def _packed(words: tuple[str, ...] = SMALL) -> bytes:
    made = make_lexicon("small", word_list(words, ENGLISH)) if words else every_odd_word(ENGLISH)
    return pack(made.graph, ENGLISH.symbols, made.digest)


def packed(data: bytes) -> None:
    """What is damaged is refused, always: else it is a file that pack wrote."""
    found = load_lexicon(str(file_of(data, "own.wordgraph")), ENGLISH)
    if data[:7] == MAGIC[:7]:
        assert pack(found.graph, found.alphabet.symbols, found.digest) == data


def forged(data: bytes) -> None:
    """A graph whose checksums are right whatever it holds leads nowhere outside its array."""
    with_sums = _summed(data)
    found = load_lexicon(str(file_of(with_sums, "own.wordgraph")), ENGLISH)
    graph = found.graph
    if found.count is not None:
        assert all(map(graph.lookup, islice(graph.words(), 1000)))
    for root in (graph.forward, graph.gaddag):
        state, seen = root, 0
        for code in range(27):
            reached = graph.step(state, code)
            while reached is not None and seen < 1000:
                seen, state = seen + 1, reached[1]
                reached = next((step for at in range(27) if (step := graph.step(state, at))), None)


def _summed(data: bytes) -> bytes:
    """Return a packed graph with its sizes and checksums made right, where its head can be read at all."""
    from arena.lexicon import graphfile

    start = 16 + int.from_bytes(data[8:12], "little")
    try:
        head = json.loads(data[16:start])
        content = data[start : start + max(0, len(data) - start) // int(head["bytes"]) * int(head["bytes"])]
        head |= {"crc": zlib.crc32(content), "entries": len(content) // int(head["bytes"])}
    except (ValueError, KeyError, TypeError, ZeroDivisionError, OverflowError, RecursionError):
        return data
    return graphfile.framed(head, content)


def kwg(data: bytes) -> None:
    found = read_list(str(file_of(data, "words.kwg")), ENGLISH)
    if found.count < 2000:
        again = read_list(str(file_of(write_kwg(build(found, ENGLISH)), "again.kwg")), ENGLISH)
        assert again.words == found.words


# Records and positions


def gcg(data: bytes) -> None:
    game = read_gcg(data)
    assert read_gcg(write_gcg(game)) == game
    replay = replay_gcg(game, _table(game.pragma("board") or "scrabble"))
    assert len(replay.scores) == len(game.players)
    assert replay_text(game, replay) and json.loads(replay_json(game, replay))


@cache
def _scrabble() -> Any:
    return load_table("scrabble", rules="tournament", lexicon="odd")


def _table(named: str) -> Any:
    plain = named in ("scrabble", "CrosswordGame")
    return _scrabble() if plain else load_table(named, rules="tournament", lexicon="odd", base=folder())


def cgp(data: bytes) -> None:
    found = read_cgp_position(text_of(data), "CGP", folder()).position
    if found.table.layout.bounds is not None:
        text = cgp_text(found.table, found.board, [found.hand, None])
        again = read_cgp_position(text, "CGP", folder(), _names(data)).position
        assert again.board == found.board and again.hand == found.hand


def _names(data: bytes) -> dict[str, str]:
    """Return the board, tiles and words that a CGP names, by the names that it names them by."""
    from arena.variants.position_cgp import DEFAULTS, _named, _ops

    return {key: name for key, name in {**DEFAULTS, **_named(_ops(text_of(data)))}.items() if key != "rules"}


def position(data: bytes) -> None:
    found = position_of(data.decode("utf-8-sig", "surrogateescape"), "position.json", folder())
    assert all(square == (tile.x, tile.y) for square, tile in found.board.items())
    assert found.hand is None or min(found.hand.values(), default=1) > 0


@cache
def _position() -> Any:
    return position_of('{"board": "scrabble", "lexicon": "odd", "placed": [[0, 0, "C", 3], [1, 0, "A", 1]]}', "p", None)


def play(data: bytes) -> None:
    """A play as it is written on a command line, and the verdict on it."""
    assert str(_position().judge(text_of(data)))


def results(data: bytes) -> None:
    listed = read_results(file_of(data, "results.csv"))
    found = listed.results
    assert ((found.points >= 0) & (found.points <= 1)).all() and (found.first != found.second).all()
    assert len(set(found.names)) == len(found.names)
    assert listed.without >= 0 and found.games + listed.without <= len(re.split(rb"[\r\n]", data))


def cases(data: bytes) -> None:
    """The course's boards, pairs of them and trays, and its lists of tiles; the cases before a bad one are answered."""
    text = io.TextIOWrapper(io.BytesIO(data[1:]), encoding="utf-8-sig", errors="replace", newline=None)
    match data[:1]:
        case b"p":
            for pair in read_pairs(text):
                assert checked(pair, _setting())
        case b"t":
            for case in read_trays(text):
                assert case
        case _:
            TileSet.from_mapping(tiles_mapping(text.read(), "tiles"), name="tiles")


@cache
def _setting() -> Any:
    return at_table("odd", None)


def message(data: bytes) -> None:
    wires.message(data)


def sexpr(data: bytes) -> None:
    wires.sexpr(data)


def shipped(kind: str, *names: str) -> tuple[bytes, ...]:
    return tuple((configs_folder() / kind / name).read_bytes() for name in names)


HEAD = b"#player1 A Ann\n#player2 B Bob\n"
GCG = (
    HEAD + b">A: CATABCD 8G CAT +10 10\n>B: SABCDEF 8g ...S +6 6\n>A: ABCDEFG -ABC +0 10\n>B: ABCDEF? - +0 6\n",
    b"#character-encoding UTF-8\n#title x\n#board-layout CrosswordGame\n#tile-distribution english\n" + HEAD
    + b">A: CATABCD G8 CAT +10 10\n#note hello\nmore\n>A: CATABCD -- -10 0\n>B: ABCDEF? h8 aBE +4 4\n#rack1 CATABCD\n",
    HEAD + b">A: CATABCD 8G CAT +10 10\n>B: SABCDEF (challenge) +5 5\n>B: (ABCD) +14 19\n>A: ABCD (ABCD) -7 3\n>A: (time) -10 -7\n",
    b"#board standard\n#origin -7 -7\n#incomplete\n" + HEAD + b">A: CATABCD 8G CA[T] +10 10\n>B: ABCDEFG -3 +0 0\n",
)  # fmt: skip
CGP = (
    b"15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 ABCDEF?/ 0/0 0 lex odd;",
    b"15/15/15/15/15/15/15/6cAT6/9O5/9[P]5/15/15/15/15/15 A/BB 12/-3 2 bdn scrabble; lex odd; ld english; bb 35; mcnz 4;",
    b"21/21/21/21/21/21/21/21/21/21/9CAT9/21/21/21/21/21/21/21/21/21/21 AB?/ 0/0 0 bdn superscrabble; lex odd; ld superscrabble;",
    b"21/21/21/21/21/21/21/21/21/21/9CAT9/21/21/21/21/21/21/21/21/21/21 AB?/ 0/0 0 bdn superscrabble; ld superscrabble;",
    b"15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 ABCDEF?/ 0/0 0",  # and with the shipped words, whose graph is made
)  # fmt: skip
POSITION = (
    b'{"board": "standard", "lexicon": "odd", "hand": "ABCDE??"}',
    b'{"board": "scrabble", "tiles": "english", "rules": "itu", "lexicon": "odd", "hand_size": 7,\n'
    b' "placed": [[0, 0, "C", 3], [1, 0, "a"], [2, 0, "T", 1]], "hand": {"1": 2, "0": 1}}',
    b'{"board": "random", "seed": 5, "lexicon": "odd", "placed": [], "hand": null}', CGP[0],
    b'{"board": "scrabble", "placed": [[0, 0, "C", 3]], "hand": "AEIQRST"}', CGP[-1], CGP[-2],
)  # fmt: skip
TOURNAMENT = (
    b"name: night\nseed: 7\nbots: [greedy, longest, {name: r, bot: random, options: {a: 1, b: [x, {c: 2}]}}]\n"
    b"variants: [standard, {board: hole, lexicon: odd, hand_size: 5}, {name: s, game: sticks(14)}]\npairs: 3\n"
    b"move_time: 500ms\nlimits: {memory: 256MiB, game_time: 10m}\n",
    b"name: x\nbots:\n  - &a greedy\n  - {name: b, command: [python3, -c, 'pass']}\n  - {name: c, address: '127.0.0.1:7000'}\n"
    b"variants:\n  - {name: n, game: nim, options: {rows: [3, 5, 7]}}\nkind: {name: gauntlet, hero: b}\nworkers: 2\n"
    b"clock: cpu\nbackstop: 3\nisolation: process\nprocess: kept\n",
    b"name: t\nbots: [greedy, {bot: random, move_time: 1s, game_time: 5m+2s}]\nvariants: [standard]\nlexicon: odd\n"
    b"game_time: {increment: 1s, stages: [{moves: 4, budget: 9m}, {budget: 3m}], overtime: {points: 10, most: 5m}}\n",
    b"name: s\nbots: [first, random]\nvariants: [{game: tictactoe}]\nlexicon: odd\n"
    b"stop: {sprt: {bots: [first, random], elo0: 0, elo1: 50}}\n",
    b"name: k\nbots: [first, random, passer]\nvariants: [{board: random, board_seed: 4, lexicon: odd}]\nplayers: 3\npairs: 2\n",
    b"name: l\nbots: [first, random, passer]\nvariants: [{game: 'connect(7,6,4)'}]\nkind: {name: swiss, rounds: 2}\noutput: a/b\n",
)  # fmt: skip
WORDS = ("\n".join(SMALL).encode(), b"# words\r\ncat\r\n dog \r\n\r\nCat # again\r\n", b"\xef\xbb\xbfAA\rAB\rQI2\n")
RESULTS = (
    b"player1,player2,result,pair,variant\na,b,1,1,x\nb,a,0.5,1,x\nc,a,0,2,y\nb,c,1,,\n",
    b'\xef\xbb\xbfplayer1, result ,player2\r\n"a ""x""",0,b\r\nb,.5,c\r\n',
)
PAIR = b"p3 .. .. .. .. .. .. .. .. ..\n3 .. .. .. c a t .. .. ..\n"
READERS: dict[str, Reader] = {
    "tournament": Reader(tournament, TOURNAMENT, (
        b"kind: round-robin\n", b"kind: {name: knockout, extra_pairs: 2}\n", b"kind: {name: ladder}\n", b"stop: {half_width: 20}\n",
        b"move_time: none\n", b"players: 4\n", b"lexicon: odd(default)\n", b"tiles: french\n", b"rules: tournament\n",
        b"bot: tests.guests.players:first\n", b"{game: peg, options: {board: cross}}", b"{board: /dev/zero}", b"lexicon: /dev/zero\n",
        b"connect(7,6,4)", b"nim(3,5,7)", b"coins(4,10,7)", b"pairs: 10000000\n", b"infinite-random", b"donut",
    )),
    "board": Reader(board, shipped("boards", "standard.board", "random.board", "hole.board", "infinite.board", "islands.board",
                                   "infinite-random.board", "checkpoints.board", "donut.board", "scrabble.board"),
                    (b"while (true) do { }", b"_x_", b"_y_", b"_acc_", b"declare q; ", b"_result_ := ", b" % ", b" / ", b"$draw(x, y)",
                     b"bounds: [-500, -500, 500, 500]\n", b"infinite: true\n", b"picture: |\n  3\n  .. .. ..\n", b"charToInt('a')")),
    "picture": Reader(picture, (b"3\n.. 2. ..\n.3 .. ##\n.. .. 31\n", b"2\n2. .2\n## ..\n", b"1\n..\n"),
                      (b"##", b"..", b"2.", b".3", b"99", b"1000", b"100")),
    "tiles": Reader(tiles, shipped("tiles", "english.yaml", "spanish.yaml", "french.yaml", "german.yaml"),
                    (b"scale: 1000000000000\n", b"{wild: 0, count: 2}", b"{faces: {A: 1, B: 2}}", b"strip_accents: true", b"CH")),
    "rules": Reader(rules, shipped("rulebooks", "itu.yaml", "cs351.yaml", "tournament.yaml", "chicago.yaml"), (b"hand_size: 7\n", b"challenge: double\n", b"challenge: ")),
    "wordlist": Reader(wordlist, (*WORDS, b"\x1f\x8b"), (b"A" * 250, b"A" * 251, b"\n", b"#", b"[A]", b"\x1f\x8b\x08")),
    "packed": Reader(packed, (_packed(), _packed(())), (b'"entries": 1e999', b'"words": 5', b"ARENAWG", b"[" * 100_000)),
    "forged": Reader(forged, (_packed(), _packed(())), (b'"words": null', b'"bytes": 8', b'"forward": 0', b"\xff\xff\xff\xff", b"\x02\0\0\0")),
    "kwg": Reader(kwg, (write_kwg(build(word_list(SMALL, ENGLISH), ENGLISH)), b"\1\0\x40\0\2\0\x40\0\2\0\xc0\1"),
                  (b"\0\0\x40\0", b"\xff\xff\x3f\1", b"\2\0\x80\1", b"\2\0\xc0\1")),
    "gcg": Reader(gcg, GCG, (b"(time)", b"(challenge)", b"--", b"-", b"8H", b"H8", b"15O", b"O15", b"99Z", b"#note ", b"#board ", b"+999999999999",
                             b"#lexicon ", b"#origin ", b"#style ", b"#challenge 5\n", b"#challenge ", b"#character-encoding ISO-8859-1\n", b">A: ", b">B: ", b"#player3 C C\n")),
    "cgp": Reader(cgp, CGP, (b"lex ", b"bdn ", b"ld ", b"bb ", b"etl ", b"mcnz ", b"var ", b"[CH]", b"15", b"/", b";", b"0/0", b"???")),
    "position": Reader(position, POSITION, (b'"hand"', b'"placed"', b'"board"', b'"seed": 1', b"[0, 0, \"A\"]", b"null", b"{}", b"1e400")),
    "play": Reader(play, (b"8J T", b"H8 cAT", b"8H ..T", b"2 0 20T1", b"2 0 0T0 3 0 1A1", b"pass"), (b"[T]", b".", b"?", b"(CA)", b"8H", b"-")),
    "results": Reader(results, RESULTS, (b'"', b"player3", b"1-0", b"1/2-1/2", b"*", b",", b"0.5", b"\r")),
    "cases": Reader(cases, (PAIR, b"t3 .. .. .. .. .. .. .. .. ..\nabc*d\n", b"x* 0 2\na 1 9\nb 3 2\n"), (b"##", b"100", b"*", b"..")),
    "message": Reader(message, tuple(wires.SEEDS["message"]), (b'"turn":', b'"tiles":', b"1e999", b'"type":"play"')),
    "sexpr": Reader(sexpr, tuple(wires.SEEDS["sexpr"]), (b"(", b")", b'"', b"-")),
}  # fmt: skip
