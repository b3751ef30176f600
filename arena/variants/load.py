"""The door for variants: names and paths of boards, tiles, rule books and lexica -> self-contained specs.

A word without a slash and without a suffix is a shipped name (``configs/``); all else is a path, relative
to the file that names it. A board file with another suffix than .board, .yaml or .json is a picture in text, a tile
file with such a suffix a list of letters with their points and counts.
Faults in those files name file, line, column and key path.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from arena.board.layout import Layout
from arena.boardlang.boardfile import board_from_mapping
from arena.boardlang.trial import failures
from arena.config.model import Tournament, VariantEntry
from arena.config.read import parse_yaml, read_text, read_tournament
from arena.config.walk import Walk, hint
from arena.contract.chance import seed_of
from arena.contract.seeds import Master
from arena.errors import ArenaError, Complaints, ConfigError
from arena.games.secrets_check import telling_all
from arena.lexicon.lexicon import Lexicon, every_word
from arena.notation.casetext import tiles_mapping
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.table import Table
from arena.scrabble.tiles import TileSet
from arena.variants.build import build_game, word_table
from arena.variants.load_lexicon import find_lexicon, load_lexicon
from arena.variants.openings import with_openings
from arena.variants.paths import path_of, shown, trouble_with
from arena.variants.plugins import games, make_game
from arena.variants.samples import configs_folder
from arena.variants.spec import LexiconSpec, VariantSpec, WordSpec

T = TypeVar("T")
Where = Callable[[str], str]  # key of a variant ("board") -> the place to name in a complaint

BOARDS, TILES, RULES = "boards", "tiles", "rulebooks"
_SUFFIX = {BOARDS: ".board", TILES: ".yaml", RULES: ".yaml"}
_ONE = {BOARDS: "board", TILES: "tile set", RULES: "rule book"}
_KEYED = {".board", ".yaml", ".yml", ".json"}  # files with keys; other boards are pictures, other tiles lists of text
_PAGE = {BOARDS: "board-language.md", TILES: "tiles.md", RULES: "rule-books.md"}
_UNSAVED = "the packed graph could not be kept on disk, so that bots cannot map it"


def shipped(folder: str) -> list[str]:
    """Return the shipped names of one folder ("boards", "tiles", "rulebooks", "tournaments"), sorted."""
    suffix = _SUFFIX.get(folder, ".yaml")
    return sorted(path.stem for path in (configs_folder() / folder).glob(f"*{suffix}"))


@dataclass(frozen=True)
class PartFile:
    """A board, tile or rule-book file: its plain contents, and where everything in it stands; its lines, of boards."""

    name: str
    file: str
    data: Any
    marks: Mapping[str, tuple[int, int]]
    lines: Sequence[str] = ()

    def at(self, key: str) -> str:
        """Return ``file:line:column: key``; the nearest known place where the key itself is not in the file."""
        if not self.marks:
            return self.file  # a picture: its complaints name the line themselves
        known = key
        while known and known not in self.marks:
            known = known[: max(known.rfind("."), known.rfind("["), 0)]
        line, column = self.marks.get(known, (1, 1))
        return f"{self.file}:{line}:{column}: {key}" if key else f"{self.file}:{line}:{column}"

    def at_path(self, path: Sequence[str | int]) -> str:
        """Return the same for a path such as ("random", "deal", 0), or ("picture", line, column) of its text."""
        if len(path) == 3 and path[0] == "picture":
            return self._in_picture(int(path[1]), int(path[2]))
        return self.at("".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip("."))

    def _in_picture(self, line: int, column: int) -> str:
        """Return the place of a picture's line and column (from 1) in the file that it stands in."""
        if not self.marks:
            return f"{self.file}:{line}:{column}"
        text = self.data["picture"].splitlines()[line - 1]
        at = self.marks["picture"][0] + line  # of a text after '|': its lines follow that of the key
        if at <= len(self.lines) and self.lines[at - 1].strip() == text.strip():
            shift = self.lines[at - 1].index(text.strip()) - (len(text) - len(text.lstrip()))
            return f"{self.file}:{at}:{column + shift}"
        return f"{self.at('picture')}, its line {line}"  # written in another way, in quotes


