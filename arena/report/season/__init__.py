"""Ratings of a season beside those of an earlier day."""
