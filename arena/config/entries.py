"""Bots and variants of a tournament file: from nodes to entries. Pure; see tournament.py for the whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeGuard

from arena.config.model import BotEntry, OpeningsEntry, Process, VariantEntry
from arena.config.naming import REFERENCE, chosen
from arena.config.node import Node, value_of
from arena.config.time_controls import read_game_time, read_move_time
from arena.config.walk import Walk, hint
from arena.errors import ConfigError

BOT_KEYS = ("name", "bot", "path", "rev", "command", "address", "options", "process", "move_time", "game_time")
WORD_KEYS = ("name", "board", "board_seed", "tiles", "rules", "lexicon", "hand_size", "openings")
GAME_KEYS = ("name", "game", "options", "openings")
OPENINGS_KEYS = ("games", "turns")
Installed = Mapping[str, Sequence[str]] | None  # bot -> the distributions that register it; None: not known
MOST_OPENING_TURNS = 1000
_ADDRESS = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9][A-Za-z0-9.-]*):([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around a tournament file.

    installed: bots that may be named, None where that is not known. program_missing: why a program (first word of a
    command, with a slash in it) cannot be started, or None. nothing_at: why there is no bot at a path, or None.
    absolute: a word as an absolute path.
    """

    installed: Installed = None
    program_missing: Callable[[str], str | None] = lambda word: None
    nothing_at: Callable[[str], str | None] = lambda word: None
    absolute: Callable[[str], str] = lambda word: word


def read_bots(node: Node | None, walk: Walk, around: Surroundings) -> tuple[BotEntry, ...]:
    bots: list[BotEntry] = []
    taken: dict[str, str] = {}
    for key, item in walk.items(node, "bots") if node else ():
        bot = _bot(item, key, walk, around)
        if bot is not None:
            _unique(bot.name, item, key, walk, taken)
            bots.append(bot)
    return tuple(bots)


def _bot(node: Node, key: str, walk: Walk, around: Surroundings) -> BotEntry | None:
    """Return one bot: ``greedy``, or a mapping with a name, one of bot, path, command and address, and options."""
    if node.kind == "scalar":
        name = walk.name(node, key)
        if name is not None:
            _check_installed(name, node, key, walk, around.installed)
        return None if name is None else BotEntry(name=name, plugin=name)
    fields = walk.fields(node, key, BOT_KEYS)
    if node.kind != "mapping":
        return None
    command: tuple[str, ...] = ()
    plugin = address = path = rev = ""
    kinds = [kind for kind in ("bot", "path", "command", "address") if kind in fields]
    if len(kinds) > 1:
        problem = f"'{kinds[0]}' and '{kinds[1]}' cannot be combined"
        walk.complain(fields[kinds[1]], f"{key}.{kinds[1]}", problem, "Remove one")
    if "address" in fields:
        address = _address(fields["address"], f"{key}.address", walk)
        if "name" not in fields:
            walk.complain(node, f"{key}.name", "a bot with an address needs a name", "Add one, such as name: mybot")
    elif "command" in fields:
        command = _command(fields["command"], f"{key}.command", walk, around)
        if "name" not in fields:
            walk.complain(node, f"{key}.name", "a bot with a command needs a name", "Add one, such as name: mybot")
    elif "path" in fields:
        path = _plugin_path(fields["path"], f"{key}.path", walk, around, now="rev" not in fields)
        if "name" not in fields:
            walk.complain(node, f"{key}.name", "a bot with a path needs a name", "Add one, such as name: mybot")
    elif "bot" in fields:
        plugin = walk.text(fields["bot"], f"{key}.bot", "greedy") or ""
        if plugin:
            _check_installed(plugin, fields["bot"], f"{key}.bot", walk, around.installed)
    elif "name" not in fields:
        walk.complain(node, key, "no bot is named", "Add bot: greedy, or name: and path: or command:")
    else:
        plugin = walk.name(fields["name"], f"{key}.name") or ""
        if plugin:
            _check_installed(plugin, fields["name"], f"{key}.name", walk, around.installed)
    if "rev" in fields:
        rev = _revision(fields["rev"], f"{key}.rev", walk)
        if "path" not in fields:
            walk.complain(fields["rev"], f"{key}.rev", "only a bot with a path has revisions", "Add path: ./mybot")
    name_node = fields.get("name", fields.get("bot"))
    at = f"{key}.name" if "name" in fields else f"{key}.bot"
    name = plugin if name_node is None or walk.troubled(at) else walk.name(name_node, at)
    options = walk.options(fields["options"], f"{key}.options") if "options" in fields else {}
    paths = {name: around.absolute(text) for name, text in options.items() if _is_path(text)}
    process: Process | Literal[""] = ""
    if "process" in fields:
        process = _process(fields["process"], f"{key}.process", walk, fields)
    own: dict[str, Any] = {}
    if "move_time" in fields:
        own["move_time"] = read_move_time(fields["move_time"], f"{key}.move_time", walk) or "none"
    if "game_time" in fields:
        own["game_time"] = read_game_time(fields["game_time"], f"{key}.game_time", walk) or "none"
    if not name:
        return None
    return BotEntry(
        name=name,
        plugin=plugin,
        path=path,
        rev=rev,
        command=command,
        address=address,
        options={**options, **paths},
        files=tuple(paths.values()),
        process=process,
        **own,
    )


