"""What a report says of time: the clocks of moves, the times for games, the starts of bots."""
