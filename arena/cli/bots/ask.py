"""``arena ask BOT GAME TURN``: a bot is asked a question of a game once more, in this process.

Exit status: 0, 1 where ``--times`` got several answers, 2 for a command that is wrong, 3 where the bot does not start,
raises, or gives an answer that the rules refuse.
"""

from __future__ import annotations

import bdb
import contextlib
import os
import shlex
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import click

from arena.cli.bots.ask_best import best_of
from arena.cli.bots.ask_case import AskedCase, refusal, stored_case
from arena.cli.bots.ask_text import facts, head, lines, then_text, times_lines
from arena.cli.durations import MOVE_TIME
from arena.cli.idle import refuse_idle
from arena.cli.say import say, say_json
from arena.cli.words.positions import cgp_options, given_options
from arena.config.missing import install_line
from arena.contract.chance import seed_of
from arena.contract.game import BotFactory
from arena.errors import EXIT_INTERRUPTED, EXIT_OK, EXIT_PARTIAL, EXIT_PREFLIGHT, ArenaError
from arena.runner.asking.around import OURS, Debugger, Profiled
from arena.runner.asking.asked import Around, Plainly, Reply, ask
from arena.runner.inside.guest_start import factory_at

MOST_TIMES = 10_000


class Raised(Exception):
    """What the bot raised."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


@click.command("ask")
@click.argument("bot")
@click.argument("game", metavar="GAME|GCG|POSITION")
@click.argument("turn", type=click.IntRange(min=0), required=False)
@click.option("--results", "name", metavar="NAME", help="The tournament's name under results/, or a folder.")
@click.option("--only", is_flag=True, help="Skip the bot's earlier turns: it hears of them, and is not asked.")
@click.option(
    "--times", type=click.IntRange(1, MOST_TIMES), default=1, help="Ask so often; say whether it always agrees."
)
@click.option("--pdb", "debug", is_flag=True, help="Stop in choose, when its time is up, and after an exception.")
@click.option("--profile", is_flag=True, help="Say where the time of its answer went.")
@click.option("--move-time", type=MOVE_TIME, help="Its time for the move, instead of the game's.")
@click.option("--seed", help="Of its random numbers, where the game does not say them: any text or number.")
@click.option("--seats", type=click.IntRange(1, 8), help="Of a position file: how many play  [2].")
@click.option("--top", type=click.IntRange(min=0), default=3, show_default=True, help="So many of the best moves.")
@click.option("--messages", is_flag=True, help="Print what it was sent, a JSON message a line, and ask nobody.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object; what the bot prints goes to standard error."
)
@cgp_options
def command(
    bot: str, game: str, turn: int | None, name: str | None, only: bool, times: int, debug: bool, profile: bool,
    **more: Any,
) -> int:  # fmt: skip
    """Ask BOT the question of one turn of a game again, in this process, after all its earlier turns of that game.

    BOT is its name in that game, an installed bot, module:factory, a file (./mybot.py), or the folder of a package.
    GAME is an id as for arena replay (quickstart/standard/greedy-vs-random/0001/1), and TURN counts as there; 0 is the
    start of BOT. Or a GCG file and the number of a move; or a position, as for arena moves.

    It has the view, the options and the random numbers that it had. There are no walls around it here: ask nobody
    whom you do not trust.
    """
    if debug and (profile or times > 1 or more["as_json"]):
        raise click.UsageError("--pdb goes with neither --profile nor --times nor --json")
    if profile and (times > 1 or more["as_json"]):
        raise click.UsageError("--profile goes with neither --times nor --json")
    if more["messages"]:
        refuse_idle(
            "--messages prints what a bot is sent, and asks none", "--times", "--pdb", "--profile", "--top", "--json"
        )
    case = _case(bot, game, turn, name, more)
    if more["messages"]:
        for message in case.question.messages(only=only):
            say_json(message, ensure_ascii=False)
        return EXIT_OK
    if case.plugin is None:
        shown = [bot, game, *([] if turn is None else [str(turn)]), *(["--results", name] if name else [])]
        raise refusal(case, f"arena ask {shlex.join(shown)}")
    around: Around = Debugger() if debug else Profiled() if profile else Plainly()
    with _own_output(more["as_json"]):
        try:
            asked = list(_asked(case, around, times, only))
        except bdb.BdbQuit:
            return EXIT_OK
        except Raised as raised:
            return _tell(case, raised.error, around)
    return _answer(case, asked, around, more["top"], more["as_json"])


def _case(bot: str, game: str, turn: int | None, name: str | None, more: dict[str, Any]) -> AskedCase:
    """Return what the arguments are about. Raises ArenaErrors and UsageError."""
    given = given_options({key: more[key] for key in ("board", "tiles", "lexicon", "rules")})
    seed = seed_of(0, "ask", more["seed"] or "") >> 11
    move_time: float | None = more["move_time"]
    if game.lower().endswith(".gcg") or _is_position(game):
        refuse_idle("only a stored game has results, and earlier turns that a bot was asked", "--results", "--only")
    if game.lower().endswith(".gcg"):
        from arena.cli.bots.ask_position import record_case

        if turn is None or turn == 0:
            raise click.UsageError("of a GCG file name the move, too: arena ask BOT GCG MOVE")
        return record_case(bot, game, turn, given, seed, move_time)
    if _is_position(game):
        from arena.cli.bots.ask_position import position_case

        if turn is not None:
            raise click.UsageError("a position is one question: leave TURN out")
        return position_case(bot, game, given, more["seats"], seed, move_time)
    if given or more["seats"]:
        option = next(iter(given), "seats")
        raise click.UsageError(f"--{option} is for positions and GCG files; a stored game has its own")
    if turn is None:
        raise click.UsageError("of a game name the turn, too: arena ask BOT GAME TURN")
    if name is None:
        name, _, game = game.partition("/")
    return stored_case(bot, name, game, turn, seed, move_time)


def _is_position(game: str) -> bool:
    from arena.notation.cgp import looks_like_cgp

    return game == "-" or os.path.isfile(game) or (" " in game and looks_like_cgp(game))


@contextlib.contextmanager
def _own_output(apart: bool) -> Iterator[None]:
    """Have what a bot prints go to standard error where standard output is for one JSON object."""
    with contextlib.redirect_stdout(sys.stderr) if apart else contextlib.nullcontext():
        yield


def _asked(case: AskedCase, around: Around, times: int, only: bool) -> Iterator[list[Reply]]:
    """Ask a bot so often, each time one that was made anew. Raises Raised, BdbQuit and KeyboardInterrupt."""
    assert case.plugin is not None
    assert case.clients is not None
    with _raising():
        factory = _factory(case)
        for _ in range(times):
            yield ask(case.question, case.clients, factory, around, variant=case.variant, only=only)


@contextlib.contextmanager
def _raising() -> Iterator[None]:
    try:
        yield
    except (bdb.BdbQuit, GeneratorExit):
        raise
    except BaseException as error:
        raise Raised(error) from None


def _factory(case: AskedCase) -> BotFactory:
    """Return the bot's factory, imported and warmed up."""
    assert case.plugin is not None
    assert case.clients is not None
    if case.folder is not None:
        sys.path.insert(0, str(case.folder))
    sys.dont_write_bytecode = True  # beside the sources of somebody who works on them
    factory: BotFactory = factory_at(case.plugin.value)
    warm_up = getattr(factory, "warm_up", None)
    if warm_up is not None:
        warm_up(case.clients(case.question.start).info(case.question.start, case.variant))
    return factory


