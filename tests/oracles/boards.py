"""Which square lies where on the course's boards, by their tables, in plain Python; imports nothing of arena.

-1 is no square; 0 SLS, 1 DLS, 2 TLS, 3 DWS, 4 TWS.
"""

TWS = {(0, 7), (7, 0), (7, 7)}
DWS = {(3, 3), (4, 4), (5, 5), (6, 6)}
TLS = {(2, 2), (2, 6), (6, 2)}
DLS = {(0, 4), (4, 0), (1, 1), (1, 5), (5, 1), (4, 7), (7, 4)}


def premium(square):
    for number, squares in ((4, TWS), (3, DWS), (2, TLS), (1, DLS)):
        if square in squares:
            return number
    return 0


def standard(x, y):
    return premium((abs(x), abs(y))) if max(abs(x), abs(y)) <= 7 else -1


def scrabble(x, y):
    return 3 if x == y == 0 else standard(x, y)


def hole(x, y):
    return -1 if {abs(x), abs(y)} <= {2, 3, 4} else standard(x, y)


def infinite(x, y):
    square = (abs(x) % 7, abs(y) % 7)
    if x == y == 0:
        return 0
    return 4 if square == (0, 0) else premium(square)


def infinite_hole(x, y):
    square = (abs(x) % 6, abs(y) % 6)
    if x == y == 0:
        return 0
    if set(square) <= {2, 3, 4}:
        return -1
    special = {(0, 0): 4, (5, 5): 3, (2, 5): 2, (5, 2): 2}
    return special.get(square, int(square in {(0, 4), (4, 0), (1, 1), (1, 5), (5, 1)}))
