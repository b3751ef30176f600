"""Source text -> syntax tree, in time linear in the text; never a RecursionError, never a crash.

Two modes. *Strict*, the default, is the language of docs/reference/board-language.md: text left over
after the program is an error. *Lenient* reads as the course's system does: the first complete statement
counts and what follows is ignored; ``isLetter`` is unknown to it, and ``toLower`` raises like ``toUpper``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NoReturn

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, UnexpectedToken

from arena.boardlang import syntax
from arena.boardlang.syntax import Block, Place
from arena.errors import ProgramError

# Terminals as people call them; a name that is not here is its own lower-case text.
_CALLED = {
    "NAME": "a name", "INT": "a number", "CHAR": "a character such as 'A'", "$END": "the end of the program",
    "ASSIGN": "':='", "SEMICOLON": "';'", "LPAR": "'('", "RPAR": "')'", "LBRACE": "'{'", "RBRACE": "'}'",
    "PLUS": "'+'", "MINUS": "'-'", "TIMES": "'*'", "OVER": "'/'", "REM": "'%'", "AND": "'/\\'", "OR": "'\\/'",
    "NOT": "'~'", "EQ": "'='", "NE": "'<>'", "LT": "'<'", "LE": "'<='", "GT": "'>'", "GE": "'>='",
    "POINT_VALUE": "'pointValue('", "CHAR_TO_INT": "'charToInt('", "CHAR_VALUE": "'charValue('",
    "INT_TO_CHAR": "'intToChar('", "TO_UPPER": "'toUpper('", "TO_LOWER": "'toLower('", "IS_DIGIT": "'isDigit('",
    "IS_LETTER": "'isLetter('", "IS_VOWEL": "'isVowel('", "IS_CONSONANT": "'isConsonant('",
}  # fmt: skip


class _Trouble(Exception):
    """A parse error on its way to becoming a ProgramError, which also says in which program."""

    def __init__(self, place: Place, problem: str, remedy: str = "") -> None:
        super().__init__(place, problem, remedy)
        self.place, self.problem, self.remedy = place, problem, remedy


def parse(text: str, *, program: str = "", lenient: bool = False) -> Block:
    """Return the statements of a program.

    program: what the errors call it (a file and key path), or "" for none.
    lenient: read as the course's system does (see above).

    Raises ProgramError called ParseError with line, column and what was expected.
    """
    try:
        return _parse(text, lenient)
    except _Trouble as trouble:
        raise ProgramError(where(program, trouble.place), "ParseError", trouble.problem, trouble.remedy) from None


def where(program: str, place: Place) -> str:
    """Return how an error names a place in a program."""
    return f"{program}, {place}" if program else str(place)


@lru_cache(maxsize=256)
def _parse(text: str, lenient: bool) -> Block:
    try:
        depth, block = _read_leniently(text) if lenient else _parser(False).parse(text)
    except UnexpectedInput as error:
        _explain(error, text)
    assert depth <= syntax.NESTING
    return tuple(block)


@lru_cache(maxsize=2)
def _parser(lenient: bool) -> Any:
    return Lark.open_from_package(
        "arena.boardlang", "grammar.lark", parser="lalr", lexer="contextual", transformer=_Builder(lenient)
    )


def _read_leniently(text: str) -> Any:
    """Take the longest run of tokens that begins a program; it has to be a whole one, or the text fails.

    A call that cannot be read falls back to a variable of the function's name, with the rest left over.
    """
    parser, tokens, failure = _parser(True), [], None
    interactive = parser.parse_interactive(text)
    try:
        for token in interactive.lexer_thread.lex(interactive.parser_state):
            if token.type == "IS_LETTER":
                raise _Trouble(_place(token), "the course's language has no isLetter", "Read it strictly instead")
            interactive.feed_token(token)
            tokens.append(token)
        return interactive.feed_eof()
    except UnexpectedInput as error:
        failure = error
    whole = [tokens]
    depth, call = 0, None
    for index, token in enumerate(tokens):
        if token.type in ("POINT_VALUE", "CHAR_TO_INT") and depth == 0:
            call = index
        depth += (token.type == "LPAR") - (token.type == "RPAR")
        if depth == 0 and token.type == "RPAR":
            call = None
    if call is not None:
        whole.append([*tokens[:call], Token.new_borrow_pos("NAME", tokens[call].value, tokens[call])])
    for candidate in whole:
        again = parser.parse_interactive("")
        try:
            for token in candidate:
                again.feed_token(token)
            return again.feed_eof(candidate[-1] if candidate else None)
        except UnexpectedInput:
            continue
    raise failure


def _explain(error: UnexpectedInput, text: str) -> NoReturn:
    """Say where a text stopped making sense, what stands there, and what could stand there instead."""
    if isinstance(error, UnexpectedToken):
        ended = error.token.type == "$END"
        found = "the program ends" if ended else repr(str(error.token))
    else:
        ended, found = False, repr(text[error.pos_in_stream or 0])
    parser = getattr(error, "interactive_parser", None)
    names = parser.accepts() if parser else ()
    if ended:
        rest = text.rstrip()
        place = Place(rest.count("\n") + 1, len(rest) - (rest.rfind("\n") + 1) + 1)
    else:
        place = Place(error.line, error.column)
    called = sorted(_CALLED.get(name, f"'{name.lower()}'") for name in names)
    expected = called[0] if len(called) == 1 else ", ".join(called[:-1]) + f" or {called[-1]}" if called else ""
    raise _Trouble(place, f"{found} here, where {expected} was expected" if expected else f"{found} here") from None


def _place(token: Token) -> Place:
    return Place(token.line or 1, token.column or 1)


def _number(token: Token) -> int:
    """Return a literal's value; out of 32 bits is an error (and no text is too long to say so)."""
    digits = token.lstrip("+-")
    base = 16 if digits[:2] in ("0x", "0X") else 10
    significant = (digits[2:] if base == 16 else digits).lstrip("0") or "0"
    value = int(significant, base) if len(significant) <= 10 else 1 << 40
    value = -value if token.startswith("-") else value
    if not -(1 << 31) <= value < 1 << 31:
        shown = str(token) if len(token) <= 24 else f"{token[:20]}..."
        raise _Trouble(_place(token), f"{shown} does not fit into 32 bits", "Numbers go from -2147483648 to 2147483647")
    return value


