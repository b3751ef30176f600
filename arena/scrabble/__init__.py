"""The rules of the word game: tiles, rule books, legality, scoring, positions, views."""
