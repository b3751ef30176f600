"""The bot: asks the engine for each move, and says plainly what went wrong with it."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from arena.bot import Bot, BotError, Budget, GameInfo, Pass, Random, WordMove, WordView, paced, word_table
from arena.errors import NotationError
from arena.notation.cgp import Cgp, write_cgp
from arena.scrabble.moves import Placed
from arena_engines.answer import NotAMove, read_answer
from arena_engines.description import Description, description_of, file_option, settings_of
from arena_engines.limits import check
from arena_engines.position import Record, cgp_of, rack_text
from arena_engines.process import EngineFault, EngineProcess, EngineSilent

SHARE = 0.9  # of the time for a move that an engine is told: the rest is for its way and ours
RECORD = "position.gcg"


class EngineBot(Bot[WordView, WordMove]):
    """One game of an engine: its process, and the files that it looks for, in the bot's own folder."""

    def __init__(self, info: GameInfo, rng: Random) -> None:
        """Start the engine and ask it once. Raises BotError where it cannot play here or does not answer."""
        self.table = word_table(info)
        self.description = description_of(info)
        check(self.description, info, self.table)
        self.said: dict[str, str] = settings_of(info, self.description)
        program = file_option(info, "program")
        self.words = [str(program), *self.description.arguments]
        self.home = _laid_out(info, self.description, self.said)
        self.record = Record()
        self.process: EngineProcess | None = None
        self._rehearse()

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        """Return the engine's move. Raises EngineFault, saying what the engine did, where it has none.

        An engine that is late is ended, and the turn is lost: a new process begins with the next one.
        """
        self.record.asked(view)
        patience = _seconds(self.description.patience)
        share = min(paced(budget).time_left(), self.description.patience)
        question = {
            "cgp": cgp_of(view),
            "rack": rack_text(self.table, dict(view.hand)),
            "ms": str(max(1, int(share * 1000 * SHARE))),
        }
        try:
            if self.description.reads_records:
                (self.home / RECORD).write_text(self.record.text(view), encoding="utf-8")
            move = self._asked(question, view.board, view.hand, lambda: min(budget.time_left(), patience()), budget)
        except EngineSilent as late:
            self._end()
            if patience() <= 0:
                raise EngineFault(self._fault(view, f"silent for {self.description.patience:g} s; {late}")) from late
            print(self._fault(view, str(late)), flush=True)
            time.sleep(budget.time_left())
            return Pass()  # too late: the referee has counted the turn as lost
        except (EngineFault, NotAMove, NotationError) as fault:
            self._end()
            raise EngineFault(self._fault(view, str(fault))) from fault
        self.record.answered(view, move)
        return move

    def _fault(self, view: WordView, what: str) -> str:
        return f"{self.description.name}, turn {view.turn + 1}, asked {cgp_of(view)}: {what}"

    def _rehearse(self) -> None:
        """Ask it for an opening, so that what is wrong with its files is told before the first game."""
        kinds = [tile.id for tile in self.table.tiles.tiles if not tile.wild][: self.table.hand_size]
        hand = dict.fromkeys(kinds, 1)
        assert self.table.layout.bounds is not None  # see limits.py
        x0, y0, x1, y1 = self.table.layout.bounds
        rack = rack_text(self.table, hand)
        cgp = write_cgp(Cgp(((None,) * (x1 - x0 + 1),) * (y1 - y0 + 1), (rack, "")))
        (self.home / RECORD).write_text(f"#player1 me me\n#player2 other other\n#incomplete {rack}\n", encoding="utf-8")
        try:
            self._asked({"cgp": cgp, "rack": rack, "ms": "1000"}, {}, hand, _seconds(self.description.patience))
        except (EngineFault, EngineSilent, NotAMove) as fault:
            self._end()
            problem = f"{self.description.name} gives no move for {cgp}: {fault}"
            raise BotError("options.program", problem, "Look at its files and its lines") from fault

    def _asked(
        self,
        question: Mapping[str, str],
        board: Mapping[tuple[int, int], Placed],
        hand: Mapping[int, int],
        left: Callable[[], float],
        budget: Budget[WordMove] | None = None,
    ) -> WordMove:
        """Return the engine's move. left: seconds that are left. budget: has what it said until then offered."""
        said = {**self.said, **question, "gcg": str(self.home / RECORD)}
        process = self._started(said, left)
        process.say(line.format_map(said) for line in self.description.ask)
        move: WordMove | None = None
        while True:
            line = process.hear(left)
            self._look_for_trouble(line, process)
            if found := self.description.answer.search(line):
                move = read_answer(found["move"], self.table, board, hand)
                if budget is not None and self.description.done is not None:
                    budget.offer(move)
            done = self.description.done
            if done is None and move is not None:
                break
            if done is not None and done.search(line):
                break
        if move is None:
            raise EngineFault(f"its answer has no move{process.last_words()}")
        if self.description.each:
            self._end()
        return move

    def _started(self, said: Mapping[str, str], left: Callable[[], float]) -> EngineProcess:
        """Return the engine's process, started and ready."""
        if self.process is None:
            words = [word.format_map(said) for word in self.words[1:]]
            self.process = EngineProcess([self.words[0], *words], self.home / self.description.folder)
            self.process.say(line.format_map(said) for line in self.description.hello)
            ready = self.description.ready
            while ready is not None:
                line = self.process.hear(left)
                self._look_for_trouble(line, self.process)
                if ready.search(line):
                    break
        return self.process

    def _look_for_trouble(self, line: str, process: EngineProcess) -> None:
        if self.description.trouble is not None and self.description.trouble.search(line):
            raise EngineFault(f"it says that something is wrong{process.last_words()}")

    def _end(self) -> None:
        if self.process is not None:
            self.process.close()
            self.process = None


def _seconds(seconds: float) -> Callable[[], float]:
    """Return who tells how many of so many seconds are left from now on."""
    end = time.monotonic() + seconds
    return lambda: end - time.monotonic()


def _laid_out(info: GameInfo, description: Description, said: dict[str, str]) -> Path:
    """Return the folder in which the engine finds its files where it looks for them; notes their places in ``said``."""
    home = Path.cwd()
    for name in itertools.count():
        try:
            (folder := home / f"engine{name}").mkdir()
            break
        except FileExistsError:  # of an earlier game of a kept process
            continue
    for option, place in description.files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        os.symlink(file_option(info, option).resolve(), path)
        said[option] = str(path)
    (folder / description.folder).mkdir(parents=True, exist_ok=True)
    return folder


def make_bot(info: GameInfo, rng: Random) -> EngineBot:
    return EngineBot(info, rng)
