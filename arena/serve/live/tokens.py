"""Tokens and invitations: 128 bits in 22 letters, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """Return 128 bits that nobody can foresee, in 22 letters."""
    return secrets.token_urlsafe(16)


def hash_of(token: str) -> str:
    """Return what is kept of a token: who reads the disk cannot sit down with it."""
    return hashlib.sha256(token.encode("utf-8", errors="replace")).hexdigest()
