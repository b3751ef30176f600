"""The keys ``kind`` and ``stop`` of a tournament file: who meets whom, and when it may end early. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil, log2
from typing import Any, cast

from arena.config.model import Kind, KindName, SprtModel, SprtRule, StopRule
from arena.config.node import Node
from arena.config.walk import Walk, hint

KINDS = ("round-robin", "gauntlet", "swiss", "knockout", "ladder")
KIND_KEYS: Mapping[str, tuple[str, ...]] = {
    "gauntlet": ("hero",),
    "swiss": ("rounds", "seeding"),
    "knockout": ("seeding", "extra_pairs"),
}
STOP_KEYS = ("sprt", "half_width", "bots")
SPRT_KEYS = ("bots", "elo0", "elo1", "alpha", "beta", "model")
MODELS = ("normalized", "logistic", "bayeselo")
EXTRA_PAIRS = 10
MOST_PAIRS_WITH_STOP = 100_000  # where ``stop`` decides and the file names no number of pairs
FARTHEST = 1000.0  # Elo: a hypothesis beyond it says nothing about bots
LEAST_GAP = 0.001  # of elo1 above elo0: nearer ones take more pairs than are ever played
FARTHEST_OF_PAIRS = 231.0  # normalised Elo: beyond it no distribution over the five buckets of a pair has it
_USAGE = "Write kind: round-robin, or for example kind: {gauntlet: {hero: NAME}} or kind: {swiss: {rounds: 5}}"


def most_rounds(bots: int) -> int:
    """Return how many rounds a number of bots can play without anybody meeting again (or a second bye)."""
    return bots - 1 + bots % 2


def usual_rounds(bots: int) -> int:
    """Return the rounds of a Swiss tournament that names none: what a knockout would take, and one more."""
    return min(ceil(log2(max(2, bots))) + 1, most_rounds(bots))


def read_kind(node: Node, walk: Walk, bots: Collection[str], players: int) -> Kind:
    """Return who meets whom: a kind's name, or a mapping of one kind to its options."""
    if node.kind == "scalar":
        name = node.text if node.text.strip() else None
        if name is None:
            walk.complain(node, "kind", "the name of a kind is missing here", _USAGE)
        if name == "gauntlet":
            walk.complain(node, "kind", "a gauntlet needs to know who meets all others", _USAGE)
            return Kind()
        if name is not None and name not in KINDS:
            walk.complain(node, "kind", f"there is no kind {name!r} of tournament", hint(name, KINDS))
            return Kind()
        return _checked(node, walk, name or "round-robin", {}, bots, players)
    fields = walk.fields(node, "kind", KINDS)
    if len(fields) != 1:
        if not walk.troubled("kind"):
            walk.complain(node, "kind", "this needs exactly one kind", _USAGE)
        return Kind()
    [(name, options)] = fields.items()
    if name not in KIND_KEYS:
        words = "a " + name.replace("-", " ")
        walk.complain(options, "kind", f"{words} has no options", f"Write kind: {name}")
        return Kind()
    return _checked(options, walk, name, walk.fields(options, f"kind.{name}", KIND_KEYS[name]), bots, players)


def _checked(
    node: Node, walk: Walk, name: str, fields: Mapping[str, Node], bots: Collection[str], players: int
) -> Kind:
    key = f"kind.{name}"
    values: dict[str, Any] = {"name": cast(KindName, name)}
    if name == "gauntlet" and players < 2:
        walk.complain(node, "kind", "in a gauntlet the hero meets others", "Write players: 2 or more, or no kind")
    if name in ("swiss", "knockout", "ladder") and players != 2:
        walk.complain(node, "kind", f"a {name} has games of two players", "Remove players, or write kind: round-robin")
    if name == "gauntlet":
        values["hero"] = _hero(node, walk, fields, bots)
    if name == "swiss":
        most = most_rounds(len(bots))
        values["rounds"] = usual_rounds(len(bots))
        if "rounds" in fields:
            values["rounds"] = rounds = walk.whole(fields["rounds"], f"{key}.rounds", values["rounds"], 1, 10_000)
            if rounds > most and not walk.troubled("bots"):
                in_rounds = f"{most} round{'s' * (most > 1)}"
                problem = f"{len(bots)} bots meet each other once in {in_rounds}, and nobody meets twice"
                walk.complain(fields["rounds"], f"{key}.rounds", problem, f"Write {most} or fewer, and more pairs")
    if name == "knockout":
        values["extra_pairs"] = EXTRA_PAIRS
        if "extra_pairs" in fields:
            values["extra_pairs"] = walk.whole(fields["extra_pairs"], f"{key}.extra_pairs", EXTRA_PAIRS, 0, 100_000)
    if "seeding" in fields:
        values["seeding"] = _names(fields["seeding"], f"{key}.seeding", walk, bots)
        missing = sorted(set(bots) - set(values["seeding"]))
        if missing and not walk.troubled(f"{key}.seeding") and not walk.troubled("bots"):
            problem = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            walk.complain(fields["seeding"], f"{key}.seeding", problem, "Name every bot once, the strongest first")
    return Kind(**values)


