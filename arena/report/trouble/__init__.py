"""What went wrong in the games of a tournament, and how it is brought about again."""
