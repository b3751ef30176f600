"""What a game still changes of a spread, seen in self-play; made by scripts/make_win_table.py, see there.

ROWS: tiles left in the bag and in all hands; points that being on the move is worth; scale of a logistic curve, points.
"""

ROWS: tuple[tuple[float, float, float], ...] = (
    (1, 5.0, 4.0),
    (7, 8.0, 9.0),
    (14, 10.0, 15.0),
    (28, 12.0, 26.0),
    (56, 14.0, 41.0),
    (86, 16.0, 52.0),
)
