"""Which paths a GADDAG has, from the definition: sets of tuples, nothing from arena."""

from __future__ import annotations

from collections.abc import Iterable


def gaddag_paths(words: Iterable[tuple[int, ...]], delimiter: int = 0) -> set[tuple[int, ...]]:
    """For each word: every non-empty beginning reversed, delimiter, the rest; and the whole word reversed."""
    paths = set()
    for word in words:
        for cut in range(1, len(word)):
            paths.add((*reversed(word[:cut]), delimiter, *word[cut:]))
        paths.add(tuple(reversed(word)))
    return paths


def right_languages(paths: set[tuple[int, ...]]) -> set[frozenset[tuple[int, ...]]]:
    """What can follow each beginning of a path: one set for each state that a minimal graph must have.

    Acceptance belongs to the edge into a state, so the empty continuation is no part of a state.
    """
    beginnings = {path[:cut] for path in paths for cut in range(len(path))}
    found = set()
    for beginning in beginnings:
        size = len(beginning)
        found.add(frozenset(path[size:] for path in paths if path[:size] == beginning and len(path) > size))
    return found - {frozenset()}
