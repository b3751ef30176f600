"""Results for notebooks: ``arena.results.open("night")`` gives pandas frames and the figures of the report.

To import this takes a tenth of a second. What a table or a figure needs (pandas, NumPy, SciPy, the engine) is imported
with the first one that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from arena.ratings.prior import PRIOR
from arena.records.export import to_jsonl
from arena.records.record import GameRecord
from arena.records.results import ResultsFolder, find_results
from arena.records.tables import GAMES, MOVES, game_rows, move_rows

if TYPE_CHECKING:  # what figures are made of: see above
    import pandas as pd

    from arena.report.analysis import Analysis
    from arena.report.compare import Comparison
    from arena.report.site.site import SiteWritten
    from arena.report.standings import Report

__all__ = ["Results", "open"]


def open(name: str) -> Results:
    """Return the results of a tournament by its name under ``results/``, or by its folder's path.

    Raises ResultsError, listing what there is, when there are none.
    """
    return Results(find_results(str(name)))


class Results(ResultsFolder):
    """A tournament's results, read anew from their folder by each call: also while it is being played.

    folder: where they lie. Frames are made anew at each call; change them as you like.
    """

    def __repr__(self) -> str:
        games = len(self)
        return f"<{self.manifest.name}: {games} game{'s' * (games != 1)}>"

    def _repr_html_(self) -> str:
        """Return the standings over all games as a table, for notebooks."""
        from arena.report.data import standings_html
        from arena.report.text import shared_text
        from arena.report.unequal import unequal_text

        report = self.report(top=1)
        notes = [*([shared_text(report.shared)] if report.shared else []), *unequal_text(report)]
        return standings_html(self.manifest.name, report.standings[0], notes)

    @property
    def records(self) -> tuple[GameRecord, ...]:
        """All finished games, sorted by id."""
        return tuple(self.stream())

    def export(self, *, times: bool = False, variant: str | None = None) -> Iterator[str]:
        """Yield the lines that `arena export` writes, one a game; times: also what differs from run to run."""
        yield from to_jsonl(self.stream(variant=variant), times=times)

    def compare(self, other: Results, names: tuple[str, str] | None = None) -> Comparison:
        """Return what changed from these results to others, over the games that both have, as `arena compare` does.

        names: what the two are called, instead of their tournaments' names.
        """
        from arena.report.compare import comparison_of

        return comparison_of(self, other, names)

    def report(self, *, prior: float = PRIOR, top: int = 5, since: float | None = None) -> Report:
        """Return the figures that ``arena report`` prints, as values.

        since: seconds since 1970 (UTC); ``season`` of the report then has each rating beside that of this time.
        """
        from arena.report.standings import report_of

        return report_of(self, prior=prior, top=top, since=since)

    def text(self) -> str:
        """Return the report as text."""
        from arena.report.text import report_text

        return report_text(self.report())

    def site(
        self,
        folder: Path | str,
        *,
        pseudonyms: Path | str | None = None,
        prior: float = PRIOR,
        games: int | None = None,
        sample: int | None = None,
        workers: int = 1,
        by: Literal["points", "equity"] = "points",
        leaves: str | None = None,
    ) -> SiteWritten:
        """Write a page for the class and one for each bot into a folder, as ``arena report --site`` does.

        folder: empty, new, or of a site that was written before. pseudonyms: a table of who is called what (CSV), read
        and added to; "" for ``pseudonyms.csv`` beside the games; None for names. games: last games of each bot's page.
        sample: turns of the word game that are looked at. The page for the class has neither marks nor the table of a
        Swiss tournament, a knockout or a ladder: those are the command's.
        Raises ConfigError for a folder with other files, and for a table that cannot be read or lies in the site.
        """
        from arena.report.site.gathered import GAMES as SITE_GAMES
        from arena.report.site.gathered import SAMPLE, SiteOptions
        from arena.report.site.site import write_site

        options = SiteOptions(
            prior=prior, games=SITE_GAMES if games is None else games, sample=sample or SAMPLE, by=by, leaves=leaves,
            workers=workers,
        )  # fmt: skip
        return write_site(self, folder, pseudonyms=pseudonyms, options=options)

    def analysis(self, *, prior: float = PRIOR) -> Analysis | None:
        """Return pairs, first-seat effect, tests and the variant question; None where games have not two seats."""
        return self.report(prior=prior).analysis

    def standings(self, *, prior: float = PRIOR) -> pd.DataFrame:
        """Return one row a variant and bot; variant "" is over all games. Columns as in ``--format csv``."""
        from arena.report.data import standings_rows

        tables = self.report(prior=prior).standings
        return _frame([row for table in tables for row in standings_rows(table)])

    def games(self) -> pd.DataFrame:
        """Return one row a game and seat, with the columns of `arena export --times` (docs/reference/export.md)."""
        return _frame(list(game_rows(self.stream())), [column.name for column in GAMES])

    def moves(self) -> pd.DataFrame:
        """Return one row a turn, with the columns of `arena export --table moves --times`."""
        return _frame(list(move_rows(self.stream())), [column.name for column in MOVES])

    def regret(
        self,
        *,
        sample: int | None = None,
        workers: int = 1,
        by: Literal["points", "equity"] = "points",
        leaves: str | None = None,
    ) -> pd.DataFrame:
        """Return one row a turn of the word game that had a legal play, beside what the reference engine saw.

        id, variant, turn (from 1), bot, phase, kind, points, best (points of the best play), given_away, rank (1 +
        plays that make more points), plays (how many there were). sample: only so many turns, the same each time.
        The reference is the play with the most points on the spot. Takes 0.4 ms a turn. workers: processes that share
        this; what is found is the same for any number. They are forked from this one, on Linux alone.
        by: "equity" sets turns beside the move with the most equity, exchanges among them; there are columns equity and
        best_equity then. leaves: a file of leaves; None for the table that comes along.
        """
        from arena.report.boards import word_specs
        from arena.report.regret import look_at
        from arena.report.regret_sums import look_facts

        found = look_at(
            self.stream, word_specs(self.manifest.specs), sample=sample, workers=workers, by=by, leaves=leaves
        )
        rows = [{"id" if key == "game" else key: value for key, value in look_facts(k).items()} for k in found.looks]
        return _frame(rows, REGRET if by == "points" else [*REGRET, "equity", "best_equity"])

    def pairs(self) -> pd.DataFrame:
        """Return one row a whole pair: variant, pairing, pair, first and second (the bots of seats 1 and 2 in the first
        half), turn (from 1) at which the games part (missing where they never do), cause (same, choice, fault, tiles,
        length), points (mean share of the first bot), margin (its mean margin in game points).
        """
        from arena.report.pairs import partings

        rows = [
            {
                "variant": p.variant, "pairing": p.pairing, "pair": p.pair, "first": p.bots[0], "second": p.bots[1],
                "turn": None if p.turn is None else p.turn + 1, "cause": p.cause, "points": p.points,
                "margin": p.margin,
            }
            for p in partings(self.stream())
        ]  # fmt: skip
        return _frame(rows, PAIRS)


REGRET = ["id", "variant", "bot", "turn", "phase", "kind", "points", "best", "rank", "plays", "given_away"]
PAIRS = ["variant", "pairing", "pair", "first", "second", "turn", "cause", "points", "margin"]


def _frame(rows: list[dict[str, Any]], columns: list[str] | None = None) -> pd.DataFrame:
    import pandas

    return pandas.DataFrame(rows, columns=columns)
