"""From the name that a client registers to the one in records and tables, which may be part of a file's name. Pure."""

from __future__ import annotations

import re
import unicodedata

MOST = 64


def record_name(name: str) -> str:
    """Return ``name`` in letters, digits, ``.``, ``_`` and ``-``, a letter or digit first; "" where nothing is left.

    Accents go, all else becomes a hyphen; ``-vs-``, which parts the names in ids, loses its hyphens.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    kept = re.sub(r"[^A-Za-z0-9._-]+", "-", plain).strip("-._")[:MOST].rstrip("-._")
    return re.sub(r"-(?=vs-)|(?<=-vs)-", "_", kept)


def alike(name: str) -> str:
    """Return what is equal for two names that are taken for the same: capitals do not tell them apart."""
    return record_name(name).casefold()
