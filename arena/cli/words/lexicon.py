"""``arena lexicon``: pack a word list, look into a lexicon, look words up, check a bot author's dictionary."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click

from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.words.fit import warn_of_words
from arena.config.missing import install_line
from arena.errors import EXIT_OK, EXIT_PARTIAL, BotError, LexiconError
from arena.lexicon.alphabet import Alphabet
from arena.lexicon.dictionary import Dictionary, check_dictionary
from arena.lexicon.graphfile import pack
from arena.lexicon.kwg import write_kwg
from arena.lexicon.lexicon import Lexicon
from arena.variants.graph_cache import replace
from arena.variants.load import load_tiles
from arena.variants.load_lexicon import load_lexicon, read_list

tiles_option = click.option(
    "--tiles", default="english", show_default=True, metavar="NAME|PATH", help="The tile set whose letters count."
)


@click.group()
def lexicon() -> None:
    """Word lists and their packed graphs. A lexicon is a name (default, any, odd, odd(NAME)) or a path."""


@lexicon.command()
@click.argument("words")
@tiles_option
@click.option("-o", "--output", type=NamedPath(), metavar="FILE", help="Write the graph to this file.")
@click.option("--kwg", is_flag=True, help="Write it as KWG, which other engines read (default FILE: NAME.kwg).")
def build(words: str, tiles: str, output: Path | None, kwg: bool) -> int:
    """Pack the word list WORDS, forwards and as a GADDAG, and print where the graph is.

    Without -o or --kwg it goes into the cache, where every command that is given the same list finds it.
    """
    letters = load_tiles(tiles)
    alphabet = letters.alphabet
    made = load_lexicon(words, alphabet)
    warn_of_words(letters, made, bag=False)
    say(f"{made.name}: {_count(made)}, {made.graph.edges.nbytes:,} bytes in memory")
    _tell_rejected(words, alphabet)
    if kwg or (output and output.suffix.lower() == ".kwg"):
        output = output or Path(f"{made.name}.kwg")
        _write(output, write_kwg(made.graph))
    elif output:
        _write(output, pack(made.graph, alphabet.symbols, made.digest))
    say(str(output or made.path or "nowhere: no folder for it can be written (set ARENA_CACHE to one)"))
    return EXIT_OK


@lexicon.command()
@click.argument("name")
@tiles_option
def info(name: str, tiles: str) -> int:
    """Print how many words a lexicon has, how long they are, and where its graph is."""
    letters = load_tiles(tiles)
    alphabet = letters.alphabet
    loaded = load_lexicon(name, alphabet)
    warn_of_words(letters, loaded, bag=False)
    rows = [
        ("name", loaded.name),
        ("words", _count(loaded)),
        ("letters", " ".join(alphabet.symbols)),
        ("sha256", loaded.digest),
        ("graph", f"{loaded.graph.edges.nbytes:,} bytes"),
        ("file", loaded.path or "none (it is made in memory)"),
    ]
    say("\n".join(f"{key:8}{value}" for key, value in rows))
    if loaded.count is not None:
        sizes = sorted(Counter(map(len, loaded.graph.words())).items())
        say("length  words")
        say("\n".join(f"{size:6}  {number}" for size, number in sizes))
        _tell_rejected(name, alphabet)
    return EXIT_OK


@lexicon.command()
@click.argument("name")
@click.argument("words", nargs=-1)
@tiles_option
@click.option("--dictionary", metavar="MODULE:NAME", help="Compare a dictionary of your own with the lexicon instead.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1), help="How many differences to name.")
def check(name: str, words: tuple[str, ...], tiles: str, dictionary: str | None, limit: int) -> int:
    """Say whether the lexicon NAME has each WORD, or compare a dictionary of your own with it.

    MODULE:NAME is what make_dictionary returned, any function that takes a list of words, or a ready
    dictionary. It is imported into this process. The exit status is 1 if they differ.
    """
    letters = load_tiles(tiles)
    loaded = load_lexicon(name, letters.alphabet)
    warn_of_words(letters, loaded, bag=False)
    if dictionary is not None:
        if words:
            raise click.UsageError("--dictionary compares with the whole lexicon: leave the words out.")
        return _compare(loaded, dictionary, limit)
    refuse_idle("only --dictionary has differences", "--limit")
    if not words:
        raise click.UsageError("Name the words to look up, or --dictionary.")
    width = max(map(len, words))
    for word in words:
        say(f"{word:{width}}  {'yes' if word in loaded else 'no'}")
    return EXIT_OK


def _compare(lexicon: Lexicon, named: str, limit: int) -> int:
    own = _dictionary(named, lexicon)
    kind = "GADDAG" if own.is_gaddag else "trie (forwards only)"
    differences = check_dictionary(lexicon, own, limit)
    say(f"{named}: a {kind}, compared with {_count(lexicon)} of {lexicon.name}")
    for label, listed in (("missing", differences.missing), ("not in the lexicon", differences.accepted)):
        for word in listed:
            say(f"{label}: {word}")
    if not differences:
        say("no differences" if differences.complete else "no differences as far as it was compared")
        return EXIT_OK
    return EXIT_PARTIAL


def _dictionary(named: str, lexicon: Lexicon) -> Dictionary:
    """Import MODULE:NAME, from the current folder too, and make a dictionary of the lexicon's words."""
    module, colon, name = named.partition(":")
    if not (module and colon and name):
        raise LexiconError(
            "--dictionary", f"{named!r} names no object", "Write MODULE:NAME, such as my_bot:dictionary."
        )
    if "" not in sys.path:
        sys.path.insert(0, "")
    words = list(lexicon.words())
    try:
        thing: Any = getattr(importlib.import_module(module), name)
        made = thing if hasattr(thing, "lookup") else thing(words)
    except Exception as error:  # whatever a guest's code raises is its own failure, told without our traceback
        problem = f"failed with {type(error).__name__}: {error}"
        remedy = install_line(f"{type(error).__name__}: {error}", module) or "It is called with a list of words."
        raise BotError(f"--dictionary {named}", problem, remedy) from error
    if not all(hasattr(made, part) for part in ("lookup", "step", "reverse", "is_gaddag")):
        problem = f"made a {type(made).__name__}, which is not a dictionary"
        raise BotError(f"--dictionary {named}", problem, "It needs lookup, step, reverse and is_gaddag.")
    return made  # type: ignore[no-any-return]


def _count(lexicon: Lexicon) -> str:
    return (
        "words without end" if lexicon.count is None else f"{lexicon.count:,} word{'s' if lexicon.count != 1 else ''}"
    )


def _tell_rejected(name: str, alphabet: Alphabet) -> None:
    """Report the lines that are no words; a lexicon without a list has none."""
    if name.strip() in ("any", "odd"):
        return
    complaint = read_list(name, alphabet).complaint()
    if complaint:
        say(complaint)


def _write(path: Path, data: bytes) -> None:
    try:
        replace(path, data)
    except OSError as error:
        raise LexiconError(str(path), f"cannot be written ({error.strerror})", "Choose another file with -o.") from None
