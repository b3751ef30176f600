"""Every turn beside what the reference engine saw in the same position with the same hand: what did the bot give away?

The reference is the play with the most points on the spot. It knows no leaves, no bag and no opponent: to exchange, or
to keep good tiles for fewer points, counts as giving points away here, and may still be right. By equity the value of
the tiles that are kept counts, too (worth/equity.py).

Positions are made from the records: the tiles that earlier turns laid, and the hand that each turn began with. Turns
in which no play was possible have nothing to give away and are counted apart; a seat that left had no turn.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from arena.contract.chance import seed_of
from arena.errors import ArenaError
from arena.parallel import share
from arena.records.record import GameRecord, MoveRecord
from arena.report.looks import BAG_EMPTY, KINDS, MIDDLE, OPENING, Basis, Look, Miss, Progress, Records, Regret
from arena.report.page.pictures import placed
from arena.report.worth.equity import BeforeTurn, judge_of, without
from arena.scrabble.begun import is_begun, read_begun
from arena.scrabble.moves import Placed, Play, WordMove
from arena.variants.build import build_game, word_table
from arena.variants.spec import VariantSpec

SAMPLE = 0x5A3F1E  # the seed of the sample: the same turns every time


class _Worst:
    """The misses that gave most away: most points, then the game's id, then the turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: list[tuple[Look, GameRecord]] = []

    def wants(self, look: Look) -> bool:
        """Whether a miss would be among those kept."""
        return look.given_away > 0 and (len(self._kept) < self._most or _order(look) < _order(self._kept[-1][0]))

    def keep(self, look: Look, record: GameRecord) -> None:
        self._kept = heapq.nsmallest(self._most, [*self._kept, (look, record)], key=lambda kept: _order(kept[0]))

    def misses(self, specs: Mapping[str, VariantSpec], by: Basis, leaves: str | None) -> tuple[Miss, ...]:
        """Return them, worst first; only for these is the best play worked out."""
        return tuple(_miss(look, record, specs[look.variant], by, leaves) for look, record in self._kept)


def _order(look: Look) -> tuple[float, str, int]:
    return -look.given_away, look.game, look.turn


def look_at(
    records: Records,
    specs: Mapping[str, VariantSpec],
    *,
    sample: int | None = None,
    top: int = 5,
    progress: Progress = lambda: None,
    workers: int = 1,
    by: Basis = "points",
    leaves: str | None = None,
) -> Regret:
    """Return what every turn of the word game gave away, or a sample of so many turns.

    specs: variant -> spec of the word game's variants; records of other games are left out without a word.
    The sample is drawn by a hash of game and turn: the same turns each time, whatever else was played beside them.
    A variant that cannot be built here (its words are gone, say) is named in ``left_out``.
    workers: processes that share the games; what is found is the same for any number.
    by: what is best. leaves: a file of leaves, for equity; None for the table that comes along.
    Raises ArenaError for leaves that no variant can be looked at with.
    """
    left_out: dict[str, str] = {}
    wrong: ArenaError | None = None
    for name, spec in specs.items():
        try:
            table = word_table(spec)
            if by == "equity":
                judge_of(table, leaves)
        except ArenaError as error:
            left_out[name], wrong = str(error), error
    if by == "equity" and wrong is not None and len(left_out) == len(specs):
        raise wrong
    known = {name: spec for name, spec in specs.items() if name not in left_out}
    chosen = None if sample is None else _sample(records(), known, sample)
    looks: list[Look] = []
    forced: dict[str, int] = defaultdict(int)
    worst, by_bot = _Worst(top), defaultdict[str, _Worst](lambda: _Worst(1))
    turns = unseen = 0

    def to_do() -> Iterator[tuple[GameRecord, frozenset[int]]]:
        nonlocal turns, unseen
        for record in records():
            own = _turns(record, specs)
            turns += len(own)
            wanted = frozenset[int]()
            if record.variant in known:
                wanted = frozenset(move.turn for move in own if "hand" in move.note)
                unseen += len(own) - len(wanted)
                if chosen is not None:
                    wanted &= chosen.get(record.id, frozenset())
            if wanted:
                yield record, wanted
            else:
                progress()

    for (record, _), seen in share(partial(_looks, known, by, leaves), to_do(), workers=workers):
        progress()
        for look in seen:
            if not look.plays:
                forced[look.bot] += 1
                continue
            looks.append(look)
            for kept in (worst, by_bot[look.bot]):
                if kept.wants(look):
                    kept.keep(look, record)
    return Regret(
        tuple(looks), turns, sample, dict(sorted(forced.items())), unseen, worst.misses(known, by, leaves),
        tuple(miss for bot in sorted(by_bot) for miss in by_bot[bot].misses(known, by, leaves)), left_out, by,
    )  # fmt: skip


