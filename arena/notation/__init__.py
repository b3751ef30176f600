"""How word games are written: GCG records, CGP positions, names of squares, cases of the score checker."""
