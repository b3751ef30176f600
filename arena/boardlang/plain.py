"""Which programs of squares are plain multipliers (double letter, triple word), told by their meaning.

A program without branches is worked out with unknowns: p = pointValue(_pos_), a = _acc_ and the position
itself. Sums, differences and products by constants of such forms are exact also where numbers wrap, so a
program that ends as ``k * p + a`` adds k times the letter's points, and one that ends as ``m * a`` multiplies
by m, however it is written. All else is no plain multiplier; it may still be one, but nothing relies on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arena.boardlang import syntax
from arena.boardlang.interpret import divided, wrapped
from arena.boardlang.meaning import RESULT

_LARGEST = 9999  # a larger factor, or a negative one, is not what players call a premium
_Form = tuple[int, int, int, int]  # constant, and the factors of p, a and _pos_


@dataclass(frozen=True, slots=True)
class Plain:
    """What a kind of square does: letter points times ``letter``, later the whole word times ``word``.

    adds, multiplies: the last priority at which it adds, the first at which it multiplies; None for never.
    """

    letter: int
    word: int
    adds: int | None
    multiplies: int | None


def recognise(programs: Mapping[int, syntax.Block]) -> Plain | None:
    """Return what the programs of one kind of square do (priority -> program), or None if not plain."""
    letter, word = 0, 1
    adds: list[int] = []
    multiplies: list[int] = []
    for priority, block in sorted(programs.items()):
        form = _worked_out(block)
        match form:
            case (0, 0, 1, 0):
                continue  # leaves the points as they are
            case (0, factor, 1, 0) if 0 <= factor <= _LARGEST:
                letter += factor
                adds.append(priority)
            case (0, 0, factor, 0) if 0 <= factor <= _LARGEST:
                word *= factor
                multiplies.append(priority)
            case _:
                return None
    if letter > _LARGEST or word > _LARGEST or (adds and multiplies and max(adds) >= min(multiplies)):
        return None
    return Plain(letter, word, max(adds, default=None), min(multiplies, default=None))


def agree(plains: list[Plain | None]) -> bool:
    """Return whether all plain kinds of a board add before any of them multiplies.

    Only then is a word's score the sum of its letters' products times the product of its words' factors.
    """
    adds = [plain.adds for plain in plains if plain and plain.adds is not None]
    multiplies = [plain.multiplies for plain in plains if plain and plain.multiplies is not None]
    return not adds or not multiplies or max(adds) < min(multiplies)


class _NotPlainError(Exception):
    """The program is not of the kind that can be worked out with unknowns."""


def _worked_out(block: syntax.Block) -> _Form | None:
    values: dict[str, _Form] = {RESULT: (0, 0, 0, 0), "_pos_": (0, 0, 0, 1), "_acc_": (0, 0, 1, 0)}
    try:
        for statement in block:
            match statement:
                case syntax.Declare(name) if name not in values:
                    values[name] = (0, 0, 0, 0)
                case syntax.Assign(name, value) if name in values:
                    values[name] = _form(value, values)
                case _:
                    return None
    except _NotPlainError:
        return None
    return values[RESULT]


def _form(node: syntax.Arithmetic, values: Mapping[str, _Form]) -> _Form:
    match node:
        case syntax.Number(value):
            return (value, 0, 0, 0)
        case syntax.Variable(name) if name in values:
            return values[name]
        case syntax.Negate(of):
            return _scaled(_form(of, values), -1)
        case syntax.PointValue(index) if _form(index, values) == (0, 0, 0, 1):
            return (0, 1, 0, 0)
        case syntax.CharToInt(syntax.Char(code)):
            return (code, 0, 0, 0)
        case syntax.Chain(terms, operators):
            forms = [_form(term, values) for term in terms]
            form = forms[-1]
            for left, (operator, _) in zip(reversed(forms[:-1]), reversed(operators), strict=True):
                form = _combined(left, operator, form)
            return form
    raise _NotPlainError


def _combined(left: _Form, operator: str, right: _Form) -> _Form:
    match operator:
        case "+":
            return _added(left, right)
        case "-":
            return _added(left, _scaled(right, -1))
        case "*" if not any(right[1:]):
            return _scaled(left, right[0])
        case "*" if not any(left[1:]):
            return _scaled(right, left[0])
        case "/" if not any(left[1:] + right[1:]) and right[0]:
            return (wrapped(divided(left[0], right[0])), 0, 0, 0)
        case "%" if not any(left[1:] + right[1:]) and right[0]:
            return (wrapped(left[0] - right[0] * divided(left[0], right[0])), 0, 0, 0)
    raise _NotPlainError


def _added(left: _Form, right: _Form) -> _Form:
    one, points, total, position = (wrapped(a + b) for a, b in zip(left, right, strict=True))
    return one, points, total, position


def _scaled(form: _Form, factor: int) -> _Form:
    one, points, total, position = (wrapped(part * factor) for part in form)
    return one, points, total, position
