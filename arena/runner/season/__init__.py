"""A season: who takes part, in which versions, and what became of those who were added."""
