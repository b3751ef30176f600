"""Connect-k: rods that stones are dropped on, k in a line wins. rules.py, search.py, and kernels beside them."""

from arena.games.connect.rules import Connect, Drop, Stones, make_game

__all__ = ["Connect", "Drop", "Stones", "make_game"]
