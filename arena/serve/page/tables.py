"""Tables of the word game as the page is told them: by an id that says what they are made of."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from arena.board.drawing import CLASSES, MARKS, sign
from arena.board.layout import Layout, SquareKind
from arena.scrabble.table import Table
from arena.serve.problems import Refused
from arena.variants.spec import VariantSpec

AROUND = 16  # squares to each side of the centre that a board without end is shown with
MOST_SIDE = 128  # squares of a window that is asked for
MOST_SHOWN = 250_000  # squares of a finite board that is sent whole
FURTHEST = 1 << 30
MOST_KEPT = 256

_TIMES = {1: "", 2: "doubles", 3: "triples", 4: "quadruples"}


class Tables:
    """Every table that was shown lately, by its id."""

    def __init__(self) -> None:
        self._lock = Lock()  # games tell theirs from their threads
        self._ids: WeakKeyDictionary[Table, str] = WeakKeyDictionary()
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._specs: WeakKeyDictionary[Table, VariantSpec] = WeakKeyDictionary()

    def id_of(self, table: Table, spec: VariantSpec | None = None) -> str:
        """Return a table's id, by which it can be asked for from now on. spec: a variant that is played there."""
        with self._lock:
            if spec is not None:
                self._specs[table] = spec
            name = self._ids.get(table)
            if name is None:
                name = self._ids[table] = digest(table)
            self._known.setdefault(name, table)
            self._known.move_to_end(name)
            while len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
            return name

    def get(self, name: str) -> Table:
        """Return the table of an id. Raises Refused where none of that id was shown lately."""
        with self._lock:
            if name not in self._known:
                raise Refused("unknown", "table", f"no table {name[:40]!r} was shown lately", "Load the page again")
            self._known.move_to_end(name)
            return self._known[name]

    def spec_of(self, table: Table) -> VariantSpec | None:
        """Return a variant that is played at a table, None where none is known."""
        with self._lock:
            return self._specs.get(table)


def digest(table: Table) -> str:
    """Return 32 hex digits that say what a table is made of."""
    window = _shown(table.layout)
    fields = {
        "board": [table.layout.name, table.layout.bounds, table.layout.centre, window],
        "ids": hashlib.blake2b(table.layout.ids(*window).tobytes()).hexdigest(),
        "kinds": [[kind.id, kind.name, sorted(kind.programs.items())] for kind in table.layout.kinds.values()],
        "tiles": [table.tiles.name, table.tiles.counts, [tile.faces for tile in table.tiles.tiles]],
        "words": table.lexicon.digest,
        "rules": table.rules.as_mapping(),
        "hand": table.hand_size,
    }
    return hashlib.blake2b(msgspec.json.encode(fields), digest_size=16).hexdigest()


def table_facts(table: Table, name: str) -> dict[str, Any]:
    """Return all that is public of a table."""
    layout, tiles, lexicon = table.layout, table.tiles, table.lexicon
    return {
        "table": name,
        "name": f"{layout.name}, {tiles.name}, {table.rules.name}",
        "board": {
            "name": layout.name,
            "infinite": layout.infinite,
            "bounds": layout.bounds,
            "centre": layout.centre,
            "kinds": [kind_facts(kind) for _, kind in sorted(layout.kinds.items())],
            "window": squares(layout, *_shown(layout)),
        },
        "tiles": [
            {
                "id": tile.id,
                "count": tiles.counts[tile.id],
                "wild": tile.wild,
                "label": "?" if tile.id == tiles.wild else "/".join(face.char for face in tile.faces),
                "faces": [[face.char, face.points] for face in tile.faces],
            }
            for tile in tiles.tiles
        ],
        "alphabet": list(tiles.alphabet.symbols),
        "hand_size": table.hand_size,
        "lexicon": {"name": lexicon.name, "words": lexicon.count},
        "rules": table.rules.as_mapping(),
    }


def kind_facts(kind: SquareKind) -> dict[str, Any]:
    """Return one kind of square: how it is drawn, and what it does in words."""
    mark = sign(kind)
    return {
        "id": kind.id,
        "name": kind.name,
        "class": CLASSES.get(mark, "other"),
        "mark": MARKS.get(mark, mark),
        "multipliers": kind.multipliers,
        "does": does(kind.multipliers, kind.programs),
        "programs": [[priority, text] for priority, text in sorted(kind.programs.items())],
    }


def does(multipliers: tuple[int, int] | None, programs: Mapping[int, str]) -> str:
    """Return what a square does, in words."""
    if multipliers is None:
        return "runs a program of its own" if programs else "nothing"
    parts = [
        f"{_TIMES.get(times) or f'multiplies by {times}'} {what}"
        for times, what in zip(multipliers, ("the letter's points", "the word's points"), strict=True)
        if times != 1
    ]
    return " and ".join(parts) or "nothing"


def window_of(table: Table, x: int, y: int, columns: int, rows: int) -> dict[str, Any]:
    """Return the squares of a window of any board. Raises Refused where it is too far off."""
    if max(abs(x), abs(y)) > FURTHEST:
        raise Refused("invalid", "x", f"the board is shown to {FURTHEST} squares from its beginning")
    return squares(table.layout, x, y, x + columns - 1, y + rows - 1)


def squares(layout: Layout, x0: int, y0: int, x1: int, y1: int) -> dict[str, Any]:
    """Return the kinds' ids of a window, row by row; -1 is a hole."""
    return {"x": x0, "y": y0, "rows": layout.ids(x0, y0, x1, y1).tolist()}


def _shown(layout: Layout) -> tuple[int, int, int, int]:
    cx, cy = layout.centre
    around = cx - AROUND, cy - AROUND, cx + AROUND, cy + AROUND
    if layout.bounds is None:
        return around
    x0, y0, x1, y1 = layout.bounds
    return layout.bounds if (x1 - x0 + 1) * (y1 - y0 + 1) <= MOST_SHOWN else around
