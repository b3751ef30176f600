"""Alphabets, word lists and the packed word graph.

``arena.lexicon.Lexicon`` is found here as well; it is imported when it is asked for, because numpy
takes most of the time that ``import arena.bot`` may take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.lexicon.lexicon import Lexicon as Lexicon


def __getattr__(name: str) -> Any:
    if name == "Lexicon":
        from arena.lexicon.lexicon import Lexicon

        return Lexicon
    raise AttributeError(name)
