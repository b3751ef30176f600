"""Processes, clocks and limits; plays the jobs of a tournament."""
