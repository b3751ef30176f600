"""The key ``adjudicate`` of tournament files. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from arena.config.model import VariantEntry
from arena.config.node import Node
from arena.config.walk import Walk
from arena.contract.adjudication import Adjudication

ADJUDICATE_KEYS = ("turns", "lead", "bag", "repeats")
MOST = 1_000_000


def read_adjudicate(node: Node, walk: Walk, variants: Sequence[VariantEntry]) -> Adjudication | None:
    """Return the agreed rule; complain about one that no variant of the tournament can use."""
    fields = walk.fields(node, "adjudicate", ADJUDICATE_KEYS)
    if node.kind != "mapping":
        return None
    values: dict[str, int] = {}
    for key, least in {"turns": 1, "lead": 1, "bag": 0, "repeats": 2}.items():
        if key in fields:
            values[key] = walk.whole(fields[key], f"adjudicate.{key}", least, least, MOST)
    if not {"turns", "lead", "repeats"} & set(fields):
        walk.complain(node, "adjudicate", "no rule is named", "Write turns, lead or repeats, or remove the key")
    if "bag" in fields and "lead" not in fields:
        walk.complain(fields["bag"], "adjudicate.bag", "it belongs to a lead", "Write lead: 200, or remove it")
    words = {variant.game == "word" for variant in variants}
    if "lead" in fields and words == {False}:
        problem = "no variant here has points to lead by"
        walk.complain(fields["lead"], "adjudicate.lead", problem, "Remove it; only the word game has points")
    if "repeats" in fields and words == {True}:
        problem = "in the word game no position comes again"
        walk.complain(fields["repeats"], "adjudicate.repeats", problem, "Remove it; it is for other games")
    return Adjudication(**values)
