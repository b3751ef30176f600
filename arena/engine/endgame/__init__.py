"""Exact play when the bag is empty, and what is known of the value with one tile in it."""
