"""The sample bots in other languages play whole games without a fault, where their interpreter is installed."""

from __future__ import annotations

import shutil
import string
from pathlib import Path

import msgspec
import pytest

from arena.cli.bots.bots import setup_for
from arena.cli.bots.check_command import check_command
from arena.config.model import Limits, VariantEntry
from arena.config.naming import OURS
from arena.contract.seeds import Master
from arena.records.record import GameRecord
from arena.runner.preflight import play_alone
from arena.runner.worker import Worker
from arena.scrabble.moves import read_move
from arena.variants.build import word_table
from arena.variants.load import load_variant, open_tournament

MASTER = Master("drawn-00000000000000000000000000000003")  # as if drawn: needs no stretching

ROOT = Path(__file__).parents[2]
FEW = [
    ("A", 1, 5),
    ("E", 1, 7),
    ("I", 1, 4),
    ("R", 1, 4),
    ("S", 1, 5),
    ("T", 1, 5),
    ("D", 2, 4),
    ("B", 3, 2),
]  # a short game
SAMPLES = {"bot.js": "node", "bot.pl": "perl", "bot.sh": "bash", "c_bot": "cc"}


def enough_memory_for(sample: str, limits: Limits) -> Limits:
    """Return the limits as configs/tournaments/foreign.yaml has them: node reserves more addresses than it uses."""
    return msgspec.structs.replace(limits, memory=4 << 30) if sample.endswith(".js") else limits


# bash takes twenty seconds for it; below it opens a game as the others do
@pytest.mark.parametrize(
    "sample", [pytest.param(name, marks=[pytest.mark.soak] if name == "bot.sh" else []) for name in sorted(SAMPLES)]
)
def test_a_sample_plays_every_kind_of_turn_without_a_fault(sample: str, tmp_path: Path):
    if shutil.which(SAMPLES[sample]) is None:
        pytest.skip(f"{SAMPLES[sample]} is not installed")
    lines: list[str] = []
    setup = setup_for(None, str(ROOT / "examples" / "foreign" / sample), ("infinite-hole",), (), 0.6)
    letters = "".join(f"  - {{faces: {{{char}: {points}}}, count: {count}}}\n" for char, points, count in FEW)
    (tmp_path / "few.yaml").write_text(
        f"name: few\nalphabet: {{letters: [{', '.join(string.ascii_uppercase)}]}}\ntiles:\n{letters}", encoding="utf-8"
    )
    entry = VariantEntry(name="small", board="infinite-hole", tiles="./few.yaml")
    variants = {"small": load_variant(entry, base=tmp_path)}
    # A sample takes a share of its time, by the wall; by the processor that is never too much.
    limits = enough_memory_for(sample, setup.limits)
    setup = msgspec.structs.replace(setup, variants=variants, clock="cpu", backstop=200.0, limits=limits)
    status = check_command(setup, MASTER, lines.append)
    assert status == 0, "\n".join(lines)
    assert lines[0] == "the first messages are right"
    assert lines[-1] == "nothing is wrong"
    assert not any("nothing but pass" in line for line in lines)


@pytest.mark.parametrize(
    "sample", ["foreign/bot.js", "foreign/bot.pl", "foreign/bot.sh", "foreign/c_bot", "foreign_bot.py"]
)
def test_a_sample_opens_the_game_and_lays_wild_cards(sample: str, tmp_path: Path):
    """Of a set in which every third tile is one."""
    if shutil.which(SAMPLES.get(Path(sample).name, "python3")) is None:
        pytest.skip(f"{SAMPLES[Path(sample).name]} is not installed")
    letters = "".join(f"  - {{faces: {{{char}: {points}}}, count: {count}}}\n" for char, points, count in FEW)
    (tmp_path / "wild.yaml").write_text(
        f"name: wild\nalphabet: {{letters: [{', '.join(string.ascii_uppercase)}]}}\ntiles:\n"
        f"  - {{wild: 0, count: 18}}\n{letters}", encoding="utf-8",
    )  # fmt: skip
    spec = load_variant(VariantEntry(name="small", board="standard", tiles="./wild.yaml"), base=tmp_path)
    # Time in plenty: a busy machine must not keep a word from being found.
    setup = setup_for(None, str(ROOT / "examples" / sample), ("standard",), (), 4)
    (bot,) = setup.bots
    limits = enough_memory_for(sample, setup.limits)
    setup = msgspec.structs.replace(setup, variants={"small": spec}, clock="cpu", backstop=200.0, limits=limits)
    worker, records = Worker(setup), list[GameRecord]()
    try:
        assert play_alone(worker, setup, bot, "small", MASTER, records.append) == []
    finally:
        worker.close()
    [record], wild = records, word_table(spec).tiles.wild
    assert record.moves[0].note["kind"] == "play"  # on the empty board
    plays = [read_move(move.move) for move in record.moves if move.move and move.note["kind"] == "play"]
    assert any(tile.tile == wild for play in plays for tile in play.tiles)  # type: ignore[union-attr]


@pytest.mark.parametrize("source", ["bot.js", "bot.pl", "bot.sh", "bot.c"])
def test_a_sample_has_less_than_a_hundred_and_fifty_lines(source: str):
    assert len((ROOT / "examples" / "foreign" / source).read_text(encoding="utf-8").splitlines()) < 150


def test_the_shipped_tournament_names_programs_that_are_there():
    tournament, variants = open_tournament(ROOT / "configs" / "tournaments" / "foreign.yaml", {"greedy": [OURS]})
    commands = [Path(bot.command[0]) for bot in tournament.bots if bot.command]
    assert len(commands) == 5 and len(variants) == 2
    assert all(command.is_file() for command in commands)