def find(folder: str, name_or_path: str, base: Path | None = None) -> Path:
    """Return the file of a shipped name or a path; raise ConfigError (where: "") when there is none."""
    suffix, one = _SUFFIX[folder], _ONE[folder]
    if "/" not in name_or_path and os.sep not in name_or_path and not Path(name_or_path).suffix:
        file = configs_folder() / folder / (name_or_path + suffix)
        if trouble_with(file) is not None:
            remedy = f"{hint(name_or_path, shipped(folder))}; a path has a slash or a suffix"
            if trouble_with((base or Path()) / name_or_path) is None:
                remedy += f", so write ./{name_or_path} for the file of that name"
            raise ConfigError("", f"there is no {one} called {shown(name_or_path)!r}", remedy)
        return file
    file = path_of(name_or_path, base)
    trouble = trouble_with(file)
    if trouble is not None:
        named_in = "Paths are relative to the file that names them"
        remedy = "Paths begin in the current folder" if base is None else named_in
        if base is not None and trouble_with(Path(name_or_path)) is None:
            remedy += "; there is one relative to the current folder, so write its path from there"
        raise ConfigError("", trouble, remedy)
    return file


@contextlib.contextmanager
def told_at(where: str) -> Iterator[None]:
    """Let a part that is not there be told at the place that names it; what is wrong inside a part has its own."""
    try:
        yield
    except ConfigError as error:
        if error.where:
            raise
        raise ConfigError(where, error.problem, error.remedy) from error


def read_part(folder: str, name_or_path: str, base: Path | None = None) -> PartFile:
    """Return the contents of a board, tile or rule-book file; raise Complaints or ConfigError."""
    path = find(folder, name_or_path, base)
    file = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
    walk = Walk(file)
    if folder == BOARDS and path.suffix not in _KEYED:
        return PartFile(path.stem, file, {"picture": read_text(file)}, {})
    if folder == TILES and path.suffix not in _KEYED:
        return PartFile(path.stem, file, {**tiles_mapping(read_text(file), file), "name": path.stem}, {})
    text = read_text(file)
    node = parse_yaml(text, file)
    data = walk.free(node, "")
    if node.kind != "mapping":
        walk.complain(
            node, "", f"a {_ONE[folder]} is a mapping of keys, not {node}", f"See docs/reference/{_PAGE[folder]}"
        )
    if walk.errors:
        raise Complaints(walk.in_order())
    return PartFile(path.stem, file, data, walk.marks, text.splitlines() if folder == BOARDS else ())


def load_board(name_or_path: str, base: Path | None = None, seed: int | None = None) -> Layout:
    """Return the board of a shipped name or a path; ``seed`` is for boards drawn by chance."""
    part = read_part(BOARDS, name_or_path, base)
    return board_from_mapping(part.data, part.name, seed, part.at_path)


def load_tiles(name_or_path: str, base: Path | None = None) -> TileSet:
    """Return the tile set of a shipped name or a path."""
    part = read_part(TILES, name_or_path, base)
    return TileSet.from_mapping(part.data, part.name, part.at)


def load_rules(name_or_path: str, base: Path | None = None) -> RuleBook:
    """Return the rule book of a shipped name or a path."""
    part = read_part(RULES, name_or_path, base)
    return RuleBook.from_mapping(part.data, part.name, part.at)


def uncoverable(part: PartFile, layout: Layout) -> list[ArenaError]:
    """Return a complaint for every kind of square of a board whose programs fail in every word, wherever it lies."""
    errors: list[ArenaError] = []
    for failure in failures(layout):
        if failure.always:
            kind, error = failure.kind, failure.error
            inside = error.where.rpartition(f"priority {failure.priority}, ")[2]
            problem = f"no play over the square {kind.name} can be scored: its program always fails"
            cause = f"{error.name} at {inside}, on letter {failure.letter} of {failure.word}: {error.problem}"
            errors.append(ConfigError(part.at_path(failure.path), f"{problem} ({cause})", "Fix the program"))
    return errors


