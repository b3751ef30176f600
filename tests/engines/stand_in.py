"""A small engine, driven as big ones are: ``position cgp ...``, ``go movetime MS``, ``bestmove 8h.WORD``.

It lays a word through one tile of the board, where nothing else is touched, else changes its hand, else passes. Its
first argument is what it does wrong, its second a file of words. It knows nothing of arena.
"""

import os
import signal
import sys
from collections import Counter


def rows_of(cgp):
    """Return the letters by row and column."""
    squares = {}
    for y, row in enumerate(cgp.split()[0].split("/")):
        x, digits = 0, ""
        for sign in row + "/":
            if sign.isdigit():
                digits += sign
                continue
            x, digits = x + int(digits or 0), ""
            if sign != "/":
                squares[x, y] = sign.upper()
                x += 1
    return squares


def lays(word, at, x, y, across, squares, rack):
    """Return the move that lays ``word`` with its letter ``at`` on (x, y), or None."""
    dx, dy = (1, 0) if across else (0, 1)
    x0, y0 = x - dx * at, y - dy * at
    path = [(x0 + dx * i, y0 + dy * i) for i in range(-1, len(word) + 1)]
    if not all(0 <= column < 15 and 0 <= row < 15 for column, row in path[1:-1]):
        return None
    if path[0] in squares or path[-1] in squares:
        return None
    left, text = Counter(rack), ""
    for (column, row), letter in zip(path[1:-1], word, strict=True):
        if (column, row) in squares:
            if squares[column, row] != letter:
                return None
            text += letter
            continue
        if (column + dy, row + dx) in squares or (column - dy, row - dx) in squares:
            return None
        shown = letter if left[letter] else "?"
        left[shown] -= 1
        if left[shown] < 0:
            return None
        text += letter if shown == letter else letter.lower()
    if all(square in squares for square in path[1:-1]):
        return None
    column, row = chr(ord("a") + x0), str(y0 + 1)
    return f"{row}{column}.{text}" if across else f"{column}{row}.{text}"


def moves(cgp, words):
    """Yield moves, the longest words first."""
    squares, rack = rows_of(cgp), cgp.split()[1].split("/")[0]
    for word in sorted(words, key=len, reverse=True):
        if not squares and (move := lays(word, 0, 7, 7, True, squares, rack)):
            yield move
        for (x, y), letter in squares.items():
            for at in [at for at, sign in enumerate(word) if sign == letter]:
                for across in (True, False):
                    if move := lays(word, at, x, y, across, squares, rack):
                        yield move
    unseen = 100 - len(squares) - len(rack)
    yield f"ex {rack}" if unseen >= 14 else "pass"


def main():
    act, names = sys.argv[1], sys.argv[2]
    with open(names, encoding="utf-8") as file:
        words = file.read().split()
    if act == "not ready":
        sys.exit("no words in " + names)
    print("standin 1.0\nucgiok", flush=True)
    cgp, asked = "", 0
    for line in sys.stdin:
        if line.startswith("position cgp "):
            cgp = line[len("position cgp ") :]
        if not line.startswith("go"):
            continue
        asked += 1
        best = next(moves(cgp, words))
        if asked > 1:  # the first question is a rehearsal
            if act == "silent":
                continue
            if act == "crashes":
                print("assertion failed: everything", flush=True)
                sys.exit(7)
            if act == "dies":
                os.kill(os.getpid(), signal.SIGSEGV)
            if act == "complains":
                print("error: I do not feel like it", flush=True)
                continue
            if act == "talks":
                while True:
                    print("info " + "x" * 10000, flush=True)
            if act == "empty":
                print("bestmove", flush=True)
                continue
            plain = [sign for sign in cgp.split()[1].split("/")[0] if sign.isupper()]
            wrong = {"nonsense": "the usual", "not its tiles": "8h.ZZZZZ", "no word": "8h." + "".join(plain[:2])}
            best = wrong.get(act, best)
        print("info bestmove so far pass\nbestmove", best, flush=True)


if __name__ == "__main__":
    main()
