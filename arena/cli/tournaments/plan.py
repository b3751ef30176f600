"""``arena plan FILE``: what a tournament would play and how long that may take.

Starts nothing but the bots that are given options, once each behind their walls: only they know which they take.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import msgspec
from tabulate import tabulate

from arena.cli.say import say, say_json
from arena.cli.tournaments.advice import advice
from arena.cli.tournaments.bots_installed import distributions
from arena.cli.tournaments.stop_plan import stop_figures, stop_text
from arena.cli.words.fit import warn_of_variants
from arena.config.model import Tournament
from arena.config.units import show_seconds
from arena.errors import BotError
from arena.report.numbers import noun, plural
from arena.runner.preflight import said, start_all
from arena.runner.run import plugins_of
from arena.runner.sandbox.limits import cores
from arena.runner.setup import setup_of
from arena.schedule.course import Course, opening
from arena.schedule.jobs import count_tables
from arena.variants.load import open_tournament
from arena.variants.samples import tournament_file
from arena.variants.spec import VariantSpec

# What a plan cannot know is assumed, and said with the estimate.
TURNS = {"word": 30}  # turns of a game with two seats and 100 tiles, by our own greedy bots
OTHER_TURNS = 40
QUICK_GAME = 0.1  # seconds: a game between bots that answer at once, processes and records included


@dataclass(frozen=True)
class Plan:
    """The figures of a plan; seconds are wall clock. longest is None without a time per move.

    bound: whether there are exactly so many games (""), or "at most" or "about" so many.
    """

    tables: int
    variants: int
    pairs: int
    games: int
    workers: int
    quick: float
    longest: float | None
    bound: str = ""


def make_plan(tournament: Tournament, specs: tuple[VariantSpec, ...], cores: int) -> Plan:
    """Return the figures; ``cores`` stands in for a number of workers that the file leaves open."""
    course = Course(tournament)
    games = course.total
    workers = min(tournament.workers or cores, games)
    turns = sum(TURNS.get(spec.game, OTHER_TURNS) for spec in specs) / len(specs)
    a_turn = tournament.move_time
    longest = None if a_turn is None else games * turns * a_turn / workers
    if tournament.limits.game_time is not None:
        by_game = games * tournament.players * tournament.limits.game_time / workers
        longest = by_game if longest is None else min(longest, by_game)
    return Plan(
        tables=count_tables(tournament),
        variants=len(specs),
        pairs=tournament.pairs,
        games=games,
        workers=workers,
        quick=games * QUICK_GAME / workers,
        longest=longest,
        bound="" if course.exact else "at most" if course.rule is not None else "about",
    )


def plan_text(tournament: Tournament, specs: tuple[VariantSpec, ...], plan: Plan) -> str:
    """Return the plan for people."""
    first = next(opening(tournament))
    kind = tournament.kind.name + (f" ({tournament.kind.hero} against all)" if tournament.kind.hero else "")
    if tournament.kind.rounds is not None:
        kind += f" of {plural(tournament.kind.rounds, 'round')}"
    seed = tournament.seed if tournament.seed_given else "none in the file: each run draws its own"
    time = (
        "none" if tournament.move_time is None else f"{show_seconds(tournament.move_time)} ({tournament.clock} clock)"
    )
    meetings = plural(plan.tables, "pairing" if tournament.players == 2 else "table")
    meetings += "" if tournament.players == 2 else f" of {tournament.players}"
    each = f"{plural(plan.variants, 'variant')} x {plural(plan.pairs, 'pair')}"
    sums = f"{meetings} x {each} x {plural(tournament.players, 'seat')}"
    if not tournament.kind.fixed:
        whose = "for each bot" if tournament.kind.name == "ladder" else "a match"
        sums = f"{each} {whose} x 2 seats, as results have it"
    rows = [
        ("tournament", f"{tournament.name}, {kind}"),
        ("seed", seed),
        ("games", f"{plan.bound} {plan.games:,}{' =' if tournament.kind.fixed else ':'} {sums}".lstrip()),
        ("time a move", time),
        ("workers", f"{plan.workers}"),
        ("quick bots", f"about {show_seconds(plan.quick)}, if a game takes {show_seconds(QUICK_GAME)}"),
        ("slow bots", "no bound: neither move_time nor limits.game_time" if plan.longest is None else _longest(plan)),
        ("first game", first.id),
        ("results", tournament.output),
    ]
    kept = tournament.kept()
    heads = ("bot", "plays as", "options", "process")[: 4 if kept else 3]
    bots = [
        (bot.name, bot.plugin or bot.address or " ".join(bot.command), _options(bot.options),
         "kept" if bot.name in kept else "fresh")[: len(heads)]
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

    return (
        f"To see a difference of {effect:g} Elo takes about {needed:,} {noun(needed, 'pair')} between two bots "
        "(in 4 of 5 runs, at the\n"
        f"5 % level, the halves of a pair taken as independent; the shared seed usually makes it fewer).\n"
        f"Here: {plan.pairs:,} {noun(plan.pairs, 'pair')} on each variant ({verdict(plan.pairs)}), "
        f"{all_variants:,} over all variants ({verdict(all_variants)})."
    )


def ask_options(tournament: Tournament, specs: tuple[VariantSpec, ...]) -> None:
    """Start each bot that has options on the first variant, and no other; raise BotError where one refuses them.

    Programs that listen somewhere are left alone: whoever plans does not connect.
    """
    asked = tuple(bot for bot in tournament.bots if bot.options and not bot.address)
    if not asked:
        return
    names = ", ".join(bot.name for bot in asked)
    say(f"starting {names} once, to ask about {'its' if len(asked) == 1 else 'their'} options", err=True)
    few = msgspec.structs.replace(tournament, bots=asked)
    troubles = start_all(setup_of(few, {specs[0].name: specs[0]}, plugins_of(few), 1))
    if troubles:
        places = [next(i for i, bot in enumerate(tournament.bots) if bot.name == trouble.bot) for trouble in troubles]
        told = [
            f"{tournament.where(f'bots[{place}].options')}: {line}"
            for place, trouble in zip(places, troubles, strict=True)
            for line in said([trouble])[:1]
        ]
        raise BotError("", "\n".join(told), advice(troubles, tournament))


VARIANT_HEAD = ("variant", "game", "board", "tiles", "rules", "lexicon", "hand", "digest")


def _longest(plan: Plan) -> str:
    assert plan.longest is not None
    return f"up to about {show_seconds(plan.longest)}, if every bot takes all its time"


def _options(options: dict[str, Any]) -> str:
    return ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in options.items())


def _of_the_run(tournament: Tournament, spec: VariantSpec) -> bool:
    """Return whether a variant's board is another one in each run, being drawn from a seed that each run draws."""
    drawn = spec.word is not None and spec.word.board_seed is not None
    return drawn and not tournament.seed_given and tournament.variant(spec.name).board_seed is None


