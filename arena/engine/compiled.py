"""The engine as a table is handed it. Light to import: the kernels come with the first field or finder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.engine.field import Field
    from arena.engine.generate import Generator
    from arena.scrabble.table import Table

__all__ = ["COMPILED", "CompiledEngine"]


class CompiledEngine:
    """The engine over compiled kernels; it keeps the contract of ``arena/scrabble/table.py``."""

    def field(self, table: Table) -> Field:
        """Return the table's board without tiles."""
        from arena.engine.field import Field

        return Field(table)

    def finder(self, table: Table, threads: int = 1) -> Generator:
        """Return a finder, its kernels compiled or loaded. threads: how many may work at one long search."""
        from arena.engine.generate import Generator

        return Generator(table, threads)


COMPILED = CompiledEngine()
