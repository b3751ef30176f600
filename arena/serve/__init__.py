"""Live games: sockets, pages, people."""
