"""The word game at a terminal: the board in text, moves as people write them, and a seat for a person."""
