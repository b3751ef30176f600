"""A board as an SVG picture that stands alone: no styles from outside, no scripts, on paper of its own."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from arena.board.drawing import COLOURS, Picture, Shown, squares
from arena.board.layout import Layout

SIDE, EDGE = 30, 22  # units of a square's side, and of the strip of numbers
_PAPER, _SOFT = "#fdfdfb", "#5a5a55"
_FILLS = {"l4": "l3", "w4": "w3", "plain": "square"}  # classes without a colour of their own


def board_svg(picture: Picture, layout: Layout | None, label: str) -> str:
    """Return a board as SVG: coloured squares with what they multiply, tiles with their points, x and y at the edges.

    label: what the picture shows, in words, for people who do not see it.
    """
    x0, y0, x1, y1 = picture.window
    wide, high = (x1 - x0 + 1) * SIDE + EDGE, (y1 - y0 + 1) * SIDE + EDGE
    size, named = f'width="{wide}" height="{high}"', f"aria-label={quoteattr(label)}"
    font = 'font-family="system-ui, sans-serif" text-anchor="middle"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {size} role="img" {named} {font}>',
        f"<title>{escape(label)}</title>",
        f'<rect width="{wide}" height="{high}" fill="{_PAPER}"/>',
    ]
    parts += [
        _text(EDGE + (x - x0) * SIDE + SIDE / 2, EDGE - 7, 10, _SOFT, str(x), SIDE - 2) for x in range(x0, x1 + 1)
    ]
    for y, row in enumerate(squares(picture, layout)):
        top = EDGE + y * SIDE
        parts.append(_text(EDGE / 2, top + SIDE / 2 + 4, 10, _SOFT, str(y0 + y), EDGE - 2))
        for x, square in enumerate(row):
            parts += _square(square, EDGE + x * SIDE, top)
    return "\n".join([*parts, "</svg>"])


def _square(square: Shown, left: int, top: int) -> list[str]:
    """Return the marks of one square; none where there is no square."""
    classes = square.kind.split()
    if "hole" in classes:
        return []
    tile = "tile" in classes
    name = "fresh" if "fresh" in classes else _FILLS.get(classes[0], classes[0])
    ink = _light("tile-ink" if tile else "mark")
    ring = f' stroke="{ink}" stroke-width="2"' if "fresh" in classes else ""
    inset, side = (1.5, SIDE - 3) if ring else (0.5, SIDE - 1)
    size = f'x="{left + inset}" y="{top + inset}" width="{side}" height="{side}" rx="3"'
    found = [f'<rect {size} fill="{_light(name)}"{ring}/>']
    if square.text:
        high = (17 if len(square.text) == 1 else 13) if tile else 10
        style = ' font-weight="700"' if tile else ""
        style += ' font-style="italic" text-decoration="underline"' if "wild" in classes else ""
        middle = left + SIDE / 2 - (2 if square.points else 0)
        found.append(_text(middle, top + SIDE / 2 + high * 0.35, high, ink, square.text, SIDE - 8, style))
    if square.points:
        found.append(_text(left + SIDE - 7, top + SIDE - 4.5, 8, ink, str(square.points), 12))
    return found


def _text(x: float, y: float, size: int, colour: str, text: str, room: float, style: str = "") -> str:
    """Return a text around x; one that would be wider than ``room`` is squeezed into it."""
    squeezed = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if len(text) * size * 0.62 > room else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"{squeezed}{style}>{escape(text)}</text>'


def _light(name: str) -> str:
    return COLOURS[name][0]
