"""The file in which a teacher writes by which rule bots are marked."""

from __future__ import annotations

from pathlib import Path

from arena.config.node import Node
from arena.config.read import read_yaml
from arena.config.walk import Walk, located
from arena.errors import Complaints, ConfigError
from arena.report.marking.rule import RANKS, MarkRule, RankBy, UnfitRule

RULE_KEYS = ("rank", "beat", "clean", "per_fault")
RANK_KEYS = ("first", "last", "by")
_MOST = 1_000_000.0  # marks


def read_rule(path: Path) -> MarkRule:
    """Return the rule of a file. Raises ConfigError and Complaints with all that is wrong with it."""
    node, walk = read_yaml(path), Walk(str(path))
    rule = _rule(node, walk)
    if not walk.errors and not (rule.first or rule.last or rule.beat or rule.clean):
        walk.complain(node, "", "the rule gives no marks", "Write rank:, beat: or clean:")
    if walk.errors:
        raise Complaints(walk.in_order())
    return rule


def _rule(node: Node, walk: Walk) -> MarkRule:
    fields = walk.fields(node, "", RULE_KEYS)
    first = last = 0.0
    by: RankBy = "elo"
    if "rank" in fields:
        rank = walk.fields(fields["rank"], "rank", RANK_KEYS)
        first, last = (_marks(rank, key, f"rank.{key}", walk) for key in ("first", "last"))
        asked = walk.choice(rank["by"], "rank.by", RANKS, RANKS[0]) if "by" in rank else RANKS[0]
        by = next(known for known in RANKS if known == asked)
        if first < last and not walk.errors:
            walk.complain(fields["rank"], "rank", "the last place would get more than the first", "Change the numbers")
    beat: dict[str, float] = {}
    if "beat" in fields:
        node = fields["beat"]
        if node.kind != "mapping":
            walk.complain(node, "beat", f"expected a mapping, not {node}", "Name bots of yours: beat: {greedy: 20}")
        bots = {} if node.kind != "mapping" else walk.fields(node, "beat", [name.text for name, _ in node.entries])
        beat = {bot: walk.number(value, f"beat.{bot}", 0.0, 0.0, _MOST) for bot, value in bots.items()}
    if "per_fault" in fields and "clean" not in fields:
        walk.complain(fields["per_fault"], "per_fault", "there is nothing to take it from", "Add clean: 20")
    clean, per_fault = (_marks(fields, key, key, walk) for key in ("clean", "per_fault"))
    return MarkRule(first, last, by, beat, clean, per_fault)


def _marks(fields: dict[str, Node], key: str, at: str, walk: Walk) -> float:
    return walk.number(fields[key], at, 0.0, 0.0, _MOST) if key in fields else 0.0


def at_rule(path: Path, error: UnfitRule) -> ConfigError:
    """Return an error about a key of the rule with the file that it stands in."""
    walk = Walk(str(path))
    _rule(read_yaml(path), walk)  # says where its keys stand
    place = located(error, str(path), walk.marks)
    return ConfigError(place.where, error.problem, error.remedy)
