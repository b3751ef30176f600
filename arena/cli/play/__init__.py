"""Games at the terminal."""
