"""What a square's program can make of the points so far, at most and at least, without running it for every word.

The program is run once with ranges for numbers: the letter's place in the word is known, or a range, but neither the
points so far nor the letters need be. A value is kept as

    acc * (points so far) + own * (points of this letter) + other * (points of whichever letter) + one

where each factor lies in a range of its own, and beside it as a plain range of numbers. All that the program may come
to lies in these; they may be wider than need be. Where a guard may hold or not, both ways are taken and the ranges
joined; a loop whose end is not known gives up the values that it changes. A run that fails has no result, so that
whatever is told of it is true.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from arena.boardlang import syntax
from arena.boardlang.interpret import divided
from arena.boardlang.meaning import GIVEN, RESULT, TESTS, class_of, lowered, raised

LARGEST = 1 << 24  # the points so far that are reckoned with, either way; larger ones have no limits
ROUNDS = 64  # of a loop whose guard is known in each, before its end counts as unknown
PATIENCE = 4096  # statements begun before a program counts as having no limits
_NARROW = 1000  # a range up to here, either way, is told rather than a factor of the points so far
_LOW, _HIGH = -(1 << 31), (1 << 31) - 1
_CHARACTERS = (0, 0x10FFFF)

Range = tuple[int, int]  # the least and the most, both included
NONE: Range = (0, 0)
ONCE: Range = (1, 1)


class FactorRanges(NamedTuple):
    """Factors of the points so far, of this letter's points and of another letter's, and what is added to them."""

    acc: Range
    own: Range
    other: Range
    one: Range


def limits_of(block: syntax.Block, place: Range, points: Range, char: int | None = None) -> FactorRanges | None:
    """Return the limits of a square's program, None where nothing can be told.

    place:  where in its word the letter may stand, from 0.
    points: of any letter of the word.
    char:   the code of this letter's character, where it is known.

    They hold for points so far of up to LARGEST, either way, and say so of numbers that do not wrap.
    """
    run = _Run(place, points, char)
    try:
        run.block(block)
    except _FailsError:
        return FactorRanges(NONE, NONE, NONE, NONE)
    except (_UnknownError, RecursionError):
        return None
    found = run.scopes[0][RESULT]
    if _is_number(found) or max(map(abs, found.all)) <= _NARROW:
        found = _Value(NONE, NONE, NONE, found.all, found.all)
    limits = FactorRanges(found.acc, found.own, found.other, found.one)
    return None if max(abs(end) for pair in limits for end in pair) > LARGEST else limits


class _FailsError(Exception):
    """No run comes further than here."""


class _UnknownError(Exception):
    """The program takes too long to look at."""


class _Value(NamedTuple):
    acc: Range
    own: Range
    other: Range
    one: Range
    all: Range  # what the whole comes to


_ANY = _Value(NONE, NONE, NONE, (_LOW, _HIGH), (_LOW, _HIGH))
_Scopes = list[dict[str, _Value]]


def _plus(left: Range, right: Range) -> Range:
    return left[0] + right[0], left[1] + right[1]


def _times(left: Range, right: Range) -> Range:
    ends = [a * b for a in left for b in right]
    return min(ends), max(ends)


def _hull(left: Range, right: Range) -> Range:
    return min(left[0], right[0]), max(left[1], right[1])


def _number(number: Range) -> _Value:
    return _Value(NONE, NONE, NONE, number, number) if number[0] >= _LOW and number[1] <= _HIGH else _ANY


def _joined(left: _Value, right: _Value) -> _Value:
    return left if left == right else _Value(*map(_hull, left, right))


def _is_number(value: _Value) -> bool:
    return value.acc == value.own == value.other == NONE


class _Run:
    """One run with ranges; ``scopes`` as in interpret.py."""

    def __init__(self, place: Range, points: Range, char: int | None) -> None:
        self.place, self.points, self.char = place, points, char
        acc = _Value(ONCE, NONE, NONE, NONE, (-LARGEST, LARGEST))
        self.scopes: _Scopes = [{RESULT: _number(NONE), "_pos_": _number(place), "_acc_": acc}, {}]
        self.reserved = frozenset((*GIVEN["square"], RESULT))
        self.patience = PATIENCE

    def value(self, acc: Range, own: Range, other: Range, one: Range, known: Range) -> _Value:
        """Return a value that also lies in ``known``; anything where it may not fit into 32 bits."""
        most = _plus(
            _plus(_times(acc, (-LARGEST, LARGEST)), one), _plus(_times(own, self.points), _times(other, self.points))
        )
        most = max(most[0], known[0]), min(most[1], known[1])
        return _Value(acc, own, other, one, most) if most[0] >= _LOW and most[1] <= _HIGH else _ANY

    def scaled(self, value: _Value, by: Range) -> _Value:
        acc, own, other, one, whole = (_times(part, by) for part in value)
        return self.value(acc, own, other, one, whole)

    def block(self, block: syntax.Block) -> None:
        for statement in block:
            self.patience -= 1
            if self.patience < 0:
                raise _UnknownError
            match statement:
                case syntax.Declare(name):
                    if name in self.reserved or name in self.scopes[-1]:
                        raise _FailsError
                    self.scopes[-1][name] = _number(NONE)
                case syntax.Assign(name, value):
                    found = self.number(value)
                    self.scope_of(name)[name] = found
                case syntax.If(guard, then, otherwise):
                    holds = self.holds(guard)
                    if holds is not None:
                        self.inner(then if holds else otherwise)
                    else:
                        self.either(partial(self.inner, then), partial(self.inner, otherwise))
                case syntax.While(guard, body):
                    self.loop(guard, body)

    def inner(self, block: syntax.Block) -> None:
        self.scopes.append({})
        self.block(block)
        self.scopes.pop()

    def loop(self, guard: syntax.Guard, body: syntax.Block) -> None:
        for _ in range(ROUNDS):
            holds = self.holds(guard)
            if holds is None:
                break
            if not holds:
                return
            self.inner(body)
        while True:  # until a round changes nothing more
            before = self.copied()
            self.either(partial(self.inner, body), partial(self.holds, guard))
            changed = False
            for scope, old in zip(self.scopes, before, strict=True):
                for name in scope:
                    if scope[name] != old[name]:
                        scope[name], changed = _ANY, True
            if not changed:
                return
            self.holds(guard)

    def either(self, one: Callable[[], object], other: Callable[[], object]) -> None:
        """Go on from where either of two ways leads."""
        start, ends = self.copied(), []
        for way in (one, other):
            self.scopes = [dict(scope) for scope in start]
            try:
                way()
            except _FailsError:
                continue
            ends.append(self.scopes)
        if not ends:
            raise _FailsError
        self.scopes = ends[0]
        for scope, also in zip(ends[0], ends[-1], strict=True):
            for name, value in scope.items():
                scope[name] = _joined(value, also[name])

    def copied(self) -> _Scopes:
        return [dict(scope) for scope in self.scopes]

    def scope_of(self, name: str) -> dict[str, _Value]:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope
        raise _FailsError

    def number(self, node: syntax.Arithmetic) -> _Value:
        match node:
            case syntax.Number(number):
                return _number((number, number))
            case syntax.Variable(name):
                return self.scope_of(name)[name]
            case syntax.Negate(of):
                return self.scaled(self.number(of), (-1, -1))
            case syntax.CharToInt(of):
                return _number(self.character(of))
            case syntax.PointValue(index):
                return self.points_at(self.index(index))
        terms = [self.number(term) for term in node.terms]
        value = terms[-1]
        for left, (operator, _) in zip(reversed(terms[:-1]), reversed(node.operators), strict=True):
            value = self.combined(left, operator, value)
        return value

    def index(self, node: syntax.Arithmetic) -> Range:
        found = self.number(node).all
        if found[1] < 0:
            raise _FailsError
        return found

    def points_at(self, index: Range) -> _Value:
        if index == self.place and index[0] == index[1]:
            return self.value(NONE, ONCE, NONE, NONE, self.points)
        return self.value(NONE, NONE, ONCE, NONE, self.points)

    def combined(self, left: _Value, operator: str, right: _Value) -> _Value:
        if operator == "-":
            right, operator = self.scaled(right, (-1, -1)), "+"
        if operator == "+":
            acc, own, _, one, whole = map(_plus, left, right)
            return self.value(acc, own, self.together(left.other, right.other), one, whole)
        if operator == "*":
            if _is_number(right):
                return self.scaled(left, right.all)
            if _is_number(left):
                return self.scaled(right, left.all)
            return _number(_times(left.all, right.all))
        if right.all == NONE:
            raise _FailsError
        if left.all[0] == left.all[1] and right.all[0] == right.all[1]:
            quotient = divided(left.all[0], right.all[0])
            exact = quotient if operator == "/" else left.all[0] - right.all[0] * quotient
            return _number((exact, exact))
        if operator == "/":  # the number itself at the outside, with either sign
            return self.scaled(left, (-1 if right.all[0] < 0 else 0, 1 if right.all[1] > 0 else 0))
        size = max(map(abs, right.all)) - 1  # the remainder has the sign of the number and is no larger
        known = (-size if left.all[0] < 0 else 0, size if left.all[1] > 0 else 0)
        found = self.scaled(left, (0, 1))
        return found._replace(all=(max(found.all[0], known[0]), min(found.all[1], known[1])))

    def together(self, left: Range, right: Range) -> Range:
        """Return the factor of one letter's points for those of two letters that need not be the same.

        Factors of one sign add up. Of two signs (points of one letter less those of another) neither takes from the
        other: with points that are not negative, the sum lies between what each of them alone can come to.
        """
        (left_low, left_high), (right_low, right_high) = left, right
        if self.points[0] < 0 and min(left_low, right_low) < 0 < max(left_high, right_high):
            most = max(abs(left_low), abs(left_high)) + max(abs(right_low), abs(right_high))
            return -most, most
        low = left_low + right_low if (left_low < 0) == (right_low < 0) else min(left_low, right_low)
        high = left_high + right_high if (left_high > 0) == (right_high > 0) else max(left_high, right_high)
        return low, high

    def character(self, node: syntax.Character) -> Range:
        match node:
            case syntax.Char(code):
                return code, code
            case syntax.CharValue(index):
                at = self.index(index)
                if self.char is not None and at == self.place and at[0] == at[1]:
                    return self.char, self.char
                return _CHARACTERS
            case syntax.IntToChar(of):
                return self.number(of).all
            case syntax.Case(upper, of_character):
                low, high = self.character(of_character)
                if low == high:
                    low = high = raised(low) if upper else lowered(low)
                    return low, high
                return _hull((low, high), _CHARACTERS)

    def holds(self, node: syntax.Guard) -> bool | None:
        """Return whether a guard holds, None where it may or may not."""
        match node:
            case syntax.Truth(known):
                return known
            case syntax.Not(of):
                found = self.holds(of)
                return None if found is None else not found
            case syntax.Compare(left, operator, right):
                return self.compared(self.number(left), operator, self.number(right))
            case syntax.IsClass(test, of_character):
                low, high = self.character(of_character)
                return bool(class_of(low) & TESTS[test]) if low == high else None
        terms = [self.holds(term) for term in node.terms]
        value = terms[-1]
        for before, joined in zip(reversed(terms[:-1]), reversed(node.operators), strict=True):
            decides = joined == "\\/"  # what settles it, whatever the other one is
            value = decides if decides in (before, value) else None if None in (before, value) else not decides
        return value

    def compared(self, left: _Value, operator: str, right: _Value) -> bool | None:
        low, high = left.all[0] - right.all[1], left.all[1] - right.all[0]
        match operator:
            case "=" | "<>":
                same = True if low == high == 0 else None if low <= 0 <= high else False
                return same if operator == "=" or same is None else not same
            case "<":
                return True if high < 0 else False if low >= 0 else None
            case "<=":
                return True if high <= 0 else False if low > 0 else None
            case ">":
                return True if low > 0 else False if high <= 0 else None
        return True if low >= 0 else False if high < 0 else None
