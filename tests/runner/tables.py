"""One game through real bot processes, and the processes that are left afterwards.

No outcome may hang on how busy the machine is. So the budgets of a set-up, short ones, hold for those alone that never
come back within them; everybody else has ``PLENTY``, which costs nothing (see ``Unhurried``).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.config.model import Limits, VariantEntry
from arena.referee.events import Offered
from arena.runner import match, preflight, worker
from arena.runner.match import Match
from arena.runner.sandbox.isolation import choose
from arena.runner.seats import channel
from arena.runner.setup import BotSetup, Setup
from arena.schedule import Job
from arena.variants.load import load_variant
from tests.guests.attackers import LIES

ROOT = Path(__file__).parents[2]
MOVE_TIME = 0.2
ZOO = "tests.guests.zoo:guest"
PLENTY = 120.0  # seconds; whoever needs them hangs
LIMITS = Limits(start_time=2.5, late_time=0.2, shutdown_time=0.2)

Name = str  # of a bot's behaviour, see name_of


def always(own: int) -> bool:
    return True


def at_first(own: int) -> bool:
    return own == 0


def afterwards(own: int) -> bool:
    return own > 0


# Who gives no answer until its time is up, or takes a share of what it has: at which of its own turns, counted from 0.
NO_ANSWER: dict[Name, Callable[[int], bool]] = dict.fromkeys(
    ("sleeper", "ignores_term", "holds_the_interpreter", "spins", "half_a_line", "naps", "works", "works_by_another",
     "spies:fork_bomb", "own count", "address", "foreign_bot.py"), always,
) | {"late_once": at_first, "plays_far_away": afterwards, "attackers:works_detached": always,
    "attackers_hiding:keeps_the_pipe_full": always}  # fmt: skip
NO_ANSWER |= {f"attackers:{act}": afterwards for act in ("sends_descriptors", *LIES)}
# Who is never ready: imported, warmed up, constructed.
NO_START = {
    "hangs_at_import:make_bot", "spies:hangs_at_warm_up", "hang_at_construction", "zoo:hang_at_construction", "buffers",
}  # fmt: skip
OFFERS_ONLY = "offers_then_searches"  # its time is up once it has made its offer
# Who does not come back from a turn that is over.
NO_RETURN = {"sleeper", "spins", "plays_far_away", "own count", "attackers_hiding:keeps_the_pipe_full"}


def name_of(bot: BotSetup) -> Name:
    """Return what a bot does: a guest's act, or its module and factory, or a program's last argument."""
    if bot.address:
        return "address"
    return str(bot.options.get("act") or bot.value.rpartition(".")[2] or Path(bot.command[-1]).name)


class Clock:
    """The harness's clock; ``leap`` lets time pass that nobody waits for."""

    def __init__(self) -> None:
        self._leapt = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self._leapt

    def leap(self, seconds: float) -> None:
        self._leapt += seconds


class Unhurried(Match):
    """A match whose short times are kept for who lets them pass."""

    clock = Clock()
    bots: Mapping[str, BotSetup] = {}

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._names = [name_of(self.bots[bot]) for bot in self._job.bots]
        if not NO_RETURN & set(self._names):
            limits = msgspec.structs.replace(self._terms.limits, late_time=PLENTY)
            self._terms = replace(self._terms, limits=limits)

    def _allowed(self, sitting: Any) -> float | None:
        number = next(number for number, other in enumerate(self._sittings) if other is sitting)
        own = sum(move.seat == number for move in self._recorder.moves)
        hurried = NO_ANSWER.get(self._names[number])
        return super()._allowed(sitting) if hurried is not None and hurried(own) else PLENTY

    def _await_ready(self, number: int, until: float) -> Any:
        hurried = self._names[number] in NO_START
        return super()._await_ready(number, until if hurried else self.clock.monotonic() + PLENTY)

    def _judged(self, referee: Any, event: Any, ask: Any) -> Any:
        if isinstance(event, Offered) and self._names[ask.seat] == OFFERS_ONLY:
            self.clock.leap(PLENTY)
        return super()._judged(referee, event, ask)


if strange := [name for name, made in vars(Unhurried).items() if callable(made) and not hasattr(Match, name)]:
    raise AttributeError(f"Match has no {', '.join(strange)}, which Unhurried overrides")


def unhurry(patch: pytest.MonkeyPatch) -> None:
    """Have all games in this process be unhurried, and all that comes before the first one."""
    play, readiness = worker.Worker.play, preflight.readiness

    def playing(self: Any, job: Job, trace: Any = None) -> Any:
        Unhurried.bots = self._setup.bots
        return play(self, job, trace)

    def ready(setup: Setup, bot: BotSetup, seat: Any) -> Any:
        if not bot.address and name_of(bot) not in NO_START:
            setup = msgspec.structs.replace(setup, limits=msgspec.structs.replace(setup.limits, start_time=PLENTY))
        return readiness(setup, bot, seat)

    patch.setattr(worker.Worker, "play", playing)
    patch.setattr(worker, "Match", Unhurried)
    patch.setattr(preflight, "readiness", ready)
    clock = Clock()  # a new one, which has not leapt yet
    patch.setattr(Unhurried, "clock", clock)
    for module in (match, channel, preflight):
        patch.setattr(module, "time", clock)


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
        "launchers": 4,
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
        bot_seed=seed,
    )


def living(folder: Path) -> Iterator[tuple[int, str]]:
    """Yield the processes that live under ``folder``, as bots do, or whose environment names it, with their command."""
    mark = str(folder).encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if mark in os.fsencode(os.readlink(entry / "cwd")) or mark in (entry / "environ").read_bytes():
                    yield int(entry.name), (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue


def family(runner: int) -> dict[str, list[int]]:
    """Return the processes of a run by what they are: by how they descend from the runner.

    Workers have a zygote each; that of the first one looked at the bots before, and is the runner's child.
    """

    def below(pid: int) -> list[int]:
        try:
            return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:
            return []

    def works(pid: int) -> bool:
        try:
            return b"arena.runner.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return False

    own = below(runner)
    workers = [pid for pid in own if works(pid)]
    zygotes = [pid for pid in own if pid not in workers] + [pid for worker in workers for pid in below(worker)]
    keepers = [pid for zygote in zygotes for pid in below(zygote)]
    launchers = [pid for keeper in keepers for pid in below(keeper)]
    bots = [pid for launcher in launchers for pid in below(launcher)]
    return {"runner": [runner], "worker": workers, "zygote": zygotes, "keeper": keepers, "launcher": launchers,
            "bot": bots}  # fmt: skip
