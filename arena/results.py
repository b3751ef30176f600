"""Results for notebooks: ``arena.results.open("night")`` gives pandas frames and the figures of the report.

pandas is imported when the first frame is asked for; install the extra ``analysis`` for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.errors import ResultsError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import Results as Store
from arena.records.store import find_results
from arena.report.analysis import Analysis
from arena.report.data import standings_rows
from arena.report.gather import first_seat
from arena.report.standings import PRIOR, Report, make_report
from arena.report.text import report_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Tournament", "open"]


def open(name: str) -> Tournament:
    """Return the results of a tournament by its name under ``results/``, or by its folder's path.

    Raises ResultsError, listing what there is, when there are none.
    """
    with Store(find_results(str(name))) as store:
        return Tournament(store.manifest, tuple(store.records()), len(store.voids()))


class Tournament:
    """A tournament's results in memory. Frames are made anew at each call; change them as you like.

    manifest: how the results came about. records: one GameRecord a game, sorted by id. voids: attempts that failed
    through the arena and were played again.
    """

    def __init__(self, manifest: Manifest, records: tuple[GameRecord, ...], voids: int) -> None:
        self.manifest, self.records, self.voids = manifest, records, voids

    def __repr__(self) -> str:
        return f"<{self.manifest.name}: {len(self.records)} games>"

    def report(self, *, prior: float = PRIOR, top: int = 5) -> Report:
        """Return the figures that ``arena report`` prints, as values."""
        told = {"seed": self.manifest.seed, "voids": self.voids, "bots": sorted(self.manifest.bots)}
        return make_report(self.manifest.name, self.records, prior=prior, top=top, **told)  # type: ignore[arg-type]

    def text(self) -> str:
        """Return the report as text."""
        return report_text(self.report())

    def analysis(self, *, prior: float = PRIOR) -> Analysis | None:
        """Return pairs, first-seat effect, tests and the variant question; None for games of three or four."""
        return self.report(prior=prior).analysis

    def standings(self, *, prior: float = PRIOR) -> pd.DataFrame:
        """Return one row a variant and bot; variant "" is over all games. Columns as in ``--format csv``."""
        tables = self.report(prior=prior).standings
        return _frame([row for table in tables for row in standings_rows(table)])

    def games(self) -> pd.DataFrame:
        """Return one row a game and seat: id, variant, pairing, pair, half, seed, seat (from 1), bot, place,
        points (share of the game), score and adjustment (game points), first (had the first turn), moves, forfeit
        (the fault, or ""), reason, counts, seconds.
        """
        rows: list[dict[str, Any]] = []
        for record in self.records:
            outcome = record.outcome()
            left = {forfeit.seat: forfeit.fault or "own wish" for forfeit in record.forfeits}
            for seat, bot in enumerate(record.bots):
                rows.append({
                    "id": record.id, "variant": record.variant, "pairing": record.pairing, "pair": record.pair,
                    "half": record.half, "seed": record.seed, "seat": seat + 1, "bot": bot,
                    "place": record.places[seat], "points": outcome.points(seat),
                    "score": None if record.scores is None else record.scores[seat],
                    "adjustment": record.adjustments[seat] if record.adjustments else 0,
                    "first": seat == first_seat(record), "moves": sum(move.seat == seat for move in record.moves),
                    "forfeit": left.get(seat, ""), "reason": record.reason, "counts": record.counts,
                    "seconds": record.circumstances.seconds,
                })  # fmt: skip
        return _frame(rows)

    def moves(self) -> pd.DataFrame:
        """Return one row a turn: id, variant, turn (from 1), seat (from 1), bot, move, kind, score, word, words (how
        many), hand, ms, fault (or ""), tries (refused answers before it).
        """
        rows: list[dict[str, Any]] = []
        for record in self.records:
            times = record.circumstances.ms
            for index, move in enumerate(record.moves):
                words = move.note.get("words", ())
                rows.append({
                    "id": record.id, "variant": record.variant, "turn": move.turn + 1, "seat": move.seat + 1,
                    "bot": record.bots[move.seat], "move": move.move, "kind": move.note.get("kind", ""),
                    "score": move.note.get("score"), "word": words[0][0] if words else "", "words": len(words),
                    "hand": move.note.get("hand", ""), "ms": times[index] if index < len(times) else None,
                    "fault": "" if move.fault is None else move.fault.fault, "tries": len(move.tries),
                })  # fmt: skip
        return _frame(rows)


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    try:
        import pandas
    except ImportError:
        raise ResultsError("arena.results", "pandas is not installed", "pip install 'arena[analysis]'") from None
    return pandas.DataFrame(rows)
