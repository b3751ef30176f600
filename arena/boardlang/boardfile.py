"""A board file's contents -> Layout. Reading the file itself, and knowing its lines, is the caller's business.

The keys are those of docs/reference/board-language.md, "Board files". Everything wrong with a file is
told at once. Ids and priorities may be numbers or their text, so that a mapping survives JSON.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from arena.board.layout import HOLE, Layout, SquareKind, Window
from arena.boardlang import syntax
from arena.boardlang.boardtext import board_from_text
from arena.boardlang.compile import compile_block
from arena.boardlang.draw import Drawn, draw, draw_statements
from arena.boardlang.parse import parse
from arena.boardlang.plain import Plain, agree, recognise
from arena.boardlang.run import run_code
from arena.boardlang.squares import ProgramSquares, extent
from arena.boardlang.values import Path, Values, Where, integer, is_integer, kind_of
from arena.errors import Complaints, ConfigError, ProgramError

KEYS = ("name", "about", "bounds", "infinite", "centre", "used", "squares", "program", "pretty", "random", "picture")
__all__ = ["board_about", "board_from_mapping", "board_from_text"]

LARGEST_ID = 1000
LARGEST_AREA = 1 << 20  # squares of a board with bounds
_MISSING = {  # the remedy for a key that is not there
    "program": "Add 'program: |' and below it the program that gives each square (x, y) the id of its kind",
    "squares": "Add 'squares:' and below it a line for each kind, such as "
    "0: {name: SLS, programs: {0: '_result_ := pointValue(_pos_) + _acc_'}}",
    "programs": "Add it, for example programs: {0: '_result_ := pointValue(_pos_) + _acc_'}",
    "window": "Add 'window: [x0, y0, x1, y1]', the squares that are dealt to",
    "deal": "Add 'deal: [[id, how many], ...]'",
    "rest": "Add 'rest: id', the kind of all other squares",
    "centre": "Add 'centre: [[low, high], [low, high]]', where the centre is drawn from",
}


def board_from_mapping(
    mapping: Any, name: str = "board", seed: int | None = None, where: Where | None = None
) -> Layout:
    """Return the layout that a board file describes.

    mapping: the file's contents (a parsed YAML document); anything at all, it is checked here.
    name:    what the board is called when the file does not say.
    seed:    of boards with a ``random`` block, instead of the one that stands there. Other boards ignore it.
    where:   key path -> how to say where it stands, such as "boards/mine.board:12: squares.3.glyph".

    Raises Complaints with everything that is wrong.
    """
    reader = _Reader(where or (lambda path: _plainly(name, path)), _MISSING)
    layout = reader.board(mapping, name, seed)
    if layout is None or reader.errors:
        raise Complaints(reader.errors)
    return layout


def board_about(mapping: Any) -> str:
    """Return a board file's line about itself, "" where it has none."""
    about = mapping.get("about", "") if isinstance(mapping, Mapping) else ""
    return about.strip() if isinstance(about, str) else ""


