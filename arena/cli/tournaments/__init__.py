"""Commands that prepare and play tournaments."""
