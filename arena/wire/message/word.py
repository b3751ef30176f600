"""Messages of the word game: the server's end. Pure.

The message set of the course, as JSON: ``start``, ``play_success``, ``played``, ``play_failed``, ``errors``,
``passed``, ``forfeited``, ``timed_out``, ``changed``, ``change_success``, ``your_turn``, ``game_over``; where plays may
be challenged ``challenged``.
Players count from 1. After a play or a change the mover hears its own message first, then the others theirs;
of a pass, a forfeit, a time-out and a challenge everybody hears the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from arena.contract.game import Ruling, TryAgain
from arena.contract.outcome import Offence, Outcome
from arena.scrabble.legality import PlayFault
from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign, can_be_written
from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState, WordTurn
from arena.wire.message import answers
from arena.wire.message.codec import Bad
from arena.wire.message.faults import fault_message, refused_message
from arena.wire.message.plain import Letters, Message, over_message, start_message

AROUND = 16  # squares to each side of the centre that a board without end is shown with


def tiles_message(tiles: Sequence[Placed]) -> list[Message]:
    """Return placed tiles as the wire has them."""
    return [{"at": (tile.x, tile.y), "tile": tile.tile, "char": tile.char, "points": tile.points} for tile in tiles]


def table_message(table: Table, board: Any, words: str | None) -> dict[str, Any]:
    """Return all that is public of a table, for a program that knows nothing of ours.

    board: the board file's contents (its programs in the board language). words: path of the word list.
    ``window`` shows the square ids row by row from (x0, y0); -1 is no square.
    """
    layout = table.layout
    cx, cy = layout.centre
    x0, y0, x1, y1 = layout.bounds or (cx - AROUND, cy - AROUND, cx + AROUND, cy + AROUND)
    lexicon = table.lexicon
    return {
        "board": {
            "name": layout.name,
            "infinite": layout.infinite,
            "centre": layout.centre,
            "squares": [
                {
                    "id": kind.id,
                    "name": kind.name,
                    "programs": [[priority, text] for priority, text in sorted(kind.programs.items())],
                    "multipliers": kind.multipliers,
                }
                for kind in layout.kinds.values()
            ],
            "used": layout.used.id,
            "source": board,
            "window": {"x0": x0, "y0": y0, "rows": layout.ids(x0, y0, x1, y1).tolist()},
        },
        "tiles": [
            {"id": tile.id, "count": table.tiles.counts[tile.id], "faces": list(map(list, tile.faces))}
            for tile in table.tiles.tiles
        ],
        "dictionary": {"name": lexicon.name, "words": words, "graph": lexicon.path, "digest": lexicon.digest},
        "rules": table.rules.as_mapping(),
    }  # fmt: skip


def challenge_message(turn: int, taken: WordTurn) -> dict[str, Any]:
    """Return what everybody is told of a challenge."""
    result = taken.challenge
    assert result is not None
    return {
        "type": "challenged", "player": taken.seat + 1, "turn": turn, "against": result.against + 1,
        "phonies": result.phonies, "points": result.points, "lost_turn": result.lost_turn,
    }  # fmt: skip


class WordServer:
    """The server's side of one game. ``public``: what ``table_message`` made of the table, once a variant."""

    def __init__(self, game: WordGame, variant: str, public: Mapping[str, Any] | None = None) -> None:
        self._game, self._variant = game, variant
        self._public = public

    def start(
        self, seat: int, state: WordState, *, seed: int, seconds: float | None, options: Mapping[str, Any], brief: bool
    ) -> Message:
        """Return the first message to ``seat``; ``seed`` is for the client's own chance."""
        table = self._game.table
        hand = {str(tile): count for tile, count in state.hands[seat].items()}
        own: dict[str, Any] = {"first": state.first + 1, "hand": hand, "hand_size": table.hand_size}
        if state.board or any(state.scores):  # a game that begins in a position
            own["placed"] = tiles_message([tile for _, tile in sorted(state.board.items())])
            own |= {"scores": state.scores, "bag": len(state.bag)}
            own["held"] = [sum(held.values()) for held in state.hands]
        message = start_message(self._game, self._variant, seat, own, seed=seed, seconds=seconds, options=options)
        if not brief:
            message |= self._public if self._public is not None else table_message(table, None, None)
        return message

    def ask(self, turn: int, state: WordState, ms: float | None, *, brief: bool) -> Message:
        """Return ``your_turn``: its number and the milliseconds that are left."""
        return {"type": "your_turn", "turn": turn, "ms": ms}

    def turn_messages(
        self,
        seat: int,
        turn: int,
        before: WordState,
        after: WordState,
        move: Hashable | None,
        offence: Offence | None,
        ruling: Ruling[object] | None,
    ) -> Letters:
        """Return who is told what of a turn."""
        if isinstance(ruling, TryAgain):
            tried = move.tiles if isinstance(move, Play) else ()
            return [(seat, self._errors(turn, tried, self._game.faults(before, move), offence, again=True))]
        last = after.last
        assert last is not None, "a turn leaves something behind"
        others = [other for other in range(self._game.seats) if other != seat]
        player = seat + 1
        mine: dict[str, Any]
        theirs: dict[str, Any]
        match last.kind:
            case "play":
                tiles = tiles_message(last.tiles)
                mine = {"type": "play_success", "turn": turn, "tiles": tiles, "points": last.points}
                mine |= {"words": last.words, "new_tiles": last.drawn}
                theirs = {"type": "played", "player": player, "turn": turn, "tiles": tiles, "points": last.points}
                if after.open_play is not None:
                    open_to = {"challengeable": True} | ({"closing": True} if after.closing else {})
                    mine, theirs = mine | open_to, theirs | open_to
            case "challenge":
                mine = theirs = challenge_message(turn, last)
            case "failed":
                mine = self._errors(turn, last.tiles, last.faults, offence, again=False)
                theirs = {"type": "play_failed", "player": player, "turn": turn, "tiles": tiles_message(last.tiles)}
            case "change":
                mine = {"type": "change_success", "turn": turn, "old_tiles": last.given, "new_tiles": last.drawn}
                theirs = {"type": "changed", "player": player, "turn": turn, "count": len(last.given)}
            case "timeout":
                mine = theirs = {"type": "timed_out", "player": player, "turn": turn}
            case "forfeit":
                mine = {"type": "forfeited", "player": player, "turn": turn, "reason": last.reason}
                if last.faults:
                    mine["errors"] = list(map(fault_message, last.faults))
                theirs = mine
            case "pass":
                mine = theirs = {"type": "passed", "player": player, "turn": turn}
        return [(seat, mine), *((other, theirs) for other in others)]

    @staticmethod
    def _errors(
        turn: int, tiles: Sequence[Placed], faults: Sequence[PlayFault], offence: Offence | None, *, again: bool
    ) -> dict[str, Any]:
        """Return ``errors`` to the mover; a turn without faults failed before the rules were asked."""
        errors = list(map(fault_message, faults)) or [refused_message(offence.detail if offence is not None else "")]
        return {"type": "errors", "turn": turn, "tiles": tiles_message(tiles), "errors": errors, "again": again}

    def over(self, outcome: Outcome, seat: int) -> Message:
        return over_message(outcome)

    def read(self, action: answers.Action, state: WordState, seat: int) -> Hashable | Bad:
        """Return the move that an answer says, or why it says none."""
        match action:
            case answers.Play(tiles):
                play = Play(tuple(Placed.normalized(t.at[0], t.at[1], t.tile, t.char, t.points) for t in tiles))
                return play if can_be_written(play) else Bad(f"a play of tiles that no game writes: {play}")
            case answers.Change(ids):
                change = Change(tuple(ids))
                return change if can_be_written(change) else Bad(f"a change of tiles that no game writes: {change}")
            case answers.Pass():
                return Pass()
            case answers.Challenge():
                return Challenge()
            case answers.Forfeit():
                return Resign()
        return Bad(f"{type(action).__name__.lower()!r} is not an answer in the word game")
