"""What a client is told, as types: the reference of the server's messages, from which their JSON Schema is made.

The server's ends (word.py, plain.py) write plain mappings; tests hold them to these types, field by field. A client
written in Python may decode with them: ``msgspec.json.decode(line, type=ServerMessage)``. Pure.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from arena.wire.message.answers import PlacedTile
from arena.wire.message.faults import Wrong

Square = Annotated[tuple[int, int], Meta(description="[x, y]; x grows to the right, y downward")]
Player = Annotated[int, Meta(ge=1, description="players count from 1")]
TileId = Annotated[int, Meta(ge=0)]
TurnNumber = Annotated[int, Meta(ge=0, description="turns count from 0")]
_OPENING = "moves that were made before the first turn, and that nobody is asked for"
_CHANCE = "what the game's start drew by chance, in order: numbers from 0 to 1, and bits as hexadecimal digits"
_OPEN = "true where the next player may challenge the play; not there where plays are judged before they stand"
_CLOSING = "true where the game is over unless the next player challenges"
_SEEN = "what you may see of the game, in its own form; only of games with secrets"
Faults = Literal["illegal", "late", "garbled", "flood", "memory", "crashed", "not_ready"]


class _ServerMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What all messages of the server have in common: their type's name, and no field that is not written here."""


class SquareKind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of square. ``multipliers`` is [letter, word] where its programs are the plain ones, else null."""

    id: int
    name: str
    programs: Annotated[list[tuple[int, str]], Meta(description="[priority, program in the board language]")]
    multipliers: tuple[int, int] | None


class WindowOfIds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Square ids row by row, the first of them at (x0, y0); -1 is no square. Of a board without end, what lies around
    its centre."""

    x0: int
    y0: int
    rows: list[list[int]]


