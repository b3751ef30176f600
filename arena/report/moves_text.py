"""The sections of a text report that go through the moves one by one. What does not apply is left out."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from arena.ratings.regret import ClusteredMean
from arena.report.gather import EVERYWHERE
from arena.report.looks import Basis, Look, Miss, Regret
from arena.report.moves import Moves
from arena.report.numbers import NONE, fixed, grid, percent, plural, signed, wrapped
from arena.report.page.pictures import legend, picture_text
from arena.report.pairs import CHOICE, FAULT, LENGTH, SAME, TILES, parting_lines
from arena.report.regret_sums import WHOLE, RegretLine, pictures_of, regret_lines
from arena.report.usage import Doing, Usage

REFERENCE = (
    "The reference is the play with the most points on the spot. It knows no leaves, no bag and no opponent: an "
    "exchange, or a play that keeps good tiles, gives points away here and may still be right."
)
COLUMNS = (
    "best: turns that made as many points as the best play, in %, with their 95 % interval; given away: points of the "
    "best play less those made, a turn, with half its 95 % interval; both errors clustered by game. rank: the median "
    "turn's place among all plays by points; of best: points made, in % of those there were to make. opening: the "
    "board is empty; bag empty: nothing is left to draw."
)
REFERENCES: dict[Basis, str] = {
    "points": REFERENCE,
    "equity": "The reference is the move with the most equity: points and, by a leave table, the value of the tiles "
    "that are kept, exchanges among the moves. With an empty bag tiles count what the end of the game may give or "
    "take for them; nothing is searched.",
}
EQUITY_COLUMNS = (
    "best: turns that made as much equity as the best move, in %, with their 95 % interval; given away: points of "
    "equity of the best move less the turn's, a turn, with half its 95 % interval; both errors clustered by game. "
    "rank: the median turn's place among all plays and exchanges; of best: equity made, in % of what there was to "
    "make. opening: the board is empty; bag empty: nothing is left to draw."
)
CAUSES = (
    "The games of a pair share their seed, so that they are the same until something differs. same: they never part; "
    "choice: the bots chose differently; fault: a turn or a seat was lost; turn: the median turn at which choices part."
)
HIDDEN = (
    "tiles, length: the tiles differ, or one game ends, though all moves before are the same. That must not be: chance "
    "comes from elsewhere than the seed, or the arena is at fault."
)


def moves_text(moves: Moves, layouts: Mapping[str, Any]) -> list[str]:
    """Return the sections, each a text without a final line feed."""
    parts = [] if moves.regret is None else regret_text(moves.regret, moves.order, layouts)
    return [*parts, *doings_text(moves), *squares_text(moves), *extents_text(moves.usage), *partings_text(moves)]


def regret_text(regret: Regret, order: Sequence[str], layouts: Mapping[str, Any]) -> list[str]:
    """Return what was given away, by bot and phase and by variant, and the worst misses with their boards."""
    if not regret.turns:
        return []
    parts = ["GIVEN AWAY\n" + "\n".join(wrapped(regret_notes(regret)))]
    if not regret.looks:
        return parts
    lines = regret_lines(regret, order)
    parts[0] += "\n" + regret_table([line for line in lines if line.variant == EVERYWHERE], "phase")
    others = [line for line in lines if line.variant != EVERYWHERE and line.phase == WHOLE]
    if others:
        parts.append("By variant:\n" + regret_table(others, "variant"))
    if regret.worst:
        parts.append("WORST MISSES\n" + misses_table(regret.worst))
        parts += [miss_text(miss, layouts.get(miss.look.variant)) for miss in regret.worst_by_bot]
    return parts


def regret_notes(regret: Regret) -> list[str]:
    """Return what a reader must know of what was given away."""
    columns = [COLUMNS if regret.by == "points" else EQUITY_COLUMNS]
    return [looked_at(regret), REFERENCES[regret.by], *(columns if regret.looks else [])]


def looked_at(regret: Regret) -> str:
    """Return how many turns were looked at, and why not all."""
    looked = len(regret.looks)
    text = f"{looked} of {plural(regret.turns, 'turn')} {'was' if looked == 1 else 'were'} looked at"
    if regret.sample is not None:
        text += f", a sample of {regret.sample} drawn by a hash of game and turn"
    without = sum(regret.forced.values())
    why = [f"{without} had no legal play"] if without else []
    why += [f"{regret.unseen} keep no hand"] if regret.unseen else []
    why += [f"variant {name} cannot be built here ({problem})" for name, problem in regret.left_out.items()]
    return text + (f" ({'; '.join(why)})" if why else "") + "."


def regret_table(lines: Sequence[RegretLine], by: str) -> str:
    """Return lines as a table; ``by`` is what tells a bot's lines apart, "phase" or "variant"."""
    rows = [regret_cells(line, (line.phase or "all") if by == "phase" else line.variant) for line in lines]
    return grid(regret_heads(by), rows, left=("bot", by))


