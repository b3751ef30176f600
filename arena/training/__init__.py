"""What strong bots know by self-play: leave tables."""
