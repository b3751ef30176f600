"""Entries of a tournament file that stand for many bots: ``from: submissions/*``. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from arena.config.model import BotEntry
from arena.config.node import Node
from arena.config.submissions import MOST, is_text, names_of, pattern_trouble
from arena.config.walk import Walk

FROM_KEYS = ("from", "options", "process", "move_time", "game_time", "pairs")


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What lies at a pattern. part: the part of its path that names it. path: absolute."""

    part: str
    path: str


Matching = Callable[[str], Sequence[HandedIn]]


@dataclass(frozen=True, slots=True)
class Many:
    """An entry that stands for many bots. entry: one of them, without a name. found: what was handed in, in order."""

    entry: BotEntry
    found: tuple[HandedIn, ...]


def is_many(node: Node) -> bool:
    """Tell whether an entry stands for many bots."""
    return node.kind == "mapping" and any(name.text == "from" for name, _ in node.entries)


def find_submissions(node: Node, key: str, walk: Walk, matching: Matching) -> tuple[HandedIn, ...]:
    """Return what lies at the pattern that a node names, sorted by path; () after a complaint."""
    pattern = walk.text(node, key, "submissions/*")
    if pattern is None:
        return ()
    trouble = pattern_trouble(pattern)
    found = () if trouble else tuple(sorted(matching(pattern), key=lambda one: one.path))
    if trouble:
        walk.complain(node, key, *trouble)
    elif not found:
        remedy = "Patterns are relative to the folder of the tournament file, such as submissions/*"
        walk.complain(node, key, f"there is nothing at {pattern!r}", remedy)
    elif len(found) > MOST:
        walk.complain(node, key, f"more than {MOST} files and folders are at {pattern!r}", "Name fewer of them")
        return ()
    elif strange := [one.path for one in found if not is_text(one.path)]:
        walk.complain(node, key, f"the name {strange[0]!r} is not written in UTF-8", "Rename that file or folder")
        return ()
    return found


def expanded(entries: Sequence[tuple[str, BotEntry | Many]], walk: Walk) -> tuple[BotEntry, ...]:
    """Return all bots, in the file's order; (key, entry) are those of the file, faulty ones left out.

    What is known of where their keys stand in the file is then known by the bots' own places.
    """
    if not any(isinstance(entry, Many) for _, entry in entries):
        return tuple(entry for _, entry in entries if isinstance(entry, BotEntry))
    taken = [entry.name for _, entry in entries if isinstance(entry, BotEntry)]
    bots: list[BotEntry] = []
    places: list[str] = []
    for key, entry in entries:
        if isinstance(entry, BotEntry):
            bots.append(entry)
            places.append(key)
            continue
        names = names_of((one.part for one in entry.found), taken)
        taken += names
        for name, one in zip(names, entry.found, strict=True):
            bots.append(msgspec.structs.replace(entry.entry, name=name, submission=one.path))
            places.append(key)
    old = {key: mark for key, mark in walk.marks.items() if key.startswith(("bots[", "bots."))}
    for key in old:
        del walk.marks[key]
    for number, place in enumerate(places):
        for key, mark in old.items():
            if key == place or key.startswith((f"{place}.", f"{place}[")):
                walk.marks[f"bots[{number}]{key[len(place) :]}"] = mark
    return tuple(bots)
