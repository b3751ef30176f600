"""What an engine's file says: what it can play, which files it needs, and how one talks to it."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from arena.bot import BotError, GameInfo
from arena_engines import usual

T = TypeVar("T")

OWN = ("engine", "program")  # options of every engine
SAID = ("cgp", "gcg", "rack", "ms")  # what may stand in the lines to an engine, beside files and settings
_KEYS = {
    "": ("name", "can", "files", "settings", "talk"),
    "can": ("board", "tiles", "rules"),
    "talk": ("folder", "process", "arguments", "hello", "ready", "ask", "answer", "done", "trouble", "patience"),
}


@dataclass(frozen=True)
class Description:
    """One engine.

    name:      in messages.
    board:     its rows, a sign a square: see ``limits``. tiles: ``A9:1 ...``, letter, how many, points.
    rules:     fields of the rule book that it takes for granted, with their values.
    files:     option -> where the engine looks for that file, from the bot's own folder.
    settings:  option -> what it is when left out.
    folder:    where the program runs, from the bot's own folder.
    each:      whether a process answers one question and ends, or one answers all of a game.
    arguments: of the program. hello: lines that it is sent once. ask: lines for each question.
    ready:     matches the line after which it is ready, None for at once.
    answer:    matches the line of a move, its group ``move``. done: matches the line (it may be the same) at which an
               answer is complete, and the last move counts; where it is None, the first one does.
    trouble:   matches a line by which it says that something is wrong.
    patience:  seconds for its start, and for an answer where there is no clock.
    """

    name: str
    board: tuple[str, ...]
    tiles: str
    rules: Mapping[str, int]
    files: Mapping[str, str]
    settings: Mapping[str, str]
    folder: str
    each: bool
    arguments: tuple[str, ...]
    hello: tuple[str, ...]
    ready: re.Pattern[str] | None
    ask: tuple[str, ...]
    answer: re.Pattern[str]
    done: re.Pattern[str] | None
    trouble: re.Pattern[str] | None
    patience: float

    @property
    def reads_records(self) -> bool:
        """Whether the engine is told the game so far as a GCG record."""
        return any("{gcg}" in line for line in (*self.arguments, *self.hello, *self.ask))


def description_of(info: GameInfo) -> Description:
    """Return what the bot's option ``engine`` names: an engine whose file lies here, or a path to one.

    Raises BotError for what is not there or not sound, and for options that the engine does not have.
    """
    named = _text_option(info, "engine")
    here = Path(__file__).parent
    path = here / f"{named}.toml" if re.fullmatch(r"[\w-]+", named) else Path(named)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        there = ", ".join(sorted(file.stem for file in here.glob("*.toml")))
        remedy = f"Write {there}, or a path to a file of your own that begins with ./"
        raise BotError("options.engine", f"cannot read {str(path)!r} ({type(error).__name__})", remedy) from error
    description = read_description(text, path.name)
    info.allow_options(*OWN, *description.files, *description.settings)
    return description


def settings_of(info: GameInfo, description: Description) -> dict[str, str]:
    """Return the engine's settings as the options have them. Raises BotError for a value that is no line of text."""
    return {
        name: _text_option(info, name) if name in info.options else default
        for name, default in description.settings.items()
    }


def file_option(info: GameInfo, name: str) -> Path:
    """Return the file that an option names. Raises BotError where there is none, or it may not be read."""
    path = Path(_text_option(info, name))
    try:
        with path.open("rb"):
            return path
    except OSError as error:
        remedy = "Write a path that begins with ./ or ../, from the tournament file's folder: only such files are open"
        raise BotError(f"options.{name}", f"cannot read {str(path)!r} ({error.strerror})", remedy) from error


def _text_option(info: GameInfo, name: str) -> str:
    value = info.options.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if value is None:
        raise BotError(f"options.{name}", "is missing", "See docs/how-to/play-against-other-engines.md")
    if not isinstance(value, str) or not value.isprintable() or not value:
        raise BotError(f"options.{name}", f"{value!r} is not a line of text", "Write one")
    return value


