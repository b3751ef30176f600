"""What the kind of a tournament and its stopping rule say of stored results: beside every report's figures."""

from __future__ import annotations

import msgspec
from tabulate import tabulate

from arena.config.model import Tournament
from arena.records.manifest import Manifest
from arena.records.store import Results
from arena.runner.run import result_of
from arena.schedule.course import replayed
from arena.schedule.stage import Table


def course_texts(results: Results, manifest: Manifest) -> list[str]:
    """Return the table or bracket of a kind that goes by results, or how a stopping rule ended, where there is one.

    Worked out from the records alone.
    """
    tournament = msgspec.convert(manifest.tournament, Tournament)
    if tournament.kind.fixed and tournament.stop is None:
        return []
    course = replayed(tournament, (result_of(record) for record in results.records()))
    table = course.table()
    told = [] if table is None else [table_text(table)]
    return told if course.rule is None else [*told, course.rule.ending()]


def table_text(table: Table) -> str:
    """Return a table with its title and notes, for a terminal."""
    rows = tabulate(table.rows, headers=table.head, tablefmt="simple", disable_numparse=True)
    return "\n".join([table.title, "", rows, "", *table.notes])
