"""The small adversary games."""