def regret_heads(by: str) -> list[str]:
    """Return the heads of the table of what was given away; ``by`` is that of its second column."""
    heads = ["turns", "best\n%", "low\n%", "high\n%", "given away\npoints", "+-", "rank\nmedian", "of best\n%"]
    return ["bot", by, *heads]


def regret_cells(line: RegretLine, of: str) -> list[str]:
    """Return a line of the table of what was given away; ``of`` is the phase or variant in its second column."""
    return [
        line.bot, of, str(line.given_away.n),
        percent(line.agreement.mean), percent(line.agreement.low), percent(line.agreement.high),
        fixed(line.given_away.mean, 2), _half(line.given_away, 2), fixed(line.rank), percent(line.share),
    ]  # fmt: skip


def _half(mean: ClusteredMean, digits: int = 1) -> str:
    return NONE if mean.low is None or mean.high is None else fixed((mean.high - mean.low) / 2, digits)


def misses_table(misses: Sequence[Miss]) -> str:
    """Return misses as a table, worst first."""
    rows = [
        [
            away_text(miss.look), str(miss.look.points), str(miss.look.best), miss.word,
            f"{miss.look.rank}/{miss.look.plays}", miss.look.bot, miss.look.phase, miss.look.game,
            str(miss.look.turn + 1),
        ]
        for miss in misses
    ]  # fmt: skip
    heads = ["given\naway", "points", "best", "was there", "rank", "bot", "phase", "game", "turn"]
    return grid(heads, rows, left=("was there", "bot", "phase", "game"))


def away_text(look: Look) -> str:
    """Return the points, or points of equity, that a turn gave away."""
    return str(look.given_away) if look.equity is None else fixed(look.given_away)


def done_text(miss: Miss) -> str:
    """Return in words what the bot did instead."""
    note, move = miss.move.note, miss.move
    if note["kind"] == "play":
        words = note.get("words", ())
        return f"{words[0][0] if words else 'a play'} for {miss.look.points}"
    if note["kind"] == "change":
        return f"an exchange of {max(0, len((move.move or '').split()) - 1)}"
    return {"pass": "a pass", "timeout": "nothing in time"}.get(note["kind"], "a move that was refused")


def miss_head(miss: Miss) -> str:
    """Return a miss in one sentence."""
    look = miss.look
    hand = miss.move.note.get("hand", "")
    if look.equity is not None:
        return (
            f"{away_text(look)} points of equity given away by {look.bot}: {done_text(miss)} (equity "
            f"{fixed(look.equity)}, place {look.rank} of {look.plays}), where {miss.word} made {look.best} (equity "
            f"{fixed(look.best_equity)}) from {hand}, {look.game}, turn {look.turn + 1}"
        )
    return (
        f"{plural(look.best - look.points, 'point')} given away by {look.bot}: {done_text(miss)} "
        f"(place {look.rank} of {look.plays} by points), where {miss.word} made {look.best} from {hand}, "
        f"{look.game}, turn {look.turn + 1}"
    )


def miss_text(miss: Miss, layout: Any = None) -> str:
    """Return a miss with two boards: what was played, where anything was, and what was there."""
    blocks = ["\n".join(wrapped([f"Worst miss: {miss_head(miss)}"])), ""]
    played, there = pictures_of(miss, layout)
    if played is not None:
        blocks += ["    what was played:", textwrap.indent(picture_text(played, layout), "    "), ""]
    if there is not None:
        blocks += ["    what was there:", textwrap.indent(picture_text(there, layout), "    "), ""]
    shown = there or played
    return "\n".join([*blocks, *([] if shown is None else [f"    {legend(shown, layout)}"])])


def doings_text(moves: Moves) -> list[str]:
    """Return what each bot did, over all variants and, where there are several, in each."""
    if not moves.usage.doings:
        return []
    variants = sorted(moves.usage.doings)
    shown = variants if len(variants) > 2 else [EVERYWHERE]
    rows = []
    for variant in shown:
        bots = moves.usage.doings[variant]
        rows += [[variant or "all", bot, *doing_cells(bots[bot])] for bot in moves.order if bot in bots]
    heads = ["variant", "bot", *DOING_HEADS]
    return [
        "WHAT BOTS DO; full hands: plays that earned the full-hand bonus; lost: turns lost to the clock or to a "
        "refused move\n" + grid(heads, rows, left=("variant", "bot"))
    ]


DOING_HEADS = (
    "turns\na game", "plays\n% of turns", "points\na play", "tiles\na play", "words\na play", "full hands\na game",
    "exchanges\na game", "passes\na game", "lost\na game",
)  # fmt: skip


