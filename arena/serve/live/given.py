"""The game of files that a server was started with: a course's words, tiles and board, read once at its start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arena.config.model import VariantEntry
from arena.serve.live.facts import Facts
from arena.serve.people.first import First
from arena.variants.load import load_variant
from arena.variants.spec import VariantSpec

PARTS = {"board": "scrabble", "tiles": "english", "rules": "cs351", "lexicon": "default"}  # of what is not named
OPTIONS = {"board": "--board", "tiles": "--tiles", "rules": "--rules", "lexicon": "--words"}
FIRST_CHOSEN: First = "earliest-letter"


@dataclass(frozen=True)
class Given:
    """spec: of two seats. first: who begins, where nothing else is asked for."""

    spec: VariantSpec
    first: First = FIRST_CHOSEN

    @property
    def facts(self) -> Facts:
        """What the page says of it."""
        word = self.spec.word
        assert word is not None
        return {
            "board": word.board_name, "tiles": word.tiles_name, "rules": word.rules_name, "words": word.lexicon.name,
            "first": self.first,
        }  # fmt: skip


def load_given(named: Mapping[str, str], first: First = FIRST_CHOSEN) -> Given:
    """Return the game of files or shipped names: board, tiles, rules, lexicon; those of the course for others.

    Raises Complaints with everything that is wrong, each with its file and line.
    """
    parts = PARTS | dict(named)
    entry = VariantEntry(
        name="given", board=parts["board"], tiles=parts["tiles"], rules=parts["rules"], lexicon=parts["lexicon"]
    )
    return Given(load_variant(entry, where=lambda key: OPTIONS.get(key, key)), first)
