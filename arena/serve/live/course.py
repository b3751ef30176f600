"""The course of one live game: its state, its turns so far, and what each viewer may know of them. No threads, no disk.

A viewer is a seat's number, or None for everybody else. Whatever leaves this module is made for one viewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from arena.contract.game import first_state
from arena.contract.outcome import Outcome
from arena.records.record import MoveRecord
from arena.records.replay import step
from arena.scrabble.rules import WordGame
from arena.scrabble.view import unseen_by
from arena.serve.live.facts import Facts, open_turn, over_facts, rack, tile_facts, word_turn
from arena.serve.live.plan import GamePlan, Turn
from arena.serve.live.small import position_facts
from arena.variants.build import build_game

Viewer: TypeAlias = int | None


class Course:
    """One game from its first state on."""

    def __init__(self, plan: GamePlan, turns: Sequence[Turn] = ()) -> None:
        """turns: those that were played. Raises ArenaErrors where the rules of today do not allow them."""
        self.plan = plan
        self.game = build_game(plan.spec)
        self.state: Any = first_state(self.game, plan.seed)
        self.first: int = self.state.first if self.word else self.game.to_move(self.state)
        self.outcome: Outcome | None = self.game.outcome(self.state)
        self.records: list[MoveRecord] = []
        self.turns: list[Facts] = []
        self._laid: dict[tuple[int, int], int] = {}  # square -> the turn that put a tile there
        for turn in turns:
            after, ended = step(self.game, self.state, turn.move)
            self.take(turn.move, after, turn.ms, ended)

    @property
    def word(self) -> bool:
        """Whether it is the word game."""
        return isinstance(self.game, WordGame)

    @property
    def turn(self) -> int:
        return len(self.records)

    @property
    def to_move(self) -> int | None:
        return None if self.outcome is not None else int(self.game.to_move(self.state))

    def take(self, move: MoveRecord, after: Any, ms: float, ended: Outcome | None = None) -> None:
        """Go on by a turn that is over. ended: how it ended the game where the state does not say so."""
        before, self.state = self.state, after
        self.records.append(move)
        if self.word:
            facts = word_turn(self.game.table, before, after, ms)  # type: ignore[attr-defined]
            if facts["kind"] == "play":
                self._laid |= {tuple(tile["at"]): move.turn for tile in facts["tiles"]}
        else:
            facts = open_turn(move, ms)
        self.turns.append(facts)
        self.outcome = ended or self.game.outcome(after)

    # What a viewer may know.

    @property
    def open(self) -> bool:
        """Whether nothing is to be hidden from anybody: the game is over, or bots alone play."""
        return self.outcome is not None or not self.plan.people

    def hand(self, viewer: Viewer) -> Mapping[int, int] | None:
        """Return a viewer's own tiles."""
        return self.state.hands[viewer] if self.word and viewer is not None else None

    def shown(self, viewer: Viewer) -> Facts:
        """Return what changes with every turn: racks, bag, unseen tiles, the position."""
        if not self.word:
            return {
                "bag": None, "held": None, "rack": None, "unseen": None, "racks": None,
                "position": position_facts(self.game, self.state, viewer),
            }  # fmt: skip
        state, hand = self.state, self.hand(viewer)
        return {
            "bag": len(state.bag),
            "held": [sum(held.values()) for held in state.hands],
            "rack": None if hand is None else rack(hand),
            "unseen": {
                str(tile): count for tile, count in unseen_by(self._table.tiles, state.board, hand or Counter()).items()
            },
            "racks": [rack(held) for held in state.hands] if self.open else None,
            "position": None,
        }

    def board(self) -> list[Facts]:
        """Return the tiles on the board, each with the turn that put it there (None: it lay there at the start)."""
        if not self.word:
            return []
        return [{**tile_facts(self._table, tile), "move": self._laid.get(at)} for at, tile in self.state.board.items()]

    @property
    def scores(self) -> list[int] | None:
        """The points by seat; after the end, with what it added or took."""
        if self.outcome is not None and self.outcome.scores is not None:
            return list(self.outcome.scores)
        return list(self.state.scores) if self.word else None

    def left(self, seat: int) -> str | None:
        """Return why a seat has left the game, None where it has not."""
        return next((turn["detail"] for turn in self.turns if turn["seat"] == seat and turn["kind"] == "forfeit"), None)

    def over(self) -> Facts | None:
        """Return the end, None while the game goes on."""
        if self.outcome is None:
            return None
        return over_facts(self.outcome, self.plan.called, self.state.hands if self.word else ())

    @property
    def _table(self) -> Any:
        return self.game.table  # type: ignore[attr-defined]
