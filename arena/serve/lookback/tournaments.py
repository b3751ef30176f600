"""A tournament that is being played, from what lies on disk: standings, what is left, tests, faults, games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from arena.config.model import Tournament
from arena.errors import ArenaError
from arena.records.manifest import Manifest
from arena.records.results import ResultsFolder
from arena.report.data import standings_rows
from arena.report.gather import Gathered
from arena.report.numbers import json_ready
from arena.report.standings import Report, report_of
from arena.report.sums.finished import FinishedGames
from arena.report.sums.kept import gathered_of
from arena.report.sums.results import results_from
from arena.runner.journal import JournalGame
from arena.schedule.schedule import Schedule, replayed
from arena.scrabble.begun import is_begun, read_begun
from arena.scrabble.moves import Play, read_move
from arena.scrabble.table import Table
from arena.serve.live.facts import Facts, tile_facts
from arena.variants.build import word_table
from arena.variants.spec import spec_from

_ROW = ("rank", "bot", "standing", "elo", "elo_low", "elo_high", "games", "wins", "draws", "losses", "score", "faults")


def standing_facts(results: ResultsFolder) -> Facts:
    """Return what a watcher is told of the finished games: the same for the same games."""
    gathered = gathered_of(results, 1)
    report = report_of(results, gathered=gathered)
    facts: Facts = {
        "done": report.games + report.not_counted,
        "standings": [
            {"low": row["elo_low"], "high": row["elo_high"], **{key: row[key] for key in _ROW}}
            for row in standings_rows(report.standings[0])
        ],
        "crosstable": crosstable(report),
        "voids": report.voids,
    }
    ready = json_ready(facts | plan_facts(results, gathered))
    assert isinstance(ready, dict)
    return ready


def plan_facts(results: ResultsFolder, gathered: Gathered) -> Facts:
    """Return how many games there will be (null where that is open), the test that may stop it, and the faults."""
    manifest = results.manifest
    faults = [
        {"id": lost.game, "bot": lost.bot, "turn": lost.turn, "fault": lost.fault.lower(), "detail": lost.detail}
        for lost in gathered.lost_turns.last()
    ]
    facts: Facts = {"total": None, "planned": False, "sprt": None, "faults": faults}
    if manifest.tournament.get("people"):
        return facts
    try:
        tournament = msgspec.convert(manifest.identity, Tournament)
        if tournament.kind.fixed and tournament.stop is None:
            schedule = Schedule(tournament)  # whatever was played
        else:
            schedule = replayed(
                tournament,
                FinishedGames(results) if gathered.rankings else results_from(gathered.results, gathered.apart),
            )
    except (ArenaError, msgspec.ValidationError):
        return facts
    facts |= {"total": schedule.total, "planned": schedule.exact}
    if schedule.rule is not None:
        facts["sprt"] = {**schedule.rule.facts(), "text": schedule.rule.text(), "answer": schedule.rule.verdict_text()}
        facts["sprt"]["decided"] = schedule.stopped
    return facts


def crosstable(report: Report) -> Facts | None:
    """Return who won how often against whom: [wins, draws, losses] by row; None where games have not two seats."""
    if report.analysis is None or not report.analysis.pairings:
        return None
    names = [row.name for row in report.standings[0].tables.rows if row.games]
    cells: dict[tuple[str, str], list[int]] = {}
    for pairing in report.analysis.pairings:
        cells[pairing.one, pairing.other] = [pairing.wins, pairing.draws, pairing.losses]
        cells[pairing.other, pairing.one] = [pairing.losses, pairing.draws, pairing.wins]
    return {"bots": names, "rows": [[cells.get((name, other)) for other in names] for name in names]}


class Boards:
    """The tables of a tournament's variants, made once."""

    def __init__(self, manifest: Manifest) -> None:
        self._specs: Mapping[str, Any] = manifest.specs
        self._tables: dict[str, Table | None] = {}

    def table(self, variant: str) -> Table | None:
        """Return the table of a variant, None for one that is not the word game or cannot be made here."""
        if variant not in self._tables:
            try:
                self._tables[variant] = word_table(spec_from(self._specs[variant]))
            except (ArenaError, KeyError, msgspec.ValidationError):
                self._tables[variant] = None
        return self._tables[variant]


def progress_facts(game: JournalGame, table: Table | None, name: str | None, hidden: bool) -> Facts:
    """Return a game in progress. name: the table's id. hidden: its board is shown to nobody yet."""
    facts: Facts = {
        "id": game.id, "variant": game.variant, "table": name, "kind": "small" if table is None else "word",
        "players": list(game.bots), "scores": None, "to_move": game.to_move, "turn": len(game.turns), "hidden": hidden,
        "board": [], "last": [], "moves": [],
    }  # fmt: skip
    if hidden:
        return facts
    if table is None:
        facts["moves"] = [*game.opening, *(turn.move for turn in game.turns)]
        return facts
    scores = [0] * len(game.bots)
    if is_begun(game.opening):
        begun = read_begun(game.opening[0])
        scores = list(begun.scores)
        facts["board"] = [tile_facts(table, tile) for tile in begun.board.values()]
    for turn in game.turns:
        scores[turn.seat] += int(turn.note.get("score", 0))
        if turn.note.get("kind") == "challenge":
            scores[int(turn.note.get("against", 0))] += int(turn.note.get("against_points", 0))
            if turn.note.get("phonies"):  # the last play was taken back
                facts["board"] = facts["board"][: len(facts["board"]) - len(facts["last"])]
                facts["last"] = []
            continue
        if turn.note.get("kind") != "play" or turn.move is None:
            continue
        try:
            move = read_move(turn.move)
        except ArenaError:
            continue
        if isinstance(move, Play):
            facts["last"] = [tile_facts(table, tile) for tile in move.tiles]
            facts["board"] += facts["last"]
    return facts | {"scores": scores}
