"""``arena train leaves``: learn what leaves are worth by self-play, over all cores, and write the table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.shared_work import progress, workers_option
from arena.cli.words.fit import warn_of_words
from arena.contract.chance import drawn_bits
from arena.engine.leaf_pack import pack_leaves
from arena.engine.leaves import Leaves
from arena.errors import EXIT_OK, ConfigError, RunError
from arena.runner.sandbox.limits import cores
from arena.training.generation import Generation
from arena.training.kept import Kept
from arena.training.run import Training
from arena.variants.graph_cache import replace
from arena.words import table

HEADER = "generation    games    racks  changes a game  mean equity  moved by   spread"
SEED_BITS = 32
FEWEST, MOST = 20, 100_000_000  # games
ENDINGS = (".klv2", ".csv", ".leaves")


@click.group()
def train() -> None:
    """Learn by self-play what strong bots know beforehand."""


@train.command()
@click.option("--board", default="scrabble", show_default=True, metavar="NAME|PATH", help="The board to play on.")
@click.option("--tiles", default="english", show_default=True, metavar="NAME|PATH", help="The tile set.")
@click.option("--lexicon", default="default", show_default=True, metavar="NAME|PATH", help="The words.")
@click.option("--rules", default="tournament", show_default=True, metavar="NAME|PATH", help="The rule book.")
@click.option("--games", default=20_000, show_default=True, type=click.IntRange(FEWEST, MOST), help="Games in all.")
@click.option("--seed", type=click.IntRange(0), help="Seed of all chance (default: one is drawn and told).")
@click.option(
    "-o", "--output", type=NamedPath(dir_okay=False), metavar="FILE",
    help="Where the table goes: .klv2, .csv, or .leaves, packed (default: LEXICON-BOARD.klv2).",
)  # fmt: skip
@workers_option("Processes that share the games (default: one a core); the table is the same for any number.")
def leaves(
    board: str, tiles: str, lexicon: str, rules: str, games: int, seed: int | None, output: Path | None,
    workers: int | None,
) -> int:  # fmt: skip
    """Learn what the tiles that a play leaves in the hand are worth, and write the table to a file.

    Five generations of games, each played by points and the leaves of the one before. What is learned so far lies
    beside the output (FILE.training): the same command goes on from there after Ctrl-C, or does nothing more when
    the training is whole. After each generation the table so far is written, and a line is printed: how far leaves
    moved from the table before ("moved by", in points, common leaves counting for more) beside how far they are from 0
    ("spread"). A table that hardly moves any more has converged.
    """
    output = Path(f"{Path(lexicon).stem}-{Path(board).stem}.klv2") if output is None else output
    check_output(output)
    at = table(board, tiles=tiles, lexicon=lexicon, rules=rules)
    warn_of_words(at.tiles, at.lexicon)
    kept = output.with_name(f"{output.name}.training")
    settings = {
        "board": at.layout.name, "tiles": at.tiles.name, "words": at.lexicon.digest, "rule book": at.rules.name,
        "number of games": str(games),
    }  # fmt: skip
    seed = seed if seed is not None else (seed_of_kept(kept) or drawn_bits(SEED_BITS))
    keeper = Kept(kept, {**settings, "seed": str(seed)})
    keeper.try_to_write()
    keeper.look()  # before the tables are made, which takes long
    training = Training(at, games, seed, keeper)
    training.resume()
    so_far = f", {training.played:,} of them played" if training.played else ""
    say(f"{sum(training.plan):,} games, seed {seed}{so_far}")
    say(HEADER)
    for generation in training.generations:
        say(line_of(generation))
    with progress(sum(training.plan) - training.played, "games") as done:

        def played(count: int) -> None:
            for _ in range(count):
                done()

        for generation in training.run(workers or cores(), played):
            say(line_of(generation))
            write(training.leaves, output)
    write(training.leaves, output)
    say(f"{output}: {len(training.leaves):,} leaves of up to {training.leaves.longest} tiles")
    return EXIT_OK


def check_output(path: Path) -> None:
    """Raise ConfigError for what is no file that a table can go to; nothing was played yet."""
    ending = path.suffix.lower()
    if ending and ending not in ENDINGS:
        raise ConfigError(str(path), f"no table is written as {ending}", f"Name a file that ends in {one_of(ENDINGS)}")
    if not path.name or (os.path.exists(path) and not os.path.isfile(path)):
        raise ConfigError(f"--output {str(path)!r}", "this is no file", "Name the file that the table goes to")
    if not path.parent.is_dir():
        raise ConfigError(str(path), f"there is no folder {path.parent}", "Make it, or write somewhere else")


def one_of(names: Sequence[str]) -> str:
    """Return names in a row, as people list what they may choose from."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


def seed_of_kept(path: Path) -> int | None:
    """Return the seed of the training in a file, None where there is none (or no training)."""
    text = Kept(path, {}).settings().get("seed", "")
    return int(text) if text.isdecimal() else None


def line_of(generation: Generation) -> str:
    """Return what is told of a generation."""
    changes = generation.changes / max(1, generation.games)
    return (
        f"{generation.number:10}{generation.games:9,}{generation.racks:9,}{changes:16.2f}{generation.value:13.2f}"
        f"{generation.change:10.3f}{generation.spread:9.3f}"
    )


def bytes_of(leaves: Leaves, ending: str) -> bytes:
    """Return a table in the format that a file's ending says."""
    if ending == ".leaves":
        return pack_leaves(leaves)
    return leaves.csv().encode() if ending == ".csv" else leaves.klv2()


def write(leaves: Leaves, output: Path) -> None:
    """Write a table in the format that the file's name says. Raises RunError."""
    try:
        replace(output, bytes_of(leaves, output.suffix.lower()))
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        remedy = "What was learned is kept: free some room, and begin the command again"
        raise RunError(str(output), f"cannot be written ({reason})", remedy) from error
