"""Our own bots: guests like anybody's, registered as entry points, each one file to copy and to start from."""
