"""The page: HTTP and WebSocket in front of live games, results and positions. Needs the extra ``page``."""
