"""``arena analyse``: the moves of game records beside the best ones; one record, or many over all cores.

Exit status: 0, 1 where some of many records could not be analysed (they are named), 2 where none could.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.say import say, say_json
from arena.cli.shared_work import sorted_out, workers_option
from arena.cli.words.analysis_text import analysis_json, analysis_text, sums_json, sums_text
from arena.cli.words.effort import ENDGAME, SIM, effort_of, effort_options, taken
from arena.cli.words.gcg_files import gcg_files
from arena.cli.words.positions import given_options
from arena.cli.writing import check_writable
from arena.errors import ArenaError, ConfigError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import GAMES, Results, find_results
from arena.runner.sandbox.limits import cores
from arena.words import Effort, RecordAnalysis, analyse
from arena.words.judges import BASES, Basis

SOME_LEFT_OUT = 1
SEARCHES = {"sim": (SIM,), "endgame": (ENDGAME,), "auto": (SIM, ENDGAME)}  # ranking -> the searches it makes
Found = RecordAnalysis | ArenaError


@click.command("analyse")
@click.argument("records", nargs=-1, required=True, metavar="GAME|GCG|FOLDER...")
@click.option(
    "--by",
    type=click.Choice(BASES),
    default="equity",
    show_default=True,
    help="What is best: equity; sim (simulation); endgame (equity, but an exact search with an empty bag); auto "
    "(simulation, but an exact search with an empty bag).",
)
@click.option("--leaves", metavar="FILE", help="The leave table  [the one that comes along].")
@click.option("--top", type=click.IntRange(min=0), default=10, show_default=True, help="Of many: so many worst moves.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--html",
    "page",
    type=NamedPath(dir_okay=False),
    help="Write a page with tables and boards to a file.",
)
@effort_options(seconds=False, iterations="1000", candidates="15", nodes="500000")
@click.option("--board", metavar="NAME|PATH", help="Of GCG files: the board; default: what the file says, or scrabble.")
@click.option("--tiles", metavar="NAME|PATH", help="Of GCG files: the tile set; default: what the file says.")
@click.option("--lexicon", metavar="NAME|PATH", help="Of GCG files: the words; default: what the file says.")
@click.option("--rules", metavar="NAME|PATH", help="Of GCG files: the rule book  [tournament].")
@workers_option("Processes that share the records  [the cores].")
def command(
    records: tuple[str, ...], by: Basis, leaves: str | None, top: int, as_json: bool, page: Path | None,
    workers: int | None, **options: Any,
) -> int:  # fmt: skip
    """Set each move of game records beside the best one, and add up what was given away.

    A record is a GCG file, a stored game (quickstart/infinite/greedy-vs-random/0007/1), or a folder: of GCG files, or
    of a tournament's results. Points given away are told by phase of the game and by kind of mistake.
    """
    effort, _ = effort_of(taken(options, by, SEARCHES))
    if page is not None and as_json:
        raise click.UsageError("--html writes a page: it does not go with --json")
    if as_json:
        refuse_idle("--json has all moves", "--top")
    if page is not None:
        check_writable(page, ConfigError)
    ask = AnalysisTerms(by, leaves, effort, given_options(options))
    items = [item for name in records for item in items_of(name)]
    analyses, errors = sorted_out(partial(look, ask), items, "games", workers=workers or cores())
    one = len(items) == 1
    for error in errors:
        say(f"left out: {error}", err=True)
    for analysis in analyses:
        for warning in analysis.warnings:
            say(f"{analysis.where}: warning: {warning}", err=True)
    if page is not None:
        write_page(page, analyses, errors, top, by)
        say(f"wrote {page}")
    elif as_json:
        say_json(whole_json(analyses, errors, by), ensure_ascii=False)
    else:
        if one:
            say(analysis_text(analyses[0], by))
        say(sums_text(analyses, 0 if one else top, by))
    return SOME_LEFT_OUT if errors else 0


def write_page(
    page: Path, analyses: Sequence[RecordAnalysis], errors: Sequence[ArenaError], top: int, by: Basis
) -> None:
    """Write the page; raise ConfigError where that cannot be."""
    from arena.cli.words.analysis_page import analysis_html  # templates: only for those who want the page

    try:
        page.write_text(analysis_html(analyses, errors, top, by), encoding="utf-8")
    except OSError as error:
        raise ConfigError(str(page), f"cannot be written: {error.strerror}") from error


def whole_json(analyses: Sequence[RecordAnalysis], errors: Sequence[ArenaError], by: Basis) -> dict[str, object]:
    """Return everything as one JSON object."""
    return {
        "by": by,
        "records": [analysis_json(analysis) for analysis in analyses],
        "players": sums_json(analyses),
        "left_out": [str(error) for error in errors],
    }


class Stored:
    """A game of a tournament's results: what travels to another process."""

    def __init__(self, name: str, manifest: Manifest, record: GameRecord) -> None:
        self.name, self.manifest, self.record = name, manifest, record


def items_of(name: str) -> Iterator[str | Stored]:
    """Yield the records that an argument names: paths of GCG files, or stored games.

    Raises ConfigError for a folder without records, ResultsError for a game that is not there.
    """
    if os.path.isdir(name) and not os.path.isfile(Path(name) / GAMES):
        paths = gcg_files(name)
        if not paths:
            problem = f"there is no file ending in .gcg in it, and no {GAMES}"
            raise ConfigError(name, problem, "Name a folder of GCG files, or of a tournament's results")
        yield from paths
    elif os.path.isfile(name) or name == "-" or name.lower().endswith(".gcg"):
        yield name
    else:
        whole = os.path.isdir(name) or "/" not in name
        tournament, _, game = (name, "", "") if whole else name.partition("/")
        with Results(find_results(tournament)) as results:
            for record in results.records() if whole else [results.get(game)]:
                yield Stored(tournament, results.manifest, record)


class AnalysisTerms(NamedTuple):
    """How records are looked at: by what, with which leaves, how long. given: parts of GCG files, by name."""

    by: Basis
    leaves: str | None
    effort: Effort
    given: Mapping[str, str]


def look(ask: AnalysisTerms, item: str | Stored) -> Found:
    """Return the analysis of a record, or why there is none."""
    try:
        if isinstance(item, Stored):
            return look_at_stored(ask, item)
        given = ask.given
        return analyse(
            item, by=ask.by, leaves=ask.leaves, effort=ask.effort, board=given.get("board"), tiles=given.get("tiles"),
            lexicon=given.get("lexicon"), rules=given.get("rules", "tournament"),
        )  # fmt: skip
    except ArenaError as error:
        return error


def look_at_stored(ask: AnalysisTerms, item: Stored) -> RecordAnalysis:
    """Return the analysis of a stored game, at the table it was played at."""
    from arena.notation.gcg_read import read_gcg
    from arena.serve.lookback.cgp_of import spec_of
    from arena.serve.lookback.gcg_of import gcg_text
    from arena.variants.build import word_table
    from arena.words.analysis import analyse_game

    text = gcg_text(item.manifest, item.record, item.name)  # raises for other games
    table = word_table(spec_of(item.manifest, item.record.variant, item.name))
    where = f"{item.name}/{item.record.id}"
    return analyse_game(read_gcg(text), table, ask.leaves, where, by=ask.by, effort=ask.effort)
