"""Connect-k: rods that stones are dropped on, k in a line wins. rules.py, search.py, and grid.py for both."""

from arena.games.connect.grid import Drop, Stones
from arena.games.connect.rules import Connect, make_game

__all__ = ["Connect", "Drop", "Stones", "make_game"]
