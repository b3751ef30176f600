"""The word game from Python: positions, plays, judgements, pictures, and games played move by move.

    >>> from arena import words
    >>> position = words.position("ABCDE??")
    >>> best = position.best()
    >>> print(best.word, best.score)
    ABDUCED 63

A position comes from names (``position``), from a position file or a CGP (``read_position``), or from a game record in
GCG (``read_record``); ``deal`` begins a game. Positions and games are values: what changes one returns another.
docs/how-to/use-from-python.md shows all of it. Importing this module loads no kernels; the first table does.

Whatever cannot be used raises an ArenaError that says where, what, and what to do; several at once are Complaints.
"""

from arena.scrabble.finding import FoundPlays, ScoredPlay
from arena.scrabble.legality import IllegalPlay, PlayFault
from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign
from arena.scrabble.table import Table
from arena.words.analysis import analyse
from arena.words.checking import CheckedRecord, PlayerSum, check_record
from arena.words.game import Game, deal
from arena.words.positions import Position, Verdict
from arena.words.ranking import RankedMove
from arena.words.reading import parse_position, position, read_position, read_record, table
from arena.words.searched import Effort
from arena.words.turns import AnalysedTurn, RecordAnalysis

__all__ = [
    "AnalysedTurn",
    "Challenge",
    "Change",
    "CheckedRecord",
    "Effort",
    "FoundPlays",
    "Game",
    "IllegalPlay",
    "Pass",
    "Placed",
    "Play",
    "PlayFault",
    "PlayerSum",
    "Position",
    "RankedMove",
    "RecordAnalysis",
    "Resign",
    "ScoredPlay",
    "Table",
    "Verdict",
    "analyse",
    "check_record",
    "deal",
    "parse_position",
    "position",
    "read_position",
    "read_record",
    "table",
]