def _name(token: Token) -> str:
    """Return an identifier; the lexer's idea of a word is a little wider than letters, digits and _."""
    for index, character in enumerate(token):
        if not (character == "_" or character.isalpha() or (index and character.isdecimal())):
            place = Place(token.line or 1, (token.column or 1) + index)
            raise _Trouble(place, f"{character!r} cannot be part of a name", "Names have letters, digits and _")
    return str(token)


_Deep = tuple[int, Any]  # how deeply nested, node


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    """Builds the tree from the leaves while the text is read; every node travels with its depth."""

    def __init__(self, lenient: bool) -> None:
        super().__init__()
        self.lenient = lenient

    @staticmethod
    def _wrap(place: Place | None, node: Any, *parts: _Deep) -> _Deep:
        depth = 1 + max((part[0] for part in parts), default=0)
        if depth > syntax.NESTING:
            problem = f"the program is nested more than {syntax.NESTING} levels deep"
            raise _Trouble(place or Place(1, 1), problem, "Use variables for parts of it")
        return depth, node

    def start(self, block: _Deep) -> _Deep:
        return block

    def block(self, *parts: Any) -> _Deep:
        return max(depth for depth, _ in parts), tuple(node for _, node in parts)

    def declare(self, _: Token, name: Token) -> _Deep:
        return 1, syntax.Declare(_name(name), _place(name))

    def assign(self, name: Token, _: Token, value: _Deep) -> _Deep:
        return self._wrap(_place(name), syntax.Assign(_name(name), value[1], _place(name)), value)

    def if_(self, word: Token, guard: _Deep, _: Token, then: _Deep, *rest: Any) -> _Deep:
        otherwise = rest[1] if rest else (0, ())
        node = syntax.If(guard[1], then[1], otherwise[1], _place(word))
        return self._wrap(_place(word), node, guard, then, otherwise)

    def while_(self, word: Token, guard: _Deep, _: Token, body: _Deep) -> _Deep:
        return self._wrap(_place(word), syntax.While(guard[1], body[1], _place(word)), guard, body)

    def aexp(self, *parts: Any) -> _Deep:
        terms, operators = parts[::2], parts[1::2]
        signs = tuple((str(operator), _place(operator)) for operator in operators)
        return self._wrap(_place(operators[0]), syntax.Chain(tuple(node for _, node in terms), signs), *terms)

    prod = aexp

    def negate(self, sign: Token, of: _Deep) -> _Deep:
        return self._wrap(_place(sign), syntax.Negate(of[1]), of)

    def number(self, token: Token) -> _Deep:
        return 1, syntax.Number(_number(token))

    def variable(self, token: Token) -> _Deep:
        return 1, syntax.Variable(_name(token), _place(token))

    def point_value(self, word: Token, index: _Deep) -> _Deep:
        return self._wrap(_place(word), syntax.PointValue(index[1], _place(word)), index)

    def char_to_int(self, word: Token, of: _Deep) -> _Deep:
        return self._wrap(_place(word), syntax.CharToInt(of[1]), of)

    def char(self, token: Token) -> _Deep:
        return 1, syntax.Char(ord(token[1]))

    def char_value(self, word: Token, index: _Deep) -> _Deep:
        return self._wrap(_place(word), syntax.CharValue(index[1], _place(word)), index)

    def int_to_char(self, word: Token, of: _Deep) -> _Deep:
        return self._wrap(_place(word), syntax.IntToChar(of[1]), of)

    def case(self, word: Token, of: _Deep) -> _Deep:
        return self._wrap(_place(word), syntax.Case(self.lenient or word.type == "TO_UPPER", of[1]), of)

    def bexp(self, *parts: Any) -> _Deep:
        terms, operators = parts[::2], parts[1::2]
        node = syntax.Junction(tuple(node for _, node in terms), tuple(map(str, operators)))
        return self._wrap(_place(operators[0]), node, *terms)

    def compare(self, left: _Deep, operator: Token, right: _Deep) -> _Deep:
        return self._wrap(_place(operator), syntax.Compare(left[1], str(operator), right[1]), left, right)

    def truth(self, token: Token) -> _Deep:
        return 1, syntax.Truth(token.type == "TRUE")

    def negation(self, sign: Token, of: _Deep) -> _Deep:
        return self._wrap(_place(sign), syntax.Not(of[1]), of)

    def is_class(self, word: Token, of: _Deep) -> _Deep:
        return self._wrap(_place(word), syntax.IsClass(str(word), of[1]), of)
