"""The board language: a board is a program, and so is a square."""
