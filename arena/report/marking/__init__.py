"""Marks for a class, by a rule that its teacher writes."""
