"""The word game as a Game: states in, states out. What the rule book decides is decided here, by its fields.

Seats are counted from 0; texts for people say player 1 to n. Chance comes from ``start`` alone: it
shuffles the bag, draws who begins, and draws a nonce. A change of tiles must mix the old ones back
into the bag, and a state must stay a value; so that chance is derived from the nonce, the seat and
how often that seat has changed, and does not depend on what the other seats did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from arena.contract.chance import Random, stream
from arena.contract.game import GoOn, Ruling, TryAgain
from arena.contract.outcome import Fault, Forfeit, Offence, Outcome
from arena.errors import ConfigError, IllegalMove
from arena.scrabble import moves
from arena.scrabble.bag import Bag, draw, put_back, with_tiles, without_tiles
from arena.scrabble.begun import read_begun
from arena.scrabble.boardtext import show_state
from arena.scrabble.challenge import judge_challenge, open_phonies
from arena.scrabble.first_state import check_seats, first_of
from arena.scrabble.legality import IllegalPlay, PlayFault, faults_of_change, faults_of_play
from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign, WordMove
from arena.scrabble.outcome import outcome_of
from arena.scrabble.position import Board, laid
from arena.scrabble.quick import QuickRules, Worth
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand
from arena.scrabble.turn_notes import note_of, note_of_undone
from arena.scrabble.turns import (
    GameStart,
    OpenPlay,
    WordState,
    WordTurn,
    after_seat,
    ending_of,
    still_in,
)
from arena.scrabble.view import TurnKind, WordView, view_of

MOST_SEATS = 8


class WordGame:
    """The word game at one table, for 1 to 8 seats (see arena.contract.game.Game).

    first: the seat that begins every game; None draws it from each game's seed. begun: the position that every game
    begins in, None for an empty board; whoever is to move there begins.
    """

    name = "word"

    def __init__(self, table: Table, seats: int = 2, first: int | None = None, begun: GameStart | None = None) -> None:
        if begun is not None:
            check_seats(begun, seats)
        if not 1 <= seats <= MOST_SEATS:
            raise ConfigError("seats", f"the word game takes 1 to {MOST_SEATS} players, not {seats}")
        self.table = table
        self.seats = seats
        self._first = first
        self.begun = begun
        self._quick = QuickRules(table)
        self._nothing = (0,) * seats

    def start(self, rng: Random) -> WordState:
        """Return a first state: a shuffled bag, dealt hands, and a first mover drawn from ``rng``."""
        return first_of(self.table, self.seats, self._first, self.begun, rng)

    def start_in(self, rng: Random, position: str) -> WordState:
        """Return a first state in a position, as ``scrabble.begun`` writes it; hands are filled up from the bag."""
        begun = read_begun(position)
        check_seats(begun, self.seats)
        return first_of(self.table, self.seats, self._first, begun, rng)

    def outcome(self, state: WordState) -> Outcome | None:
        """Return how the game ended, its adjustments worked out anew each time, or None while it goes on."""
        return None if state.ending is None else outcome_of(self.table, state, self._nothing)

    def outcome_less(self, state: WordState, penalties: Sequence[int]) -> Outcome | None:
        """Return the same with so many points less for each seat, as overtime costs, ranked as the rule book ranks."""
        return None if state.ending is None else outcome_of(self.table, state, penalties)

    def points(self, state: WordState) -> tuple[int, ...]:
        """Return the points of each seat as they stand, without what the end of a game adds or takes.

        Those of a play that may still be challenged are among them where it would stand: an agreed end is to be reached
        by no phony.
        """
        play = state.last
        if play is None or not open_phonies(self.table, state):
            return state.scores
        return _set(state.scores, play.seat, state.scores[play.seat] - play.points)

    def to_come(self, state: WordState) -> int:
        """Return how many tiles are in the bag, with those that were drawn after a play that would not stand."""
        play = state.last
        return len(state.bag) + (len(play.drawn) if play is not None and open_phonies(self.table, state) else 0)

    def to_move(self, state: WordState) -> int:
        return state.mover

    def legal(self, state: WordState) -> Iterator[WordMove]:
        """Yield the mover's plays, its changes (each set of tiles once), and the pass.

        Where plays may be challenged: plays with words that the lexicon does not have are legal, and not among them; a
        challenge is, while the last play is open to one; and once that ends the game, nothing but it and the pass.
        """
        if state.ending is None:
            if state.open_play is not None:
                yield Challenge()
            if state.closing:
                yield Pass()
                return
            yield from self.view(state, state.mover).legal()

    def play(self, state: WordState, move: WordMove) -> WordState:
        """Return the state after ``move``; raise IllegalPlay, naming every fault, when the rules refuse it."""
        if state.ending is not None:
            raise IllegalMove(str(move), f"the game is over ({state.ending})", "Start another")
        seat, hand = state.mover, state.hands[state.mover]
        if state.open_play is not None:
            if isinstance(move, Challenge):
                return judge_challenge(self.table, state)
            if state.closing and not isinstance(move, Resign):  # it stands: a turn after it there is not
                return self._idle(state, "pass", Pass())
        match move:
            case Play(tiles):
                worth = self._quick.worth(state.board, tiles, hand)
                if worth is None:  # nothing to see at a glance: the plain rules say what holds
                    faults = self._faults_of_play(state, tiles)
                    if faults:
                        raise IllegalPlay(str(move), faults)
                    score = score_play(self.table, state.board, tiles)
                    worth = Worth(tuple((word.text, word.points) for word in score.words), score.total)
                return self._played(state, move, worth)
            case Change(()) if self.table.rules.empty_change == "pass":
                return self._idle(state, "pass", move)
            case Change(tiles):
                faults = faults_of_change(self.table, len(state.bag), tiles, hand, seat + 1)
                if faults:
                    raise IllegalPlay(str(move), faults)
                return self._changed(state, move)
            case Pass():
                return self._idle(state, "pass", move)
            case Resign():
                return self._left(state, Forfeit(seat, None, "gave up"), move)
            case Challenge():
                raise IllegalMove("challenge", self._no_challenge(), "Play, change or pass")
        raise TypeError(f"{move!r} is not a move of the word game")

    def penalize(self, state: WordState, offence: Offence) -> Ruling[WordState]:
        """Return what the rule book makes of a fault.

        A final or fatal one: the seat leaves. Late: a pass. An impossible change, or an answer that says
        no move: the turn is lost. A refused play: what the rule book says.
        """
        fault, detail = offence.fault, offence.detail
        if offence.final or fault.fatal:
            return GoOn(self._left(state, Forfeit(offence.seat, fault, detail), None))
        if fault == Fault.LATE:
            return GoOn(self._idle(state, "timeout", None))
        move = cast("WordMove | None", offence.move)  # it was read by this game's read_move
        faults = self.faults(state, move)
        if fault == Fault.ILLEGAL and not isinstance(move, Change):
            if self.table.rules.failed_play == "try_again":
                return TryAgain()
            if self.table.rules.failed_play == "dropped":
                return GoOn(self._left(state, Forfeit(offence.seat, fault, detail), move, faults))
        return GoOn(self._idle(state, "failed", move, faults, detail))

    def faults(self, state: WordState, move: Any) -> tuple[PlayFault, ...]:
        """Return everything that is wrong with a play or a change of the seat to move; () for any other move."""
        hand, player = state.hands[state.mover], state.mover + 1
        match move:
            case Play(tiles):
                return tuple(self._faults_of_play(state, tiles))
            case Change(tiles):
                return tuple(faults_of_change(self.table, len(state.bag), tiles, hand, player))
        return ()

    def view(self, state: WordState, seat: int) -> WordView:
        """Return what ``seat`` may see."""
        return view_of(self.table, state, seat)

    def read_move(self, text: str) -> WordMove:
        return moves.read_move(text)

    def show(self, state: WordState) -> str:
        return show_state(self.table, state)

    def note(self, before: WordState, after: WordState) -> Mapping[str, Any]:
        """Return the turn for a record (see ``turn_notes.note_of``), {} where none was taken."""
        turn = after.last
        return {} if turn is None or after.turn == before.turn else note_of(self.table.tiles, turn)

    def same_turn(self, before: WordState, after: WordState) -> bool:
        """Tell whether what came between two states took no turn: a challenge, after which its seat plays on."""
        turn = after.last
        return turn is not None and turn.challenge is not None and not turn.challenge.lost_turn

    def note_undone(self, before: WordState, after: WordState) -> Mapping[str, Any] | None:
        """Return what a record keeps of the turn before the last, once a challenge has undone it; else None.

        It is that of a failed play, as where plays are judged before they stand; taken_back: the points it had made.
        """
        turn = after.last
        if turn is None or turn.challenge is None or not turn.challenge.right:
            return None
        return note_of_undone(self.table.tiles, after.history[-2], turn.challenge.phonies)

    def note_unsettled(self, state: WordState) -> Mapping[str, Any] | None:
        """Return what a record keeps of the last play where an agreed end came before it could be challenged: the same.

        None where it stands.
        """
        play, phonies = state.last, open_phonies(self.table, state)
        return None if play is None or not phonies else note_of_undone(self.table.tiles, play, phonies)

    # What may be challenged.

    def may_be_challenged(self, state: WordState) -> bool:
        """Return whether a play of the mover's may be challenged: by the rule book, and since somebody is there."""
        return self.table.rules.challenge != "void" and len(state.active) > 1

    def _faults_of_play(self, state: WordState, tiles: Sequence[Placed]) -> list[PlayFault]:
        """Return why a play of the mover's is refused: not for its words, where the next player has to ask for them."""
        hand, player = state.hands[state.mover], state.mover + 1
        faults = faults_of_play(self.table, state.board, tiles, hand, player)
        if self.may_be_challenged(state):
            return [fault for fault in faults if fault.name != "WordNotInDictionary"]
        return faults

    def _no_challenge(self) -> str:
        """Return why there is nothing to challenge."""
        if self.table.rules.challenge == "void":
            return "by the rule book plays are judged before they stand, and never challenged"
        return "there is no play to challenge: only the turn just before may be, and only a play"

    # What each kind of turn makes of a state.

    def _played(self, state: WordState, move: Play, worth: Worth) -> WordState:
        seat, hand = state.mover, state.hands[state.mover]
        words, total = worth
        kept = without_tiles(hand, [tile[2] for tile in move.tiles])
        drawn, bag = draw(state.bag, seat, max(0, self.table.hand_size - sum(kept.values())))
        for tile in drawn:  # as ``with_tiles``, on a hand that nobody else has
            kept[tile] = kept.get(tile, 0) + 1
        return self._next(
            state,
            WordTurn(seat, "play", move, hand, total, words, drawn),
            total == 0 and self.table.rules.zero_play_scoreless,
            board=laid(state.board, move.tiles),
            hands=_set(state.hands, seat, kept),
            bag=bag,
            scores=_set(state.scores, seat, state.scores[seat] + total),
            open_play=OpenPlay(state.scoreless, state.idle) if self.may_be_challenged(state) else None,
        )

    def _changed(self, state: WordState, move: Change) -> WordState:
        seat, hand = state.mover, state.hands[state.mover]
        drawn, bag = draw(state.bag, seat, len(move.tiles))
        chance = stream(state.nonce, "change", seat, state.changes[seat])
        turn = WordTurn(seat, "change", move, hand, drawn=drawn, given=move.tiles)
        return self._next(
            state,
            turn,
            "change" in self.table.rules.scoreless_turns,
            hands=_set(state.hands, seat, with_tiles(without_tiles(hand, move.tiles), drawn)),
            bag=put_back(bag, seat, move.tiles, chance),
            changes=_set(state.changes, seat, state.changes[seat] + 1),
        )

    def _idle(
        self,
        state: WordState,
        kind: TurnKind,
        move: WordMove | None,
        faults: tuple[PlayFault, ...] = (),
        reason: str = "",
    ) -> WordState:
        turn = WordTurn(state.mover, kind, move, state.hands[state.mover], faults=faults, reason=reason)
        return self._next(state, turn, kind in self.table.rules.scoreless_turns)

    def _left(
        self, state: WordState, forfeit: Forfeit, move: WordMove | None, faults: tuple[PlayFault, ...] = ()
    ) -> WordState:
        turn = WordTurn(forfeit.seat, "forfeit", move, state.hands[forfeit.seat], faults=faults, reason=forfeit.detail)
        return self._next(state, turn, None, gone=(*state.gone, forfeit))

    def _next(
        self,
        state: WordState,
        turn: WordTurn,
        scoreless: bool | None,
        *,
        board: Board | None = None,
        hands: tuple[Hand, ...] | None = None,
        bag: Bag | None = None,
        scores: tuple[int, ...] | None = None,
        changes: tuple[int, ...] | None = None,
        gone: tuple[Forfeit, ...] | None = None,
        open_play: OpenPlay | None = None,
    ) -> WordState:
        """Return the state with ``turn`` written down and the next seat on the move.

        scoreless: whether the turn counts for the scoreless end, or ends the row; None when it does neither.
        open_play: of a play that may be challenged.
        The others: what the turn changes besides, None for what stays.
        """
        gone = state.gone if gone is None else gone
        row, idle = state.scoreless, state.idle
        if scoreless is not None:
            row = row + 1 if scoreless else 0
            idle = _set(idle, turn.seat, idle[turn.seat] + 1) if scoreless else self._nothing
        mover = state.mover
        if not gone:
            mover = (mover + 1) % self.seats if turn.seat == mover else mover
        elif (active := still_in(gone, self.seats)) and (turn.seat == mover or mover not in active):
            mover = after_seat(gone, self.seats, mover)
        after = WordState(  # written out: replace takes several times as long, at every turn of every game
            board=state.board if board is None else board,
            hands=state.hands if hands is None else hands,
            bag=state.bag if bag is None else bag,
            scores=state.scores if scores is None else scores,
            mover=mover,
            first=state.first,
            nonce=state.nonce,
            scoreless=row,
            idle=idle,
            changes=state.changes if changes is None else changes,
            gone=gone,
            history=(*state.history, turn),
            ending=state.ending,
        )
        ending = ending_of(self.table.rules, after)
        if open_play is not None:  # whatever it ends: only once it stands
            return replace(after, open_play=replace(open_play, ending=ending))
        return after if ending is None else replace(after, ending=ending)


def _set(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])
