"""Bytes to messages and back, and what a game says to a seat."""
