"""What a class hands in: collected, installed in environments of its own, and looked at before the first game."""
