"""A game record beside the best moves: what each move gave away, when, and by what kind of mistake.

>>> from arena import words
>>> record = "#player1 Ann Ann\\n#player2 Bob Bob\\n>Ann: AEINRST 8G TEN +6 6\\n"
>>> [turn] = words.analyse(record, leaves={"S": 8.0}).turns
>>> turn.mistake, turn.given_away > 40
('missed bingo', True)
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import NotationError
from arena.scrabble.table import Table
from arena.words.analyst import Analyst
from arena.words.judges import Basis, judge_of
from arena.words.ranking import LeaveTable, equity_finder
from arena.words.reading import record_of, record_table
from arena.words.searched import Effort
from arena.words.turns import RecordAnalysis

if TYPE_CHECKING:  # kernels come along, so these are imported when a record is analysed
    from arena.notation.gcg import GcgGame


def analyse(
    source: str | os.PathLike[str],
    *,
    by: Basis = "equity",
    leaves: LeaveTable | None = None,
    effort: Effort = Effort(),  # noqa: B008 (a value)
    board: str | None = None,
    tiles: str | None = None,
    lexicon: str | None = None,
    rules: str = "tournament",
) -> RecordAnalysis:
    """Return each move of a game record in GCG beside the best move.

    source: a file, or a record as text (more than one line). leaves: as for ``Position.ranked``. The rest as for
    ``read_record``; words count as the lexicon has them.
    by:     "equity". "sim": by simulation. "endgame": by an exact search with an empty bag, before by equity. "auto":
            by simulation while the bag has tiles, then by an exact search. Where hands are not known, by equity.
    effort: how much is looked at for each move; 1000 iterations and 500,000 positions where it does not say.
    Raises NotationError for what is no record, ConfigError for parts and leave tables that are not there.

    >>> from arena import words
    >>> record = "#player1 Ann Ann\\n#player2 Bob Bob\\n>Ann: CATS 8G CAT +10 10\\n"
    >>> words.analyse(record, leaves={"S": 8.0}).unknown  # four tiles are no whole rack
    1
    """
    name = os.fspath(source)
    where, base = ("record", None) if "\n" in name else (name, Path(name).parent)
    game = record_of(name, where)
    setting, warnings = record_table(game, board, tiles, lexicon, rules, base)
    return analyse_game(game, setting.table, leaves, where, tuple(warnings), by, effort)


def analyse_game(
    game: GcgGame,
    table: Table,
    leaves: LeaveTable | None,
    where: str,
    warnings: tuple[str, ...] = (),
    by: Basis = "equity",
    effort: Effort = Effort(),  # noqa: B008 (a value)
) -> RecordAnalysis:
    """Return the analysis of a record that was read, played at a table; raises as ``analyse`` does."""
    from arena.notation.gcg_replay import extent_of, replay_gcg

    judge = judge_of(table, equity_finder(table, leaves, where), by, effort, where)
    try:
        replay, extent = replay_gcg(game, table), extent_of(game, table)
    except NotationError as error:
        raise NotationError(f"{where}: {error.where}", error.problem, error.remedy) from error
    problems = (*warnings, *(f"line {line}: {text}" for line, text in replay.problems))
    return Analyst(game, replay, table, judge, extent).result(where, problems)
