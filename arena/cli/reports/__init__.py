"""Commands that read what was played."""
