"""Whether a bot challenges the play before, which it is asked before it chooses. Pure; runs where the bot is.

A bot challenges where it has a method ``challenge(view)`` that returns True; one without it never does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.contract.game import SomeBot

if TYPE_CHECKING:
    from arena.scrabble.moves import WordMove


def before_choosing(bot: SomeBot, view: Any) -> WordMove | None:
    """Return what is answered without ``choose``, None where that is to be asked.

    A challenge where the bot wants one; the pass where the game is over without one, and there is nothing to choose.
    Raises what the bot raises, and TypeError where its ``challenge`` returns no bool.
    """
    if getattr(view, "challengeable", None) is None:
        return None
    from arena.scrabble.moves import Challenge, Pass  # the word game's: a bot of any other is not to load them

    asked = getattr(bot, "challenge", None)
    if callable(asked):
        wanted = asked(view)
        if not isinstance(wanted, bool):
            raise TypeError(f"challenge() returned {wanted!r}, which is neither True nor False")
        if wanted:
            return Challenge()
    return Pass() if view.closing else None
