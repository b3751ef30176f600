"""The plain meaning of a program: a walk over its tree. The reference that compiled code is held against.

Slow, and meant to be read: everything about scopes, wrapping, rounding and errors is said here once more,
in the words of docs/reference/board-language.md, without a thought for speed.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.boardlang import syntax
from arena.boardlang.meaning import GIVEN, RESULT, STEP_LIMIT, TESTS, class_of, lowered, raised
from arena.boardlang.parse import where
from arena.boardlang.syntax import Place
from arena.errors import ProgramError


def interpret(
    block: syntax.Block,
    kind: str,
    given: Sequence[int],
    word: Sequence[tuple[int, int]] = (),
    *,
    program: str = "",
    limit: int = STEP_LIMIT,
) -> int:
    """Run a program and return its ``_result_``.

    kind:    "board", "square" or "pretty".
    given:   the values of that kind's given names, in the order of ``meaning.GIVEN``.
    word:    (character code, points) of each letter.
    program: what errors call it.
    limit:   how many steps it may take.

    Raises ProgramError, by the name of the language's error, with line and column.
    """
    names = GIVEN[kind]
    return _Run({RESULT: 0, **dict(zip(names, given, strict=True))}, word, program, limit).result(block)


def wrapped(value: int) -> int:
    """Return a number folded into 32 bits, as two's complement does."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def divided(left: int, right: int) -> int:
    """Return the quotient, cut toward zero."""
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


class _Run:
    """One run: the scopes, outermost first, and the steps so far."""

    def __init__(self, given: dict[str, int], word: Sequence[tuple[int, int]], program: str, limit: int) -> None:
        self.reserved = frozenset(given)
        self.scopes = [given, {}]
        self.word, self.program, self.limit, self.steps = word, program, limit, 0

    def result(self, block: syntax.Block) -> int:
        self.run(block)
        return self.scopes[0][RESULT]

    def fail(self, name: str, place: Place, problem: str) -> ProgramError:
        return ProgramError(where(self.program, place), name, problem)

    def step(self, place: Place) -> None:
        self.steps += 1
        if self.steps > self.limit:
            raise self.fail("StepLimit", place, f"the program takes more than {self.limit} steps")

    def run(self, block: syntax.Block) -> None:
        for statement in block:
            match statement:
                case syntax.Declare(name, place):
                    self.step(place)
                    if name in self.reserved:
                        raise self.fail("ReservedName", place, f'"{name}" is given and cannot be declared')
                    if name in self.scopes[-1]:
                        raise self.fail("VarExists", place, f'"{name}" is already declared here')
                    self.scopes[-1][name] = 0
                case syntax.Assign(name, value, place):
                    self.step(place)
                    number = self.number(value)
                    self.scope_of(name, place)[name] = number
                case syntax.If(guard, then, otherwise, place):
                    self.step(place)
                    chosen = then if self.holds(guard) else otherwise
                    self.scopes.append({})
                    self.run(chosen)
                    self.scopes.pop()
                case syntax.While(guard, body, place):
                    self.step(place)
                    while self.holds(guard):
                        self.scopes.append({})
                        self.run(body)
                        self.scopes.pop()
                        self.step(place)

    def scope_of(self, name: str, place: Place) -> dict[str, int]:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope
        raise self.fail("VarNotFound", place, f'"{name}" is not declared')

    def number(self, node: syntax.Arithmetic) -> int:
        match node:
            case syntax.Number(value):
                return value
            case syntax.Variable(name, place):
                return self.scope_of(name, place)[name]
            case syntax.Negate(of):
                return wrapped(-self.number(of))
            case syntax.PointValue(index, place):
                return self.letter(index, place)[1]
            case syntax.CharToInt(of):
                return self.character(of)
        values = [self.number(term) for term in node.terms]
        value = values[-1]
        for left, (operator, place) in zip(reversed(values[:-1]), reversed(node.operators), strict=True):
            value = self.combined(left, operator, value, place)
        return value

    def combined(self, left: int, operator: str, right: int, place: Place) -> int:
        match operator:
            case "+":
                return wrapped(left + right)
            case "-":
                return wrapped(left - right)
            case "*":
                return wrapped(left * right)
        if right == 0:
            raise self.fail("DivisionByZero", place, f"{left} {operator} 0 has no value")
        if operator == "/":
            return wrapped(divided(left, right))
        return wrapped(left - right * divided(left, right))

    def letter(self, index: syntax.Arithmetic, place: Place) -> tuple[int, int]:
        at = self.number(index)
        if not 0 <= at < len(self.word):
            raise self.fail("IndexOutOfBounds", place, f"letter {at} of a word of {len(self.word)}")
        return self.word[at]

    def character(self, node: syntax.Character) -> int:
        match node:
            case syntax.Char(code):
                return code
            case syntax.CharValue(index, place):
                return self.letter(index, place)[0]
            case syntax.IntToChar(of):
                return self.number(of)
            case syntax.Case(upper, character):
                code = self.character(character)
                return raised(code) if upper else lowered(code)

    def holds(self, node: syntax.Guard) -> bool:
        match node:
            case syntax.Truth(true):
                return true
            case syntax.Not(of):
                return not self.holds(of)
            case syntax.Compare(left, operator, right):
                a, b = self.number(left), self.number(right)
                return {"=": a == b, "<>": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]
            case syntax.IsClass(test, of):
                return bool(class_of(self.character(of)) & TESTS[test])
        truths = [self.holds(term) for term in node.terms]
        truth = truths[-1]
        for before, joined in zip(reversed(truths[:-1]), reversed(node.operators), strict=True):
            truth = (before and truth) if joined == "/\\" else (before or truth)
        return truth