def _answer(case: AskedCase, asked: Sequence[list[Reply]], around: Around, top: int, as_json: bool) -> int:
    last = case.question.last
    best = list(best_of(last.situation, top)) if last is not None and top else []
    if as_json:
        say_json(facts(case, asked, best), indent=2, ensure_ascii=False)
    else:
        for line in lines(case, asked[0], best):
            say(line)
        if last is None:
            say("it was made, and is ready")
        elif len(asked) > 1:
            for line in times_lines([replies[-1] for replies in asked]):
                say(line)
        if isinstance(around, Profiled):
            say(around.text())
    answers = [replies[-1] for replies in asked if replies]
    if any(reply.refusal for reply in answers):
        return EXIT_PREFLIGHT
    return EXIT_PARTIAL if len({reply.move for reply in answers}) > 1 else EXIT_OK


def _tell(case: AskedCase, error: BaseException, around: Around) -> int:
    """Tell what a bot raised, or where it was when somebody interrupted it; return the exit status."""
    say(head(case))
    for remark in case.remarks:
        say(f"remark: {remark}")
    if isinstance(error, ArenaError):
        say(f"it refuses: {error}")
    else:
        text = "".join(traceback.format_exception(type(error), error, own_part(error.__traceback__)))
        say(text.rstrip())
        advice = install_line(text, "" if case.plugin is None else case.plugin.value)
        if advice:
            say(advice)
    if isinstance(error, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    last = case.question.last
    if last is not None and last.then is not None:
        say(f"it played:  {then_text(last.then)}")
    if isinstance(around, Debugger):
        around.after(own_part(error.__traceback__))
    return EXIT_PREFLIGHT


def own_part(trace: TracebackType | None) -> TracebackType | None:
    """Return a traceback from the first frame that is not ours on; the whole where all are ours."""
    skipped = ("<frozen importlib", str(Path(os.__file__).parent / "importlib"), bdb.__file__)
    at = trace
    while at is not None:
        file = at.tb_frame.f_code.co_filename
        if not file.startswith(OURS) and not file.startswith(skipped):
            return at
        at = at.tb_next
    return trace
