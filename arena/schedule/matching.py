"""Who plays whom in a round: everybody once, the wanted opponents first. Pure.

The question behind every round is one of perfect matchings: having given the first player an opponent, can all
others still be paired? It is answered by Edmonds' blossom algorithm (Canadian Journal of Mathematics 17, 1965),
one augmenting path at a time: breadth first over alternating paths, odd cycles shrunk to their base.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

Allowed = Callable[[int, int], bool]
NOBODY = -1


def matching(size: int, allowed: Allowed) -> list[int]:
    """Return each player's partner in a largest matching, NOBODY for those who are left over."""
    near = [[other for other in range(size) if other != one and allowed(one, other)] for one in range(size)]
    mate = [NOBODY] * size
    for one in range(size):  # a greedy start spares most of the searching
        if mate[one] == NOBODY:
            free = next((other for other in near[one] if mate[other] == NOBODY), NOBODY)
            if free != NOBODY:
                mate[one], mate[free] = free, one
    for one in range(size):
        if mate[one] == NOBODY:
            _augment(one, near, mate)
    return mate


def pair_up(
    size: int, allowed: Allowed, wishes: Callable[[int, Sequence[int]], Sequence[int]]
) -> list[tuple[int, int]]:
    """Return pairs of the players 0 to size - 1, none of them unallowed; [] where not all can be paired.

    The first player gets its dearest opponent that leaves the others pairable, then the first of the rest, and on.
    wishes: a player and those who are free -> those in the order in which it should meet them.
    """
    if size % 2:
        return []
    mate = matching(size, allowed)
    if NOBODY in mate:
        return []
    near = [[other for other in range(size) if other != one and allowed(one, other)] for one in range(size)]
    free = list(range(size))
    pairs = []
    while free:
        one = free.pop(0)
        for other in wishes(one, free):
            if other not in near[one]:
                continue
            tried = _without(one, other, near, mate)
            if tried is not None:
                near, mate = tried
                free.remove(other)
                pairs.append((one, other))
                break
        else:  # cannot be: the partner in ``mate`` always leaves a matching
            raise AssertionError("a perfect matching was lost")
    return pairs


def _without(one: int, other: int, near: list[list[int]], mate: list[int]) -> tuple[list[list[int]], list[int]] | None:
    """Return neighbours and a perfect matching of all but two players, or None where there is none."""
    left = [[] if at in (one, other) else [to for to in row if to not in (one, other)] for at, row in enumerate(near)]
    kept = list(mate)
    widows = [kept[one], kept[other]]
    kept[one] = kept[other] = NOBODY
    if other == widows[0]:
        return left, kept
    for widow in widows:
        kept[widow] = NOBODY
    return (left, kept) if _augment(widows[0], left, kept) else None


def _augment(root: int, near: list[list[int]], mate: list[int]) -> bool:
    """Make a matching larger by one pair, with ``root`` in it, where an alternating path allows it."""
    size = len(mate)
    parent = [NOBODY] * size
    base = list(range(size))
    seen = [False] * size
    seen[root] = True
    queue = deque([root])

    def common(one: int, other: int) -> int:
        marked = set()
        at = one
        while True:
            at = base[at]
            marked.add(at)
            if mate[at] == NOBODY:
                break
            at = parent[mate[at]]
        at = other
        while base[at] not in marked:
            at = parent[mate[base[at]]]
        return base[at]

    def mark(at: int, top: int, child: int, blossom: set[int]) -> None:
        while base[at] != top:
            blossom |= {base[at], base[mate[at]]}
            parent[at] = child
            child = mate[at]
            at = parent[child]

    while queue:
        at = queue.popleft()
        for to in near[at]:
            if base[at] == base[to] or mate[at] == to:
                continue
            if to == root or (mate[to] != NOBODY and parent[mate[to]] != NOBODY):
                top = common(at, to)
                blossom: set[int] = set()
                mark(at, top, to, blossom)
                mark(to, top, at, blossom)
                for node in range(size):
                    if base[node] in blossom:
                        base[node] = top
                        if not seen[node]:
                            seen[node] = True
                            queue.append(node)
            elif parent[to] == NOBODY:
                parent[to] = at
                if mate[to] == NOBODY:
                    _flip(to, parent, mate)
                    return True
                seen[mate[to]] = True
                queue.append(mate[to])
    return False


def _flip(end: int, parent: list[int], mate: list[int]) -> None:
    """Swap matched and unmatched edges along the path that ends at ``end``."""
    at = end
    while at != NOBODY:
        before = parent[at]
        following = mate[before]
        mate[at], mate[before] = before, at
        at = following
