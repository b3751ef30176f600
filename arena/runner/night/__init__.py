"""One run that plays what is missing of a season, or as much of a tournament as a budget of time allows."""
