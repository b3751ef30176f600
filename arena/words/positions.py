"""A position of the word game: what may be played, what a play is worth, what it looks like. A value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from arena.board.drawing import Cell, Picture, window_of
from arena.board.svg import board_svg
from arena.contract.budget import Budget
from arena.errors import ConfigError, UnreadableMove
from arena.scrabble.bag import without_tiles
from arena.scrabble.finding import EngineField, FoundPlays, ScoredPlay
from arena.scrabble.legality import IllegalPlay, PlayFault, faults_of_play
from arena.scrabble.moves import Placed, Play, WordMove, read_move
from arena.scrabble.position import Square, laid
from arena.scrabble.supply import impossible
from arena.scrabble.table import Table
from arena.words.boardtext import board_text
from arena.words.ranked import ranked_moves
from arena.words.ranking import LeaveTable, RankedMove, Ranking, SeenPosition, in_bag, unseen_tiles
from arena.words.searched import Effort

MOST_HANDS = 100  # more than any rules let play: they say how many tiles are in hands


@dataclass(frozen=True)
class Verdict:
    """What the rules say of a play: its words and points, or everything that is wrong with it.

    play:   the play in question.
    words:  (word, points) of each word that it makes, the main word first; () for an illegal play.
    bonus:  points for a full hand besides; 0 for most plays.
    faults: what is wrong with it, in the order of docs/reference/rule-books.md; () for a legal play.
    """

    play: Play
    words: tuple[tuple[str, int], ...]
    bonus: int
    faults: tuple[PlayFault, ...]

    @property
    def legal(self) -> bool:
        """Whether the rules allow the play."""
        return not self.faults

    @property
    def score(self) -> int:
        """The points of the whole play, the bonus included; 0 for an illegal play."""
        return sum(points for _, points in self.words) + self.bonus

    def __str__(self) -> str:
        """Return one word with its points a line, the bonus, the total; or "illegal" and a fault a line."""
        if self.faults:
            return "\n".join(["illegal", *map(str, self.faults)])
        bonus = [f"bonus {self.bonus}"] if self.bonus else []
        return "\n".join([*(f"{word} {points}" for word, points in self.words), *bonus, f"total {self.score}"])


@dataclass(frozen=True, eq=False)
class Position:
    """A board with tiles, and a hand.

    table:    the board without tiles, the tile set, the words and the rules.
    board:    {(x, y): tile} of what lies there; x grows to the right, y downward.
    hand:     {tile id: count}, None where it is not known.
    warnings: why no game can come to it although it can be used, a sentence each.
    where:    where it is from, for errors.
    fresh:    the squares of the play before, which pictures mark.
    others:   the hands of the other players in the order of play, None for one that is not known.
    scores:   points, the mover's first; None where they are not known. scoreless: scoreless turns in a row so far.

    In a notebook a position shows itself as a picture.
    """

    table: Table
    board: Mapping[Square, Placed]
    hand: Mapping[int, int] | None = None
    warnings: tuple[str, ...] = ()
    where: str = "position"
    fresh: frozenset[Square] = frozenset()
    others: tuple[Mapping[int, int] | None, ...] = (None,)
    scores: tuple[int, ...] | None = None
    scoreless: int = 0

    @property
    def rack(self) -> str | None:
        """The hand as text (``ABCDE??``), None where it is not known."""
        return None if self.hand is None else self.table.tiles.print_hand(self.hand)

    def plays(self, top: int | None = None, *, ordered: bool = True) -> FoundPlays:
        """Return all legal plays, most points first, then by word, row, column, across before down.

        top:     only so many of the best.
        ordered: False leaves them in no order, which is sooner done; ``scores`` of the answer is int32[n] at once.

        A play is named by its squares and faces: where two tiles of the hand show one letter for the same points, it is
        one play, whichever of them lies there. Raises ConfigError for a position without a hand, ProgramError where a
        square's program fails.

        >>> from arena import words
        >>> [(found.word, found.score) for found in words.position("AEINRST").plays(2)]
        [('ANESTRI', 58), ('ANESTRI', 58)]
        """
        every = self.table.generator.plays(self._field, self._held())
        return _named_once(every.sorted() if ordered else every, self)[:top]

    def best(self, budget: Budget[Play] | None = None) -> ScoredPlay | None:
        """Return a play with the most points, None where there is no play.

        budget: just before its time is up, the best play so far is the answer. Raises as ``plays`` does.

        >>> from arena import words
        >>> str(words.position("QI").best().play)
        '0 -1 17Q10 0 0 9I1'
        """
        return self.table.generator.best(self._field, self._held(), budget)

    def ranked(
        self,
        by: Ranking = "equity",
        *,
        top: int | None = None,
        leaves: LeaveTable | None = None,
        seats: int | None = None,
        effort: Effort = Effort(),  # noqa: B008 (a value)
        budget: Budget[WordMove] | None = None,
    ) -> tuple[RankedMove, ...]:
        """Return all moves, plays and exchanges in one list, best first, the pass last.

        by:     "points": what a move scores (an exchange nothing). "equity": points and the value of the tiles that are
                kept; with an empty bag, points and what the end of the game gives or takes for tiles. "sim": how often
                a move wins when the game goes on for some turns, of the moves with most equity. "endgame": points still
                to come under best play, with an empty bag or one tile in it; the pass stands where it belongs.
        top:    only so many of the best.
        leaves: a file of leaves (docs/reference/leaves.md), or {leave: points}; None for the table that comes along.
        seats:  how many play, None for as many as the position says: tiles that are not seen fill the others' hands,
                and the rest is in the bag, which says how many may be exchanged.
        effort: how much "sim" and "endgame" look at. budget: just before its time is up, what was found is the answer.

        Raises ConfigError for a position without a hand, for fewer seats than one or more than 100, where there is
        no leave table for these tiles, and for "endgame" with more tiles in the bag or hands that are not known;
        ProgramError where a square's program fails.

        >>> from arena import words
        >>> [move] = words.position("CATS").ranked(top=1, leaves={"S": 8.0})
        >>> move.word, move.score, move.kept, move.equity
        ('ACT', 5, 'S', 13.0)
        """
        return ranked_moves(self._seen(seats), by, leaves, top, self.where, effort, budget)

    def read_play(self, text: str) -> Play:
        """Return the play that a text says.

        ``8G BUM`` (row 8 across from column G), ``H8 c.T`` (column H down; ``.`` a tile that lies there, a small letter
        a blank), or tile by tile ``<x> <y> <tile id><letter><points> ...``. Raises UnreadableMove or NotationError.

        >>> from arena import words
        >>> str(words.position().read_play("8G CAT"))
        '-1 0 3C3 0 0 1A1 1 0 20T1'
        """
        from arena.notation.squares import BoardExtent, lay_word, read_place

        parts = text.split()
        if len(parts) == 2 and parts[0][:1].isalnum() and any(char.isdigit() for char in parts[0]):
            place = read_place(parts[0], BoardExtent.of(self.table.layout))
            return Play(lay_word(parts[1], place, self.table.tiles, self.board).tiles)
        move = read_move(text)
        if not isinstance(move, Play):
            raise UnreadableMove("move", f"{str(move)!r} puts no tiles on the board", "Only plays are judged")
        return move

    def judge(self, play: Play | ScoredPlay | str) -> Verdict:
        """Return the words and points of a play, or everything that is wrong with it.

        Of a position without a hand any tiles may be played. Raises UnreadableMove or NotationError for a text that
        says no play, ProgramError where a square's program fails.

        >>> from arena import words
        >>> print(words.position("CATXYZQ").judge("8G CAT"))
        CAT 5
        total 5
        >>> print(words.position("CATXYZQ").judge("1A CTA"))
        illegal
        FirstWordNotOverCenter(0 0)
        WordNotInDictionary(CTA)
        """
        from arena.scrabble.scoring import score_play  # brings kernels along

        tried = self._play(play)
        hand = Counter(tile.tile for tile in tried.tiles) if self.hand is None else self.hand
        faults = faults_of_play(self.table, self.board, tried.tiles, hand, 1)
        if faults:
            return Verdict(tried, (), 0, tuple(faults))
        score = score_play(self.table, self.board, tried.tiles)
        return Verdict(tried, tuple((word.text, word.points) for word in score.words), score.bonus, ())

    def doubts(self, play: Play | ScoredPlay | str) -> tuple[str, ...]:
        """Return why no game can come to this board with the tiles of a play, beyond the position's own warnings.

        A position with a hand was asked that when it was made: ().
        """
        if self.hand is not None:
            return ()
        held = Counter(tile.tile for tile in self._play(play).tiles if self.table.tiles.has(tile.tile))
        more = impossible(self.table, self.board, [held])
        return tuple(doubt for doubt in more if doubt not in self.warnings)

    def lay(self, play: Play | ScoredPlay | str) -> Position:
        """Return the position after a play: its tiles on the board, and out of the hand. This one stays as it is.

        Raises IllegalPlay, with all ``faults``, for a play that the rules refuse; else as ``judge`` does.

        >>> from arena import words
        >>> after = words.position("CATS").lay("8G CAT")
        >>> after.rack, len(after.board)
        ('S', 3)
        """
        verdict = self.judge(play)
        if verdict.faults:
            raise IllegalPlay(str(verdict.play), verdict.faults)
        tiles = verdict.play.tiles
        hand = None if self.hand is None else without_tiles(self.hand, [tile.tile for tile in tiles])
        fresh = frozenset((tile.x, tile.y) for tile in tiles)
        return replace(self, board=laid(self.board, tiles), hand=hand, fresh=fresh)

    def cgp(self) -> str:
        """Return the position as a CGP; raise ConfigError for a board without end, which a CGP cannot say.

        >>> from arena import words
        >>> words.position("CAT").cgp()
        '15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ACT/ 0/0 0 bdn standard; lex english; ld english; bb 50;'
        """
        from arena.variants.position_cgp import cgp_text

        return cgp_text(self.table, self.board, [self.hand, *self.others], self.scores, self.scoreless)

    def text(self, *, bonus_squares: bool = True) -> str:
        """Return the board as text, a line a row, rows and columns by their numbers.

        A tile is its letter, a small one where its player chose what it shows; ``W3 W2 L3 L2`` are what empty squares
        multiply (``.`` without bonus_squares), ``##`` is no square. A board without end shows the tiles and a margin.
        """
        return board_text(self.table, self.board, bonus_squares=bonus_squares, marks=self.fresh)

    def svg(self) -> str:
        """Return the board as a picture that stands alone, in SVG; the tiles of the play before are marked.

        >>> from arena import words
        >>> words.position().lay("8G CAT").svg().startswith("<svg ")
        True
        """
        shown = {at: Cell(tile.char, tile.points, at in self.fresh) for at, tile in self.board.items()}
        picture = Picture(shown, window_of(shown, self.table.layout))
        return board_svg(picture, self.table.layout, self._label())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text() + ("" if self.rack is None else f"\nhand: {self.rack}")

    def __repr__(self) -> str:
        return f"<{self._label()}>"

    def _label(self) -> str:
        count = len(self.board)
        hand = "" if self.rack is None else f", hand {self.rack}"
        return f"board {self.table.layout.name} with {count} tile{'s' * (count != 1)}{hand}"

    @cached_property
    def _field(self) -> EngineField:
        """The board as the engine wants it."""
        field = self.table.empty_field()
        field.place(tuple(self.board.values()))
        return field

    def _seen(self, seats: int | None) -> SeenPosition:
        """The position as rankings want it, for so many players."""
        others, scores = self.others, self.scores
        if seats is not None and seats != 1 + len(others):
            if not 1 <= seats <= MOST_HANDS:
                raise ConfigError("seats", f"{seats} players", f"1 to {MOST_HANDS} play")
            if any(others) or any(scores or ()):
                problem = f"the position has hands or points of {1 + len(others)} players, not of {seats}"
                raise ConfigError("seats", problem, "Leave the number out")
            others, scores = (None,) * (seats - 1), None
        held = self._held()
        unseen = unseen_tiles(self.table, self.board, held)
        bag = in_bag(self.table, unseen, len(others))
        return SeenPosition(self.table, self._field, held, unseen, bag, self.board, others, scores, self.scoreless)

    def _held(self) -> Mapping[int, int]:
        if self.hand is None:
            raise ConfigError(self.where, "there is no hand", 'Write one, such as "hand": "ABCDE??"')
        return self.hand

    def _play(self, play: Play | ScoredPlay | str) -> Play:
        if isinstance(play, str):
            return self.read_play(play)
        return play.play if isinstance(play, ScoredPlay) else play


def _named_once(plays: FoundPlays, position: Position) -> FoundPlays:
    """Return the plays, each name (squares and faces) once."""
    held = [face for tile in position.hand or () for face in position.table.tiles.tiles[tile].faces]
    if len(set(held)) == len(held):
        return plays
    seen: set[tuple[tuple[int, int, str, int], ...]] = set()

    def new(scored: ScoredPlay) -> bool:
        name = scored.play.squares_and_faces
        known = name in seen
        seen.add(name)
        return not known

    return plays.where(new)
