"""Commands that rate results of any game."""
