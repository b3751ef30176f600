"""``arena plan FILE``: what a tournament would play and how long that may take.

Starts nothing but the bots that are given options, once each behind their walls: only they know which they take.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from tabulate import tabulate

from arena.cli.paths import NamedPath
from arena.cli.say import say, say_json
from arena.cli.tournaments.nights import Wishes, night_options, plan_night
from arena.cli.tournaments.stop_plan import stop_figures, stop_text
from arena.config.model import BotEntry
from arena.config.model import Tournament as Contents
from arena.config.units import show_game_time, show_seconds
from arena.contract.adjudication import Adjudication
from arena.contract.game_time import TimeControl
from arena.report.numbers import noun, plural
from arena.runner.plan import quick_game
from arena.runner.sandbox.isolation import NONE
from arena.schedule.jobs import count_pairs, most_pairs
from arena.schedule.schedule import first_jobs
from arena.tournament import Plan, Tournament
from arena.variants.spec import VariantSpec


def plan_text(tournament: Contents, specs: tuple[VariantSpec, ...], plan: Plan) -> str:
    """Return the plan for people."""
    first = next(first_jobs(tournament))
    kind = tournament.kind.name + (f" ({tournament.kind.hero} against all)" if tournament.kind.hero else "")
    if tournament.kind.rounds is not None:
        kind += f" of {plural(tournament.kind.rounds, 'round')}"
    seed = tournament.seed if tournament.seed_given else "none in the file: each run draws its own"
    clock = f" ({tournament.clock} clock)"
    time = "none" if tournament.move_time is None else f"{show_seconds(tournament.move_time)}{clock}"
    if tournament.move_time is None and tournament.game_time is not None:
        time = f"what is left of the game's{clock}"
    meetings = plural(plan.tables, "pairing" if tournament.players == 2 else "table")
    meetings += "" if tournament.players == 2 else f" of {tournament.players}"
    each = f"{plural(plan.variants, 'variant')} x {plural(plan.pairs, 'pair')}"
    sums = f"{meetings} x {each} x {plural(tournament.players, 'seat')}"
    if plan.caps:
        pairs = plural(count_pairs(tournament), "pair")
        sums = f"{pairs} of {meetings} x {plural(plan.variants, 'variant')} x {plural(tournament.players, 'seat')}"
    if not tournament.kind.fixed:
        whose = "for each bot" if tournament.kind.name == "ladder" else "a match"
        sums = f"{each} {whose} x 2 seats, as results have it"
    rows = [
        ("tournament", f"{tournament.name}, {kind}"),
        ("seed", seed),
        ("games", f"{plan.bound} {plan.games:,}{' =' if tournament.kind.fixed else ':'} {sums}".lstrip()),
        *([("pairs", _fewer(tournament, plan))] if plan.caps else []),
        ("time a move", time),
        *([] if tournament.game_time is None else [("time a game", show_game_time(tournament.game_time))]),
        *((f"time of {name}", _times(control)) for name, control in tournament.odds().items()),
        *((f"openings of {spec.name}", _openings(spec, tournament)) for spec in specs if spec.openings),
        *([] if tournament.adjudicate is None else [("agreed end", _agreed(tournament.adjudicate))]),
        ("workers", f"{plan.workers}"),
        *([("isolation", f"none: {NONE}")] if tournament.shared else []),
        ("quick bots", f"about {show_seconds(plan.quick)}, if a game takes {show_seconds(quick_game(tournament))}"),
        ("slow bots", "no bound: nothing ends a move or a game in time" if plan.longest is None else _longest(plan)),
        ("first game", first.id),
        ("results", tournament.output),
    ]
    kept = tournament.kept()
    heads = ("bot", "plays as", "options", "process")[: 4 if kept or tournament.shared else 3]
    bots = [
        (bot.name, bot.plugin or _at(bot) or bot.address, _options(bot.options),
         "shared" if tournament.shared else "kept" if bot.name in kept else "fresh")[: len(heads)]
        for bot in tournament.bots
    ]  # fmt: skip
    return "\n\n".join(
        [
            tabulate(rows, tablefmt="plain"),
            tabulate(bots, headers=heads, tablefmt="simple", disable_numparse=True),
            tabulate(
                [_variant_row(tournament, spec) for spec in specs],
                headers=VARIANT_HEAD,
                tablefmt="simple",
                disable_numparse=True,
            ),
        ]
    )


def pairs_for(effect: float) -> int:
    """Return the pairs that two bots need to be told apart when they differ by so many Elo points."""
    from arena.ratings.stopping import pairs_needed  # scipy takes half a second to load

    return pairs_needed(effect)


def effect_text(effect: float, needed: int, plan: Plan) -> str:
    """Return what the number of pairs means for this plan."""
    all_variants = plan.pairs * plan.variants

    def verdict(pairs: int) -> str:
        return "enough" if pairs >= needed else f"too few by {needed - pairs:,}"

    fewer = "".join(
        f"\nOf {name}: {plural(pairs, 'pair')} on each variant ({verdict(pairs)}), "
        f"{pairs * plan.variants:,} over all variants ({verdict(pairs * plan.variants)})."
        for name, pairs in plan.caps.items()
    )
    return (
        f"To see a difference of {effect:g} Elo takes about {needed:,} {noun(needed, 'pair')} between two bots "
        "(in 4 of 5 runs, at the\n"
        f"5 % level, the halves of a pair taken as independent; the shared seed usually makes it fewer).\n"
        f"Here: {plan.pairs:,} {noun(plan.pairs, 'pair')} on each variant ({verdict(plan.pairs)}), "
        f"{all_variants:,} over all variants ({verdict(all_variants)}).{fewer}"
    )


def say_asked(bots: tuple[str, ...]) -> None:
    whose = "its" if len(bots) == 1 else "their"
    say(f"starting {', '.join(bots)} once, to ask about {whose} options", err=True)


VARIANT_HEAD = ("variant", "game", "board", "tiles", "rules", "lexicon", "hand", "digest")


def _longest(plan: Plan) -> str:
    assert plan.longest is not None
    return f"up to about {show_seconds(plan.longest)}, if every bot takes all its time"


def _fewer(tournament: Contents, plan: Plan) -> str:
    """Return how many pairs each pairing plays on each variant where some bots play fewer."""
    whom = "with each opponent" if tournament.players == 2 else "at each table"
    fewer = ", ".join(f"{name} at most {pairs:,}" for name, pairs in plan.caps.items())
    return f"{plan.pairs:,} on each variant; {whom} {fewer}"


def _times(control: TimeControl) -> str:
    """Return the times of a bot that has its own."""
    move = [] if control.move_time is None else [f"{show_seconds(control.move_time)} a move"]
    game = [] if control.game_time is None else [f"{show_game_time(control.game_time)}"]
    return ", ".join(move + game)


def _openings(spec: VariantSpec, tournament: Contents) -> str:
    """Return how many openings a variant has, and whether pairs repeat them."""
    count = len(spec.openings)
    most = most_pairs(tournament) if tournament.kind.fixed else tournament.pairs
    return f"{count}{', each again after so many pairs' if most > count else ''}"


def _agreed(rule: Adjudication) -> str:
    """Return when games are ended by an agreed rule."""
    ends = [] if rule.turns is None else [f"after {plural(rule.turns, 'turn')}"]
    if rule.lead is not None:
        ends.append(f"a lead of {plural(rule.lead, 'point')} with {plural(rule.bag, 'tile')} or fewer in the bag")
    return "; ".join([*ends, *([] if rule.repeats is None else [f"a position for the {rule.repeats}. time"])])


def _options(options: dict[str, Any]) -> str:
    return ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in options.items())


def _of_the_run(tournament: Contents, spec: VariantSpec) -> bool:
    """Return whether a variant's board is another one in each run, being drawn from a seed that each run draws."""
    drawn = spec.word is not None and spec.word.board_seed is not None
    return drawn and not tournament.seed_given and tournament.variant(spec.name).board_seed is None


