"""The door for YAML: files and text in, trees with places out; and tournament files read whole.

Nothing of PyYAML's own reading of values is used, only its events: they know where everything stands, and
an alias or a depth that would blow up is refused before it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from arena.config.entries import Installed, Surroundings
from arena.config.given_file import opened
from arena.config.model import Tournament
from arena.config.node import Node
from arena.config.read_submissions import HandedIn
from arena.config.submissions import MOST, naming_part
from arena.config.tournament import tournament_from
from arena.config.walk import Walk
from arena.contract.seeds import Master
from arena.errors import ArenaError, Complaints, ConfigError, save_as_utf8, utf16_without_mark

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 64
MAX_NODES = 100_000  # with all aliases written out


def read_yaml(path: Path | str) -> Node:
    """Return the tree of a YAML file.

    Raises ConfigError as read_text does, and with line and column: empty, no YAML, more than one document;
    tags, merge keys and aliases that point into themselves or blow up.
    """
    return parse_yaml(read_text(path), str(path))


def read_text(path: Path | str) -> str:
    """Return the text of a file, without its byte-order mark.

    Raises ConfigError, naming the file: it is missing, a folder, unreadable, over 1 MiB, not UTF-8.
    """
    path = Path(path)
    where = str(path)
    try:
        with opened(path) as file:
            data = file.read(MAX_BYTES + 1)  # never all of it: a device has bytes without end
        if len(data) > MAX_BYTES:
            raise ConfigError(where, f"the file has more than {MAX_BYTES:,} bytes", "Make it smaller")
    except FileNotFoundError as error:
        remedy = _beside(path) if path.parent.is_dir() else f"There is no folder {path.parent} either"
        raise ConfigError(where, "there is no such file", remedy) from error
    except IsADirectoryError as error:
        raise ConfigError(where, "this is a folder", "Name a file in it") from error
    except OSError as error:
        raise ConfigError(where, f"the file cannot be read ({error.strerror or error})") from error
    if utf16_without_mark(data):  # it is UTF-8 as well, with zeros that nobody sees
        raise ConfigError(where, "the file is not UTF-8", save_as_utf8(data))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise ConfigError(f"{where}:{line}:{column}", "the file is not UTF-8", save_as_utf8(data)) from error


def parse_yaml(text: str, where: str) -> Node:
    """Return the tree of YAML text; ``where`` names it in complaints. Raises as read_yaml does."""
    try:
        return _tree(text, where)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where
        problem = error.problem or "this is not valid YAML"
        if "'\\t'" in problem:
            raise ConfigError(at, "there is a tab in the indentation", "Indent with spaces") from error
        context = f" ({error.context})" if error.context else ""
        raise ConfigError(
            at, f"this is not valid YAML: {problem}{context}", "Fix the text around that place"
        ) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        problem = f"the character U+{ord(text[error.position]):04X} is not allowed in a YAML file"
        raise ConfigError(f"{where}:{line}", problem, "Remove it") from error


def read_tournament(
    path: Path | str,
    *,
    installed: Installed = None,
    games: Collection[str] | None = None,
    check_variant: Callable[[Tournament, int], Iterable[ArenaError]] | None = None,
    before: Callable[[Tournament], Master | None] = lambda tournament: None,
) -> Tournament:
    """Return the tournament that a file describes; raise Complaints with everything that is wrong with it.

    installed:     bot -> the distributions that register an entry point of that name (two are an error);
                   None leaves that unchecked.
    games:         names of the games' entry points; None leaves that unchecked.
    check_variant: asked about variants[index] of the tournament; what it answers joins the other complaints,
                   save about keys that are complained about already (they hold fallbacks). A variant of another
                   game is asked about only where the file itself gave no reason to complain about it.
    before:        the master seed of games that are to be gone on with, None where there are none. It is taken over
                   where the file names no other; without either a seed is drawn.
    """
    path = Path(path)
    try:
        node = read_yaml(path)
    except ConfigError as error:
        raise Complaints([error]) from error
    walk = Walk(str(path))
    folder = path.resolve().parent

    def looked_at(trouble: Callable[[Path], str | None], done: str = "read") -> Callable[[str], str | None]:
        def look(word: str) -> str | None:
            path = folder / word
            try:
                return trouble(path)
            except OSError as error:  # a name that is too long
                return f"{path} cannot be {done} ({error.strerror})"

        return look

    program_missing = looked_at(_no_program, "started")
    nothing_at = looked_at(lambda path: None if path.exists() else f"there is no file or folder {path}")
    no_folder = looked_at(lambda path: None if path.is_dir() else f"{path} is no folder")
    around = Surroundings(
        installed, program_missing, nothing_at, no_folder, lambda word: str(folder / word),
        lambda pattern: _matching(folder, pattern),
    )  # fmt: skip
    tournament = tournament_from(node, walk, around, games)
    tournament = tournament.seeded(None if walk.errors else before(tournament))
    if check_variant is not None:
        texts: set[str] = set()
        for index in range(len(tournament.variants)):
            if tournament.variants[index].game != "word" and walk.troubled(f"variants[{index}]"):
                continue
            for wrong in check_variant(tournament, index):
                key = _key_of(wrong.where, walk.file)
                unnamed = key == f"variants[{index}].board" and not tournament.variants[index].board
                if not walk.troubled(key) and not unnamed and str(wrong) not in texts:
                    walk.errors.append(wrong)
                    texts.add(str(wrong))  # what is said for all variants is wrong once
    if walk.errors:
        raise Complaints(walk.in_order())
    return tournament


def _key_of(where: str, file: str) -> str:
    """Return the key of a file that a complaint is about: ``openings[0]`` of ``t.yaml:3:5: openings[0]: move 2``."""
    place = re.match(r":\d+:\d+: ([^:]*)", where.removeprefix(file)) if where.startswith(file) else None
    return place[1] if place else where.rpartition(": ")[2]


def _no_program(path: Path) -> str | None:
    if path.is_file():
        return None
    return f"{path} is a folder" if path.is_dir() else f"there is no file {path}"


def _matching(folder: Path, pattern: str) -> list[HandedIn]:
    """Return what lies at a pattern, hidden files left out; the pattern is relative to a folder."""
    top = Path("/") if pattern.startswith("/") else folder
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    if not parts:
        return []
    named = len(top.parts) + naming_part("/".join(parts))
    try:
        found = [path for path in islice(top.glob("/".join(parts)), 2 * MOST) if path.parts[named][:1] != "."]
    except (OSError, ValueError, NotImplementedError):  # a name that is too long, or no pattern at all
        return []
    parts_of = {_unlinked(path, named): path.parts[named] for path in found if not path.name.startswith(".")}
    return [HandedIn(part, where) for where, part in parts_of.items()]


def _unlinked(path: Path, named: int) -> str:
    """Return a path as far as the first link in it from its part ``named`` on, where somebody else could be meant.

    No link is taken for a submission, so that whoever handed it in is told, and nobody else.
    """
    for end in range(named + 1, len(path.parts) + 1):
        part = Path(*path.parts[:end])
        if part.is_symlink():
            return str(part)
    return str(path)


def _beside(path: Path) -> str:
    """Return a sentence that names a few files of the same sort where ``path`` was looked for."""
    folder = "this folder" if path.parent == Path() else f"the folder {path.parent}"
    suffix = path.suffix or ".yaml"
    names = sorted(sibling.name for sibling in path.parent.iterdir() if sibling.suffix == suffix)
    if not names:
        return f"There is no {suffix} file in {folder} at all"
    return f"In {folder} there is: {', '.join(names[:10])}{', ...' * (len(names) > 10)}"


def _place(event: Any) -> tuple[int, int]:
    """Return line and column of an event, counted from 1."""
    return event.start_mark.line + 1, event.start_mark.column + 1


def _tree(text: str, where: str) -> Node:
    """Build the tree from PyYAML's events, with a stack of our own."""
    open_nodes: list[tuple[Any, list[Node], str | None]] = []  # start event, children so far, anchor
    anchors: dict[str, Node | None] = {}  # None while the node is still open
    roots: list[Node] = []
    count = 0  # nodes so far, aliases as one

    def fail(event: Any, problem: str, remedy: str) -> ConfigError:
        line, column = _place(event)
        return ConfigError(f"{where}:{line}:{column}", problem, remedy)

    def add(event: Any, node: Node) -> None:
        nonlocal count
        count += 1
        if max(count, node.size) > MAX_NODES:
            raise fail(event, f"the file has more than {MAX_NODES:,} parts, aliases written out", "Make it smaller")
        (open_nodes[-1][1] if open_nodes else roots).append(node)

    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        match event:
            case yaml.DocumentStartEvent() if roots:
                raise fail(event, "a second document begins here", "Put one document into a file (no '---')")
            case yaml.AliasEvent(anchor=anchor):
                if anchor not in anchors:
                    raise fail(event, f"*{anchor} names no anchor", f"Write &{anchor} before the first use")
                target = anchors[anchor]
                if target is None:
                    raise fail(event, f"*{anchor} points into itself", "Write out what you mean")
                add(event, target)
            case yaml.ScalarEvent() | yaml.CollectionStartEvent():
                if event.tag not in (None, "!"):
                    raise fail(
                        event, f"tags such as {event.tag!r} are not supported", "Remove the tag; quotes make text"
                    )
                if len(open_nodes) >= MAX_DEPTH:
                    raise fail(event, f"the file is nested more than {MAX_DEPTH} deep", "Use fewer levels")
                if isinstance(event, yaml.ScalarEvent):
                    plain = not event.style and event.tag is None
                    node = Node("scalar", *_place(event), text=event.value, plain=plain)
                    if event.anchor:
                        anchors[event.anchor] = node
                    add(event, node)
                else:
                    if event.anchor:
                        anchors[event.anchor] = None
                    open_nodes.append((event, [], event.anchor))
            case yaml.CollectionEndEvent():
                start, children, anchor = open_nodes.pop()
                node = _collection(start, children, fail)
                if anchor:
                    anchors[anchor] = node
                add(start, node)
    if not roots or (roots[0].kind == "scalar" and roots[0].plain and not roots[0].text):
        raise ConfigError(where, "the file is empty", "See docs/reference/ for what such files hold")
    return roots[0]


def _collection(start: Any, children: list[Node], fail: Callable[[Any, str, str], ConfigError]) -> Node:
    """Return a finished list or mapping."""
    line, column = _place(start)
    size = 1 + sum(child.size for child in children)
    if isinstance(start, yaml.SequenceStartEvent):
        return Node("list", line, column, items=tuple(children), size=size)
    keys = children[::2]
    for key in keys:
        if key.kind != "scalar":
            raise fail(start, f"a key of this mapping is {key}", "Keys are words; quote text that begins with [ or {")
        if key.plain and key.text == "<<":
            raise fail(start, "merge keys ('<<') are not supported", "Write the keys out")
    return Node("mapping", line, column, entries=tuple(zip(keys, children[1::2], strict=True)), size=size)
