"""What turns are worth by other measures than points."""