def _turns(record: GameRecord, specs: Collection[str]) -> list[MoveRecord]:
    """Return the turns of a record that can be looked at; [] for other games."""
    if not record.counts or record.variant not in specs:
        return []
    return [move for move in record.moves if move.note.get("kind") in KINDS]


def _sample(records: Iterable[GameRecord], specs: Collection[str], size: int) -> dict[str, frozenset[int]]:
    """Return game -> turns of the ``size`` turns with the smallest hashes."""
    named = (
        (seed_of(SAMPLE, record.id, move.turn), record.id, move.turn)
        for record in records
        for move in _turns(record, specs)
        if "hand" in move.note
    )
    chosen: dict[str, set[int]] = defaultdict(set)
    for _, game, turn in heapq.nsmallest(size, named):
        chosen[game].add(turn)
    return {game: frozenset(turns) for game, turns in chosen.items()}


class _Seen(NamedTuple):
    """A turn as it is played again; phase: see ``_phase``."""

    move: MoveRecord
    phase: str
    place: BeforeTurn


def _seen(record: GameRecord, spec: VariantSpec, wanted: Collection[int]) -> Iterator[_Seen]:
    """Yield each wanted turn of a game as it stood; read what was possible before the next turn."""
    table, game = word_table(spec), build_game(spec)
    field, tiles = table.empty_field(), table.tiles
    unseen = tiles.full()  # by everybody: what does not lie on the board

    def lay(placed: Sequence[Placed]) -> None:
        field.place(placed)
        for tile in placed:
            unseen[tile.tile] -= 1

    if spec.word is not None and spec.word.begun is not None:
        lay([Placed(*tile) for tile in spec.word.begun.placed])
    if is_begun(record.opening):
        lay(list(read_begun(record.opening[0]).board.values()))
    last = max(wanted)
    bag = max(0, sum(unseen.values()) - len(record.bots) * table.hand_size)
    for move in record.moves:
        if move.turn > last:
            return
        if move.turn in wanted:
            hand = tiles.parse_hand(move.note["hand"])
            yield _Seen(move, _phase(field.opening, bag), BeforeTurn(field, hand, bag, without(unseen, hand)))
        if placed(move):
            lay(game.read_move(move.move or "").tiles)
            bag -= sum(tiles.parse_hand(move.note.get("drawn", "")).values())


def _looks(
    specs: Mapping[str, VariantSpec], by: Basis, leaves: str | None, game: tuple[GameRecord, frozenset[int]]
) -> list[Look]:
    """Return a look at each wanted turn of a game."""
    record, wanted = game
    spec = specs[record.variant]
    looks = []
    for move, phase, place in _seen(record, spec, wanted):
        made, table = int(move.note.get("score", 0)), word_table(spec)
        named = record.id, record.variant, record.bots[move.seat], move.turn, phase, move.note["kind"]
        if by == "equity":
            looks.append(Look(*named, *judge_of(table, leaves).look(place, _move_of(move, spec), made)))
            continue
        plays = table.generator.plays(place.field, place.hand)
        scores = plays.scores
        best = int(scores.max()) if len(plays) else 0
        looks.append(Look(*named, made, best, 1 + int((scores > made).sum()), len(plays)))
    return looks


def _move_of(move: MoveRecord, spec: VariantSpec) -> WordMove | None:
    """Return what a turn did; None where it did nothing."""
    if move.move is None or move.note.get("kind") not in ("play", "change"):
        return None
    found: WordMove = build_game(spec).read_move(move.move)
    return found


def _miss(look: Look, record: GameRecord, spec: VariantSpec, by: Basis, leaves: str | None) -> Miss:
    """Return a look with the best move that was there."""
    table, place = word_table(spec), next(_seen(record, spec, {look.turn})).place
    if by == "equity":
        move, word = judge_of(table, leaves).best(place)
    else:
        best = table.generator.plays(place.field, place.hand).sorted()[0]
        move, word = best.play, best.word
    laid = move.tiles if isinstance(move, Play) else ()
    return Miss(look, word, tuple((tile.x, tile.y, tile.char, tile.points) for tile in laid), record)


def _phase(opening: bool, bag: int) -> str:
    """Return the phase: nothing lies on the board; nothing is left in the bag; or anything between."""
    return OPENING if opening else MIDDLE if bag > 0 else BAG_EMPTY