def doing_cells(doing: Doing) -> list[str]:
    """Return one bot's doings under DOING_HEADS."""
    games, turns, plays = doing.games or None, doing.turns or None, doing.plays or None

    def per(count: int, of: int | None, digits: int = 2) -> str:
        return NONE if of is None else fixed(count / of, digits)

    return [
        per(doing.turns, games, 1), percent(None if turns is None else doing.plays / turns),
        per(doing.points, plays, 1), per(doing.tiles, plays), per(doing.words, plays),
        per(doing.bingos, games), per(doing.changes, games), per(doing.passes, games), per(doing.lost, games),
    ]  # fmt: skip


def squares_text(moves: Moves) -> list[str]:
    """Return how often each bot covers the squares of each kind."""
    rows = square_rows(moves)
    if not rows:
        return []
    heads = ["variant", "square", "on the\nboard", "bot", "covered\na game", "plays\n%", "points\na play"]
    return [
        "USE OF SQUARES; covered: tiles laid on such squares; plays: those that cover one or more, and the points that "
        "they make\n" + grid(heads, rows, left=("variant", "square", "bot"))
    ]


def square_rows(moves: Moves) -> list[list[str]]:
    """Return variant, kind, how many there are, bot, covered a game, plays in %, points a play."""
    rows = []
    for variant, kinds in sorted(moves.usage.squares.items()):
        for kind, bots in kinds.items():
            for bot in (bot for bot in moves.order if bot in bots):
                doing, covered = moves.usage.doings[variant][bot], bots[bot]
                there = moves.usage.on_board.get(variant, {}).get(kind)
                rows.append([
                    variant, kind, "no end" if there is None else str(there), bot,
                    fixed(covered.tiles / doing.games, 2), percent(covered.plays / doing.plays),
                    fixed(covered.points / covered.plays if covered.plays else None),
                ])  # fmt: skip
    return rows


EXTENT_HEADS = (
    "variant", "games", "tiles", "width", "height", "widest", "highest", "drift", "drift x", "low\n(x)", "high\n(x)",
    "drift y", "low\n(y)", "high\n(y)",
)  # fmt: skip
EXTENT_NOTE = (
    "At the end of a game, means in squares: the window around all tiles, and how far the tiles' centre of mass lies "
    "from the board's centre (drift; x to the right, y downward, with 95 % intervals over pairs)."
)


def extents_text(usage: Usage) -> list[str]:
    """Return where the games went, on boards without end (on others the board says it)."""
    rows = extent_rows(usage)
    if not rows:
        return []
    note = "\n".join(wrapped([EXTENT_NOTE]))
    return [f"WHERE GAMES WENT on boards without end\n{note}\n" + grid(EXTENT_HEADS, rows, left=("variant",))]


def extent_rows(usage: Usage) -> list[list[str]]:
    """Return one row a variant without end, under EXTENT_HEADS."""
    return [
        [
            variant, str(extent.games), fixed(extent.tiles.mean), fixed(extent.width.mean), fixed(extent.height.mean),
            str(extent.widest), str(extent.highest), fixed(extent.distance.mean, 2), *_signed(extent.x),
            *_signed(extent.y),
        ]
        for variant, extent in usage.extents().items()
        if variant in usage.infinite
    ]  # fmt: skip


def _signed(mean: ClusteredMean) -> list[str]:
    return [signed(mean.mean, 2), signed(mean.low, 2), signed(mean.high, 2)]


PARTING_HEADS = ("variant", "pairing", "pairs", "same", "choice", "fault", "tiles", "length", "turn\nmedian")


def partings_text(moves: Moves) -> list[str]:
    """Return where the pairs part, one line a variant and pairing."""
    rows = parting_rows(moves)
    if not rows:
        return []
    notes = [CAUSES, *([HIDDEN] if hidden_chance(moves) else [])]
    table = grid(PARTING_HEADS, rows, left=("variant", "pairing"))
    return ["WHERE PAIRS PART\n" + "\n".join(wrapped(notes)) + "\n" + table]


def parting_rows(moves: Moves) -> list[list[str]]:
    """Return one row a variant and pairing, under PARTING_HEADS."""
    return [
        [
            line.variant, line.pairing, str(line.pairs),
            *(str(line.counts[cause]) for cause in (SAME, CHOICE, FAULT, TILES, LENGTH)), fixed(line.turn),
        ]
        for line in parting_lines(moves.partings)
    ]  # fmt: skip


def hidden_chance(moves: Moves) -> bool:
    """Whether some pair parted without a choice of its bots."""
    return any(parting.cause in (TILES, LENGTH) for parting in moves.partings)