def read_description(text: str, where: str) -> Description:
    """Return what an engine's file says. Raises BotError naming the key."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BotError(where, str(error)) from error
    can, talk = _table(tables, "can", where), _table(tables, "talk", where)
    for key, table in (("", tables), ("can", can), ("talk", talk)):
        for name in table.keys() - set(_KEYS[key]):
            raise BotError(where, f"there is no key {name!r}", f"There are: {', '.join(_KEYS[key])}")
    files, settings = _texts(tables, "files", where), _texts(tables, "settings", where)
    folder = _of(talk, "folder", str, where, ".")
    for place in (folder, *files.values()):
        if place.startswith("/") or ".." in Path(place).parts or list(files.values()).count(place) > 1:
            raise BotError(
                f"{where}: files", f"{place!r} is no place of its own below the engine's folder", "Change it"
            )
    rules = _table(can, "rules", where) if "rules" in can else usual.RULES
    process = _of(talk, "process", str, where, "game")
    if process not in ("game", "question"):
        raise BotError(f"{where}: process", f"{process!r} is not known", "Write game or question")
    done = _pattern(talk, "done", where)
    if done is None and process == "game":
        remedy = 'Without it, what is left of one answer would be taken for the next one; or write process = "question"'
        raise BotError(f"{where}: done", "is missing", remedy)
    known = {*SAID, *files, *settings}
    return Description(
        name=_of(tables, "name", str, where),
        board=tuple(_of(can, "board", str, where, "\n".join(usual.BOARD)).strip("\n").splitlines()),
        tiles=_of(can, "tiles", str, where, usual.TILES),
        rules={name: _of(rules, name, int, where) for name in rules},
        files=files,
        settings=settings,
        folder=folder,
        each=process == "question",
        arguments=_lines(talk, "arguments", where, known),
        hello=_lines(talk, "hello", where, known),
        ready=_pattern(talk, "ready", where),
        ask=_lines(talk, "ask", where, known),
        answer=_pattern_with_move(talk, where),
        done=done,
        trouble=_pattern(talk, "trouble", where),
        patience=float(_of(talk, "patience", int, where, 60)),
    )


def _of(table: Mapping[str, object], key: str, kind: type[T], where: str, default: T | None = None) -> T:
    value = table.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        problem = "is missing" if value is None else f"{value!r} is not of the right kind"
        raise BotError(f"{where}: {key}", problem, f"Write {'a whole number' if kind is int else 'a text'}")
    return value


def _table(tables: Mapping[str, object], key: str, where: str) -> dict[str, object]:
    value = tables.get(key, {})
    if not isinstance(value, dict):
        raise BotError(f"{where}: {key}", "is no table", f"Write [{key}]")
    return cast("dict[str, object]", value)


def _texts(tables: Mapping[str, object], key: str, where: str) -> dict[str, str]:
    table = _table(tables, key, where)
    for name in table.keys() & {*OWN, *SAID}:
        raise BotError(f"{where}: {key}", f"the name {name!r} is taken", "Choose another")
    return {name: _of(table, name, str, where) for name in table}


def _lines(table: Mapping[str, object], key: str, where: str, known: Iterable[str]) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(line, str) and "\n" not in line for line in value):
        raise BotError(f"{where}: {key}", "is no list of lines", 'Write ["...", "..."]')
    for line in value:
        try:
            names = {name for _, name, _, _ in string.Formatter().parse(line) if name is not None}
        except ValueError as error:
            raise BotError(f"{where}: {key}", f"{line!r}: {error}", "Double a brace that stands for itself") from error
        for name in names - set(known):
            raise BotError(f"{where}: {key}", f"nothing is called {{{name}}}", f"There are: {', '.join(sorted(known))}")
    return tuple(value)


def _pattern(table: Mapping[str, object], key: str, where: str) -> re.Pattern[str] | None:
    text = _of(table, key, str, where, "")
    try:
        return re.compile(text) if text else None
    except re.error as error:
        raise BotError(f"{where}: {key}", f"{text!r} is no regular expression: {error}") from error


def _pattern_with_move(table: Mapping[str, object], where: str) -> re.Pattern[str]:
    pattern = _pattern(table, "answer", where)
    if pattern is None or "move" not in pattern.groupindex:
        raise BotError(f"{where}: answer", "names no move", "Write a regular expression with a group (?P<move>...)")
    return pattern
