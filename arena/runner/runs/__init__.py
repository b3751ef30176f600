"""Whole tournaments: what is played, by whom and where, what is kept of it, and how it ends."""