def _is_path(value: object) -> TypeGuard[str]:
    """Whether an option is a path from the file's folder: a text that begins with ./ or ../"""
    return isinstance(value, str) and value.startswith(("./", "../"))


def _process(node: Node, key: str, walk: Walk, fields: Mapping[str, Node]) -> Process | Literal[""]:
    """Return fresh or kept; a program has a process of its own in every game, and none of ours at an address.

    What is said of the whole run ("shared") is no choice of one bot; check_shared says what is.
    """
    for other in ("command", "address"):
        if other in fields:
            problem = f"'{other}' and 'process' cannot be combined: only plug-ins can be kept from game to game"
            walk.complain(node, key, problem, "Remove one")
            return ""
    return "kept" if walk.choice(node, key, ("fresh", "kept"), "fresh") == "kept" else "fresh"


def _check_installed(name: str, node: Node, key: str, walk: Walk, installed: Installed) -> None:
    """Complain about a bot that is not installed, or means several; ``module:factory`` needs no installation."""
    if installed is None:
        return
    try:
        if chosen(name, installed) is not None or REFERENCE.fullmatch(name):
            return
    except ConfigError as error:
        walk.complain(node, key, error.problem, error.remedy.replace("Write ", "Write bot: ", 1))
        return
    remedy = hint(name, sorted(installed)).replace("There are:", "Installed:").replace("There is:", "Installed:")
    walk.complain(node, key, f"no bot called {name!r} is installed", remedy)


def _address(node: Node, key: str, walk: Walk) -> str:
    """Return ``host:port``, an IPv6 host in brackets; "" after a complaint."""
    text = walk.text(node, key, "127.0.0.1:7000") or ""
    match = _ADDRESS.fullmatch(text)
    if not text or (match is not None and 1 <= int(match[1]) <= 65535):
        return text
    walk.complain(node, key, f"{text!r} is not an address", "Write host:port, such as 127.0.0.1:7000 or '[::1]:7000'")
    return ""


def _plugin_path(node: Node, key: str, walk: Walk, around: Surroundings, now: bool) -> str:
    """Return the path of a plug-in, absolute, with what is behind its colon; "" after a complaint.

    now: whether it has to be there now.
    """
    text = walk.text(node, key, "./mybot") or ""
    file, colon, which = text.partition(":")
    if not file or "\0" in text:
        if text:
            walk.complain(node, key, f"{text!r} is no path", "Write ./mybot.py or the folder of a package")
        return ""
    trouble = around.nothing_at(file) if now else None
    if trouble:
        walk.complain(node, key, trouble, "Paths are relative to the folder of the tournament file")
    return f"{around.absolute(file)}{colon}{which}"


def _revision(node: Node, key: str, walk: Walk) -> str:
    """Return the name of a revision as it is written, also one of digits alone; "" after a complaint."""
    number = node.kind == "scalar" and isinstance(value_of(node), int) and not isinstance(value_of(node), bool)
    text = node.text if number else walk.text(node, key, "v1.2") or ""
    if text.startswith("-") or not text.isprintable():
        walk.complain(node, key, f"{text!r} is no revision", "Name a commit, a tag or a branch")
        return ""
    return text


def _command(node: Node, key: str, walk: Walk, around: Surroundings) -> tuple[str, ...]:
    """Return program and arguments; numbers among the arguments are taken as they are written."""
    if node.kind == "scalar":
        example = ", ".join(node.text.split()) or "./mybot, --fast"
        walk.complain(node, key, "a command is a list of words, not a single text", f"Write command: [{example}]")
        return ()
    words: list[str] = []
    for at, item in walk.items(node, key):
        value = value_of(item) if item.kind == "scalar" else None
        plain_number = isinstance(value, int | float) and not isinstance(value, bool)
        word = item.text if plain_number and words else walk.text(item, at, "./mybot")
        if word is not None and "\0" in word:
            walk.complain(item, at, "the word contains a null character", "Remove it")
        words.append(word or "")
    if words and "/" in words[0] and not walk.troubled(f"{key}[0]"):
        trouble = around.program_missing(words[0])
        if trouble:
            remedy = "Paths are relative to the folder of the tournament file"
            walk.complain(node.items[0], f"{key}[0]", trouble, remedy)
        words[0] = around.absolute(words[0])
    return tuple(words)