def _at(bot: BotEntry) -> str:
    """Return where a bot lies that has a path, and in which revision, or was handed in; or its command."""
    lies = f"{bot.path} at {bot.rev}" if bot.rev else bot.path or bot.submission
    command = " ".join(bot.command)
    return f"{command} in {lies}" if lies and command else lies or command


def _variant_row(tournament: Contents, spec: VariantSpec) -> tuple[str, ...]:
    word = spec.word
    if word is None:
        call = f"{spec.game} {_options(spec.options)}".strip()
        return (spec.name, call, "", "", "", "", "", spec.digest[:12])
    if _of_the_run(tournament, spec):
        board, digest = f"{word.board_name} (drawn by each run)", ""
    else:
        board = word.board_name + (f" (seed {word.board_seed})" if word.board_seed is not None else "")
        digest = spec.digest[:12]
    shown = (board, word.tiles_name, word.rules_name, word.lexicon.name, str(word.hand_size))
    return (spec.name, "word", *shown, digest)


@click.command()
@click.argument("file", type=NamedPath())
@click.option(
    "--effect", type=float, metavar="ELO", help="Also show how many pairs it takes to detect this difference."
)
@night_options
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
def plan(file: Path, effect: float | None, as_json: bool, wishes: Wishes) -> None:
    """Show what the tournament FILE would play, and how long it may take.

    Nothing is played. Bots that are given options are started once each, to see whether they accept them; the
    exit status is 3 if one does not start. With --budget, and for a season, it is what the next run would play: bots
    are installed for that, and none is started.
    """
    read = Tournament.read(file, resume=wishes.budget is not None)
    for warning in read.warnings:
        say(f"warning: {warning}", err=True)
    if wishes != Wishes() or read.contents.season:
        if effect is not None:
            raise click.UsageError("--effect is for a whole tournament, not for one night of it")
        plan_night(read, wishes, as_json=as_json)
        return
    tournament, specs = read.contents, read.specs
    figures = read.plan(ask=True, asking=say_asked)
    needed = None if effect is None else pairs_for(effect)
    stop = stop_figures(tournament)
    if as_json:
        variants = {spec.name: None if _of_the_run(tournament, spec) else spec.digest for spec in specs}
        seed = tournament.seed if tournament.seed_given else None
        facts = {"name": tournament.name, "seed": seed, **asdict(figures), "digests": variants}
        if not figures.caps:
            del facts["caps"]  # every pairing plays ``pairs``
        facts |= {"kept": list(kept)} if (kept := tournament.kept()) else {}
        facts |= {"process": "shared", "isolation": "none"} if tournament.shared else {}
        facts |= {} if stop is None else {"stop": stop}
        say_json(facts if effect is None else {**facts, "effect": effect, "pairs_needed": needed})
    else:
        say(plan_text(tournament, specs, figures))
        if stop is not None:
            say(f"\n{stop_text(tournament, stop)}")
        if needed is not None:
            say(f"\n{effect_text(effect or 0.0, needed, figures)}")
