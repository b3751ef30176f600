"""Whoever sits at a game: a bot in its process, a foreign program, an address; and the lines to them."""
