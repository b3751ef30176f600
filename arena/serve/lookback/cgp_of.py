"""States of stored games as CGP, and the variants that they were played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arena.contract.chance import Random
from arena.contract.game import Game
from arena.errors import ConfigError, ResultsError
from arena.records.manifest import Manifest
from arena.variants.spec import VariantSpec, spec_from


def spec_of(manifest: Manifest, variant: str, where: str) -> VariantSpec:
    """Return the variant as it was played."""
    fields = manifest.specs.get(variant)
    if fields is None:
        raise ResultsError(where, f"the manifest describes no variant {variant!r}", "Use the results as they were made")
    return spec_from(fields)


def cgp_of(game: Game[Any, Any], where: str = "--cgp") -> Callable[[Any], str]:
    """Return what writes a state of the word game as a CGP; raise ConfigError where that cannot be."""
    if game.name != "word":
        raise ConfigError(where, f"{game.name} has no CGP", "Only positions of the word game have one")
    from arena.variants.position_cgp import cgp_text

    table = game.table  # type: ignore[attr-defined]

    def write(state: Any) -> str:
        order = [(state.mover + step) % game.seats for step in range(game.seats)]  # the player on turn first
        hands, scores = [state.hands[seat] for seat in order], [state.scores[seat] for seat in order]
        return cgp_text(table, state.board, hands, scores, state.scoreless)

    write(game.start(Random(0)))  # a board without end is refused before anything is printed
    return write
