"""What may be said when on one s-expression connection, as a table that both ends share.

A server and a client each keep a Session and tell it what they said and heard; a message that has no
row in the table is a fault of whoever sent it. With one exception: whatever the state, the server may
say why it ends the conversation. Pure: no socket in sight.
"""

from __future__ import annotations

from enum import Enum

from arena.errors import NotationError
from arena.wire.sexpr.messages import (
    Ack,
    DonePlace,
    Draw,
    Error,
    Exchange,
    GameOver,
    Message,
    Place,
    Register,
    TakeTurn,
    Tiles,
    TournamentOver,
    write,
)


class End(Enum):
    """Which end of the connection speaks."""

    CLIENT = "client"
    SERVER = "server"


class State(Enum):
    """Where a conversation stands; the value says what is awaited, for people."""

    CONNECTED = "the client's registration"
    REGISTERING = "the answer to a registration"
    HUB = "the server's next request"
    DRAWN = "the client's () after its first rack"
    TURN = "the client's play or exchange"
    PLACED = "the answer to a placed tile"
    PLACING = "the client's next tile or done-place"
    SCORING = "the tiles after done-place"
    EXCHANGING = "the tiles after exchange-tile"
    FINISHING = "the client's () after its turn"
    GAME_OVER = "the client's () after a game"
    LEAVING = "the client's () after the tournament, or its leaving"
    CLOSED = "nothing: the conversation is over"


TABLE: dict[tuple[State, End, type[Message]], State] = {
    (State.CONNECTED, End.CLIENT, Register): State.REGISTERING,
    (State.REGISTERING, End.SERVER, Ack): State.HUB,
    (State.REGISTERING, End.SERVER, Error): State.CLOSED,
    (State.HUB, End.SERVER, Draw): State.DRAWN,
    (State.DRAWN, End.CLIENT, Ack): State.HUB,
    (State.HUB, End.SERVER, TakeTurn): State.TURN,
    (State.TURN, End.CLIENT, Exchange): State.EXCHANGING,
    (State.EXCHANGING, End.SERVER, Tiles): State.FINISHING,
    (State.TURN, End.CLIENT, Place): State.PLACED,
    (State.PLACED, End.SERVER, Ack): State.PLACING,
    (State.PLACING, End.CLIENT, Place): State.PLACED,
    (State.PLACING, End.CLIENT, DonePlace): State.SCORING,
    (State.SCORING, End.SERVER, Tiles): State.FINISHING,
    (State.EXCHANGING, End.SERVER, Error): State.HUB,
    (State.SCORING, End.SERVER, Error): State.HUB,
    (State.FINISHING, End.CLIENT, Ack): State.HUB,
    (State.HUB, End.SERVER, GameOver): State.GAME_OVER,
    (State.GAME_OVER, End.CLIENT, Ack): State.HUB,
    (State.HUB, End.SERVER, TournamentOver): State.LEAVING,
    (State.LEAVING, End.CLIENT, Ack): State.CLOSED,
}


class Session:
    """One conversation. Both ends may keep one; they stay equal as long as both keep to the table."""

    def __init__(self) -> None:
        self.state = State.CONNECTED

    def message(self, speaker: End, message: Message) -> State:
        """Go on to the state after ``message``; raise NotationError, changing nothing, if it may not be said now."""
        following = TABLE.get((self.state, speaker, type(message)))
        if following is None and isinstance(message, Error) and speaker is End.SERVER:
            following = State.CLOSED
        if following is None:
            raise NotationError(
                f"{speaker.value}'s message",
                f"{_named(message)} may not be said now",
                f"Awaited is {self.state.value}",
            )
        self.state = following
        return following

    @property
    def client_speaks(self) -> bool:
        """Whether the next word is the client's, so that its silence can be held against it."""
        return any(state is self.state and end is End.CLIENT for state, end, _ in TABLE)


def _named(message: Message) -> str:
    # A message as it is written, without what it says: its sender knows it by that and not by our name for it.
    word, *said = write(message) or ("",)
    return f"({word} ...)" if said else f"({word})"
