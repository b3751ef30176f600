"""Live games of people and bots: kept on disk turn by turn, played by the same match as every other game."""
