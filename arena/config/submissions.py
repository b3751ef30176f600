"""What is handed in under a pattern such as ``submissions/*``, as bots with names of their own, in order. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from arena.config.walk import is_name

MOST = 1000  # of one pattern
_ENDINGS = (".zip", ".py", ".git")
_WILD = re.compile(r"[*?\[]")
_LONGEST = 48  # characters of a name, before it is told apart from others


def pattern_trouble(pattern: str) -> tuple[str, str] | None:
    """Return what is wrong with a pattern, and what to do; None for a good one."""
    if "\0" in pattern:
        return "the pattern contains a null character", "Remove it"
    if "**" in pattern:
        return (
            f"{pattern!r} would look into folders of folders",
            "Write one * for each level, such as submissions/*/bot",
        )
    return None


def is_text(path: str) -> bool:
    """Tell whether a path can be written down: a name on Linux may be any bytes, and results are UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def naming_part(pattern: str) -> int:
    """Return which of a pattern's parts names what it finds: the first with a wild card in it, else the last."""
    parts = pattern.rstrip("/").split("/")
    return next((number for number, part in enumerate(parts) if _WILD.search(part)), len(parts) - 1)


def name_from(part: str) -> str:
    """Return a bot's name made from that of a file or folder, without its kind, and in the letters of names."""
    stem = stem_of(part)
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9._+-]+", "-", plain).replace("-vs-", "-vs_").lstrip("._+-")[:_LONGEST].rstrip(".-")
    return next((known for known in (name, f"bot-{name}") if name and is_name(known)), "bot")


def stem_of(part: str) -> str:
    """Return the name of a file or folder without its kind."""
    stem = part
    if stem.lower().endswith(".whl"):
        stem = stem[:-4].split("-")[0]  # a wheel's name goes on with its version
    for ending in _ENDINGS:
        if stem.lower().endswith(ending):
            stem = stem[: -len(ending)]
            break
    return stem


def names_of(parts: Iterable[str], taken: Collection[str]) -> list[str]:
    """Return a name for each of what was handed in, in their order.

    Names that are equal, or differ in capitals alone, are told apart by a number: ann, ann-2. Who is called so to the
    letter goes first: nobody takes the name of ann.py with a file -ann.py. taken: of other bots.
    """
    used = {name.casefold() for name in taken}
    wanted = [(part, name_from(part)) for part in parts]
    names: dict[int, str] = {}
    for place, (part, name) in enumerate(wanted):
        if stem_of(part) == name and name.casefold() not in used:
            used.add(name.casefold())
            names[place] = name
    for place, (_, stem) in enumerate(wanted):
        if place in names:
            continue
        name, number = stem, 1
        while name.casefold() in used:
            number += 1
            name = f"{stem}-{number}"
        used.add(name.casefold())
        names[place] = name
    return [names[place] for place in range(len(wanted))]
