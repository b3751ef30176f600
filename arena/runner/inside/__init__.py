"""What runs in a bot's own process after the fork, where nothing is believed."""
