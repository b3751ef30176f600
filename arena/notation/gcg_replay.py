"""A GCG record put on a board again: every play placed and scored, and whatever does not agree listed.

The file's own scores and totals are kept; what we reckon stands beside them. Words are looked up only
where that is asked for: a record may hold phonies that nobody challenged. Pure.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from arena.errors import ArenaError, NotationError
from arena.notation.gcg import Event, EventKind, GcgGame
from arena.notation.gcg_challenge import bonus_problem, challenge_rule, rule_problem
from arena.notation.gcg_order import TurnOrder
from arena.notation.gcg_words import differs, words_of
from arena.notation.squares import BoardExtent, lay_word, read_place
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, laid
from arena.scrabble.scoring import score_play
from arena.scrabble.supply import beyond, on_board
from arena.scrabble.table import Table

FARTHEST = 10**6  # rows and columns that coordinates may name on a board without an end
_LOOSE = ("WordNotInDictionary", "PlayerDoesNotHavePiece")  # faults that a record may have


@dataclass(frozen=True)
class ReplayStep:
    """One event, replayed.

    placed: the tiles that the event put down. board: the tiles after it. words: the words it made, main word first.
    points: what we reckon the event is worth, None where only the file can know (a challenge's bonus, a time penalty).
    scores: every player's total after it, as the file has it.
    remark: what stands behind the total, if it is not the words.
    """

    event: Event
    board: Board
    placed: tuple[Placed, ...]
    words: tuple[str, ...]
    points: int | None
    scores: tuple[int, ...]
    remark: str = ""


@dataclass(frozen=True)
class GcgReplay:
    """A whole record.

    problems: (line, text) for everything that does not agree, in the file's order.
    remarks:  (line, text) of what is good to know although it agrees.
    finished: whether the record has the end's adjustments; to_move: whose turn it would be, None once finished.
    through:  how many squares of plays were letters already on the board.
    """

    steps: tuple[ReplayStep, ...]
    scores: tuple[int, ...]
    problems: tuple[tuple[int, str], ...]
    remarks: tuple[tuple[int, str], ...]
    finished: bool
    to_move: int | None
    through: int

    @property
    def board(self) -> Board:
        """The tiles on the board at the end."""
        return self.steps[-1].board if self.steps else {}


def extent_of(game: GcgGame, table: Table) -> BoardExtent:
    """Return what the record's rows and columns count in: the board's own, or where #origin says that A1 lies.

    Raises NotationError for a board without an end and no #origin.
    """
    origin = game.pragma("origin")
    if origin is None:
        return BoardExtent.of(table.layout)
    try:
        x, y = map(int, origin.split())
    except ValueError:
        raise NotationError("#origin", f"cannot read {origin!r}", "Write column and row of the square A1") from None
    return BoardExtent(x, y, FARTHEST, FARTHEST)


def replay_gcg(game: GcgGame, table: Table, look_up: bool = False) -> GcgReplay:
    """Return the record replayed with the board, tiles and rules of ``table``.

    look_up: whether words that the table's lexicon has not are remarked on.
    A play that cannot be put on the board is a problem, and the rest is replayed without it.
    Raises NotationError when the record's coordinates cannot be read on this board at all.
    """
    problems = list(game.doubts)
    try:
        extent = extent_of(game, table)
    except NotationError as error:
        if table.layout.bounds is None:
            raise
        extent = BoardExtent.of(table.layout)
        problems.append((game.lines.get("origin", 1), f"#origin: {error.problem}. {error.remedy}"))
    replay = _Replay(game, table, extent, problems, look_up)
    unread = list(game.unread)
    for event in game.events:
        while unread and unread[0] < event.line:
            unread.pop(0)
            replay.miss()
        replay.take(event)
    return replay.result()


class _Replay:
    def __init__(
        self, game: GcgGame, table: Table, extent: BoardExtent, problems: list[tuple[int, str]], look_up: bool
    ) -> None:
        self.game, self.table, self.extent, self.look_up = game, table, extent, look_up
        self.order = TurnOrder([player.nick for player in game.players], table)
        self.board: Board = {}
        self.totals = [0] * len(game.players)
        self.steps: list[ReplayStep] = []
        self.problems = problems
        self.remarks: list[tuple[int, str]] = [*game.remarks]
        self.rule = challenge_rule(game)
        if unknown_rule := rule_problem(game):
            self.problems.append(unknown_rule)
        self.unknown: list[str] | None = None  # words of the last play that the lexicon has not, where it is asked
        self.through = 0
        self.last_play: tuple[int, Board, int] | None = None  # player, board before, points
        self.left = {
            kind: Counter[int]() for kind in (EventKind.RACK_POINTS, EventKind.RACK_PENALTY)
        }  # tiles told so far

    def take(self, event: Event) -> None:
        placed: tuple[Placed, ...] | None = None
        words: tuple[str, ...] = ()
        points: int | None = None
        before = self.board
        for problem in self.order.check(event):
            self._problem(event, problem)
        match event.kind:
            case EventKind.PLAY:
                placed, words, points = self._play(event)
            case EventKind.PASS:
                points = 0
                self._rack(event)
            case EventKind.EXCHANGE:
                points = 0
                self._exchange(event)
            case EventKind.WITHDRAWN:
                if self.unknown is not None and not self.unknown:
                    self.remarks.append((event.line, "a play is taken back whose words are all in the lexicon"))
                points = self._withdraw(event)
                self._rack(event)
            case EventKind.RACK_POINTS | EventKind.RACK_PENALTY:
                points = self._left(event)
            case EventKind.CHALLENGE:
                if wrong := bonus_problem(self.rule, event):
                    self._problem(event, wrong)
                if self.unknown:
                    self.remarks.append((event.line, f"a bonus for a play with {self.unknown[0]}, not in the lexicon"))
                self._rack(event)
            case EventKind.TIME:
                self._rack(event)
        self._account(event, points)
        self.order.take(event, None if placed is None else len(placed))
        if event.kind is EventKind.PLAY:
            self.last_play = (event.player, before, event.score)
        elif event.kind not in (EventKind.CHALLENGE, EventKind.TIME):
            self.last_play = self.unknown = None
        remark = self._remark(event, words if placed else None)
        self.steps.append(ReplayStep(event, self.board, placed or (), words, points, tuple(self.totals), remark))

    def miss(self) -> None:
        """Pass over the line of an event that was left out."""
        self.order.miss()
        self.last_play = self.unknown = None

    def _problem(self, event: Event, text: str) -> None:
        self.problems.append((event.line, text))

    def _account(self, event: Event, points: int | None) -> None:
        """Check the event's points and total; go on from the file's total."""
        right = event.score if points is None else points
        if right != event.score:
            self._problem(event, f"{event.score:+d} is written where {right:+d} is right")
        counted = right if event.kind is EventKind.WITHDRAWN else event.score
        if self.totals[event.player] + counted != event.total:
            expected = self.totals[event.player] + counted
            self._problem(event, f"the total is {event.total} where {expected} follows from the lines before")
        self.totals[event.player] = event.total

    def _play(self, event: Event) -> tuple[tuple[Placed, ...] | None, tuple[str, ...], int | None]:
        try:
            placed = self._placed(event)
        except NotationError as error:
            self._rack(event)
            self._problem(event, f"the play {event.where} {event.tiles} cannot be placed: {error}")
            return None, (), None
        self._rack(event, placed)
        faults = faults_of_play(self.table, self.board, placed, {}, event.player + 1)
        broken = [str(fault) for fault in faults if fault.name not in _LOOSE]
        if broken:
            self._problem(event, f"the play {event.where} {event.tiles} breaks the rules: {', '.join(broken)}")
        if self.look_up:
            lexicon = self.table.lexicon.name
            unknown = [str(fault.details[0]) for fault in faults if fault.name == "WordNotInDictionary"]
            self.remarks += [(event.line, f"{word} is not in the lexicon {lexicon}") for word in unknown]
            self.unknown = unknown
        points: int | None = None
        words: tuple[str, ...] = ()
        try:
            score = score_play(self.table, self.board, placed)
            points, words = score.total, tuple(word.text for word in score.words)
        except ArenaError as error:  # a square whose program fails on these letters
            self._problem(event, f"the play {event.where} {event.tiles} cannot be scored: {error}")
        self.board = laid(self.board, placed)
        return placed, words, points

    def _placed(self, event: Event) -> tuple[Placed, ...]:
        laid_out = lay_word(event.tiles, read_place(event.where, self.extent), self.table.tiles, self.board)
        for tile in laid_out.tiles:
            if not self.table.layout.has(tile.x, tile.y):
                raise NotationError("square", f"the board has no square for its {tile.char}")
        self.through += laid_out.through
        return laid_out.tiles

    def _limit(self, event: Event) -> int:
        """Return the most tiles that the player can hold before the event."""
        held = None if event.kind is EventKind.WITHDRAWN else self.order.holds(event.player, others=False)
        return self.table.hand_size if held is None else held

    def _rack(self, event: Event, placed: tuple[Placed, ...] = ()) -> Counter[int] | None:
        """Return the tiles that are known of the rack, None where it cannot be read.

        Tell a rack that nobody can hold, tiles played that it does not hold, and tiles that the set has no more of.
        """
        tiles, most = self.table.tiles, self._limit(event)
        used = Counter(tile.tile for tile in placed)
        known: Counter[int] | None = Counter()
        unseen = 0
        try:
            hand, unseen = tiles.parse_rack(event.rack)
            known = Counter(hand)
        except NotationError as error:
            self._problem(event, f"the rack {event.rack} cannot be read: {error.problem}")
            known = None
        held = used | (known or Counter())
        for tile in beyond(tiles, on_board(self.board), held):
            if tile in held:
                self._problem(event, self._more(tile))
        if len(placed) > most:
            self._problem(event, f"a play of {len(placed)} tiles where {most} can be held")
        if known is None:
            return None
        if known.total() + unseen > most:
            self._problem(event, f"a rack of {known.total() + unseen} tiles where {most} can be held")
        missing = used - known
        if event.rack and missing.total() > max(0, most - known.total()):
            self._problem(event, f"not on the rack {event.rack}: {tiles.print_hand(missing)}")
        return known

    def _exchange(self, event: Event) -> None:
        tiles, most = self.table.tiles, self._limit(event)
        rack, asked = self._rack(event), event.count
        if asked is None:
            try:
                hand, unseen = tiles.parse_rack(event.tiles)
            except NotationError as error:
                self._problem(event, f"the exchange cannot be read: {error.problem}")
                return
            exchanged = Counter(hand)
            asked = exchanged.total() + unseen
            missing = exchanged - (rack or Counter())
            if event.rack and rack is not None and missing.total() > max(0, most - rack.total()):
                self._problem(event, f"not on the rack {event.rack}: {tiles.print_hand(missing)}")
        if asked > most:
            self._problem(event, f"an exchange of {asked} tiles where {most} can be held")
        bag = self.order.bag if self.order.sure else self.in_bag()
        if bag < max(asked, self.table.rules.change_min_bag):
            self._problem(event, f"an exchange of {asked} with {bag} tiles in the bag")

    def in_bag(self) -> int:
        """Return how many tiles the bag holds when every hand is as full as it can be."""
        return max(0, self.table.tiles.total - len(self.board) - len(self.totals) * self.table.hand_size)

    def _withdraw(self, event: Event) -> int | None:
        if self.last_play is None or self.last_play[0] != event.player:
            return None
        _, self.board, points = self.last_play
        return -points

    def _left(self, event: Event) -> int | None:
        """Check the tiles that end points are for; return what they are worth, None where that is not known."""
        tiles, gained = self.table.tiles, event.kind is EventKind.RACK_POINTS
        self._rack(event)
        try:
            hand, unseen = tiles.parse_rack(event.tiles)
        except NotationError as error:
            self._problem(event, f"the tiles ({event.tiles}) cannot be read: {error.problem}")
            return None
        count, seats = sum(hand.values()) + unseen, len(self.totals)
        held = self.order.holds(event.player, others=gained)
        most = self.table.hand_size * (seats - 1 if gained else 1) if held is None else held
        exact = held is not None and (seats == 2 or not gained)  # of several others each may have a line
        if count > most or (exact and count != most):
            self._problem(event, f"end points for {count} tiles where {most} can be left")
        tally = self.left[event.kind]
        tally.update(hand)
        strange = {tile: 1 for tile in beyond(tiles, on_board(self.board), tally) if tile in hand}
        if strange:
            self._problem(event, f"end points for tiles that cannot be left: {tiles.print_hand(strange)}")
        points = tiles.points(hand)
        if unseen:
            return None
        if not gained:
            return -points
        return points if event.score == points else 2 * points  # some rule books count them once

    def _remark(self, event: Event, words: tuple[str, ...] | None) -> str:
        """Compare the words written beside a play; return what stands behind the total and is none of them.

        words: those formed, None where there is no play to compare with.
        """
        if words is None:
            return event.remark
        remark = ""
        for text in (" ".join(event.extra), event.remark):
            match differs(text, words, self.table.tiles) if text else False:
                case None:
                    remark = text
                case True:
                    formed = ", ".join(words) or "no words"
                    self._problem(event, f"{', '.join(words_of(text))} is written where {formed} is formed")
        return remark

    def _last_racks(self) -> None:
        """Check the racks that the record ends with, each with the board, and all together."""
        tiles, together = self.table.tiles, Counter[int]()
        first = self.steps[0].event.line if self.steps else 0
        for player, text in sorted(self.game.racks.items()):
            line = self.game.lines.get(f"rack{player + 1}", 0)
            try:
                hand, unseen = tiles.parse_rack(text)
            except NotationError as error:
                self.problems.append((line, f"the rack {text} cannot be read: {error.problem}"))
                continue
            count, held = sum(hand.values()) + unseen, self.order.holds(player, others=False)
            most = self.table.hand_size if held is None or line < first else held
            if count > most:
                self.problems.append((line, f"a rack of {count} tiles where {most} can be held"))
            together.update(hand)
            lying = on_board({} if line < first else self.board)  # racks told at the beginning are of the beginning
            alone = [tile for tile in beyond(tiles, lying, hand) if tile in hand]
            self.problems += [(line, self._more(tile)) for tile in alone]
            # Racks at the end are often guesses: that they cannot be true together is no mistake of the game.
            both = [tile for tile in beyond(tiles, lying, together) if tile in hand and tile not in alone]
            self.remarks += [(line, f"{self._more(tile)}, with the other rack") for tile in both]

    def _more(self, tile: int) -> str:
        tiles = self.table.tiles
        return f"more tiles {tiles.sign(tile).strip()} than the {tiles.counts[tile]} there are"

    def result(self) -> GcgReplay:
        self._last_racks()
        finished = any(event.kind in (EventKind.RACK_POINTS, EventKind.RACK_PENALTY) for event in self.game.events)
        return GcgReplay(
            tuple(self.steps),
            tuple(self.totals),
            tuple(sorted(self.problems)),
            tuple(sorted(self.remarks)),
            finished,
            None if finished else self.order.mover or 0,
            self.through,
        )
