"""What a game still changes of a spread: 4000 games of self-play of static on the board scrabble.

Made by scripts/make_win_table.py --games 4000 --seed 1 with 254268 words, leaves of the package.
ROWS: tiles left in the bag and in all hands; points that being on the move is worth; scale of a logistic
curve, points.
"""

ROWS: tuple[tuple[float, float, float], ...] = (
    (2, 6.2, 9.3),  # 285 positions
    (3, 14.0, 9.2),  # 551 positions
    (4, 17.2, 9.9),  # 826 positions
    (5, 17.5, 11.6),  # 965 positions
    (6, 17.2, 11.1),  # 1065 positions
    (7, 12.9, 12.4),  # 977 positions
    (8, 13.6, 13.0),  # 1092 positions
    (9, 10.2, 12.7),  # 1049 positions
    (10, 13.9, 14.0),  # 983 positions
    (11, 20.9, 16.4),  # 951 positions
    (12, 25.8, 16.8),  # 960 positions
    (13, 28.4, 17.8),  # 1012 positions
    (14, 26.2, 21.0),  # 1009 positions
    (15, 11.4, 18.3),  # 981 positions
    (16, 11.3, 19.9),  # 998 positions
    (17, 17.0, 21.0),  # 999 positions
    (18, 16.4, 21.4),  # 963 positions
    (19, 19.3, 21.7),  # 949 positions
    (20, 21.8, 22.1),  # 953 positions
    (21, 20.3, 22.2),  # 1028 positions
    (22, 21.9, 23.8),  # 987 positions
    (23, 20.7, 25.0),  # 965 positions
    (24, 20.1, 24.4),  # 974 positions
    (25, 19.0, 24.9),  # 949 positions
    (26, 18.5, 25.9),  # 960 positions
    (27, 20.1, 25.9),  # 892 positions
    (28, 22.3, 26.3),  # 915 positions
    (29, 18.9, 27.3),  # 962 positions
    (30, 20.6, 28.5),  # 1897 positions
    (33, 20.5, 28.9),  # 2743 positions
    (36, 21.9, 31.1),  # 2735 positions
    (40, 22.0, 32.2),  # 2753 positions
    (44, 21.4, 33.9),  # 2707 positions
    (48, 21.2, 36.0),  # 3611 positions
    (53, 21.2, 37.8),  # 4398 positions
    (58, 21.9, 39.0),  # 4417 positions
    (64, 20.1, 41.7),  # 4325 positions
    (70, 23.6, 44.1),  # 5227 positions
    (77, 21.5, 45.8),  # 5907 positions
    (84, 20.8, 47.7),  # 5003 positions
)