def read_variants(fields: dict[str, Node], walk: Walk, games: Collection[str] | None) -> tuple[VariantEntry, ...]:
    """Return the variants; tiles, rules, lexicon and hand_size of the whole file are theirs unless they say more."""
    shared = _word_parts(fields, "", walk)
    variants: list[VariantEntry] = []
    taken: dict[str, str] = {}
    for key, item in walk.items(fields["variants"], "variants") if "variants" in fields else ():
        variant = _variant(item, key, walk, shared, games)
        if variant.name:
            _unique(variant.name, item, key, walk, taken)
        variants.append(variant)
    return tuple(variants)


def _variant(node: Node, key: str, walk: Walk, shared: dict[str, Any], games: Collection[str] | None) -> VariantEntry:
    """Return one variant: a board's name alone, or a mapping. A faulty one keeps its place in the list."""
    if node.kind == "scalar":
        board = walk.text(node, key, "standard") or ""
        return VariantEntry(name=_board_name(board, node, key, walk), board=board, **shared)
    other_game = any(name.text == "game" and value.text != "word" for name, value in node.entries)
    known = GAME_KEYS if other_game else (*WORD_KEYS, "game")
    fields = walk.fields(node, key, known)
    name = (walk.name(fields["name"], f"{key}.name") or "") if "name" in fields else ""
    if "game" in fields and other_game:
        game = walk.text(fields["game"], f"{key}.game", "connect") or ""
        kind = game.partition("(")[0].strip()
        if games is not None and kind and kind not in games and ":" not in kind:  # of a package, or module:factory
            remedy = hint(kind, ["word", *sorted(games)])
            walk.complain(fields["game"], f"{key}.game", f"there is no game called {kind!r}", remedy)
        options = walk.options(fields["options"], f"{key}.options") if "options" in fields else {}
        if "name" not in fields and not walk.troubled(key):
            stem = re.sub(r"[^A-Za-z0-9]+", "-", game).strip("-")
            name = walk.name(replace(fields["game"], text=stem, plain=False), f"{key}.name") or ""
        openings = read_openings(fields["openings"], f"{key}.openings", walk) if "openings" in fields else None
        return VariantEntry(name=name, game=game, options=options, openings=openings)
    if node.kind == "mapping" and "board" not in fields:
        walk.complain(node, f"{key}.board", "no board is named", "Add board: standard")
    board = walk.text(fields["board"], f"{key}.board", "standard") or "" if "board" in fields else ""
    if "name" not in fields and board and not walk.troubled(key):
        name = _board_name(board, fields["board"], f"{key}.name", walk)
    seed = None
    if "board_seed" in fields:
        seed = walk.whole(fields["board_seed"], f"{key}.board_seed", 0, 0, 2**31 - 1)
    parts = {**shared, **_word_parts(fields, f"{key}.", walk)}
    openings = read_openings(fields["openings"], f"{key}.openings", walk) if "openings" in fields else None
    return VariantEntry(name=name, board=board, board_seed=seed, openings=openings, **parts)


def read_openings(node: Node, key: str, walk: Walk) -> OpeningsEntry | None:
    """Return how games begin: a file with one opening a line, a list of openings, or games and how many turns."""
    if node.kind == "scalar":
        return OpeningsEntry(path=walk.text(node, key, "openings.txt") or "")
    if node.kind == "list":
        texts = tuple(walk.text(item, at, "upper left, middle") or "" for at, item in walk.items(node, key))
        return OpeningsEntry(texts=texts)
    fields = walk.fields(node, key, OPENINGS_KEYS)
    for name, example in {"games": "games: book/*.gcg", "turns": "turns: 4"}.items():
        if name not in fields:
            walk.complain(node, f"{key}.{name}", f"the key {name!r} is missing", f"Add it, for example: {example}")
    return OpeningsEntry(
        games=(walk.text(fields["games"], f"{key}.games", "book/*.gcg") or "") if "games" in fields else "",
        turns=walk.whole(fields["turns"], f"{key}.turns", 4, 1, MOST_OPENING_TURNS) if "turns" in fields else 0,
    )


def _board_name(board: str, node: Node, key: str, walk: Walk) -> str:
    """Return the name of a variant that has none of its own: its board's, of a path the file's without its suffix."""
    stem = board.rpartition("/")[2]
    stem = stem.rpartition(".")[0] or stem
    return walk.name(replace(node, text=stem, plain=False), key) or "" if board else ""


def _word_parts(fields: dict[str, Node], prefix: str, walk: Walk) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for part, example in {"tiles": "english", "rules": "itu", "lexicon": "default"}.items():
        if part in fields:
            parts[part] = walk.text(fields[part], prefix + part, example) or example
    if "hand_size" in fields:
        parts["hand_size"] = walk.whole(fields["hand_size"], f"{prefix}hand_size", 7, 1, 100)
    return parts


def _unique(name: str, node: Node, key: str, walk: Walk, taken: dict[str, str]) -> None:
    """Complain about a second use of a name; file systems may take capitals for small letters."""
    first = taken.setdefault(name.casefold(), key)
    if first != key:
        walk.complain(node, key, f"the name {name!r} is taken by {first}", "Add another name: to one of them")
