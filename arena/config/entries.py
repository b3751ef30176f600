"""Bots and variants of a tournament file: from nodes to entries. Pure; see tournament.py for the whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeGuard

from arena.config.model import CHALLENGES, BotEntry, OpeningsEntry, Process, VariantEntry
from arena.config.naming import REFERENCE, chosen
from arena.config.node import Node, value_of
from arena.config.pairs import MOST_PAIRS
from arena.config.programs import check_program, read_build, read_command
from arena.config.read_submissions import FROM_KEYS, Many, Matching, expanded, find_submissions, is_many
from arena.config.time_controls import read_game_time, read_move_time
from arena.config.walk import Walk, hint
from arena.errors import ConfigError

BOT_KEYS = (
    "name", "bot", "path", "rev", "build", "command", "address", "from", "options", "process", "move_time", "game_time",
    "pairs",
)  # fmt: skip
WORD_KEYS = ("name", "board", "board_seed", "tiles", "rules", "lexicon", "hand_size", "challenge", "openings")
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
    no_folder: why there is no folder at a path, or None.
    absolute: a word as an absolute path. matching: what lies at a pattern.
    """

    installed: Installed = None
    program_missing: Callable[[str], str | None] = lambda word: None
    nothing_at: Callable[[str], str | None] = lambda word: None
    no_folder: Callable[[str], str | None] = lambda word: None
    absolute: Callable[[str], str] = lambda word: word
    matching: Matching = lambda pattern: ()


def read_bots(node: Node | None, walk: Walk, around: Surroundings) -> tuple[BotEntry, ...]:
    """Return the bots of a list, or of a single ``{from: PATTERN}``."""
    if node is not None and is_many(node):
        return expanded([("bots", _many(node, "bots", walk, around))], walk)
    bots: list[tuple[str, BotEntry | Many]] = []
    taken: dict[str, str] = {}
    for key, item in walk.items(node, "bots") if node else ():
        if is_many(item):
            bots.append((key, _many(item, key, walk, around)))
            continue
        bot = _bot(item, key, walk, around)
        if bot is not None:
            _unique(bot.name, item, key, walk, taken)
            bots.append((key, bot))
    return expanded(bots, walk)


def _many(node: Node, key: str, walk: Walk, around: Surroundings) -> Many:
    """Return what was handed in under a pattern: ``{from: submissions/*}``, with what holds for each of them."""
    fields = walk.fields(node, key, FROM_KEYS)
    found = find_submissions(fields["from"], f"{key}.from", walk, around.matching) if "from" in fields else ()
    return Many(BotEntry(name="", **_common(fields, key, walk, around)), found)


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
    build: tuple[str, ...] = ()
    plugin = address = path = rev = ""
    kinds = [kind for kind in ("bot", "path", "command", "address") if kind in fields]
    check_program(node, fields, key, walk)
    if len(kinds) > 1 and kinds != ["path", "command"]:
        problem = f"'{kinds[0]}' and '{kinds[1]}' cannot be combined"
        walk.complain(fields[kinds[1]], f"{key}.{kinds[1]}", problem, "Remove one")
    if "address" in fields:
        address = _address(fields["address"], f"{key}.address", walk)
        if "name" not in fields:
            walk.complain(node, f"{key}.name", "a bot with an address needs a name", "Add one, such as name: mybot")
    elif "command" in fields:
        if "path" in fields:
            path = _folder_path(fields["path"], f"{key}.path", walk, around, now="rev" not in fields)
            command = read_command(
                fields["command"], f"{key}.command", walk, lambda word: None, lambda word: word
            )  # fmt: skip
        else:
            command = read_command(
                fields["command"], f"{key}.command", walk, around.program_missing, around.absolute
            )  # fmt: skip
        if "build" in fields:
            build = read_build(fields["build"], f"{key}.build", walk)
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
    common = _common(fields, key, walk, around)
    if not name:
        return None
    return BotEntry(
        name=name, plugin=plugin, path=path, rev=rev, build=build, command=command, address=address, **common
    )  # fmt: skip


def _common(fields: Mapping[str, Node], key: str, walk: Walk, around: Surroundings) -> dict[str, Any]:
    """Return what an entry says of its bots, whatever they are: options, process, times and pairs."""
    options = walk.options(fields["options"], f"{key}.options") if "options" in fields else {}
    paths = {name: around.absolute(text) for name, text in options.items() if _is_path(text)}
    common: dict[str, Any] = {"options": {**options, **paths}, "files": tuple(paths.values())}
    if "process" in fields:
        common["process"] = _process(fields["process"], f"{key}.process", walk, fields)
    if "move_time" in fields:
        common["move_time"] = read_move_time(fields["move_time"], f"{key}.move_time", walk) or "none"
    if "game_time" in fields:
        common["game_time"] = read_game_time(fields["game_time"], f"{key}.game_time", walk) or "none"
    if "pairs" in fields:
        common["pairs"] = walk.whole(fields["pairs"], f"{key}.pairs", 1, 1, MOST_PAIRS)
    return common


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


def _folder_path(node: Node, key: str, walk: Walk, around: Surroundings, now: bool) -> str:
    """Return the folder of a program's sources, absolute; "" after a complaint. now: whether it has to be there now."""
    text = walk.text(node, key, "../engine")
    if text is None:
        return ""
    trouble = "the path contains a null character" if "\0" in text else around.no_folder(text) if now else None
    if trouble:
        walk.complain(node, key, trouble, "Paths are relative to the folder of the tournament file")
    return around.absolute(text)


def _revision(node: Node, key: str, walk: Walk) -> str:
    """Return the name of a revision as it is written, also one of digits alone; "" after a complaint."""
    number = node.kind == "scalar" and isinstance(value_of(node), int) and not isinstance(value_of(node), bool)
    text = node.text if number else walk.text(node, key, "v1.2") or ""
    if text.startswith("-") or not text.isprintable():
        walk.complain(node, key, f"{text!r} is no revision", "Name a commit, a tag or a branch")
        return ""
    return text


def read_variants(fields: dict[str, Node], walk: Walk, games: Collection[str] | None) -> tuple[VariantEntry, ...]:
    """Return the variants; what the whole file says of tiles, rules, words, hands is theirs unless they say more."""
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
    if "challenge" in fields:
        parts["challenge"] = _challenge(fields["challenge"], f"{prefix}challenge", walk)
    return parts


def _challenge(node: Node, key: str, walk: Walk) -> str | int | None:
    """Return a rule for challenges; None after a complaint."""
    value = walk.scalar(node, key) if node.kind == "scalar" else None
    if isinstance(value, str | int) and not isinstance(value, bool) and value in CHALLENGES:
        return value
    if not walk.troubled(key):
        walk.complain(node, key, f"{node} is no rule for challenges", f"There are: {', '.join(map(str, CHALLENGES))}")
    return None


def _unique(name: str, node: Node, key: str, walk: Walk, taken: dict[str, str]) -> None:
    """Complain about a second use of a name; file systems may take capitals for small letters."""
    first = taken.setdefault(name.casefold(), key)
    if first != key:
        walk.complain(node, key, f"the name {name!r} is taken by {first}", "Add another name: to one of them")
