"""What a game still changes of a spread: 3000 games of self-play of static on the board scrabble.

Made by scripts/make_win_table.py --games 3000 --seed 1 with 172823 words, leaves formula.klv2.
ROWS: tiles left in the bag and in all hands; points that being on the move is worth; scale of a logistic
curve, points.
"""

ROWS: tuple[tuple[float, float, float], ...] = (
    (2, 8.0, 7.0),  # 456 positions
    (3, 9.5, 6.6),  # 689 positions
    (4, 11.1, 7.0),  # 850 positions
    (5, 11.7, 7.7),  # 938 positions
    (6, 12.0, 8.1),  # 855 positions
    (7, 14.0, 8.9),  # 866 positions
    (8, 14.7, 9.7),  # 806 positions
    (9, 16.4, 10.6),  # 711 positions
    (10, 18.0, 11.9),  # 656 positions
    (11, 16.9, 13.3),  # 798 positions
    (12, 19.6, 15.4),  # 740 positions
    (13, 18.5, 15.8),  # 746 positions
    (14, 16.7, 19.7),  # 729 positions
    (16, 12.8, 17.2),  # 760 positions
    (18, 16.7, 20.3),  # 1458 positions
    (21, 17.4, 21.4),  # 2193 positions
    (25, 15.6, 24.4),  # 2891 positions
    (30, 16.7, 26.5),  # 3591 positions
    (36, 17.4, 30.0),  # 4290 positions
    (43, 17.0, 33.4),  # 4959 positions
    (50, 17.7, 36.7),  # 4839 positions
    (58, 17.3, 40.4),  # 5524 positions
    (67, 18.7, 43.6),  # 6170 positions
    (77, 18.7, 47.7),  # 6701 positions
    (88, 20.5, 52.0),  # 9993 positions
)
