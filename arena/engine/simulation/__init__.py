"""Simulation: what moves come to over many draws of what cannot be seen."""
