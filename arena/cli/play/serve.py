"""``arena serve``: the page in a browser: live games, results, positions."""

from __future__ import annotations

import contextlib
import logging
import sys
from pathlib import Path
from typing import Any

import click

from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.walls import isolation as walls
from arena.config.model import Isolation
from arena.errors import EXIT_OK, ConfigError
from arena.serve.people.first import FIRST, First

NEEDS = "starlette", "uvicorn", "websockets"


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes any free one (default: 8000, or a free one).")
@click.option("--bind", default="", metavar="HOST", help="Let other machines come: an address of this one, or 0.0.0.0.")
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.option(
    "--results",
    "folder",
    type=NamedPath(file_okay=False),
    default=Path("results"),
    show_default=True,
    help="The folder in which results lie, and where games of people are kept.",
)
@click.option("--words", metavar="NAME|PATH", help="The files' game: its word list (default: the shipped one).")
@click.option("--tiles", metavar="NAME|PATH", help="The files' game: its tiles (default: english).")
@click.option("--board", metavar="NAME|PATH", help="The files' game: its board (default: scrabble).")
@click.option("--rules", metavar="NAME|PATH", help="The files' game: its rule book (default: cs351).")
@click.option("--first", type=click.Choice(FIRST), help="The files' game: who begins (default: earliest-letter).")
@walls
def serve(
    port: int | None, bind: str, no_browser: bool, folder: Path, isolation: Isolation, first: First | None, **files: Any
) -> int:
    """Open the page: play, look on, look back and analyse in a browser. Ctrl-C ends it.

    With any of --words, --tiles, --board, --rules and --first the page begins with the game of these files: one person
    against greedy, which plays for the most points. A list of tiles has 'letter points count' on each line, a board is
    its size and its rows.

    Without --bind only this machine reaches it. With it, whoever has the link that is printed may do everything: give
    it to nobody but those who may. What is sent is not encrypted.

    Games go on after a restart: everybody comes back by the link of the seat.
    """
    try:
        from arena.serve.page.app import make_app, open_hall
        from arena.serve.page.guard import Door
        from arena.serve.page.hub import Hub
        from arena.serve.page.run import make_server, open_browser, open_port
        from arena.serve.page.server import Server
        from arena.serve.page.threads import leave
    except ModuleNotFoundError as error:
        if error.name not in NEEDS:
            raise
        remedy = "pip install 'bot-arena[page]'"
        raise ConfigError("arena serve", f"the page needs {error.name}, which is not installed", remedy) from None
    from arena.cli.words.fit import warn_of_variants
    from arena.serve.live.given import FIRST_CHOSEN, OPTIONS, load_given
    from arena.serve.live.tokens import new_token

    named = {key: files[option[2:]] for key, option in OPTIONS.items() if files[option[2:]] is not None}
    given = load_given(named, first or FIRST_CHOSEN) if named or first else None
    warn_of_variants([] if given is None else [given.spec])
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")
    listener = open_port(bind or "127.0.0.1", port)
    with listener:
        here = listener.getsockname()[1]
        door = Door(bind or "127.0.0.1", here)
        if door.bound:
            door = Door(bind, here, new_token())
        server = Server(door, folder=folder, isolation=isolation, given=given)
        hub = Hub()
        app = make_app(server, open_hall(server, hub), hub)
        say(door.link)
        if port is None and here != 8000:
            say("(another program has port 8000)", err=True)
        if server.played != "played":
            say(f"(another server writes to {folder / 'played'}: games go to {folder / server.played})", err=True)
        if not no_browser:
            open_browser(door.link)
        with contextlib.suppress(KeyboardInterrupt):  # which uvicorn raises again when it has ended
            make_server(app).run(sockets=[listener])
    return leave(EXIT_OK)
