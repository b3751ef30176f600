"""How sure ratings are of the middle before a game is played. Alone here: whoever only names it needs no numbers."""

from __future__ import annotations

from typing import Final

PRIOR: Final = 1.0  # virtual draws of each bot against the middle: every rating is finite, large tables do not notice
