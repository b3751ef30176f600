"""What is noticed before the first game: a plug-in that is imported well, and then does not come to a game."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

from arena.contract.seeds import Master
from arena.errors import RunError
from arena.runner import preflight
from arena.runner import worker as workers
from arena.runner.guests import launcher_of, zygote_of
from arena.runner.preflight import Trouble, play_alone, start_all
from arena.runner.sandbox.launchers import LauncherHandle
from arena.runner.sandbox.zygotes import ZygoteHandle
from arena.runner.seats.process import ProcessSeat
from arena.runner.setup import BotSetup, Setup
from arena.runner.worker import Worker
from tests.runner.shared_zygotes import SharedZygotes
from tests.runner.tables import setup_for

HONEST = "tests.guests.players:first"


@pytest.fixture(autouse=True)
def one_zygote(zygotes: SharedZygotes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at bots by a zygote that these tests share; those that kill theirs have others put in its place."""
    for user in (preflight, workers):
        zygotes.serve(monkeypatch, user)


@pytest.mark.parametrize(
    ("plugin", "problem"),
    [
        ("tests.guests.zoo:at_construction", "before it was ready: ValueError: no bot today"),
        ("tests.guests.zoo:hang_at_construction", "it was not ready within 2.5 s"),
    ],
)
def test_a_factory_that_fails_or_hangs_is_told_before_the_first_game(plugin: str, problem: str):
    assert [trouble.problem for trouble in start_all(setup_for(plugin, HONEST))] == [problem]


@pytest.mark.parametrize(
    ("plugin", "options", "problem"),
    [
        ("tests.guests.zoo:returns_nothing", {}, "the factory returned None, which has no method choose(view, budget)"),
        ("tests.guests.zoo:refuses_its_option", {"speed": 3}, "guest: speed: there is no such option. Leave it out"),
    ],
)
def test_a_factory_that_makes_no_bot_says_why_without_a_traceback(plugin: str, options: dict[str, int], problem: str):
    setup = setup_for(plugin, HONEST)
    setup.bots["bot0"] = BotSetup("bot0", value=plugin, options=options)
    [trouble] = start_all(setup)
    assert trouble.problem == f"before it was ready: {problem}"
    assert trouble.output.strip() == problem


def test_bots_that_get_ready_are_no_trouble():
    assert start_all(setup_for(HONEST, "tests.guests.players:chance")) == list[Trouble]()


def killed_once(monkeypatch: pytest.MonkeyPatch, times: int) -> list[str]:
    """Have the first ``times`` processes of a bot end by a SIGKILL of somebody else's; return who was started."""
    started: list[str] = []
    behind: dict[LauncherHandle, str] = {}

    def launched(setup: Setup, zygote: ZygoteHandle, bot: BotSetup) -> LauncherHandle:
        launcher = launcher_of(setup, zygote, bot)
        behind[launcher] = bot.value
        return launcher

    class Killed(ProcessSeat):
        def __init__(self, launcher: LauncherHandle, variant: str) -> None:
            super().__init__(launcher, variant)
            started.append(behind[launcher])
            if behind[launcher] == HONEST and started.count(HONEST) <= times:
                os.kill(self.pid, signal.SIGKILL)

    monkeypatch.setattr(preflight, "launcher_of", launched)
    monkeypatch.setattr(preflight, "ProcessSeat", Killed)
    return started


def test_a_bot_that_somebody_kills_before_the_first_game_is_started_once_more(monkeypatch: pytest.MonkeyPatch):
    started, names = killed_once(monkeypatch, 1), list[str]()
    assert start_all(setup_for(HONEST, "tests.guests.players:chance"), looked_at=names.append) == list[Trouble]()
    assert (started.count(HONEST), len(started)) == (2, 3)
    assert sorted(names) == ["bot0", "bot1"]  # each once


def test_and_only_once(monkeypatch: pytest.MonkeyPatch):
    started = killed_once(monkeypatch, 2)
    [trouble] = start_all(setup_for(HONEST, "tests.guests.players:chance"))
    assert trouble.killed and "SIGKILL" in trouble.problem
    assert len(started) == 3


