"""``process: shared`` goes with ``isolation: none``, for plug-ins, for a whole run, and with nothing of a process."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config.model import Tournament
from arena.config.read import read_tournament
from arena.errors import ArenaError

BOTH = "process: shared\nisolation: none"


@pytest.fixture
def read(tmp_path: Path):
    def read_text(more: str, bots: str = "[greedy, random]") -> Tournament:
        (tmp_path / "t.yaml").write_text(f"name: t\nseed: 1\nvariants: [standard]\nbots: {bots}\n{more}\n")
        return read_tournament(tmp_path / "t.yaml")

    return read_text


def test_both_together_are_a_run_of_trusted_bots(read):
    tournament = read(BOTH)
    assert (tournament.process, tournament.isolation, tournament.shared) == ("shared", "none", True)
    assert tournament.kept() == ()
    assert not read("process: kept").shared


@pytest.mark.parametrize(
    ("more", "bots", "line", "words"),
    [
        ("process: shared", None, 5, "For bots that you trust write isolation: none as well"),
        ("process: shared\nisolation: sandbox", None, 5, "nothing keeps them from anything of yours"),
        ("isolation: none", None, 5, "Write process: shared, or isolation: process"),
        ("process: kept\nisolation: none", None, 6, "a process a bot has some isolation"),
        (f"{BOTH}\nponder: true", None, 7, "one bot at a time is at work"),
        (f"{BOTH}\nlimits: {{memory: 1GiB}}", None, 7, "limits.memory: it limits a process of a bot's own"),
        (BOTH, "[greedy, {name: far, address: 'localhost:9'}]", 4, "bots[1].address: a bot with 'address' cannot"),
        (BOTH, "[greedy, {name: c, command: /bin/cat}]", 4, "bots[1].command: a bot with 'command' cannot"),
        (BOTH, "[greedy, {name: random, process: kept}]", 4, "bots[1].process: process: shared holds for all"),
        ("process: fresh", "[greedy, {name: random, process: shared}]", 4, "'shared' is not one of the choices"),
    ],
)
def test_what_does_not_go_with_it_is_refused_with_its_line_and_a_remedy(read, more, bots, line, words):
    with pytest.raises(ArenaError) as refused:
        read(more) if bots is None else read(more, bots)
    text = str(refused.value)
    assert words in text
    assert f"t.yaml:{line}:" in text


def test_limits_that_are_times_stay(read):
    tournament = read(f"{BOTH}\nlimits: {{start_time: 5s, late_time: 2s, output: 1KiB}}")
    assert (tournament.limits.start_time, tournament.limits.late_time, tournament.limits.output) == (5, 2, 1024)
