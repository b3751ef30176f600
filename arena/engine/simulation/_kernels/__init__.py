"""The compiled loops of the engine. What their arrays hold is said in arrays.py."""
