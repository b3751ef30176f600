"""Trusted bots in the worker's own process (``process: shared``): no process a bot, no messages, no walls."""
