"""What a run was: which versions of bots played, and what ended its games."""
