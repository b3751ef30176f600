"""Other people's engines as bots for the word game, each told of by a file (``magpie.toml``, ``quackle.toml``).

``description`` reads such a file, ``limits`` refuses what the engine cannot play, ``position`` says a position as a CGP
or as a GCG record, ``process`` talks to the program, ``answer`` reads its moves, and ``bot`` puts them together.
"""

from __future__ import annotations

from arena_engines.bot import EngineBot, make_bot

__all__ = ["EngineBot", "make_bot"]
