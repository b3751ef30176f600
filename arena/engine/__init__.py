"""The engine of the word game: fields, generation of plays and the search for the best, over compiled kernels."""
