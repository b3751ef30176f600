"""Plug-ins of bots: which are installed, where they lie, and their compiled modules."""
