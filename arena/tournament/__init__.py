"""Tournaments from Python: read a file and check it, plan, run with a watcher for progress, go on, look at the results.

    from arena.tournament import Tournament

    played = Tournament.read("night.yaml").run()
    print(played.results.text())

All that is foreseen to go wrong is an ``ArenaError`` with ``where``, ``problem`` and ``remedy``. What its text calls
``--resume`` is the argument ``resume=True`` here.
"""

from arena.cluster.clustered import Clustered
from arena.cluster.link import Tls
from arena.runner.night.budget import BudgetPlan, PlannedPairing, PlannedRound
from arena.runner.night.night import Night
from arena.runner.plan import Plan
from arena.runner.preflight import Trouble
from arena.runner.runs.progress import Progress, RunWatcher, Unwatched
from arena.runner.runs.stop import Stop
from arena.tournament.played import Played
from arena.tournament.tournament import Tournament

__all__ = [
    "BudgetPlan", "Clustered", "Night", "Plan", "PlannedPairing", "PlannedRound", "Played", "Progress", "RunWatcher",
    "Stop", "Tls", "Tournament", "Trouble", "Unwatched",
]  # fmt: skip
