"""arena: tournaments between game-playing programs, for generalised Scrabble and small adversary games.

Importing this package costs nothing: every room is imported where it is used.
"""

__version__ = "0.2.0"
