"""Alpha-beta for connect-k on bitboards: a position is the mover's stones and all stones (bits as in rules.py).

A score is for the mover: 0 a tie, +n a win with n - 1 own stones left after the winning one, -n the same for
the other side. Everything is int64: a board has at most 62 bits, guard bits included. Three kinds of bounds cut
the tree before a move is tried: who can win how soon at all; who has no line left to complete; and the
follow-up strategy (see ``bounds``). The table keeps a lower and an upper bound of each position.
"""

from __future__ import annotations

from typing import Any

from arena.games.connect._table import (
    BIAS,
    BITS,
    BOTTOM,
    CELLS,
    FOLLOW,
    FULL,
    HEIGHT,
    HORIZON,
    MIDDLE,
    RODS,
    K,
    code_of,
    probe,
    store,
)  # fmt: skip
from arena.jit import kernel, popcount, types

_i = types.int64
_a = types.Array(types.int64, 1, "C")

DONE, PAUSED = 0, 1
# control: where a stopped search goes on
DEPTH, NODES, HITS, RESULT, BEST_ROD, ENTERING, STORED = range(7)
# columns of a frame; the moves follow, best first
MINE, MASK, ALPHA, BETA, BEST, COUNT, NEXT, KEY, CAME, FOUND, FIRST = range(11)
WIDTH = FIRST + 30
LAST = 5  # with fewer empty squares than this, looking for children in the table costs more than it saves


@kernel(_i(_i, _i, _i))
def in_line(stones: Any, k: Any, height: Any) -> Any:
    """Return whether there are k in a line, as a number that is 0 for no."""
    if k == 4:
        up = stones & stones >> 1
        right = stones & stones >> height + 1
        down = stones & stones >> height
        rise = stones & stones >> height + 2
        return (
            up & up >> 2 | right & right >> 2 * height + 2 | down & down >> 2 * height | rise & rise >> 2 * height + 4
        )
    found = 0
    for way in range(4):
        step = 1 if way == 0 else height + way - 1
        runs = stones
        for _ in range(k - 1):
            runs &= runs >> step
        found |= runs
    return found


@kernel(_i(_i, _i, _i, _i, _i))
def winning(stones: Any, mask: Any, k: Any, height: Any, full: Any) -> Any:
    """Return the empty squares that would complete a line for ``stones``."""
    if k == 4:
        spots = stones << 1 & stones << 2 & stones << 3
        for way in range(3):
            step = height + way
            pair = stones << step & stones << 2 * step
            spots |= pair & (stones << 3 * step | stones >> step)
            pair = stones >> step & stones >> 2 * step
            spots |= pair & (stones << step | stones >> 3 * step)
        return spots & (full ^ mask)
    spots = 0
    for way in range(4):
        step = 1 if way == 0 else height + way - 1
        for place in range(k):
            line = full
            for other in range(k):
                shift = (other - place) * step
                if shift > 0:
                    line &= stones >> shift if shift < 63 else 0
                elif shift < 0:
                    line &= stones << -shift if shift > -63 else 0
            spots |= line
    return spots & (full ^ mask)


@kernel(_i(_i, _i, _a))
def bounds(mine: Any, mask: Any, board: Any) -> Any:
    """Return bounds of the score, lower * 256 + upper (each plus BIAS), from lines that can still be made.

    Follow-up: where every rod has an even number of empty squares, the player who is not to move can answer
    on the rod just played on for the rest of the game. It then gets the upper square of every pair, and the
    mover the lower one. So the mover wins nothing when no line fits in what it has and would get, and it
    loses when the other one's squares hold a line. A mover who makes all rods even has that of its side.
    """
    k, height, full, follow = board[K], board[HEIGHT], board[FULL], board[FOLLOW]
    theirs = mask ^ mine
    free = full ^ mask
    lower, upper = -63, 63
    if in_line(mine | free, k, height) == 0:
        upper = 0
    if in_line(theirs | free, k, height) == 0:
        lower = 0
    odd = (mask + board[BOTTOM]) & follow
    if odd == 0:
        # the next square of each rod, and every other one above it, goes to the mover
        if in_line(mine | free & ~follow, k, height) == 0:
            upper = min(upper, 0)
            if in_line(theirs | free & follow, k, height) != 0:
                upper = -1
    elif odd & (odd - 1) == 0:
        rest = free ^ odd
        if in_line(theirs | rest & ~follow, k, height) == 0:
            lower = max(lower, 0)
            if in_line(mine | odd | rest & follow, k, height) != 0:
                lower = 1
    return (lower + BIAS) * 256 + upper + BIAS