def zygotes_killed(monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Have the first ``times`` zygotes end by a SIGKILL of somebody else's once they are ready; return all of them."""
    made: list[int] = []

    def start(setup: Setup, rehearsed: bool = True, spare: ZygoteHandle | None = None) -> ZygoteHandle:
        zygote = zygote_of(setup, rehearsed, spare)
        made.append(zygote.pid)
        if len(made) <= times:
            os.kill(zygote.pid, signal.SIGKILL)
        return zygote

    monkeypatch.setattr(preflight, "zygote_of", start)
    return made


def launchers_killed(monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Have the first ``times`` keepers of launchers end by a SIGKILL of somebody else's; return all of them."""
    made: list[int] = []

    def start(setup: Setup, zygote: ZygoteHandle, bot: BotSetup) -> LauncherHandle:
        launcher = launcher_of(setup, zygote, bot)
        made.append(launcher.keeper)
        if len(made) <= times:
            os.kill(launcher.keeper, signal.SIGKILL)
        return launcher

    monkeypatch.setattr(preflight, "launcher_of", start)
    return made


@pytest.mark.parametrize("killed", [zygotes_killed, launchers_killed])
def test_so_is_one_whose_zygote_or_launcher_somebody_kills(
    monkeypatch: pytest.MonkeyPatch, killed: Callable[[pytest.MonkeyPatch, int], list[int]]
):
    made = killed(monkeypatch, 1)
    assert start_all(setup_for(HONEST, "tests.guests.players:chance")) == list[Trouble]()
    assert len(made) == (2 if killed is zygotes_killed else 3)


def launched_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return for whom launchers will have been made, as they are made."""
    names: list[str] = []

    def start(setup: Setup, zygote: ZygoteHandle, bot: BotSetup) -> LauncherHandle:
        names.append(bot.name)
        return launcher_of(setup, zygote, bot)

    monkeypatch.setattr(preflight, "launcher_of", start)
    return names


def test_entries_that_differ_in_their_names_alone_are_looked_at_together(monkeypatch: pytest.MonkeyPatch):
    launched, names = launched_for(monkeypatch), list[str]()
    setup = setup_for(HONEST, "tests.guests.players:chance", HONEST, HONEST)
    setup.bots["bot3"] = BotSetup("bot3", value=HONEST, process="kept")
    setup.bots["bot4"] = BotSetup("bot4", value=HONEST, options={"speed": 3})
    assert start_all(setup, looked_at=names.append) == list[Trouble]()
    assert sorted(launched) == ["bot0", "bot1", "bot3", "bot4"]
    assert sorted(names) == ["bot0", "bot1", "bot2", "bot3", "bot4"]


def test_what_is_wrong_with_one_of_them_is_told_of_each_in_the_order_of_the_file(monkeypatch: pytest.MonkeyPatch):
    launched = launched_for(monkeypatch)
    broken = "tests.guests.zoo:at_construction"
    troubles = start_all(setup_for(broken, HONEST, broken))
    assert [trouble.bot for trouble in troubles] == ["bot0", "bot2"]
    assert len({(trouble.problem, trouble.output) for trouble in troubles}) == 1
    assert sorted(launched) == ["bot0", "bot1"]


def test_programs_and_addresses_are_looked_at_one_by_one():
    bots = [
        BotSetup("a", command=("/bin/cat",)),
        BotSetup("b", command=("/bin/cat",)),
        BotSetup("c", address="host:1"),
        BotSetup("d", address="host:1"),
    ]
    assert preflight.alike(bots) == [[bot] for bot in bots]


def test_zygotes_that_are_killed_again_and_again_are_our_failure_and_no_bot_s(monkeypatch: pytest.MonkeyPatch):
    made = zygotes_killed(monkeypatch, 5)
    with pytest.raises(RunError, match="zygote"):
        start_all(setup_for(HONEST, HONEST))
    assert len(made) == 2


def test_a_bot_that_kills_itself_at_its_check_is_tried_twice_and_told():
    setup = setup_for("kills_itself", "kills_itself")
    worker = Worker(setup)
    try:
        [trouble, *_] = play_alone(worker, setup, "bot0", "small", Master("1"))
    finally:
        worker.close()
    assert "SIGKILL" in trouble.problem


@pytest.mark.parametrize(("plugins", "rehearsed"), [(1, False), (2, True)])
def test_before_many_looks_their_zygote_is_rehearsed(monkeypatch: pytest.MonkeyPatch, plugins: int, rehearsed: bool):
    asked = list[bool]()

    def start(setup: Setup, rehearsed: bool = True, spare: ZygoteHandle | None = None) -> ZygoteHandle:
        asked.append(rehearsed)
        return zygote_of(setup, rehearsed, spare)

    monkeypatch.setattr(preflight, "zygote_of", start)
    monkeypatch.setattr(preflight, "_REHEARSED", 2)
    others = ["tests.guests.players:chance"] * 2  # one look
    assert start_all(setup_for(*[HONEST] * (plugins - 1), *others)) == list[Trouble]()
    assert asked == [rehearsed]
