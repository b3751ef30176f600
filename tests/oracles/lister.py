"""Every play of a position, found by trying every word at every place. Imports nothing from arena.

Plain Python and deliberately slow; the oracle of move generation. It never builds a graph, keeps no
cross checks and knows no anchors beyond "a new tile must lie beside an old one": a word is laid over
the board, and what it needs is taken from the hand in every possible way.

A position is plain data:

squares:  (x, y) -> square id, or None where there is no square
board:    {(x, y): (char, points)}, the tiles that lie there
hand:     [(tile id, [(char, points), ...]), ...], one entry a tile in the hand
words:    a set of tuples of chars, so that a char may be several letters ("CH")
programs: square id -> [(priority, step)], step(word, position, so_far) -> points, word = [(char, points), ...]
used:     the same for the squares under old tiles
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

ACROSS, DOWN = (1, 0), (0, 1)


def run_through(board, at, direction):
    """Return the squares of the unbroken run of tiles through ``at`` along ``direction``."""
    (x, y), (dx, dy) = at, direction
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    squares = []
    while (x, y) in board:
        squares.append((x, y))
        x, y = x + dx, y + dy
    return squares


def points_of(run, after, fresh, squares, programs, used):
    """Return the points of one word: its squares' programs by priority, then by position, folded from 0."""
    word = [after[at] for at in run]
    steps = []
    for position, at in enumerate(run):
        for priority, step in programs[squares(*at)] if at in fresh else used:
            steps.append((priority, position, step))
    total = 0
    for _, position, step in sorted(steps, key=lambda entry: entry[:2]):
        total = step(word, position, total)
    return total


def judge(tiles, board, squares, words, programs, used, hand_size, bonus):
    """Return (points, words) of a play, tiles = {(x, y): (char, points)}, or None when a word is not one."""
    after = {**board, **tiles}
    runs = set()
    for at in tiles:
        for direction in (ACROSS, DOWN):
            run = tuple(run_through(after, at, direction))
            if len(run) > 1:
                runs.add(run)
    made = [tuple(after[at][0] for at in run) for run in runs]
    if not all(word in words for word in made):
        return None
    total = sum(points_of(run, after, tiles, squares, programs, used) for run in runs)
    return total + (bonus if len(tiles) == hand_size else 0), sorted(made)


def ways(needs, hand):
    """Yield every way to show the chars of ``needs`` with tiles of the hand: tuples of (tile id, char, points)."""
    if not needs:
        yield ()
        return
    tried = set()
    for index, (tile, faces) in enumerate(hand):
        if tile in tried:
            continue
        tried.add(tile)
        for char, points in faces:
            if char == needs[0]:
                for rest in ways(needs[1:], hand[:index] + hand[index + 1 :]):
                    yield ((tile, char, points), *rest)


def places(board, centre, words):
    """Yield (squares of the word, word) for every word laid over a square where a new tile would be in touch."""
    if board:
        touch = {(x + dx, y + dy) for x, y in board for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - board.keys()
    else:
        touch = {centre}
    seen = set()
    for word in words:
        for x, y in touch:
            for dx, dy in (ACROSS, DOWN):
                for index in range(len(word)):
                    start = (x - index * dx, y - index * dy)
                    if (word, start, dx) not in seen:
                        seen.add((word, start, dx))
                        yield [(start[0] + n * dx, start[1] + n * dy) for n in range(len(word))], (dx, dy), word


def list_plays(squares, board, centre, hand, words, programs, used, hand_size, bonus, shortest_opening=2):
    """Return {play: points}; a play is the frozenset of its (x, y, tile id, char, points)."""
    plays: dict[frozenset, int] = {}
    held = defaultdict(int)
    for _, faces in hand:
        for char in {char for char, _ in faces}:
            held[char] += 1
    lying = defaultdict(int)
    for char, _ in board.values():
        lying[char] += 1
    fits = [
        word
        for word in words
        if len(word) > 1
        and all(sum(1 for _ in group) <= held[char] + lying[char] for char, group in groupby(sorted(word)))
    ]
    for run, (dx, dy), word in places(board, centre, fits):
        if any(board[at][0] != char for at, char in zip(run, word, strict=True) if at in board):
            continue
        (x0, y0), (x1, y1) = run[0], run[-1]
        if (x0 - dx, y0 - dy) in board or (x1 + dx, y1 + dy) in board:
            continue
        fresh = [(at, char) for at, char in zip(run, word, strict=True) if at not in board]
        if not fresh or len(fresh) > len(hand) or any(squares(*at) is None for at, _ in fresh):
            continue
        if not board and len(fresh) < shortest_opening:
            continue
        for way in ways([char for _, char in fresh], hand):
            tiles = {at: (char, points) for (at, _), (_, char, points) in zip(fresh, way, strict=True)}
            key = frozenset((*at, *tile) for (at, _), tile in zip(fresh, way, strict=True))
            if key not in plays:
                verdict = judge(tiles, board, squares, words, programs, used, hand_size, bonus)
                if verdict:
                    plays[key] = verdict[0]
    if not board and shortest_opening <= 1 and squares(*centre) is not None:
        for tile, faces in hand:  # a lone tile may open: it makes no word and scores none
            for char, points in faces:
                plays[frozenset({(*centre, tile, char, points)})] = bonus if hand_size == 1 else 0
    return plays
