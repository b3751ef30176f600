"""Commands about boards, words, positions and records of the word game."""
