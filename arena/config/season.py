"""What a season does not go together with. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from arena.config.model import Tournament
from arena.config.node import Node
from arena.config.walk import Walk


def check_season(tournament: Tournament, fields: Mapping[str, Node], walk: Walk) -> None:
    """Complain about a season whose games depend on results, or whose bots share a process."""
    if not tournament.season:
        return
    if not tournament.kind.fixed and not walk.troubled("kind"):
        problem = f"a season has bots that come and go, and a {tournament.kind.name} must know them all beforehand"
        remedy = "Write kind: round-robin or {gauntlet: {hero: NAME}}, or no season"
        walk.complain(fields["kind"], "kind", problem, remedy)
    if tournament.stop is not None and not walk.troubled("stop"):
        problem = "a season is never at its end, so no rule can stop it"
        walk.complain(fields["stop"], "stop", problem, "Remove it; `arena run --budget` ends an evening")
    if tournament.shared and not walk.troubled("process"):
        problem = "bots of a season change while it lasts, and one process cannot hold two versions of one module"
        walk.complain(fields["process"], "process", problem, "Write process: kept, or no season")
