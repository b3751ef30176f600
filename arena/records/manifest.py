"""What a tournament's results say of how they came about: the manifest beside the games. Pure."""

from __future__ import annotations

from typing import Any

import msgspec

from arena.contract.seeds import Master
from arena.errors import ResultsError
from arena.printable import printable_json
from arena.records.formats import check_format, unknown_format
from arena.records.season import SeasonEntry

FORMAT = 1


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything but the games.

    seed:        the effective master seed, also when it was drawn. A whole number in manifests of arena 0.1.
    scheme:      by which seeds are made from it (contract/seeds.py); those of 0.1 name none, and theirs is 1.
    config:      the tournament file's text; config_hash: sha256 of it.
    tournament:  all that decides what is played (config.model.Tournament.identity), JSON-able.
    variants:    name -> digest of all that the variant is made of (board, tiles, rules, lexicon).
    specs:       name -> the variant itself, self-contained (variants.spec.VariantSpec as plain values).
    bots:        name -> what stands behind it: plug-in, distribution, version and hash of its file; or command.
    limits:      the limits and budgets in force. isolation: layer -> active here or not, and what it stops.
    machine:     system, processor count, versions of Python and of the numeric libraries.
    repeatable:  False for bots on a clock: another run may play other games.
    refused:     bot that was handed in -> why it was not admitted, so that it forfeits its games.
    refused_as:  of a season, the hash of each of these as it was then; one that is the same is no better.
    season:      of a season, every version of every bot that took part; () for other tournaments.
    lost:        what it does not say because it was made again from the games (rebuild.py), for people.
    """

    name: str
    seed: str | int
    config: str
    config_hash: str
    tournament: dict[str, Any]
    variants: dict[str, str]
    bots: dict[str, dict[str, str]]
    limits: dict[str, Any]
    isolation: dict[str, str]
    machine: dict[str, str]
    repeatable: bool
    specs: dict[str, Any] = {}
    refused: dict[str, str] = {}
    refused_as: dict[str, str] = {}
    season: tuple[SeasonEntry, ...] = ()
    lost: tuple[str, ...] = ()
    scheme: int = 1
    format: int = FORMAT

    @property
    def master(self) -> Master:
        """The master seed with its scheme."""
        return Master(str(self.seed), self.scheme)

    @property
    def identity(self) -> dict[str, Any]:
        """``tournament`` in the form of today, also where arena 0.1 wrote it."""
        return {**self.tournament, "seed": str(self.seed), "scheme": self.scheme}


def encode(manifest: Manifest) -> bytes:
    """Return the manifest as JSON for people, indented, keys in a fixed order."""
    text = msgspec.json.format(msgspec.json.Encoder(order="sorted").encode(manifest), indent=2).decode()
    return printable_json(text).encode() + b"\n"


def decode(data: bytes, where: str) -> Manifest:
    """Return the manifest that ``encode`` wrote.

    Raises ResultsError when it is damaged, UnknownFormat when a newer arena wrote it.
    """
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        check_format(data, FORMAT, where, "the manifest")
        raise ResultsError(
            where, f"the manifest is damaged ({error})", "`arena doctor NAME --mend` makes it again"
        ) from error
    if manifest.format != FORMAT:
        raise unknown_format(where, "the manifest", manifest.format, FORMAT)
    return manifest
