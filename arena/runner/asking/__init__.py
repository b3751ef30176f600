"""A question of a stored game, or of a position, put to a bot once more, in this very process."""
