"""The message protocol: JSON lines between the arena and a bot or program."""
