"""What a record keeps of a turn of the word game. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.scrabble.legality import FAULTS_NAMED, PlayFault
from arena.scrabble.tiles import TileSet
from arena.scrabble.turns import WordTurn


def note_of(tiles: TileSet, turn: WordTurn) -> dict[str, Any]:
    """Return a turn as it is kept: kind, score, words, hand before, tiles drawn and given, faults, a challenge."""
    noted: dict[str, Any] = {"kind": turn.kind, "score": turn.points, "hand": tiles.print_hand(turn.hand)}
    if turn.words:
        noted["words"] = list(map(list, turn.words))
    if turn.drawn:
        noted["drawn"] = tiles.print_tiles(turn.drawn)
    if turn.given:
        noted["given"] = tiles.print_tiles(turn.given)
    if turn.challenge is not None:
        noted |= {"against": turn.challenge.against, "against_points": turn.challenge.points}
        if turn.challenge.right:
            noted["phonies"] = list(turn.challenge.phonies)
    if turn.faults:
        noted["faults"] = [str(fault) for fault in turn.faults[:FAULTS_NAMED]]
    if turn.reason:
        noted["reason"] = turn.reason
    return noted


def note_of_undone(tiles: TileSet, play: WordTurn, phonies: Sequence[str]) -> dict[str, Any]:
    """Return a play that was taken back as it is kept: that of a failed one; taken_back: the points it had made."""
    faults = [str(PlayFault("WordNotInDictionary", (word,))) for word in phonies[:FAULTS_NAMED]]
    noted = {"kind": "failed", "score": 0, "hand": tiles.print_hand(play.hand), "faults": faults}
    return {**noted, "taken_back": play.points}
