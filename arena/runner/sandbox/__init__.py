"""Processes of ours and the walls around bots: keepers, launchers, limits, and what is read from outside."""
