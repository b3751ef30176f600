"""Boards and tiles as SVG: a picture that stands alone, on paper of its own, and one that takes a page's colours."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from arena.board.drawing import COLOURS, Picture, Shown, squares
from arena.board.layout import Layout
from arena.board.marks import DrawnMark, label, square_marks, tile_marks

SIDE, EDGE = 30, 22  # units of a square's side, and of the strip of numbers
_PAPER, _SOFT = "#fdfdfb", "#5a5a55"
_FILLS = {"l4": "l3", "w4": "w3", "plain": "square"}  # classes without a colour of their own


def board_svg(picture: Picture, layout: Layout | None, label: str) -> str:
    """Return a board as SVG: coloured squares with what they multiply, tiles with their points, x and y at the edges.

    It needs no styles from outside. label: what the picture shows, in words, for people who do not see it.
    """
    wide, high = _size(picture)
    size, named = f'width="{wide}" height="{high}"', f"aria-label={quoteattr(label)}"
    font = 'font-family="system-ui, sans-serif" text-anchor="middle"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {size} role="img" {named} {font}>',
        f"<title>{escape(label)}</title>",
        f'<rect width="{wide}" height="{high}" fill="{_PAPER}"/>',
    ]
    parts += [_element(mark, x, y, _style(mark)) for x, y, mark in _marks(picture, layout)]
    return "\n".join([*parts, "</svg>"])


def board_on_page(picture: Picture, layout: Layout | None, label: str) -> str:
    """Return the same board for a page that has ``web/board.css``, whose colours and schemes it takes."""
    wide, high = _size(picture)
    head = f'<svg class="drawn board" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    marks = "".join(_element(mark, x, y, _classes(mark)) for x, y, mark in _marks(picture, layout))
    return f'{head} role="img" aria-label={quoteattr(label)}>{marks}</svg>'


def shown_on_page(square: Shown, side: int) -> str:
    """Return one square or tile for such a page, without a name of its own."""
    marks = "".join(_element(mark, 0, 0, _classes(mark)) for mark in _marks_of(square, side))
    return f'<svg class="drawn" width="{side}" height="{side}" aria-hidden="true">{marks}</svg>'


def _size(picture: Picture) -> tuple[int, int]:
    x0, y0, x1, y1 = picture.window
    return (x1 - x0 + 1) * SIDE + EDGE, (y1 - y0 + 1) * SIDE + EDGE


def _marks(picture: Picture, layout: Layout | None) -> Iterable[tuple[float, float, DrawnMark]]:
    """Yield every mark of a board with the place of its square."""
    x0, y0, x1, _ = picture.window
    for x in range(x0, x1 + 1):
        yield EDGE + (x - x0) * SIDE, 0, label(SIDE / 2, EDGE - 7, 12, str(x), SIDE - 2, "edge")
    for row, shown in enumerate(squares(picture, layout)):
        top = EDGE + row * SIDE
        yield 0, top, label(EDGE / 2, SIDE / 2 + 4.5, 12, str(y0 + row), EDGE - 2, "edge")
        for column, square in enumerate(shown):
            for mark in _marks_of(square, SIDE):
                yield EDGE + column * SIDE, top, mark


def _marks_of(square: Shown, side: int) -> list[DrawnMark]:
    kinds = square.kind.split()
    if kinds[0] != "tile":
        return square_marks(kinds[0], square.text, side)
    state = "fresh" if "fresh" in kinds else ""
    return tile_marks(square.text, square.points, side, wild="wild" in kinds, state=state)


def _element(mark: DrawnMark, x: float, y: float, style: str) -> str:
    """Return a mark at a place, with its style."""
    placed = {**mark.attributes, "x": x + float(mark.attributes["x"]), "y": y + float(mark.attributes["y"])}
    attributes = " ".join(
        f'{name}="{value if isinstance(value, str) else f"{value:g}"}"' for name, value in placed.items()
    )
    end = "/>" if mark.text is None else f">{escape(mark.text)}</text>"
    return f"<{mark.tag} {attributes} {style}{end}"


def _classes(mark: DrawnMark) -> str:
    return f'class="{mark.classes}"'


def _style(mark: DrawnMark) -> str:
    """Return what ``web/board.css`` says of a mark's classes, for light paper, as attributes."""
    first, *more = mark.classes.split()
    if first == "square":
        return f'fill="{_light(_FILLS.get(more[0], more[0]))}"'
    if first == "tile":
        edge = ("tile-ink", 1.5) if "fresh" in more else ("tile-edge", 1)
        name = "fresh" if "fresh" in more else "tile"
        return f'fill="{_light(name)}" stroke="{_light(edge[0])}" stroke-width="{edge[1]}"'
    if first == "edge":
        return f'fill="{_SOFT}"'
    if first == "mark":
        return f'fill="{_light("mark")}"'
    weight = 700 if first == "letter" else 500
    wild = ' font-style="italic" text-decoration="underline"' if "wild" in more else ""
    return f'fill="{_light("tile-ink")}" font-weight="{weight}"{wild}'


def _light(name: str) -> str:
    return COLOURS[name][0]
