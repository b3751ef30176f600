"""All live games of a server: made, found, gone on with, put aside, forgotten. Called from the server's own threads.

Games that nobody looks at are not held in memory: what is kept on disk is read again when somebody asks.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from arena.config.model import Isolation, Limits
from arena.errors import ArenaError, ResultsError
from arena.serve.live.asked import NewGame
from arena.serve.live.benches import Benches
from arena.serve.live.course import Viewer
from arena.serve.live.facts import Facts
from arena.serve.live.game import LiveGame
from arena.serve.live.kept import Shelf
from arena.serve.live.listing import Listing, dated, line_of_game
from arena.serve.live.new import Made, again, make
from arena.serve.live.played import Played
from arena.serve.live.rooms import Rooms
from arena.serve.live.seating import checked_name, names_for
from arena.serve.live.tokens import new_token
from arena.serve.names import alike
from arena.serve.problems import Refused
from arena.variants.spec import VariantSpec

MOST_GAMES = 2000  # that are not over
REST, REST_OVER = 60.0, 5.0  # seconds after which a game that nobody looks at leaves the memory; one that is over
FORGOTTEN = 30 * 86_400.0  # seconds after which a game is forgotten
TIDY = 3600.0  # seconds between two looks for such games
ENDING = 10.0  # seconds that all games together have to be put aside; what is played is kept with every turn
LIVE = "live"  # the folder of unfinished games, beside the results that they go to
_LOG = logging.getLogger("arena.page")

News = Callable[[str, Viewer, int, Facts], None]  # game, viewer, number, event


class Hall:
    """``close`` puts every game aside and ends the bots."""

    def __init__(
        self,
        folder: Path,
        news: News,
        *,
        limits: Limits | None = None,
        isolation: Isolation = "auto",
        given: VariantSpec | None = None,
    ) -> None:
        """folder: of all results. news: is told every event, in whatever thread; must not wait.

        given: what ``{"kind": "given"}`` asks for.

        Raises ResultsError and ConfigError.
        """
        self.played = Played(folder)
        self._shelf = Shelf(self.played.folder / LIVE)
        held = limits or Limits()
        self._rooms = Rooms(self._shelf, Benches(held, isolation, self.played.folder), self.played, held)
        self._news, self._given = news, given
        self._lock = threading.RLock()
        self._games: dict[str, LiveGame] = {}
        self._used: dict[str, float] = {}  # game -> when somebody asked for it last
        self._listing = Listing()
        self._tidied = 0.0
        self._number = self.played.last
        self._closed = False

    def begin(self) -> None:
        """Take up the games that are kept: those of bots alone, that somebody gives up, or without a record, go on."""
        self._forget_old()
        for name in self._shelf.games():
            try:
                self._shelf.mend(name)
                kept = self._shelf.read(name)
            except ArenaError as error:
                _LOG.warning("%s", error)
                continue
            self._number = max(self._number, kept.plan.number)
            if kept.ended is not None and self._listing.full:
                continue
            game = self._loaded(name)
            if game is None:
                continue
            self._listing.add(name, line_of_game(game), over=kept.ended is not None)
            if kept.ended is not None:
                continue
            if not game.plan.people or game.course.outcome is not None or game.resigning:
                game.wake()

    @property
    def benches(self) -> Benches:
        """The bots of this server."""
        return self._rooms.benches

    # Games.

    def make(self, asked: NewGame, *, paths: bool) -> Made:
        """Make a game; it begins when everybody sits. paths: whether files of this machine may be named."""
        with self._lock:
            if self._closed or self._listing.unfinished >= MOST_GAMES:
                raise Refused("too_many", "games", f"there are {MOST_GAMES} games that are not over", "Finish some")
            self._number += 1
            number = self._number
        made = make(asked, number, paths=paths, given=self._given)
        self._shelf.begin(made.plan)
        self._added(made.plan.id)
        return made

    def _added(self, name: str) -> None:
        """Count a game that was made, and have it begin where it can."""
        game = self.find(name)
        with game.lock:
            self._listing.add(name, line_of_game(game))
        game.wake()

    def find(self, name: str) -> LiveGame:
        """Return a game. Raises Refused where there is none."""
        with self._lock:
            self._used[name] = time.monotonic()
            game = self._games.get(name)
            if game is not None:
                return game
            if self._closed or not self._shelf.has(name):
                self._used.pop(name, None)
                raise Refused("unknown", "game", "there is no such game", "It was forgotten, or the link is cut off")
        found = self._loaded(name)
        if found is None:
            with self._lock:
                self._used.pop(name, None)
            raise Refused("unknown", "game", "the game cannot be gone on with by the rules of today", "")
        return found

    def _loaded(self, name: str) -> LiveGame | None:
        try:
            kept = self._shelf.read(name)
            game = LiveGame(kept, self._rooms, lambda viewer, number, event: self._heard(name, viewer, number, event))
        except ArenaError as error:
            _LOG.warning("game %s: %s", name, error)
            return None
        with self._lock:
            self._used.setdefault(name, time.monotonic())
            return self._games.setdefault(name, game)

    def _heard(self, name: str, viewer: Viewer, number: int, event: Facts) -> None:
        """Hand an event on; called with the game's lock held."""
        if viewer is None:
            game = self._games.get(name)
            if game is not None:
                ended = event["event"] == "failed" or (event["event"] == "over" and event["over"].get("id"))
                (self._listing.end if ended else self._listing.change)(name, line_of_game(game))
        self._news(name, viewer, number, event)

    def join(self, game: str, invitation: str, name: str | None) -> tuple[int, str]:
        """Take the seat that an invitation is for; return it with its token. Raises Refused and ConfigError."""
        found = self.find(game)
        with found.lock:
            seat = found.invited(invitation)
            plan = found.plan
            called = checked_name(name or "", "name") or plan.seats[seat].called or f"Player {seat + 1}"
            others = [other for number, other in enumerate(plan.called) if number != seat]
            if called.casefold() in {other.casefold() for other in others}:
                raise Refused("invalid", "name", f"{called!r} sits at this table already", "Take another name")
            used = {alike(other.name) for number, other in enumerate(plan.seats) if number != seat}
            token = new_token()
            found.join(seat, called, names_for(called, seat, used), token)
        return seat, token

    def rematch(self, game: LiveGame, seat: int) -> None:
        """Note that a seat wants the same again; make it where all do."""
        with game.lock:
            if not game.ask_rematch(seat):
                return
            with self._lock:
                self._number += 1
                number = self._number
            plan = again(game.plan, number)
            self._shelf.begin(plan)
            game.set_rematch(plan.id)
        self._added(plan.id)

    # Lists.

    def listed(self) -> list[Facts]:
        """Return the games that one may look on at, those that go on first, the newest first."""
        return self._listing.shown()

    def mine(self, seats: list[tuple[str, str]]) -> list[Facts]:
        """Return what there is to say of the games of (game, token), of those that are known."""
        fields = []
        for name, token in seats:
            try:
                game = self.find(name)
                seat = game.seat_of(token)
            except Refused:
                continue
            with game.lock:
                line = line_of_game(game)
                line |= {"seat": seat, "your_turn": game.status == "playing" and game.course.to_move == seat}
            fields.append(dated(line))
        return fields

    # Housekeeping.

    def sweep(self, looked_at: Callable[[str], bool], rest: float = REST) -> None:
        """Put games aside that wait for people who are not there; forget from memory what nobody looks at.

        rest: seconds that a game is left alone after somebody asked for it.
        """
        with self._lock:
            games = list(self._games.items())
            now = time.monotonic()
            unused = {name: now - when for name, when in self._used.items()}
        for name, game in games:
            if unused.get(name, 0.0) <= (min(rest, REST_OVER) if game.finished else rest) or looked_at(name):
                continue
            if game.at_work:
                if game.resting:
                    game.put_aside()
                continue
            with self._lock:
                if not game.at_work:
                    self._games.pop(name, None)
                    self._used.pop(name, None)
        self._rooms.benches.sweep()
        if time.monotonic() - self._tidied > TIDY:
            self._forget_old()

    def _forget_old(self) -> None:
        """Forget games that have not changed for long, wherever they are kept."""
        self._tidied = time.monotonic()
        for name in self._shelf.games():
            with self._lock:
                if name in self._games:
                    continue
                try:
                    if self._shelf.age(name) > FORGOTTEN:
                        self._shelf.forget(name)
                        self._listing.forget(name)
                except ArenaError as error:
                    _LOG.warning("%s", error)

    def close(self) -> None:
        """Put every game aside, and end all that was started."""
        with self._lock:
            self._closed = True
            games = list(self._games.values())
        threads = [thread for game in games if (thread := game.put_aside(closed=True)) is not None]
        self._rooms.benches.stop()
        until = time.monotonic() + ENDING
        for thread in threads:
            thread.join(timeout=max(0.0, until - time.monotonic()))
        self._rooms.benches.close()
        with contextlib.suppress(ResultsError):
            self.played.close()

    @property
    def at_work(self) -> int:
        """How many games are played by a thread now."""
        with self._lock:
            return sum(game.at_work for game in self._games.values())
