"""``arena sprt``: where a sequential test stands on given counts; ``arena sprt run`` plays one."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from arena.cli.building import Building, building
from arena.cli.durations import BotTimes, bot_times
from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.ratings.rate import counts
from arena.cli.say import say, say_json
from arena.cli.seeds import seed
from arena.cli.walls import isolation as walls
from arena.cli.width import terminal_width
from arena.config.model import Isolation, SprtRule
from arena.errors import RatingError
from arena.ratings.length import WIDE, too_wide
from arena.ratings.sprt import MODELS, Model, Sprt
from arena.report.numbers import fixed, json_ready, wrapped

UNITS = {"logistic": "Elo", "normalized": "nElo", "bayeselo": "BayesElo", "cutechess": "Elo"}


@click.group(invoke_without_command=True)
@click.option("--pairs", "pairs_", metavar="LL,LD,MID,WD,WW", help="Pairs by the first bot's result, worst first.")
@click.option("--wdl", metavar="W,D,L", help="Wins, draws and losses of single games.")
@click.option("--elo0", type=float, help="The gap that H0 claims.")
@click.option("--elo1", type=float, help="The gap that H1 claims.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance of accepting H1 although H0 holds.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance of accepting H0 although H1 holds.")
@click.option("--model", type=click.Choice(MODELS), default="normalized", show_default=True, help="What the gap means.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.pass_context
def command(
    context: click.Context,
    pairs_: str | None,
    wdl: str | None,
    elo0: float | None,
    elo1: float | None,
    alpha: float,
    beta: float,
    model: Model,
    as_json: bool,
) -> None:
    """Print the log-likelihood ratio of two hypotheses, its bounds, and which of them is accepted, if any.

    Models: logistic (Elo), normalized (normalised Elo), and for single games only bayeselo (raw units) and
    cutechess (Elo bounds, half a game added to each count). ``arena sprt run`` plays the games as well.
    """
    if context.invoked_subcommand is not None:
        mine = [parameter.opts[0] for parameter in context.command.params]
        refuse_idle(f"`arena sprt {context.invoked_subcommand}` has options of its own, behind it", *mine)
        return
    for name, value in (("--elo0", elo0), ("--elo1", elo1)):
        if value is None:
            raise click.UsageError(f"Missing option '{name}'.")
    assert elo0 is not None and elo1 is not None
    if (pairs_ is None) == (wdl is None):
        raise RatingError("arena sprt", "one list of counts is needed", "Give --pairs or --wdl.")
    seen: tuple[int, ...]
    if pairs_ is not None:
        seen = counts(pairs_, "LL,LD,MID,WD,WW", 5, "--pairs")
    else:
        seen = counts(wdl or "", "W,D,L", 3, "--wdl")[::-1]
    sprt = Sprt(elo0, elo1, alpha, beta, model)
    verdict, wide = sprt.judge(seen), too_wide(sprt)
    unit = "pairs" if pairs_ is not None else "games"
    if as_json:
        facts = {
            "llr": verdict.llr, "lower": verdict.lower, "upper": verdict.upper,
            "verdict": verdict.accepted or "continue", "elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta,
            "model": model, unit: sum(seen), "too_wide_for_alpha_and_beta": wide,
        }  # fmt: skip
        say_json(json_ready(facts), indent=2)
        return
    words = {
        "H1": "H1 accepted: stop. The Elo of a match stopped here is biased outward.",
        "H0": "H0 accepted: stop. The Elo of a match stopped here is biased outward.",
        None: "neither is accepted: go on.",
    }
    lines = [
        f"H0: {elo0:g}, H1: {elo1:g} {UNITS[model]} ({model} model), alpha {alpha:g}, beta {beta:g}",
        f"{unit + ':':9}{sum(seen)}",
        f"LLR:     {fixed(verdict.llr, 4)}",
        f"bounds:  {fixed(verdict.lower, 4)} to {fixed(verdict.upper, 4)}",
        f"verdict: {words[verdict.accepted]}",
        *wrapped([WIDE] if wide else [], terminal_width()),
    ]
    say("\n".join(lines))


_GAPS = (
    click.option("--elo", nargs=2, type=float, required=True, metavar="H0 H1", help="The gaps that H0 and H1 claim."),
    click.option(
        "--errors",
        nargs=2,
        type=float,
        default=(0.05, 0.05),
        show_default=True,
        metavar="ALPHA BETA",
        help="Chances of accepting H1 although H0 holds, and H0 although H1 holds.",
    ),
)


def gaps(function: Callable[..., Any]) -> Callable[..., Any]:
    """Have a command take the test's gaps and error rates, as its parameter ``rule``."""

    @wraps(function)
    def taking(*, elo: tuple[float, float], errors: tuple[float, float], **given: Any) -> Any:
        Sprt(*elo, *errors, "normalized").judge((1, 1, 1, 1, 1))  # says what is wrong with these
        elo0, elo1 = elo
        rule = SprtRule(bots=("new", "old"), elo0=elo0, elo1=elo1, alpha=errors[0], beta=errors[1])
        return function(rule=rule, **given)

    decorated: Callable[..., Any] = taking
    for option in reversed(_GAPS):
        decorated = option(decorated)
    return decorated


@command.command("run")
@click.option(
    "--new", required=True, metavar="PATH", help="The version to judge: a Python file, a package, or a program."
)
@click.option(
    "--old", required=True, metavar="REV|PATH", help="What it is to beat: a revision of its repository, or a path."
)
@gaps
@click.option(
    "--board",
    "boards",
    multiple=True,
    default=("standard",),
    show_default=True,
    help="Each board, by its name or path.",
)
@click.option("--lexicon", default="default", show_default=True, help="A word list by name or path.")
@bot_times
@seed
@walls
@click.option("--workers", type=click.IntRange(1, 1024), help="Games played at the same time (default: one per core).")
@building
@click.option("--output", type=NamedPath(), help="Folder for the results (default: results/NAMES).")
@click.option("--resume", is_flag=True, help="Go on with the games that are there.")
def run(
    new: str,
    old: str,
    rule: SprtRule,
    boards: tuple[str, ...],
    lexicon: str,
    times: BotTimes,
    seed: str | None,
    isolation: Isolation,
    workers: int | None,
    building: Building,
    output: Path | None,
    resume: bool,
) -> int:
    """Play two versions of a bot until the test has its verdict.

    --old names a revision (a commit, a tag, a branch) of the git repository in which --new lies, or a path that begins
    with ./ or / or ends in .py. A package is built where it has to be; a program by --build, and started by --command.
    The gaps are normalised Elo (nElo). Ends with the report, and with the verdict and its figures as Markdown for a
    pull request.
    """
    from arena.cli.ratings.sprt_run import play
    from arena.cli.versions import MatchTerms, contents_of, versions
    from arena.config.kinds import MOST_PAIRS_WITH_STOP
    from arena.config.model import StopRule
    from arena.tournament import Tournament

    match = versions(new, old)
    terms = MatchTerms(boards, lexicon, times.move, seed, isolation, building, times.limits)
    contents = contents_of(match, terms, match.title, MOST_PAIRS_WITH_STOP, StopRule(sprt=rule))
    words = [word for word in sys.argv[1:] if word != "--resume"]
    tournament = Tournament.of(contents, output=output, resume=resume)
    return play(tournament, workers, shlex.join(["arena", *words, "--resume"]))
