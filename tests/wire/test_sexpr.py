"""The s-expression wire: bytes in any pieces, messages with one reading, a conversation with one order."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import NotationError
from arena.wire.sexpr import codec, messages
from arena.wire.sexpr.codec import DEEPEST, Decoder, Symbol, Text
from arena.wire.sexpr.messages import (
    Ack,
    DonePlace,
    Draw,
    Error,
    Exchange,
    GameOver,
    Place,
    Register,
    TakeTurn,
    Tiles,
    TournamentOver,
)
from arena.wire.sexpr.session import TABLE, End, Session, State

EMPTY_ROW = (None,) * 15
EVERY_MESSAGE = [
    Ack(),
    Register("R2 & 'D2'"),
    Draw(("A", "_", "Z")),
    TakeTurn(((("C", False), ("A", True), *(None,) * 13), *(EMPTY_ROW,) * 14), 86),
    Place(0, 14, "Q"),
    Place(14, 0, "E", blank=True),
    DonePlace(),
    Exchange(()),
    Exchange(("_", "E", "E")),
    Tiles(()),
    Tiles(("X",)),
    GameOver(-7, won=False),
    GameOver(412, won=True),
    TournamentOver(won=True),
    Error("WordNotInDictionary(XQ)"),
]


def decode(text: str) -> list[messages.Message]:
    return [messages.read(expression) for expression in Decoder().feed(text.encode())]


@pytest.mark.parametrize("message", EVERY_MESSAGE, ids=repr)
def test_every_message_reads_back_as_it_was_written(message):
    assert decode(codec.write(messages.write(message))) == [message]


def in_capitals(text: str) -> str:
    """The keywords of a message in capitals; its letters and strings as they are."""
    return re.sub(r'"[^"]*"|[a-z][a-z-]+', lambda word: word[0] if word[0][0] == '"' else word[0].upper(), text)


@pytest.mark.parametrize("message", EVERY_MESSAGE, ids=repr)
def test_keywords_are_read_in_capitals_too_and_written_in_small_letters(message):
    text = codec.write(messages.write(message))
    assert decode(in_capitals(text)) == [message]
    assert decode(text.replace("won", "Won").replace("nb", "nB")) == [message]
    assert text == codec.write(messages.write(*decode(in_capitals(text))))


@pytest.mark.parametrize(
    "text", ["(REGISTER name)", "(DRAW A)", "(PLACE-TILE 7 7 A)", "(GAME-OVER 3 WAN)", "(\u212aEY)"]
)
def test_in_capitals_too_what_is_no_message_is_none(text):
    with pytest.raises(NotationError):
        decode(text)


def test_messages_may_share_a_packet_and_span_lines():
    assert decode('(register "a")\n\n(place-tile\n 3\t4 q)(done-place)') == [
        Register("a"),
        Place(3, 4, "Q"),
        DonePlace(),
    ]


@given(st.lists(st.sampled_from(EVERY_MESSAGE), max_size=4), st.lists(st.integers(0, 4000), max_size=8))
def test_any_cutting_of_the_bytes_gives_the_same_messages(sent, cuts):
    data = codec.encode(messages.write(message) for message in sent)
    decoder, heard, at = Decoder(), [], 0
    for cut in [*sorted(min(cut, len(data)) for cut in cuts), len(data)]:
        heard += decoder.feed(data[at:cut])
        at = cut
    assert [messages.read(expression) for expression in heard] == sent
    assert decoder.idle


def test_byte_by_byte_is_no_different():
    data = codec.encode(messages.write(message) for message in EVERY_MESSAGE)
    decoder = Decoder()
    heard = [expression for byte in data for expression in decoder.feed(bytes([byte]))]
    assert [messages.read(expression) for expression in heard] == EVERY_MESSAGE


def test_white_space_parts_items_but_parentheses_and_strings_part_themselves():
    assert Decoder().feed(b'(  a   nb )(anb)((a nb)-)(a"b"c)') == [
        (Symbol("a"), Symbol("nb")),
        (Symbol("anb"),),
        ((Symbol("a"), Symbol("nb")), Symbol("-")),
        (Symbol("a"), Text("b"), Symbol("c")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        ")",
        "()x()",
        "(" * (DEEPEST + 1),
        '("' + "x" * codec.LONGEST,
        "(" + "1" * 30 + ")",
    ],
)
def test_text_that_is_no_message_ends_the_conversation(text):
    decoder = Decoder()
    with pytest.raises(NotationError):
        decoder.feed(text.encode())
    with pytest.raises(NotationError):
        decoder.feed(b"()")


def test_bytes_that_are_not_utf8_are_refused():
    with pytest.raises(NotationError, match="UTF-8"):
        Decoder().feed(b'(register "\xff\xfe")')


@pytest.mark.parametrize(
    "text",
    [
        "(anb)",
        "(hello)",
        "(1 2)",
        "((register) 1)",
        "(register)",
        "(register name)",
        '(register "")',
        '(register "  ")',
        '(register "a" "b")',
        "(place-tile 15 0 a)",
        "(place-tile -1 0 a)",
        "(place-tile 0 0 A)",
        "(place-tile 0 0 _)",
        "(place-tile 0 0)",
        "(place-blank a 0 0)",
        "(done-place 1)",
        "(exchange-tile ab)",
        '(exchange-tile "a")',
        "(tiles 1)",
        "(game-over won 1)",
        "(game-over 1 draw)",
        "(tournament-over)",
        "(take-turn () 3)",
        "(take-turn 3)",
        "(error why)",
        "(error)",
    ],
)
def test_a_message_of_another_shape_is_refused_with_what_was_expected(text):
    with pytest.raises(NotationError, match="Expected"):
        decode(text)


@pytest.mark.parametrize("cell", ["(anb)", "(a)", "(A nb)", "(a nb bl)", "x", "1", "()"])
def test_a_wrong_cell_makes_a_wrong_board(cell):
    row = f"({cell} {'- ' * 14})"
    empty = f"({'- ' * 15})"
    with pytest.raises(NotationError, match="cell"):
        decode(f"(take-turn ({row} {empty * 14}) 3)")


def test_a_string_with_a_quote_cannot_be_written():
    with pytest.raises(NotationError):
        codec.write(Text('a"b'))


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_no_bytes_crash_the_decoder(data):
    with contextlib.suppress(NotationError):
        for expression in Decoder().feed(data):
            assert messages.write(messages.read(expression)) == messages.write(messages.read(expression))


def test_a_whole_game_keeps_to_the_table():
    session = Session()
    talk = [
        (End.CLIENT, Register("a")),
        (End.SERVER, Ack()),
        (End.SERVER, Draw(("A",))),
        (End.CLIENT, Ack()),
        (End.SERVER, TakeTurn((EMPTY_ROW,) * 15, 80)),
        (End.CLIENT, Place(7, 7, "A")),
        (End.SERVER, Ack()),
        (End.CLIENT, Place(8, 7, "T")),
        (End.SERVER, Ack()),
        (End.CLIENT, DonePlace()),
        (End.SERVER, Tiles(("E", "E"))),
        (End.CLIENT, Ack()),
        (End.SERVER, TakeTurn((EMPTY_ROW,) * 15, 78)),
        (End.CLIENT, Exchange(())),
        (End.SERVER, Tiles(())),
        (End.CLIENT, Ack()),
        (End.SERVER, GameOver(12, won=False)),
        (End.CLIENT, Ack()),
        (End.SERVER, TournamentOver(won=False)),
        (End.CLIENT, Ack()),
    ]
    for speaker, message in talk:
        session.message(speaker, message)
    assert session.state is State.CLOSED


@pytest.mark.parametrize("state", State)
def test_whatever_has_no_row_in_the_table_is_refused_and_changes_nothing(state):
    for message in EVERY_MESSAGE:
        for speaker in End:
            session = Session()
            session.state = state
            if (state, speaker, type(message)) in TABLE:
                assert session.message(speaker, message) is TABLE[state, speaker, type(message)]
            elif (speaker, type(message)) == (End.SERVER, Error):  # it may say at any time why it leaves
                assert session.message(speaker, message) is State.CLOSED
            else:
                written = codec.write(messages.write(message)).split(" ")[0].rstrip(")")
                with pytest.raises(NotationError, match=re.escape(written) + r"[) .]* may not be said now"):
                    session.message(speaker, message)
                assert session.state is state


def test_in_every_state_at_most_one_end_has_the_word():
    for state in State:
        assert len({end for other, end, _ in TABLE if other is state}) <= 1