def _word_spec(
    board: PartFile,
    board_seed: int | None,
    tiles: PartFile,
    tile_set: TileSet,
    book: RuleBook,
    lexicon: Lexicon,
    hand_size: int | None,
) -> WordSpec:
    """Return the parts of a word game, each written out. hand_size: instead of the rule book's."""
    size = book.hand_size if hand_size is None else hand_size
    return WordSpec(
        board_name=str(board.data.get("name", board.name)),
        board=msgspec.to_builtins(board.data, str_keys=True),
        board_seed=board_seed,
        tiles_name=tile_set.name,
        tiles=msgspec.to_builtins(tiles.data, str_keys=True),
        rules_name=book.name,
        rules={**book.as_mapping(), "hand_size": size},
        lexicon=LexiconSpec(name=lexicon.name, digest=lexicon.digest, path=lexicon.path or ""),
        hand_size=size,
    )


def load_variant(
    entry: VariantEntry,
    *,
    seats: int = 2,
    master: Master | None = None,
    base: Path | None = None,
    where: Where = lambda key: key,
    words: bool = True,
) -> VariantSpec:
    """Return the self-contained description of one variant, having built all its parts once.

    master: a board drawn by chance without a seed of its own takes one from it; None has it always the same board.
    base: the folder that relative paths begin in (None: the current one). words: False leaves the words of word lists
    unread, for a look at all else: every word then is one.
    Raises Complaints with everything that is wrong with it.
    """
    if entry.game != "word":
        return with_openings(_other_game(entry, seats, where), entry, base, where)
    wrong: list[ArenaError] = []

    def attempt(key: str, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except Complaints as complaints:
            wrong.extend(complaints.errors)
        except ArenaError as error:
            wrong.append(error if error.where and key != "lexicon" else _moved(error, where(key)))
        return None

    board = attempt("board", lambda: read_part(BOARDS, entry.board, base))
    tiles = attempt("tiles", lambda: read_part(TILES, entry.tiles, base))
    rules = attempt("rules", lambda: read_part(RULES, entry.rules, base))
    board_seed = None
    if board is not None:
        if isinstance(board.data, Mapping) and "random" in board.data:
            board_seed = _board_seed(entry, master) if entry.board_seed is None else entry.board_seed
        elif entry.board_seed is not None:
            problem = f"the board {board.name!r} has nothing random in it"
            wrong.append(ConfigError(where("board_seed"), problem, "Remove the seed"))
        layout = attempt("board", lambda: board_from_mapping(board.data, board.name, board_seed, board.at_path))
        wrong += [] if layout is None else uncoverable(board, layout)
    tile_set = attempt("tiles", lambda: TileSet.from_mapping(tiles.data, tiles.name, tiles.at)) if tiles else None
    book = attempt("rules", lambda: RuleBook.from_mapping(rules.data, rules.name, rules.at)) if rules else None
    if book is not None and entry.challenge is not None:
        book = attempt("challenge", partial(with_challenge, book, entry.challenge, where("challenge")))
    lexicon = None
    if tile_set is None or not words:  # without letters the words cannot be read, but a file can be missing
        attempt("lexicon", lambda: find_lexicon(entry.lexicon, base=base))
    if tile_set is not None and not words:
        lexicon = every_word(tile_set.alphabet)
    elif tile_set is not None:
        lexicon = attempt("lexicon", lambda: load_lexicon(entry.lexicon, tile_set.alphabet, base=base))
    if lexicon is not None and lexicon.path is None and lexicon.count is not None:  # words without end need no file
        remedy = "Let ARENA_CACHE name a folder that can be written"
        wrong.append(ConfigError(where("lexicon"), _UNSAVED, remedy))
    if wrong or board is None or tiles is None or tile_set is None or book is None or lexicon is None:
        raise Complaints(wrong)
    word = _word_spec(board, board_seed, tiles, tile_set, book, lexicon, entry.hand_size)
    return with_openings(VariantSpec(name=entry.name, game="word", seats=seats, word=word), entry, base, where)


def with_challenge(book: RuleBook, rule: str | int | None, where: str) -> RuleBook:
    """Return a rule book with another rule for challenges. Raises Complaints for one that there is not."""
    fields = {**book.as_mapping(), "challenge": rule}
    return RuleBook.from_mapping(fields, book.name, lambda key: where)


def _board_seed(entry: VariantEntry, master: Master | None) -> int:
    """Return 31 bits, as the seeds of such boards have. A board is public, so nothing else hangs on them."""
    return (seed_of(1, "board", entry.name) if master is None else master.seed("board", entry.name)) >> 33


def load_variant_of(tournament: Tournament, index: int, *, words: bool = True) -> VariantSpec:
    """Return the spec of variants[index] of a tournament; raise Complaints that name its file and line.

    words: see ``load_variant``.
    """

    def where(key: str) -> str:
        own = f"variants[{index}].{key}"  # else it is said for all variants, if at all
        return tournament.where(key if own not in tournament.marks and key in tournament.marks else own)

    spec = load_variant(
        tournament.variants[index],
        seats=tournament.players,
        master=tournament.master,
        base=Path(tournament.path).parent if tournament.path else None,
        where=where,
        words=words,
    )
    must_end(spec, where)
    return spec


def must_end(spec: VariantSpec, where: Where = lambda key: key) -> None:
    """Raise Complaints where bots could keep a game of this variant going for ever, by its rule book."""
    if spec.word is None:
        return
    endless = RuleBook.from_mapping(spec.word.rules, spec.word.rules_name).endless
    if endless:
        problem = f"by the rule book {spec.word.rules_name!r} nothing ends a game of {endless}"
        remedy = "Give it a turn_limit, or let them count for the scoreless_limit (docs/reference/rule-books.md)"
        raise Complaints([ConfigError(where("rules"), problem, remedy)])


def load_variants(tournament: Tournament) -> tuple[VariantSpec, ...]:
    """Return the specs of all variants; raise Complaints with everything that is wrong with any of them."""
    specs, wrong = [], []
    for index in range(len(tournament.variants)):
        try:
            specs.append(load_variant_of(tournament, index))
        except Complaints as complaints:
            wrong += list(complaints.errors)
    if wrong:
        raise Complaints(wrong)
    return tuple(specs)


def open_tournament(
    path: Path | str,
    installed: Mapping[str, Sequence[str]] | None = None,
    before: Callable[[Tournament], Master | None] = lambda tournament: None,
    *,
    words: bool = True,
) -> tuple[Tournament, tuple[VariantSpec, ...]]:
    """Return a tournament and its variants; raise Complaints with everything that is wrong with all their files.

    installed: bot -> the distributions that register it; before: the master seed of games so far; both as for
    read_tournament, and as there a tournament without a seed has one drawn. words: see ``load_variant``.
    """
    specs: dict[int, VariantSpec] = {}

    def check(tournament: Tournament, index: int) -> Sequence[ArenaError]:
        try:
            specs[index] = load_variant_of(tournament, index, words=words)
        except Complaints as complaints:
            return complaints.errors
        return ()

    tournament = read_tournament(path, installed=installed, games=list(games()), check_variant=check, before=before)
    return tournament, tuple(specs[index] for index in range(len(tournament.variants)))


def load_table(
    board: str = "standard",
    tiles: str = "english",
    rules: str = "itu",
    lexicon: str = "default",
    hand_size: int | None = None,
    board_seed: int | None = None,
    base: Path | None = None,
    challenge: str | int | None = None,
) -> Table:
    """Return a table of the word game by names or paths: for commands and tests."""
    entry = VariantEntry(
        name="table",
        board=board,
        board_seed=board_seed,
        tiles=tiles,
        rules=rules,
        lexicon=lexicon,
        hand_size=hand_size,
        challenge=challenge,
    )
    return word_table(load_variant(entry, base=base))


def _other_game(entry: VariantEntry, seats: int, where: Where) -> VariantSpec:
    try:
        game = make_game(entry.game, entry.options)
    except Complaints as several:
        raise Complaints([_moved(error, where("game")) for error in several.errors]) from several
    except ArenaError as error:
        ours = error.where.partition(".")[0] in ("game", "options")
        fault = ConfigError(where(error.where), error.problem, error.remedy) if ours else _moved(error, where("game"))
        raise Complaints([fault]) from error
    if game.seats != seats:
        problem = f"{game.name} is a game for {game.seats}, and this tournament seats {seats}"
        raise Complaints([ConfigError(where("game"), problem, "Change players:, or move the game to another file")])
    spec = VariantSpec(name=entry.name, game=entry.game, seats=seats, options=entry.options)
    if (hidden := telling_all(build_game(spec))) is not None:
        raise Complaints([_moved(hidden, where("game"))])
    return spec


def _moved(error: ArenaError, where: str) -> ArenaError:
    """Return a complaint at another place, with the old one told in its problem."""
    problem = f"{error.where}: {error.problem}" if error.where else error.problem
    return ConfigError(where, problem, error.remedy)