def _hero(node: Node, walk: Walk, fields: Mapping[str, Node], bots: Collection[str]) -> str:
    if "hero" not in fields:
        if not walk.troubled("kind"):
            walk.complain(node, "kind.gauntlet.hero", "no bot is named that meets all others", _USAGE)
        return ""
    hero = walk.text(fields["hero"], "kind.gauntlet.hero", "greedy")
    if hero is not None and hero not in bots and not walk.troubled("bots"):
        problem = f"no bot of this tournament is called {hero!r}"
        walk.complain(fields["hero"], "kind.gauntlet.hero", problem, hint(hero, sorted(bots)))
    return hero or ""


def _names(node: Node, key: str, walk: Walk, bots: Collection[str]) -> tuple[str, ...]:
    """Return a list of bots of this tournament, each at most once."""
    names: list[str] = []
    for at, item in walk.items(node, key):
        name = walk.text(item, at, "greedy")
        if name is None:
            continue
        if name not in bots and not walk.troubled("bots"):
            walk.complain(item, at, f"no bot of this tournament is called {name!r}", hint(name, sorted(bots)))
        elif name in names:
            walk.complain(item, at, f"{name!r} is repeated here", "Remove one of them")
        names.append(name)
    return tuple(names)


def read_stop(node: Node, walk: Walk, bots: Collection[str], players: int, kind: Kind) -> StopRule | None:
    """Return when the tournament may end before its last pair."""
    usage = "Write stop: {half_width: 15}, or stop: {sprt: {bots: [new, old], elo0: 0, elo1: 10}}"
    fields = walk.fields(node, "stop", STOP_KEYS)
    if not kind.fixed:
        walk.complain(node, "stop", f"a {kind.name} has an end of its own", "Remove it, or write kind: round-robin")
    if players != 2:
        walk.complain(node, "stop", "stopping rules are only for games of two players", "Remove it, or players")
    if ("sprt" in fields) == ("half_width" in fields):
        if not walk.troubled("stop"):
            walk.complain(node, "stop", "this needs exactly one rule", usage)
        return None
    if "half_width" in fields:
        width = walk.number(fields["half_width"], "stop.half_width", 15.0, 0.1, 1000.0)
        names = _names(fields["bots"], "stop.bots", walk, bots) if "bots" in fields else ()
        return StopRule(half_width=width, bots=names)
    if "bots" in fields:
        walk.complain(
            fields["bots"], "stop.bots", "bots in this place belong to half_width", "Write stop: {sprt: {bots: ...}}"
        )
    return StopRule(sprt=_sprt(fields["sprt"], walk, bots, kind))


def _sprt(node: Node, walk: Walk, bots: Collection[str], kind: Kind) -> SprtRule | None:
    key = "stop.sprt"
    fields = walk.fields(node, key, SPRT_KEYS)
    missing = [name for name in ("bots", "elo0", "elo1") if name not in fields]
    if node.kind != "mapping" or missing:
        if missing and not walk.troubled(key):
            remedy = "For example: {bots: [new, old], elo0: 0, elo1: 10}"
            walk.complain(node, f"{key}.{missing[0]}", "it is missing", remedy)
        return None
    names = _names(fields["bots"], f"{key}.bots", walk, bots)
    if len(names) != 2 and not walk.troubled(f"{key}.bots"):
        remedy = "Name the bot that may be better, then the one it is measured against"
        walk.complain(fields["bots"], f"{key}.bots", "this needs two bots", remedy)
    if kind.hero and len(names) == 2 and kind.hero not in names and not walk.troubled(f"{key}.bots"):
        problem = f"in this gauntlet {names[0]} and {names[1]} never meet"
        walk.complain(fields["bots"], f"{key}.bots", problem, f"One of them has to be {kind.hero}")
    model = walk.choice(fields["model"], f"{key}.model", MODELS, MODELS[0]) if "model" in fields else MODELS[0]
    most = FARTHEST_OF_PAIRS if model == "normalized" else FARTHEST
    elo0 = walk.number(fields["elo0"], f"{key}.elo0", 0.0, -most, most)
    elo1 = walk.number(fields["elo1"], f"{key}.elo1", 10.0, -most, most)
    if elo0 >= elo1 and not walk.troubled(key):
        problem = f"elo1 must be larger than elo0, and {elo1:g} is not more than {elo0:g}"
        walk.complain(fields["elo1"], f"{key}.elo1", problem, "H1 says that the first bot is better by elo1")
    elif elo1 - elo0 < LEAST_GAP and not walk.troubled(key):
        problem = f"elo1 must be larger than elo0 by {LEAST_GAP:g} or more, or the test has no end"
        walk.complain(fields["elo1"], f"{key}.elo1", problem, "A few points are usual")
    rates = {}
    for name in ("alpha", "beta"):
        rates[name] = walk.number(fields[name], f"{key}.{name}", 0.05, 1e-6, 0.499) if name in fields else 0.05
    if len(names) != 2:
        return None
    return SprtRule(bots=(names[0], names[1]), elo0=elo0, elo1=elo1, model=cast(SprtModel, model), **rates)
