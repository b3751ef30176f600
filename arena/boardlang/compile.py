"""Syntax tree -> integer code for the kernels, with a note of what stands where for the errors.

Scopes are settled here: a block runs from its first statement to its last, so which variables are visible
at a statement is known without running it. A name that is missing, taken or reserved becomes an
instruction that fails, because the language only complains about statements that are reached.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arena.boardlang import _opcodes as op
from arena.boardlang import syntax
from arena.boardlang.meaning import GIVEN, NO_CHARACTERS, RESULT, STEP_LIMIT, TESTS, character_table
from arena.boardlang.parse import where
from arena.boardlang.syntax import Place
from arena.errors import ProgramError

_OPERATORS = {
    "+": op.ADD, "-": op.SUB, "*": op.MUL, "/": op.DIV, "%": op.REM, "/\\": op.AND, "\\/": op.OR,
    "=": op.EQ, "<>": op.NE, "<": op.LT, "<=": op.LE, ">": op.GT, ">=": op.GE,
}  # fmt: skip


@dataclass(frozen=True)
class Code:
    """A compiled program.

    code:       int32[2 + 2 * instructions]; the first two hold the number of slots and the working space.
    size:       the working space that a run needs (unit: cells).
    characters: whether it asks for the class or case of a character, so that the table must be there.
    places:     offset of an instruction that may fail -> its place in the text and the name it is about.
    program:    what errors call it.
    """

    code: NDArray[np.int32]
    size: int
    characters: bool
    places: Mapping[int, tuple[Place, str]] = field(repr=False)
    program: str

    @property
    def table(self) -> NDArray[np.int32]:
        """Return the table of characters that the kernels need for this program."""
        return character_table() if self.characters else NO_CHARACTERS

    def error(self, status: int, offset: int, number: int, letters: int, limit: int = STEP_LIMIT) -> ProgramError:
        """Return the error of a run that ended with ``status`` at ``offset``; the same words as interpret.py."""
        place, name = self.places[offset]
        problem = {
            op.VAR_EXISTS: f'"{name}" is already declared here',
            op.VAR_NOT_FOUND: f'"{name}" is not declared',
            op.RESERVED_NAME: f'"{name}" is given and cannot be declared',
            op.INDEX_OUT_OF_BOUNDS: f"letter {number} of a word of {letters}",
            op.DIVISION_BY_ZERO: f"{number} {name} 0 has no value",
            op.STEP_LIMIT: f"the program takes more than {limit} steps",
        }[status]
        return ProgramError(where(self.program, place), op.NAMES[status], problem)


def compile_block(block: syntax.Block, kind: str, *, program: str = "") -> Code:
    """Return the code of a program of a kind ("board", "square" or "pretty"). Never fails."""
    return _Compiler(kind).finish(block, program)


class _Compiler:
    def __init__(self, kind: str) -> None:
        names = (RESULT, *GIVEN[kind])
        self.reserved = frozenset(names)
        self.scopes: list[dict[str, int]] = [{name: slot for slot, name in enumerate(names)}, {}]
        self.slots = 3  # the kernel sets all three, also where a kind is given only one name
        self.code: list[int] = []
        self.places: dict[int, tuple[Place, str]] = {}
        self.height = self.highest = 0
        self.characters = False

    def finish(self, block: syntax.Block, program: str) -> Code:
        self.block(block)
        self.emit(op.HALT)
        size = self.slots + self.highest
        code = np.array([self.slots, size, *self.code], dtype=np.int32)
        return Code(code, size, self.characters, self.places, program)

    def emit(self, what: int, operand: int = 0, grows: int = 0) -> int:
        """Add an instruction that makes the stack grow; return its number."""
        self.code += (what, operand)
        self.height += grows
        self.highest = max(self.highest, self.height)
        return len(self.code) // 2 - 1

    def note(self, place: Place, name: str = "") -> None:
        """Say where the instruction that comes next stands in the text."""
        self.places[len(self.code)] = (place, name)

    def target(self, instruction: int) -> None:
        """Let a jump lead to the instruction that comes next."""
        self.code[2 * instruction + 1] = len(self.code) // 2

    def fail(self, status: int, place: Place, name: str, grows: int = 0) -> None:
        self.note(place, name)
        self.emit(op.FAIL, status, grows)

    def step(self, place: Place) -> None:
        self.note(place)
        self.emit(op.STEP)

    def slot_of(self, name: str) -> int | None:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def inner(self, block: syntax.Block) -> None:
        self.scopes.append({})
        self.block(block)
        self.scopes.pop()

    def block(self, block: syntax.Block) -> None:
        for statement in block:
            self.step(statement.place)
            match statement:
                case syntax.Declare(name, place):
                    self.declare(name, place)
                case syntax.Assign(name, value, place):
                    self.number(value)
                    slot = self.slot_of(name)
                    if slot is None:
                        self.fail(op.VAR_NOT_FOUND, place, name, -1)
                    else:
                        self.emit(op.STORE, slot, -1)
                case syntax.If(guard, then, otherwise, _):
                    self.guard(guard)
                    unless = self.emit(op.JUMP_UNLESS, 0, -1)
                    self.inner(then)
                    if otherwise:
                        over = self.emit(op.JUMP)
                        self.target(unless)
                        self.inner(otherwise)
                        self.target(over)
                    else:
                        self.target(unless)
                case syntax.While(guard, body, _):
                    again = len(self.code) // 2 - 1  # the step just counted belongs to every round
                    self.guard(guard)
                    unless = self.emit(op.JUMP_UNLESS, 0, -1)
                    self.inner(body)
                    self.emit(op.JUMP, again)
                    self.target(unless)

    def declare(self, name: str, place: Place) -> None:
        if name in self.reserved:
            self.fail(op.RESERVED_NAME, place, name)
        elif name in self.scopes[-1]:
            self.fail(op.VAR_EXISTS, place, name)
        else:
            self.scopes[-1][name] = self.slots
            self.emit(op.PUSH, 0, 1)
            self.emit(op.STORE, self.slots, -1)
            self.slots += 1

    def number(self, node: syntax.Arithmetic) -> None:
        match node:
            case syntax.Number(value):
                self.emit(op.PUSH, value, 1)
            case syntax.Variable(name, place):
                slot = self.slot_of(name)
                if slot is None:
                    self.fail(op.VAR_NOT_FOUND, place, name, 1)
                else:
                    self.emit(op.LOAD, slot, 1)
            case syntax.Negate(of):
                self.number(of)
                self.emit(op.NEG)
            case syntax.PointValue(index, place):
                self.number(index)
                self.note(place)
                self.emit(op.POINTS)
            case syntax.CharToInt(of):
                self.character(of)
            case syntax.Chain(terms, operators):
                for term in terms:
                    self.number(term)
                for operator, place in reversed(operators):
                    self.note(place, operator)
                    self.emit(_OPERATORS[operator], 0, -1)

    def character(self, node: syntax.Character) -> None:
        match node:
            case syntax.Char(code):
                self.emit(op.PUSH, code, 1)
            case syntax.CharValue(index, place):
                self.number(index)
                self.note(place)
                self.emit(op.CHAR)
            case syntax.IntToChar(of):
                self.number(of)
            case syntax.Case(upper, of_character):
                self.character(of_character)
                self.characters = True
                self.emit(op.RAISE if upper else op.LOWER)

    def guard(self, node: syntax.Guard) -> None:
        match node:
            case syntax.Truth(value):
                self.emit(op.PUSH, int(value), 1)
            case syntax.Not(of):
                self.guard(of)
                self.emit(op.NOT)
            case syntax.Compare(left, operator, right):
                self.number(left)
                self.number(right)
                self.emit(_OPERATORS[operator], 0, -1)
            case syntax.IsClass(test, of_character):
                self.character(of_character)
                self.characters = True
                self.emit(op.CLASS, TESTS[test])
            case syntax.Junction(terms, operators):
                for term in terms:
                    self.guard(term)
                for joined in reversed(operators):
                    self.emit(_OPERATORS[joined], 0, -1)