@kernel(_i(_a, _a, _a, _a, _i))
def search(board: Any, control: Any, frames: Any, table: Any, until: Any) -> Any:
    """Go on until ``until`` positions were seen or the first frame has its score.

    The mover of a frame has no winning move at once; who calls has looked at that.
    """
    height, k, full, bottom = board[HEIGHT], board[K], board[FULL], board[BOTTOM]
    cells, bits = board[CELLS], board[BITS]
    depth = control[DEPTH]
    entering = control[ENTERING]
    while True:
        at = depth * WIDTH
        value = 0
        if entering == 1:
            if control[NODES] >= until:
                control[DEPTH] = depth
                control[ENTERING] = 1
                return PAUSED
            control[NODES] += 1
            mine, mask = frames[at + MINE], frames[at + MASK]
            alpha, beta = frames[at + ALPHA], frames[at + BETA]
            count = popcount(mask)
            frames[at + CAME] = control[NODES]
            theirs = mask ^ mine
            open_spots = (mask + bottom) & full
            threats = winning(theirs, mask, k, height, full)
            forced = open_spots & threats
            if forced != 0:
                open_spots = forced if forced & (forced - 1) == 0 else 0
            open_spots &= ~(threats >> 1)
            returned = False
            if open_spots == 0:
                value = -((cells - count) // 2) if count < cells else 0
                returned = True
            elif count >= cells - 2 or count >= board[HORIZON]:
                value = 0
                returned = True
            else:
                lower, upper = -((cells - 2 - count) // 2), (cells - 1 - count) // 2
                if depth > 0 and lower >= beta:
                    value = lower
                    returned = True
                elif depth > 0 and upper <= alpha:
                    value = upper
                    returned = True
                if not returned:
                    code = code_of(mine, mask, count, board)
                    frames[at + KEY] = code
                    entry = probe(code, bits, table)
                    if entry != 0:
                        control[HITS] += 1
                        lower, upper = max(lower, (entry >> 7 & 127) - BIAS), min(upper, (entry & 127) - BIAS)
                    else:
                        both = bounds(mine, mask, board)
                        lower, upper = max(lower, (both >> 8) - BIAS), min(upper, (both & 255) - BIAS)
                    if depth > 0 and (lower >= beta or lower == upper):
                        value = lower
                        returned = True
                    elif depth > 0 and upper <= alpha:
                        value = upper
                        returned = True
                    elif depth == 0:  # a move is wanted, not only a score
                        frames[at + FOUND] = BIAS - 63 << 8 | BIAS + 63
                    else:
                        frames[at + ALPHA] = max(alpha, lower)
                        frames[at + BETA] = min(beta, upper)
                        frames[at + FOUND] = (lower + BIAS) * 256 + upper + BIAS
            if not returned:
                frames[at + BEST] = -64
                frames[at + NEXT] = 0
                # moves that make most winning squares first; of equal ones the rods in the middle
                number = 0
                width = height + 1
                for index in range(board[RODS]):
                    rod = board[MIDDLE + index]
                    move = open_spots >> rod * width & ((1 << height) - 1)
                    if move != 0:
                        move <<= rod * width
                        if depth > 0 and count < cells - LAST:
                            entry = probe(code_of(theirs, mask | move, count + 1, board), bits, table)
                            if entry != 0 and BIAS - (entry & 127) >= frames[at + BETA]:
                                value = BIAS - (entry & 127)  # already known to be enough
                                returned = True
                                break
                        worth = popcount(winning(mine | move, mask | move, k, height, full))
                        place = number
                        while place > 0 and frames[at + FIRST + place - 1] >> 5 < worth:
                            frames[at + FIRST + place] = frames[at + FIRST + place - 1]
                            place -= 1
                        frames[at + FIRST + place] = worth << 5 | rod
                        number += 1
                if not returned:
                    frames[at + COUNT] = number
                    entering = 0
                    continue
        else:
            # this frame has its moves: try the next one, or hand its score back
            alpha, beta, best = frames[at + ALPHA], frames[at + BETA], frames[at + BEST]
            if frames[at + NEXT] < frames[at + COUNT] and best < beta:
                rod = frames[at + FIRST + frames[at + NEXT]] & 31
                frames[at + NEXT] += 1
                mine, mask = frames[at + MINE], frames[at + MASK]
                move = (mask + (1 << rod * (height + 1))) & (((1 << height) - 1) << rod * (height + 1))
                depth += 1
                low = depth * WIDTH
                frames[low + MINE] = mask ^ mine
                frames[low + MASK] = mask | move
                frames[low + ALPHA] = -beta
                frames[low + BETA] = -max(alpha, best)
                entering = 1
                continue
            both = frames[at + FOUND]
            lower, upper = (both >> 8) - BIAS, (both & 255) - BIAS
            value = best
            if best >= beta:
                lower = max(lower, best)
            elif best <= alpha:
                upper = min(upper, best)
            else:
                lower = upper = best
            work = control[NODES] - frames[at + CAME] + 1
            size = 0
            while work > 1:
                work >>= 1
                size += 1
            control[STORED] += store(frames[at + KEY], bits, lower, upper, size, table)
        if depth == 0:
            control[RESULT] = value
            control[DEPTH] = 0
            return DONE
        depth -= 1
        at = depth * WIDTH
        if -value > frames[at + BEST]:
            frames[at + BEST] = -value
            if depth == 0:
                control[BEST_ROD] = frames[at + FIRST + frames[at + NEXT] - 1] & 31
        entering = 0
