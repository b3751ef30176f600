"""Small records with known contents: two word games' worth of turns, written by hand."""

from __future__ import annotations

from arena.records.record import Circumstances, FaultRecord, ForfeitRecord, GameRecord, MoveRecord


def play(turn, seat, move, score, word, **rest):
    """Return a turn that put tiles down; words: the main word alone."""
    note = {"kind": "play", "score": score, "hand": "ABCDEFG", "words": [[word, score]]}
    return MoveRecord(turn, seat, move, note, **rest)


def game(number, bots, scores, *, variant="standard", half=1, moves=(), ms=(), **rest):
    """Return a finished game; places follow from the scores."""
    pairing = "-vs-".join(sorted(bots))
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    given = {
        "id": f"{variant}/{pairing}/{number:04d}/{half}", "variant": variant, "pairing": pairing, "pair": number,
        "half": half, "bots": tuple(bots), "seed": number, "moves": tuple(moves), "places": places,
        "reason": "out of tiles", "scores": tuple(scores), "circumstances": Circumstances(ms=tuple(ms)),
    }  # fmt: skip
    return GameRecord(**(given | rest))


CAB = play(0, 0, "0 0 3C3 1 0 1A1 2 0 2B3", 14, "CAB")
RARE = play(1, 1, "0 1 4a0 0 2 5R1", 9, "CAR")
LATE = MoveRecord(2, 0, None, {"kind": "timeout"}, FaultRecord("LATE", "no answer in 1 s"))
TRIED = play(3, 1, "3 0 6S1", 20, "CABS", tries=(FaultRecord("ILLEGAL", "not a word"),))


def tournament():
    """Return six games of three bots on two variants: greedy beats all but one game, random loses all but one."""
    moves = (CAB, RARE, LATE, TRIED)
    times = (10.0, 20.0, 1000.0, 30.0)
    return [
        game(1, ("greedy", "random"), (120, 80), moves=moves, ms=times),
        game(1, ("random", "greedy"), (70, 150), half=2),
        game(1, ("greedy", "longest"), (90, 110)),
        game(1, ("longest", "greedy"), (100, 130), half=2),
        game(1, ("longest", "random"), (95, 95), variant="hole"),
        game(1, ("random", "longest"), (101, 99), variant="hole", half=2,
             forfeits=(ForfeitRecord(1, "CRASHED", "exit status 3"),)),
    ]  # fmt: skip
