"""One game through real bot processes, with short budgets, and the processes that are left afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from arena.config.model import Limits, VariantEntry
from arena.runner.isolation import choose
from arena.runner.setup import BotSetup, Setup
from arena.schedule import Job
from arena.variants.load import load_variant

ROOT = Path(__file__).parents[2]
MOVE_TIME = 0.2
ZOO = "tests.guests.zoo:guest"
LIMITS = Limits(start_time=8.0, late_time=0.2, shutdown_time=0.2)


def bot_for(name: str, bot: str | tuple[str, ...]) -> BotSetup:
    """Return a bot given as ``module:factory``, as the name of a guest of the zoo, or as a command."""
    if not isinstance(bot, str):
        return BotSetup(name, command=bot)
    return BotSetup(name, value=bot) if ":" in bot else BotSetup(name, value=ZOO, options={"act": bot})


def setup_for(
    *bots: str | tuple[str, ...], game: str = "sticks(14)", process: str = "fresh", **changed: object
) -> Setup:
    """Return the setup of a run between ``bots`` (see bot_for)."""
    made = {f"bot{number}": bot_for(f"bot{number}", bot) for number, bot in enumerate(bots)}
    spec = load_variant(VariantEntry(name="small", game=game))
    settled: dict[str, object] = {
        "variants": {"small": spec},
        "bots": made,
        "move_time": MOVE_TIME,
        "limits": LIMITS,
        "patience": 10,
        "process": process,
        "paths": (str(ROOT),),
        "templates": 4,
        "versions": {"arena": "test"},
        "isolation": choose(os.environ.get("ARENA_TEST_ISOLATION", "auto"), "isolation"),
    }
    return Setup(**(settled | changed))  # type: ignore[arg-type]


def job_for(setup: Setup, number: int = 1, seed: int = 7, bots: tuple[str, ...] | None = None) -> Job:
    bots = bots or tuple(setup.bots)
    variant = next(iter(setup.variants))
    pairing = "-vs-".join(bots)
    return Job(
        id=f"{variant}/{pairing}/{number:04d}/1",
        variant=variant,
        pairing=pairing,
        pair=number,
        half=1,
        bots=bots,
        seed=seed,
    )


def living(folder: Path) -> Iterator[tuple[int, str]]:
    """Yield the processes whose environment names ``folder`` (bots live in folders under it), with their command."""
    mark = str(folder).encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if mark in (entry / "environ").read_bytes():
                    yield int(entry.name), (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue


def family(runner: int) -> dict[str, list[int]]:
    """Return the processes of a run by what they are: by how far they are from the runner, as they descend."""

    def below(pid: int) -> list[int]:
        try:
            return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:
            return []

    workers = below(runner)
    keepers = [pid for worker in workers for pid in below(worker)]
    templates = [pid for keeper in keepers for pid in below(keeper)]
    bots = [pid for template in templates for pid in below(template)]
    return {"runner": [runner], "worker": workers, "keeper": keepers, "template": templates, "bot": bots}
