"""Names of pages that any disk and any web server can hold, whatever the bots are called. Pure."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

LONGEST = 48  # characters, without the hash and the ending
_HASH = 10
_RESERVED = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]|index")  # no files on Windows; the page of a folder


def page_names(bots: Iterable[str]) -> dict[str, str]:
    """Return bot -> name of its page, without an ending: lower-case letters, digits and hyphens, no two the same.

    A name that is such already stays; every other one ends with a piece of its hash, so that it changes for nobody
    when others come along.
    """
    return {bot: _page_name(bot) for bot in bots}


def _page_name(bot: str) -> str:
    plain = unicodedata.normalize("NFKD", bot).encode("ascii", "ignore").decode("ascii").lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST].strip("-")
    if slug and slug == bot and not _RESERVED.fullmatch(slug) and not re.search(rf"-[0-9a-f]{{{_HASH}}}$", slug):
        return slug
    digest = hashlib.sha256(bot.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]
    return f"{slug}-{digest}" if slug else f"bot-{digest}"
