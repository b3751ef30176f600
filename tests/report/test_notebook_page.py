"""A real tournament from end to end: what greedy gave away, its pairs, and the notebook page as it is written."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import arena as command

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "analyse-in-a-notebook.md"
WORDS = """AT TA EAT TEA ATE ETA TEN NET ANT TAN TAR RAT ART SEA EAST SEAT TEAS SIT ITS TIE IN ON NO ION RAIN TRAIN
    STAIR AIR IRE RIDE DIRE IDEA AID LID OIL SOIL OILS ROSE SORE EROS TOE DOE ODE LODE DOLE OLD LEAD DEAL LADE ALE LEA
    AE EA OE OD DO GO AGO GOAT TOGA US USE SUE BE BEE BET UP PUT CUP HE HER HERE WE WET YE YET AYE AX OX FOX IF OF"""
FILE = """
name: night
seed: drawn-0000000000000000000000000000000b
bots: [greedy, longest, {name: greedy-twin, bot: greedy}]
variants: [hole, infinite]
lexicon: ./words.txt
rules: tournament
pairs: 1
move_time: 60s
isolation: process
workers: 1
"""


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """Play twelve games and return the folder that they were played in."""
    folder = tmp_path_factory.mktemp("night")
    (folder / "words.txt").write_text("\n".join(WORDS.split()) + "\n")
    (folder / "night.yaml").write_text(FILE)
    done = arena(folder, "run", "night.yaml")
    assert done.returncode == 0, done.stderr + done.stdout
    return folder


def arena(folder, *words):
    program = "from arena.cli.main import main; main()"
    known = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}  # as a reader has it
    environment = known | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", program, *words], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=240,
    )  # fmt: skip


def test_the_greedy_bot_gives_nothing_away_and_meets_itself_in_even_pairs(night, monkeypatch):
    monkeypatch.chdir(night)
    done = CliRunner().invoke(command, ["report", "night", "--regret", "--format", "json"], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    moves = json.loads(done.stdout)["moves"]
    lines = {(line["bot"], line["variant"], line["phase"]): line for line in moves["regret"]["lines"]}
    for bot in ("greedy", "greedy-twin"):
        assert (lines[bot, "", ""]["given_away"], lines[bot, "", ""]["agreement"]) == (0, 1)
    assert lines["longest", "", ""]["given_away"] > 0
    causes = {(pair["pairing"], pair["cause"]) for pair in moves["pairs"]}
    assert {cause for name, cause in causes if name == "greedy-vs-greedy-twin"} == {"same"}
    assert {cause for _, cause in causes} <= {"same", "choice"}
    assert [extent["variant"] for extent in moves["extents"] if extent["infinite"]] == ["infinite"]
    assert re.sub(r"^\d+ of 12 games\n", "", done.stderr, flags=re.M) == ""  # said where it takes over five seconds


def test_the_notebook_page_runs_as_written(night, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(night)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.S)
    assert len(blocks) == 6
    space: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), space)
    assert space["overall"].index[-1] == "longest"
    assert space["worst"]["bot"].unique().tolist() == ["longest"]
    assert space["mean"].mean == 0.0
