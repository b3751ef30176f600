"""The compiled loops of the engine. What their arrays hold is said in board.py and, for the walk, in walk.py."""
