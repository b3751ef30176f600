"""The master seed of games that are there already: whoever goes on with them draws no new one."""

from __future__ import annotations

import contextlib
import os
from itertools import islice
from pathlib import Path

from arena.contract.seeds import SCHEME, Master
from arena.errors import ResultsError
from arena.records.results import GAMES, MANIFEST, Results


def master_so_far(folder: Path, written: str = "") -> Master | None:
    """Return the master seed of the results in a folder, None where there are none.

    written: the seed that somebody wrote down, "" for none. Without one, results that have games and do not say their
    seed, as their manifest is lost with its copy, raise ResultsError.
    """
    if not os.path.isfile(folder / GAMES):
        return None
    lost = "it was made again from the games"
    with Results(folder) as results:
        try:
            manifest = results.manifest
            if not manifest.lost:
                return manifest.master
        except ResultsError as error:
            lost = error.problem
        if written:
            return _by_games(results, written)
        if not results.count():
            return None
    raise ResultsError(
        str(folder / MANIFEST), f"the manifest does not say the master seed ({lost}), and so does nothing else",
        "Give the seed of these games (`seed:` in the file, or --seed), then go on with --resume",
    )  # fmt: skip


def _by_games(results: Results, written: str) -> Master | None:
    """Return the master of a seed by the scheme that the games were made by, None where they were by neither."""
    with contextlib.suppress(ResultsError, ValueError):  # damaged; scheme 1 knows whole numbers alone
        for record in islice(results.records(), 1):
            for scheme in (SCHEME, 1):
                master = Master(written, scheme)
                if master.seed("game", record.variant, record.pair) == record.seed:
                    return master
    return None