class _Reader(Values):
    """Reads one board file, as Values does."""

    def board(self, mapping: Any, name: str, seed: int | None) -> Layout | None:
        if not isinstance(mapping, Mapping):
            self.complain((), f"a board file is a mapping of keys, not {kind_of(mapping)}", f"Keys: {', '.join(KEYS)}")
            return None
        name = self.text(mapping, "name", name)
        self.text(mapping, "about", "")
        if "picture" in mapping:
            self.check_keys(mapping, (), ("name", "about", "picture"), needed=())
            rows = self.text(mapping, "picture", "")
            return self.picture(rows, name) if isinstance(mapping["picture"], str) else None
        self.check_keys(mapping, (), KEYS, needed=("squares", "program"))
        pretty = self.program(mapping["pretty"], ("pretty",), "pretty") if "pretty" in mapping else None
        kinds = self.kinds(mapping.get("squares"), pretty)
        used = self.used(mapping.get("used", min(kinds, default=0)), kinds)
        bounds = self.bounds(mapping)
        source, centre = mapping.get("program"), (0, 0)
        if "random" in mapping:
            drawn = self.random(mapping["random"], kinds, seed)
            if drawn:
                source, centre = self.with_draw(source, *drawn[:2]), drawn[2]
        block = self.program(source, ("program",), "board") if "program" in mapping else None
        if "centre" in mapping:
            centre = self.integers(mapping["centre"], ("centre",), 2, "[x, y]") or centre
        if self.errors or block is None or used is None:
            return None
        program = self.where(("program",))
        squares = ProgramSquares(compile_block(block, "board", program=program), list(kinds), bounds)
        try:
            if bounds:
                ids = squares(*bounds)
                tight = extent(ids, bounds[0], bounds[1])
                if tight is None:
                    known = ", ".join(map(str, kinds))
                    remedy = f"The program gives (x, y) the id of a kind in squares: {known}; other ids are no square"
                    self.complain(("program",), "the board has no square within its bounds", remedy)
                    return None
                squares = ProgramSquares(squares.code, list(kinds), tight)
                bounds = tight
            if squares(*centre, *centre)[0, 0] == HOLE:
                path = ("centre",) if "centre" in mapping else ("program",)
                self.complain(path, f"the centre {centre} is not a square", "The first play has to cover it")
        except ProgramError as error:
            self.errors.append(error)
        return Layout(name, centre, kinds, used, bounds, squares)

    def picture(self, text: str, name: str) -> Layout | None:
        try:
            board = board_from_text(
                text, self.where(("picture",)), lambda line, column: self.where(("picture", line, column))
            )
        except ConfigError as error:
            self.errors.append(error)
            return None
        return replace(board, name=name)

    def program(self, value: Any, path: Path, kind: str) -> syntax.Block | None:
        if not isinstance(value, str):
            self.complain(path, f"a {kind} program is a text, not {kind_of(value)}", "Put it in quotes, or after '|'")
            return None
        try:
            return parse(value, program=self.where(path))
        except ProgramError as error:
            self.errors.append(error)
            return None

    def bounds(self, mapping: Mapping[Any, Any]) -> Window | None:
        infinite = mapping.get("infinite", False)
        if not isinstance(infinite, bool):
            self.complain(("infinite",), f"true or false was expected, not {infinite!r}")
        elif infinite == ("bounds" in mapping):
            self.complain(
                ("infinite",) if infinite else (),
                "a board is either infinite or has bounds",
                "Write 'infinite: true', or 'bounds: [x0, y0, x1, y1]', and not both",
            )
        elif not infinite:
            return self.window(mapping["bounds"], ("bounds",))
        return None

    def window(self, value: Any, path: Path) -> Window | None:
        window: Window | None = self.integers(value, path, 4, "[x0, y0, x1, y1]")
        if window is None:
            return None
        x0, y0, x1, y1 = window
        if x0 > x1 or y0 > y1:
            self.complain(path, f"{list(window)} is empty", "The lower ends come first: [x0, y0, x1, y1]")
            return None
        if (x1 - x0 + 1) * (y1 - y0 + 1) > LARGEST_AREA:
            self.complain(path, f"more than {LARGEST_AREA} squares", "Make the board infinite, with holes outside")
            return None
        return window

    def kinds(self, value: Any, pretty: syntax.Block | None) -> dict[int, SquareKind]:
        if not isinstance(value, Mapping) or not value:
            if value is not None:
                self.complain(("squares",), f"a mapping of ids to squares was expected, not {kind_of(value)}")
            return {}
        found: dict[int, tuple[str, str, dict[int, str], Plain | None]] = {}
        for key, square in value.items():
            path = ("squares", str(key))
            square_id = integer(key)
            if square_id is None or not 0 <= square_id <= LARGEST_ID:
                self.complain(path, f"a square's id is a number from 0 to {LARGEST_ID}, not {key!r}")
            elif square_id in found:
                self.complain(path, f"the id {square_id} is there twice")
            elif not isinstance(square, Mapping):
                self.complain(path, f"a square is a mapping of name, glyph and programs, not {kind_of(square)}")
            else:
                found[square_id] = self.kind(square, path, square_id, pretty)
        together = agree([plain for *_, plain in found.values()])
        return {
            square_id: SquareKind(
                square_id, name, glyph, programs, (plain.letter, plain.word) if plain and together else None
            )
            for square_id, (name, glyph, programs, plain) in sorted(found.items())
        }

    def kind(
        self, square: Mapping[Any, Any], path: Path, square_id: int, pretty: syntax.Block | None
    ) -> tuple[str, str, dict[int, str], Plain | None]:
        self.check_keys(square, path, ("name", "glyph", "programs"), needed=("programs",))
        name, glyph = square.get("name", f"square {square_id}"), square.get("glyph", "?")
        if not isinstance(name, str):
            self.complain((*path, "name"), f"a text was expected, not {kind_of(name)}", "Put it in quotes")
            name = ""
        if pretty is not None and "glyph" not in square:
            glyph = self.printed(pretty, square_id)
        if not (isinstance(glyph, str) and len(glyph) == 1 and glyph.isprintable()):
            self.complain((*path, "glyph"), f"one printable character was expected, not {glyph!r}", "Put it in quotes")
            glyph = "?"
        sources, blocks = {}, {}
        programs = square.get("programs", {})
        if not isinstance(programs, Mapping):
            problem = f"a mapping of priorities to programs was expected, not {kind_of(programs)}"
            self.complain((*path, "programs"), problem, "For example: {0: '_result_ := pointValue(_pos_) + _acc_'}")
            programs = {}
        for key, text in programs.items():
            at = (*path, "programs", str(key))
            priority = integer(key)
            if priority is None or abs(priority) > LARGEST_ID:
                self.complain(at, f"a priority is a number from -{LARGEST_ID} to {LARGEST_ID}, not {key!r}")
                continue
            block = self.program(text, at, "square")
            if block is not None:
                sources[priority], blocks[priority] = text, block
        return name, glyph, sources, recognise(blocks)

    def printed(self, pretty: syntax.Block, square_id: int) -> str:
        """Ask the pretty-print program for a square's character."""
        code = compile_block(pretty, "pretty", program=f"{self.where(('pretty',))} for the square {square_id}")
        try:
            answer, _ = run_code(code, (square_id,))
        except ProgramError as error:
            self.errors.append(error)
            return "?"
        return chr(answer) if 0 <= answer < 0x110000 else ""

    def used(self, value: Any, kinds: Mapping[int, SquareKind]) -> SquareKind | None:
        number = integer(value)
        for square_id, kind in kinds.items():
            if square_id == number or kind.name == value:
                return kind
        if kinds:
            self.complain(("used",), f"there is no square {value!r}", f"Squares: {', '.join(map(str, kinds))}")
        return None

    def random(
        self, value: Any, kinds: Mapping[int, SquareKind], seed: int | None
    ) -> tuple[Drawn, int, tuple[int, int]] | None:
        if not isinstance(value, Mapping):
            self.complain(("random",), f"a mapping was expected, not {kind_of(value)}")
            return None
        keys = ("seed", "window", "deal", "rest", "centre")
        self.check_keys(value, ("random",), keys, needed=("window", "deal", "rest", "centre"))
        before = len(self.errors)
        seed = value.get("seed", 0) if seed is None else seed
        if not is_integer(seed):
            self.complain(("random", "seed"), f"an integer was expected, not {seed!r}")
        window = self.window(value["window"], ("random", "window")) if "window" in value else None
        deal: list[tuple[int, int]] = []
        listed = value.get("deal", [])
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            self.complain(("random", "deal"), f"a list of [id, how many] was expected, not {listed!r}")
            listed = []
        for index, pair in enumerate(listed):
            dealt = self.integers(pair, ("random", "deal", index), 2, "[id, how many]")
            if dealt and (dealt[0] not in kinds or dealt[1] < 0):
                self.complain(("random", "deal", index), f"{pair!r} is not a square's id and how many of it")
            elif dealt:
                deal.append(dealt)
        rest = value.get("rest", 0)
        if not is_integer(rest):
            self.complain(("random", "rest"), f"a square's id was expected, not {rest!r}")
        x, y = self.ranges(value.get("centre")) if "centre" in value else ((0, 1), (0, 1))
        if window and sum(count for _, count in deal) > (window[2] - window[0] + 1) * (window[3] - window[1] + 1):
            self.complain(("random", "deal"), "more squares are dealt than the window has")
        if window is None or len(self.errors) > before:
            return None
        drawn, centre = draw(seed, window, deal, (x, y))
        return drawn, rest, centre

    def ranges(self, value: Any) -> list[tuple[int, int]]:
        found = []
        whole = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
        for index in range(2):
            pair = self.integers(value[index] if whole else value, ("random", "centre", index), 2, "[low, high]")
            if pair and pair[0] >= pair[1]:
                self.complain(("random", "centre", index), f"{pair!r} is empty", "The high end is not included")
            found.append(pair or (0, 1))
        return found

    def with_draw(self, source: Any, drawn: Drawn, rest: int) -> Any:
        """Put the statements of the draw where the program says $draw(x, y)."""
        if not isinstance(source, str):
            return source
        found = _DRAW.search(source)
        if not found:
            self.complain(("program",), "the program does not say $draw(x, y)", "It stands for the squares drawn")
            return source
        return _DRAW.sub(lambda match: draw_statements(drawn, rest, match[1], match[2]), source)


def _plainly(name: str, path: Path) -> str:
    """Say where something stands in a mapping that comes from no file."""
    if len(path) == 3 and path[0] == "picture":
        return f"{name}: picture: line {path[1]}, column {path[2]}"
    return ": ".join([name, ".".join(map(str, path))] if path else [name])


_DRAW = re.compile(r"\$draw\(\s*(\w+)\s*,\s*(\w+)\s*\)")
