"""A bot that gives itself away: it plays honestly until it gets something that it should not, and then falls over it.

For places where nobody sees what a bot prints. It tries what the spies try, and is told where by its own source.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

from tests.guests import spies
from tests.guests.players import First

TRIES = (spies.file_of_the_harness, spies.results, spies.passwords, spies.network)
SOURCE = """\
from tests.guests.burglar import Burglar

def make(info, rng):
    return Burglar({options!r})
"""


class Burglar(First):
    def __init__(self, options):
        self.options = options

    def choose(self, view, budget):
        got = []
        for attempt in TRIES:
            with contextlib.suppress(Exception):
                if attempt(self.options):
                    got.append(attempt.__name__)
        if got:
            raise RuntimeError(f"GOT {' '.join(got)}")
        return super().choose(view, budget)


@contextlib.contextmanager
def burglar_in(folder: Path) -> Iterator[str]:
    """Lay out a home with a secret, and a port that listens; yield the bot in ``code`` that goes for them."""
    home, code = folder / "home", folder / "code"
    home.mkdir()
    code.mkdir()
    (home / "secret.txt").write_text("the bag")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        options = {"file": str(home / "secret.txt"), "folder": str(home), "port": listener.getsockname()[1]}
        (code / "burglar_bot.py").write_text(SOURCE.format(options=options))
        yield "burglar_bot:make"
