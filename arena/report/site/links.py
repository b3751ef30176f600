"""The pages of a site and the ways between them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jinja2.filters import do_urlencode
from markupsafe import Markup, escape

from arena.printable import printable
from arena.report.site.file_names import page_names

CLASS_PAGE = "index.html"
BOTS = "bots"
LONGEST = 64  # characters of a name in a table; its page has all of it
SHORT = 24  # characters of a name that stands on one line


class Links:
    """Where each bot has its page, seen from the class page or from a bot's."""

    def __init__(self, bots: Iterable[str]) -> None:
        self._files: Mapping[str, str] = {bot: f"{name}.html" for bot, name in page_names(bots).items()}

    def path(self, bot: str) -> str:
        """Return the path of a bot's page in the site."""
        return f"{BOTS}/{self._files[bot]}"

    def bot(self, bot: str, *, inside: bool) -> Markup:
        """Return a bot's name as a link. inside: seen from a bot's page."""
        shown = printable(bot, LONGEST)
        if bot not in self._files:
            return escape(shown)
        href = self._files[bot] if inside else self.path(bot)
        return Markup('<a href="{}"{}>{}</a>').format(
            href, Markup(' class="long"') if len(shown) > SHORT else "", shown
        )

    def turn(self, game: str, turn: int, text: str, bot: str | None = None) -> Markup:
        """Return a link to a game after a turn (0: the start), on the same page or, with ``bot``, on its page."""
        page = "" if bot is None else self.path(bot)
        return Markup('<a href="{}#game={}&amp;turn={}">{}</a>').format(page, do_urlencode(game), turn, text)
