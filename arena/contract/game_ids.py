"""The ids of a tournament's games, ``VARIANT/PAIRING/PAIR/HALF``: made, and taken apart. Pure."""

from __future__ import annotations

from typing import NamedTuple


class GameName(NamedTuple):
    """What an id says. pairing: the names of the bots, sorted, joined by "-vs-"; pair and half count from 1."""

    variant: str
    pairing: str
    pair: int
    half: int


def game_id(variant: str, pairing: str, pair: int, half: int) -> str:
    """Return the id of a game of a tournament."""
    return f"{variant}/{pairing}/{pair:04d}/{half}"


def name_of(id: str) -> GameName:
    """Return what an id says. Raises ValueError where it is none."""
    variant, pairing, pair, half = id.split("/")
    return GameName(variant, pairing, int(pair), int(half))


def pair_id(id: str) -> str:
    """Return the id that the games of a pair share."""
    return id.rpartition("/")[0]
