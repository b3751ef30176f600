"""Which games are played, by name, with which seed, and which of them may be played next.

``jobs`` names the games and makes those of a fixed schedule (round robin, gauntlet). ``swiss``, ``knockout`` and
``ladder`` make theirs stage by stage from the results so far, and ``Schedule`` follows any of them through a run.
``stopping`` ends a fixed schedule early. All of it is pure: results come in, jobs go out, and neither the number
of workers nor the order in which games end changes which games are played.
"""

from arena.schedule.jobs import (
    Job,
    count_jobs,
    count_pairs,
    count_tables,
    job_named,
    jobs,
    levels,
    make_job,
    missing,
    seating,
    tables,
    trial_job,
)

__all__ = [
    "Job", "count_jobs", "count_pairs", "count_tables", "job_named", "jobs", "levels", "make_job", "missing", "seating",
    "tables", "trial_job",
]  # fmt: skip
