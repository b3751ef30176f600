"""Bytes to s-expressions and back, for the TCP protocol of docs/reference/sexpr-protocol.md.

There is no framing: a message ends with its closing parenthesis, may come in any number of pieces, and
several may come in one. Text that is no message leaves no way to find the next one, so it is an error
for good. Pure: no sockets, no clock. Sizes and depths are bounded, so that no peer can make it grow.
"""

from __future__ import annotations

from collections.abc import Iterable

from arena.errors import NotationError

LONGEST = 1 << 16  # bytes of one message; a board of 15 by 15 takes about 1,600
DEEPEST = 8  # the protocol needs 4: message, board, row, cell

SPACE = frozenset(b" \t\r\n\f\v")
OPEN, CLOSE, QUOTE = ord("("), ord(")"), ord('"')


class Symbol(str):
    """A bare word such as ``nb``, ``-`` or ``place-tile``."""

    __slots__ = ()


class Text(str):
    """A string in double quotes."""

    __slots__ = ()


Expression = Symbol | Text | int | tuple["Expression", ...]


class Decoder:
    """Collects bytes and hands out whole messages. After an error it hands out nothing more."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._stack: list[list[Expression]] = []  # open lists, outermost first
        self._token = bytearray()
        self._in_text = False
        self._size = 0
        self._broken = False

    @property
    def idle(self) -> bool:
        """Whether the bytes so far end between two messages."""
        return not self._stack and not self._token

    def feed(self, data: bytes) -> list[tuple[Expression, ...]]:
        """Return the messages that ``data`` completes, in order.

        Raises NotationError at the first byte that can belong to no message; the messages before it in
        the same piece are lost with the connection.
        """
        if self._broken:
            raise _trouble("the connection sent something that is not a message before this")
        done: list[tuple[Expression, ...]] = []
        try:
            for byte in data:
                self._take(byte, done)
        except NotationError:
            self._broken = True
            raise
        return done

    def _take(self, byte: int, done: list[tuple[Expression, ...]]) -> None:
        if self._stack:
            self._size += 1
            if self._size > self._longest:
                raise _trouble(f"a message of more than {self._longest} bytes")
        if self._in_text:
            if byte == QUOTE:
                self._in_text = False
                self._stack[-1].append(Text(_decode(self._token)))
                self._token.clear()
            else:
                self._token.append(byte)
        elif byte == OPEN:
            self._end_word()
            if len(self._stack) == DEEPEST:
                raise _trouble(f"more than {DEEPEST} lists inside each other")
            self._stack.append([])
        elif not self._stack:
            if byte not in SPACE:
                raise _trouble(f"{chr(byte)!r} outside a list")
        elif byte == CLOSE:
            self._end_word()
            closed = tuple(self._stack.pop())
            if self._stack:
                self._stack[-1].append(closed)
            else:
                self._size = 0
                done.append(closed)
        elif byte == QUOTE:
            self._end_word()
            self._in_text = True
        elif byte in SPACE:
            self._end_word()
        else:
            self._token.append(byte)

    def _end_word(self) -> None:
        if self._token:
            word = _decode(self._token)
            self._token.clear()
            self._stack[-1].append(_atom(word))


def _atom(word: str) -> Expression:
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        if len(digits) > 18:
            raise _trouble(f"the number {word[:20]}... is too long")
        return int(word)
    return Symbol(word)


def _decode(token: bytearray) -> str:
    try:
        return token.decode("utf-8")
    except UnicodeDecodeError:
        raise _trouble(f"bytes that are not UTF-8 in {bytes(token[:20])!r}") from None


def _trouble(problem: str) -> NotationError:
    return NotationError("s-expression", problem, 'A message is a list such as (register "name")')


def write(expression: Expression) -> str:
    """Return the text of an expression, items parted by one blank.

    Raises NotationError for a string with a quote in it: the protocol has no escapes.
    """
    if isinstance(expression, tuple):
        return f"({' '.join(map(write, expression))})"
    if isinstance(expression, Text):
        if '"' in expression:
            raise NotationError("s-expression", f"a string with a quote in it: {expression}", "Leave the quote out")
        return f'"{expression}"'
    return str(expression)


def encode(expressions: Iterable[Expression]) -> bytes:
    """Return the bytes of whole messages, each on a line of its own."""
    return "".join(f"{write(expression)}\n" for expression in expressions).encode("utf-8")