def _variant_row(tournament: Tournament, spec: VariantSpec) -> tuple[str, ...]:
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
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--effect", type=float, metavar="ELO", help="Also say how many pairs it takes to see this difference.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
def plan(file: Path, effect: float | None, as_json: bool) -> None:
    """Say what the tournament FILE would play, and how long it may take.

    Plays nothing. Bots that are given options are started, once each, to ask them whether they take these; a bot that
    does not start then ends this with status 3.
    """
    tournament, specs = open_tournament(tournament_file(file), distributions())
    warn_of_variants(specs)
    ask_options(tournament, specs)
    figures = make_plan(tournament, specs, cores())
    needed = None if effect is None else pairs_for(effect)
    stop = stop_figures(tournament)
    if as_json:
        variants = {spec.name: None if _of_the_run(tournament, spec) else spec.digest for spec in specs}
        seed = tournament.seed if tournament.seed_given else None
        told = {"name": tournament.name, "seed": seed, **asdict(figures), "digests": variants}
        told |= {"kept": list(kept)} if (kept := tournament.kept()) else {}
        told |= {} if stop is None else {"stop": stop}
        say_json(told if effect is None else {**told, "effect": effect, "pairs_needed": needed})
    else:
        say(plan_text(tournament, specs, figures))
        if stop is not None:
            say(f"\n{stop_text(tournament, stop)}")
        if needed is not None:
            say(f"\n{effect_text(effect or 0.0, needed, figures)}")
