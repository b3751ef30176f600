"""What takes long to import is imported where it is used: SciPy for a fit, numba for kernels that lie nowhere, ..."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from scipy.stats import norm

from arena.ratings.distributions import Z95
from tests.report.games import tournament
from tests.report.stored import store

HEAVY = ("scipy", "numba", "matplotlib", "pandas", "pyarrow", "starlette", "rich", "multiprocess", "distributed")
LOADED = f"import sys; print('loaded:', *(name for name in {HEAVY} if name in sys.modules), file=sys.stderr)"

FILE = """
name: small
seed: drawn-00000000000000000000000000000001
bots: [{bot: BOT}, {bot: random}]
variants: [{VARIANT}]
output: small
pairs: 1
workers: 1
isolation: process
"""


def loaded(program: str, folder: str | None = None) -> list[str]:
    """Return which heavy modules a program of ours has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, cwd=folder, timeout=120
    )
    assert done.returncode == 0 and "loaded:" in done.stderr, done.stderr
    return done.stderr.rpartition("loaded:")[2].split()


@pytest.mark.parametrize(
    ("module", "also"),
    [
        ("arena.results", ("numpy", "arena.report", "arena.variants")),
        ("arena.bot", ("numpy",)),
        ("arena.schedule.schedule", ("numpy",)),
        ("arena.runner.runs.pool", ()),
        ("arena.ratings.tables, arena.ratings.rankings, arena.ratings.variant_effects, arena.ratings.sprt", ()),
        ("arena.cli.main", ("numpy",)),
        ("arena.words, arena.small_games", ()),
    ],
)
def test_what_is_imported_takes_nothing_heavy_along(module, also):
    program = f"import {module}; " + LOADED.replace(repr(HEAVY), repr((*HEAVY, *also)))
    assert loaded(program) == []


def test_the_figures_of_results_load_no_more_than_they_need(tmp_path):
    store(tmp_path / "night", tournament())
    program = (
        "import arena.results\n"
        "night = arena.results.open('night')\n"
        "assert len(list(night.export())) == len(night) and night.manifest and night.records\n"
        "import sys\n"
        "assert 'numpy' not in sys.modules\n"
        "night.report(), night.text()\n"
    )
    light = ["pandas", "matplotlib", "numba", "multiprocess"]
    assert not set(loaded(program + LOADED, str(tmp_path))) & set(light)


@pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="without the JIT nothing is stored"
)
@pytest.mark.parametrize(("bot", "variant"), [("greedy", "board: standard"), ("perfect", "game: nim")])
def test_whoever_prepares_and_supervises_a_tournament_loads_neither_scipy_nor_numba(tmp_path, bot, variant):
    (tmp_path / "small.yaml").write_text(FILE.replace("BOT", bot).replace("VARIANT", variant))
    # The games are played; the report, which needs a fit, is left out.
    program = (
        "import arena.cli.main as cli\n"
        "before = cli.importlib.import_module\n"
        "def imported(name):\n"
        "    module = before(name)\n"
        "    module.finish = finish\n"
        "    return module\n"
        "def finish(*args, **more):\n"
        f"    {LOADED.replace('; ', chr(10) + '    ')}\n"
        "    raise SystemExit(0)\n"
        "cli.importlib = type('', (), {'import_module': imported})\n"
        "cli.main(['run', 'small.yaml'])\n"
    )
    assert loaded(program, str(tmp_path)) == []


def test_the_width_of_an_interval_is_that_of_the_normal_distribution():
    assert norm.ppf(0.975) == Z95
