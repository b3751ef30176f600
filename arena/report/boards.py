"""The variants of stored results, made again from the manifest: boards without words, and whole tables with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from arena.errors import ArenaError
from arena.variants.build import layout_of
from arena.variants.spec import VariantSpec


def word_specs(specs: Mapping[str, Any]) -> dict[str, VariantSpec]:
    """Return variant -> spec of the word game's variants among those of a manifest (plain values).

    What this arena cannot read any more is left out: such variants are reported without their boards.
    """
    word_games = {}
    for name, fields in specs.items():
        try:
            spec = msgspec.convert(fields, VariantSpec)
        except msgspec.ValidationError:
            continue
        if spec.word is not None:
            word_games[name] = spec
    return word_games


def layouts(specs: Mapping[str, VariantSpec]) -> dict[str, Any]:
    """Return variant -> board; lexica are not opened. A board that cannot be made any more is left out."""
    layout_by_name = {}
    for name, spec in specs.items():
        try:
            layout_by_name[name] = layout_of(spec)
        except ArenaError:
            continue
    return layout_by_name
