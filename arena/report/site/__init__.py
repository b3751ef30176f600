"""A site of a tournament's results: a page for the class, one for each bot, and files that they share."""
