"""What a report adds up of the games, in memory that grows little with them."""