class Board(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board. ``source`` is the board file, with its program; ``used`` the kind of square under a tile that lies
    there already."""

    name: str
    infinite: bool
    centre: Square
    squares: list[SquareKind]
    used: int
    source: dict[str, Any] | None
    window: WindowOfIds


class TileKind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of tile: how many there are, and the faces [char, points] of which it shows one."""

    id: TileId
    count: int
    faces: list[tuple[str, int]]


class Dictionary(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the words are: ``words`` a file, a word a line; ``graph`` the packed graph; null where there is no file."""

    name: str
    words: str | None
    graph: str | None
    digest: str


class TimeStageMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Milliseconds that a stage adds when it begins, and after each of your turns; your turns in it, null: the rest."""

    budget: float
    increment: float
    moves: int | None


class OvertimeMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points lost for each begun ``per`` milliseconds beyond the budget; beyond ``most`` of them a move is late."""

    points: int
    per: float
    most: float | None


class GameTimeMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Your time for the whole game; of each turn the first ``delay`` milliseconds are not counted."""

    stages: list[TimeStageMessage]
    delay: float
    overtime: OvertimeMessage | None


class Start(_ServerMessage, frozen=True, kw_only=True, tag="start"):
    """The first message: all that is public, and your hand. Answer it with ``ready``.

    The word game has the fields from ``first`` to ``rules``; of these ``placed`` (tiles on the board), ``scores``,
    ``bag`` and ``held`` (tiles there) come only where it begins in a position. Other games have ``position``, and
    ``chance``, ``opening`` or ``seen``.
    """

    protocol: Annotated[int, Meta(description="1")]
    game: Annotated[str, Meta(description='"word", or another game with its options')]
    variant: str
    players: Annotated[int, Meta(ge=1, description="how many take part")]
    you: Player
    timeout: Annotated[int | None, Meta(description="milliseconds a move; null without a clock")]
    options: Annotated[dict[str, Any], Meta(description="this bot's options in the tournament file")]
    seed: Annotated[int, Meta(ge=0, description="for your own chance; below 2^53")]
    first: Player | msgspec.UnsetType = msgspec.UNSET
    hand: Annotated[dict[str, int], Meta(description="{tile id: count}")] | msgspec.UnsetType = msgspec.UNSET
    hand_size: Annotated[int, Meta(description="tiles in a full hand")] | msgspec.UnsetType = msgspec.UNSET
    placed: list[PlacedTile] | msgspec.UnsetType = msgspec.UNSET
    scores: list[int] | msgspec.UnsetType = msgspec.UNSET
    bag: Annotated[int, Meta(description="tiles in the bag")] | msgspec.UnsetType = msgspec.UNSET
    held: Annotated[list[int], Meta(description="tiles in each hand")] | msgspec.UnsetType = msgspec.UNSET
    board: Board | msgspec.UnsetType = msgspec.UNSET
    tiles: list[TileKind] | msgspec.UnsetType = msgspec.UNSET
    dictionary: Dictionary | msgspec.UnsetType = msgspec.UNSET
    rules: Annotated[dict[str, Any], Meta(description="every field of the rule book")] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    chance: Annotated[list[float | str], Meta(description=_CHANCE)] | msgspec.UnsetType = msgspec.UNSET
    opening: Annotated[list[str], Meta(description=_OPENING)] | msgspec.UnsetType = msgspec.UNSET
    seen: Annotated[Any, Meta(description=_SEEN)] | msgspec.UnsetType = msgspec.UNSET
    position: str | msgspec.UnsetType = msgspec.UNSET
    game_time: GameTimeMessage | msgspec.UnsetType = msgspec.UNSET


class YourTurn(_ServerMessage, frozen=True, kw_only=True, tag="your_turn"):
    """You are asked. Answer within ``ms`` milliseconds (null: no clock), with this ``turn``.

    clock: "cpu" where ``ms`` counts the processor time of your processes, not there where it is the wall clock's.
    game_ms: what is left of your time for the game, below 0 in overtime; increment_ms: what the end of this turn adds
    to it; delay_ms: how long your clock waits before it counts. Not there where they say nothing.

    In games without secrets ``position`` and all legal ``moves`` come along.
    """

    turn: TurnNumber
    ms: float | None
    clock: str | msgspec.UnsetType = msgspec.UNSET
    game_ms: float | msgspec.UnsetType = msgspec.UNSET
    increment_ms: float | msgspec.UnsetType = msgspec.UNSET
    delay_ms: float | msgspec.UnsetType = msgspec.UNSET
    position: str | msgspec.UnsetType = msgspec.UNSET
    moves: list[str] | msgspec.UnsetType = msgspec.UNSET


class PlaySuccess(_ServerMessage, frozen=True, kw_only=True, tag="play_success"):
    """Your play: its points, its words [word, points] (main word first, bonus not counted), and the tiles you drew."""

    turn: TurnNumber
    tiles: list[PlacedTile]
    points: int
    words: list[tuple[str, int]]
    new_tiles: list[TileId]
    challengeable: Annotated[bool, Meta(description=_OPEN)] | msgspec.UnsetType = msgspec.UNSET
    closing: Annotated[bool, Meta(description=_CLOSING)] | msgspec.UnsetType = msgspec.UNSET


class Played(_ServerMessage, frozen=True, kw_only=True, tag="played"):
    """Another player's play."""

    player: Player
    turn: TurnNumber
    tiles: list[PlacedTile]
    points: int
    challengeable: Annotated[bool, Meta(description=_OPEN)] | msgspec.UnsetType = msgspec.UNSET
    closing: Annotated[bool, Meta(description=_CLOSING)] | msgspec.UnsetType = msgspec.UNSET


class PlayFailed(_ServerMessage, frozen=True, kw_only=True, tag="play_failed"):
    """Another player's turn failed; ``tiles`` are those of the refused play, [] where it was no play."""

    player: Player
    turn: TurnNumber
    tiles: list[PlacedTile]


class Challenged(_ServerMessage, frozen=True, kw_only=True, tag="challenged"):
    """A player (perhaps you) has challenged the play before, which was ``against``'s.

    phonies: its words that are not in the dictionary, [] where the challenge was wrong. With any, the play is taken
    back: its tiles are in that player's hand again, and those drawn after it in the bag. points: what that player's
    score gained, below 0 for a play that was taken back. lost_turn: the challenger lost the turn; else it is to move.
    """

    player: Player
    turn: TurnNumber
    against: Player
    phonies: list[str]
    points: int
    lost_turn: bool


class Errors(_ServerMessage, frozen=True, kw_only=True, tag="errors"):
    """Your turn failed, and all that was wrong; with ``again`` you are asked once more, on what is left of your time.

    tiles: those of the refused play, [] where it was no play.
    """

    turn: TurnNumber
    tiles: list[PlacedTile]
    errors: list[Wrong]
    again: bool


class Changed(_ServerMessage, frozen=True, kw_only=True, tag="changed"):
    """Another player changed ``count`` tiles."""

    player: Player
    turn: TurnNumber
    count: int


class ChangeSuccess(_ServerMessage, frozen=True, kw_only=True, tag="change_success"):
    """Your change: the tiles you gave, and those you drew."""

    turn: TurnNumber
    old_tiles: list[TileId]
    new_tiles: list[TileId]


class Passed(_ServerMessage, frozen=True, kw_only=True, tag="passed"):
    """A player (perhaps you) passed."""

    player: Player
    turn: TurnNumber


class TimedOut(_ServerMessage, frozen=True, kw_only=True, tag="timed_out"):
    """A player (perhaps you) did not answer in time: a pass."""

    player: Player
    turn: TurnNumber


class Forfeited(_ServerMessage, frozen=True, kw_only=True, tag="forfeited"):
    """A player (perhaps you) has left the game. ``errors`` is there where it was put out for a failed play."""

    player: Player
    turn: TurnNumber
    reason: str
    errors: list[Wrong] | msgspec.UnsetType = msgspec.UNSET


class Moved(_ServerMessage, frozen=True, kw_only=True, tag="moved"):
    """A move in a game other than the word game, in that game's notation; what is ``seen`` is each player's own."""

    player: Player
    turn: TurnNumber
    move: str
    seen: Annotated[Any, Meta(description=_SEEN)] | msgspec.UnsetType = msgspec.UNSET


class FaultTold(_ServerMessage, frozen=True, kw_only=True, tag="fault"):
    """A fault in a game other than the word game. final: the player has left; again: it is asked once more."""

    player: Player
    turn: TurnNumber
    fault: Faults
    detail: str
    final: bool
    again: bool
    move: Annotated[str | None, Meta(description="the refused move, where there was one")]
    seen: Annotated[Any, Meta(description=_SEEN)] | msgspec.UnsetType = msgspec.UNSET


class ForfeitTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player who left before the end; ``fault`` is null for one who wished to."""

    player: Player
    fault: Faults | None
    detail: str


class GameOver(_ServerMessage, frozen=True, kw_only=True, tag="game_over"):
    """The end: everybody's final points (null in games without points) and places (1 is the best). Leave now."""

    scores: list[int] | None
    places: list[int]
    reason: str
    forfeits: list[ForfeitTold]


ServerMessage = (
    Start
    | YourTurn
    | PlaySuccess
    | Played
    | PlayFailed
    | Challenged
    | Errors
    | Changed
    | ChangeSuccess
    | Passed
    | TimedOut
    | Forfeited
    | Moved
    | FaultTold
    | GameOver
)
