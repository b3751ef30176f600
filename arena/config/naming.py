"""Which installed package a name in a file means: ``greedy``, or ``package:greedy``. For bots and games alike. Pure.

A name that arena itself registers is arena's, whatever else is installed: nobody's package can make files unusable that
name our bots. Of others that share a name, ``package:name`` says which; a package's name is compared as pip does.
Files for 0.1 say ``arena:name``, as the package was called then: ours, unless a package ``arena`` registers that name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from arena.errors import ConfigError

OURS = "bot-arena"  # the name of the installed package, as in pyproject.toml
_ONCE = "arena"  # its name in 0.1
REFERENCE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")  # module:factory


def alike(name: str) -> str:
    """Return what two names share that pip, or a file system, takes for one: case, and - _ . between words."""
    return re.sub(r"[-_.]+", "-", name).casefold()


def chosen(text: str, known: Mapping[str, Sequence[str]]) -> tuple[str, int] | None:
    """Return the registered name that ``text`` means and the place of its maker in the list; None where there is none.

    known: name -> the distributions that register it. Raises ConfigError (where: "") for a name of several makers.
    """
    makers = known.get(text, ())
    if len(makers) == 1 or OURS in makers:
        return text, makers.index(OURS) if OURS in makers else 0
    if makers:
        each = " or ".join(f"{maker}:{text}" for maker in makers)
        raise ConfigError("", f"{' and '.join(makers)} both register {text!r}", f"Write {each}, or uninstall one")
    package, _, name = text.partition(":")
    makers = known.get(name, ())
    wanted = [package, OURS] if alike(package) == _ONCE else [package]
    places = [makers.index(maker) for one in wanted for maker in makers if alike(maker) == alike(one)]
    return (name, places[0]) if places else None


def written(name: str, maker: str, makers: Sequence[str]) -> str:
    """Return how a file names what ``maker`` registers: with its package where the name alone is another's."""
    plain = len(makers) == 1 or maker == OURS
    return name if plain else f"{maker}:{name}"
