"""A tournament as its file describes it: frozen values without a path to any file but the ones they name.

Units: seconds and bytes. Pair and half numbers count from 1. What a key means to the person who writes
the file stands in docs/reference/tournament-file.md; reading and checking the file is read.py's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from arena.contract.adjudication import Adjudication
from arena.contract.game_time import GameTime, TimeControl
from arena.contract.seeds import SCHEME, Master, drawn_seed

Process = Literal["fresh", "kept", "shared"]
Isolation = Literal["auto", "process", "sandbox", "none"]
Clock = Literal["wall", "cpu"]
KindName = Literal["round-robin", "gauntlet", "swiss", "knockout", "ladder"]
SprtModel = Literal["normalized", "logistic", "bayeselo"]

MIB = 1024 * 1024


class BotEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One bot of the tournament: one of ``plugin``, ``path``, ``submission``, ``command`` and ``address`` is set, or
    ``path`` and ``command`` of a program that is built.

    name:    in ids, tables and file names; unique, also when upper and lower case are taken as one.
    plugin:  the name registered under the entry-point group ``arena.bots``, or "".
    path:    where a plug-in lies that need not be installed: FILE.py or FILE.py:FACTORY, the folder of a package that
             registers it, or FOLDER:NAME of several; absolute by now. Beside a command the folder in which the
             program is built and started. Or "".
    rev:     of a path in a git repository, the revision (a commit, a tag, a branch) that plays, instead of the files as
             they are.
    build:   words of what makes a program of its folder, or ().
    submission: what somebody handed in (a folder, a zip file, a wheel, a git repository, a Python file), absolute by
             now: it is installed in an environment of its own. Or "".
    command: a program of any language and its arguments, or (). A first word with a slash in it is an
             absolute path by now, but with ``path`` lies in that folder; one without is looked up on PATH by whoever
             starts it.
    address: ``host:port`` at which a program listens that speaks the message protocol, or "".
    options: handed to the plug-in (GameInfo.options) or to the program (its first message).
    files:   those of the options that are paths, written from the file's folder, absolute by now: a plug-in may read
             them.
    process: whether a plug-in stays from game to game ("fresh", "kept"); "" is as the tournament says.
    move_time, game_time: the times of this bot alone; "" is as the tournament says, "none" is no such time. With a
             game_time of its own a bot has of the tournament's times none (see Tournament.time_control).
    pairs:   at most so many pairs on each variant with each opponent (at each table) of this bot; None is as many as
             the tournament has.
    """

    name: str
    plugin: str = ""
    path: str = ""
    rev: str = ""
    build: tuple[str, ...] = ()
    submission: str = ""
    command: tuple[str, ...] = ()
    address: str = ""
    options: dict[str, Any] = {}
    files: tuple[str, ...] = ()
    process: Process | Literal[""] = ""
    move_time: float | Literal["", "none"] = ""
    game_time: GameTime | Literal["", "none"] = ""
    pairs: int | None = None


class OpeningsEntry(msgspec.Struct, frozen=True, kw_only=True):
    """How the games of a variant begin; one of ``path``, ``texts`` and ``games`` is set.

    path:  a file with one opening a line. texts: the openings themselves.
    games: GCG files (a pattern such as ``book/*.gcg``), of which each is an opening after its first ``turns`` turns.
    """

    path: str = ""
    texts: tuple[str, ...] = ()
    games: str = ""
    turns: int = 0


CHALLENGES: tuple[str | int, ...] = ("void", "single", "double", 5, 10)  # rules for challenges


class VariantEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One variant as the file names it; variants/load.py makes a self-contained VariantSpec of it.

    game: "word", or a name registered under the entry-point group ``arena.games``, with ``options`` of its own.
    board, tiles, rules, lexicon: a shipped name or a path (relative to the tournament file); word game only.
    board_seed: for boards drawn by chance; None takes one derived from the tournament's seed and the name.
    hand_size:  tiles in a full hand; None takes the rule book's.
    challenge:  who asks for a play's words, and what a wrong challenge costs; None takes the rule book's.
    openings:   how its games begin; None for the beginning.
    """

    name: str
    game: str = "word"
    board: str = ""
    board_seed: int | None = None
    tiles: str = "english"
    rules: str = "itu"
    lexicon: str = "default"
    hand_size: int | None = None
    challenge: str | int | None = None
    options: dict[str, Any] = {}
    openings: OpeningsEntry | None = None


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one bot process may use. Seconds and bytes; None is no limit.

    start_time:    from starting the process to its "ready": import, construction, warm-up.
    game_time:     thinking time of one seat over a whole game; what is left of it also bounds each move.
    late_time:     how long after a missed deadline the bot may go on before its process is ended.
    shutdown_time: from "the game is over" (or TERM) until the process group is killed.
    cpu_time:      processor seconds over a game, of one process and of all together (a backstop against spinning).
    memory:        address space of one process; what all of them and their files take together.
    output:        bytes kept of what it prints (stdout and stderr each); the rest is read and dropped.
    open_files, processes, file_size: as the operating system counts them.
    """

    start_time: float = 30.0
    game_time: float | None = None
    late_time: float = 1.0
    shutdown_time: float = 1.0
    cpu_time: float | None = None
    memory: int | None = 1024 * MIB
    output: int = 64 * 1024
    open_files: int = 256
    processes: int | None = None
    file_size: int = 16 * MIB


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """Who meets whom.

    hero:        the bot that meets every other one in a gauntlet, else "".
    rounds:      of a Swiss tournament; None elsewhere.
    seeding:     swiss and knockout: all bots, the strongest first; () has them drawn by lot from the seed.
    extra_pairs: knockout: pairs on each variant that a level match may go on for; None elsewhere.
    """

    name: KindName = "round-robin"
    hero: str = ""
    rounds: int | None = None
    seeding: tuple[str, ...] = ()
    extra_pairs: int | None = None

    @property
    def fixed(self) -> bool:
        """Whether all games are known before the first one is played."""
        return self.name in ("round-robin", "gauntlet")


class SprtRule(msgspec.Struct, frozen=True, kw_only=True):
    """Stop when a sequential test of the gap between two bots (the first minus the second) has its answer.

    elo0, elo1: the two hypotheses, in the units of the model. alpha, beta: the error rates.
    """

    bots: tuple[str, str]
    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: SprtModel = "normalized"


class StopRule(msgspec.Struct, frozen=True, kw_only=True):
    """When a tournament may end before its last pair: exactly one of ``sprt`` and ``half_width`` is set.

    half_width: half the width of the 95 % interval of a rating, in Elo. bots: whose; () is everybody's.
    """

    sprt: SprtRule | None = None
    half_width: float | None = None
    bots: tuple[str, ...] = ()


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A whole tournament.

    seed:       master seed, as text; seed_given says whether the file names it ("" until one is drawn for the run).
    scheme:     how everything is made from it (contract/seeds.py).
    players:    seats a game, 1 to 8. A "pair" is ``players`` games with one seed, the seats rotated.
    pairs:      pairs for each pairing (table of ``players`` bots) on each variant, where none of its bots says less
                (see pairs_of); with ``stop``, at most so many; in a ladder, for each bot.
    stop:       when to end before that, None for never.
    move_time:  seconds a move on the clock that ``clock`` names; None only with game_time or limits.game_time.
    game_time:  of a player for the whole game, by the same clock; None for none.
    adjudicate: an agreed rule that ends games which their own rules let go on; None for none.
    backstop:   under ``clock: cpu``, wall clock a move as a multiple of the processor time that it may take.
    ponder:     whether bots may think on while others are asked; else they stand still then.
    workers:    games at once; None lets the runner count the cores.
    process:    "fresh" (a process a game), "kept" (one for all games of a bot's seat and variant) or "shared": the bots
                play in the worker itself, without walls, which isolation: "none" says as well. The two go together.
    max_faults: faults of one seat in one game after which it must leave (fatal faults count at once).
    max_crashes: games in a row that a bot may lose by a fatal fault before it is out of the tournament.
    max_voids:  how often one game is replayed after failures of our own before the run stops.
    season:     whether the results go on for weeks, and bots come, change and go meanwhile (runner/season/). Seeds then
                differ between pairings, too: whoever comes later may have seen all games so far.
    wheels:     folder of wheels from which environments are made of submissions, and of packages that are built;
                absolute by now, or "".
    output:     folder of the results: absolute, or relative to the current folder.
    path, marks: the file it came from, and key path -> (line, column) there, both counted from 1.
    asked:      where no file says it: key path -> the argument of a command that did, for errors.
    """

    name: str
    bots: tuple[BotEntry, ...]
    variants: tuple[VariantEntry, ...]
    seed: str = ""
    seed_given: bool = False
    scheme: int = SCHEME
    players: int = 2
    pairs: int = 10
    kind: Kind = Kind()
    stop: StopRule | None = None
    move_time: float | None = 1.0
    game_time: GameTime | None = None
    clock: Clock = "wall"
    backstop: float = 5.0
    ponder: bool = False
    adjudicate: Adjudication | None = None
    limits: Limits = Limits()
    workers: int | None = None
    process: Process = "fresh"
    isolation: Isolation = "auto"
    max_faults: int = 10
    max_crashes: int = 10
    max_voids: int = 3
    season: bool = False
    wheels: str = ""
    output: str = ""
    path: str = ""
    marks: dict[str, tuple[int, int]] = {}
    asked: dict[str, str] = {}

    @property
    def master(self) -> Master:
        """The master seed with its scheme; a tournament has none before one was written or drawn (see seeded)."""
        assert self.seed, "the tournament has no seed yet"
        return Master(self.seed, self.scheme)

    def seeded(self, before: Master | None = None) -> Tournament:
        """Return the tournament with a master seed: its own, that of its games so far (``before``), or a drawn one."""
        if before is not None and self.seed in ("", before.text):
            return msgspec.structs.replace(self, seed=before.text, scheme=before.scheme)
        return self if self.seed else msgspec.structs.replace(self, seed=drawn_seed())

    def bot(self, name: str) -> BotEntry:
        """Return the bot of that name; KeyError when there is none."""
        return {bot.name: bot for bot in self.bots}[name]

    @property
    def submitted(self) -> frozenset[str]:
        """The bots that were handed in, by name."""
        return frozenset(bot.name for bot in self.bots if bot.submission)

    def time_control(self, name: str) -> TimeControl:
        """Return the times by which a bot of that name plays, limits.game_time aside; KeyError when there is none."""
        bot = self.bot(name)
        game = self.game_time if bot.game_time == "" else None if bot.game_time == "none" else bot.game_time
        if bot.move_time != "":
            return TimeControl(None if bot.move_time == "none" else bot.move_time, game)
        return TimeControl(None if isinstance(bot.game_time, GameTime) else self.move_time, game)

    def odds(self) -> dict[str, TimeControl]:
        """Return the times of the bots that have their own, by name."""
        return {bot.name: self.time_control(bot.name) for bot in self.bots if bot.move_time or bot.game_time}

    def caps(self) -> dict[str, int]:
        """Return the most pairs of the bots that play fewer than the tournament has, by name, in the file's order."""
        return {bot.name: bot.pairs for bot in self.bots if bot.pairs is not None and bot.pairs < self.pairs}

    def pairs_of(self, table: Iterable[str]) -> int:
        """Return how many pairs a table (in a game of two: pairing) plays on each variant."""
        caps = self.caps()
        return min([self.pairs, *(caps[name] for name in table if name in caps)])

    def kept(self) -> tuple[str, ...]:
        """Return the bots whose processes stay from game to game, in the file's order; programs never do."""
        return tuple(
            bot.name
            for bot in self.bots
            if (bot.plugin or bot.path or bot.submission)
            and not bot.command
            and (bot.process or self.process) == "kept"
        )

    @property
    def shared(self) -> bool:
        """Whether the bots play in the workers themselves."""
        return self.process == "shared"

    def variant(self, name: str) -> VariantEntry:
        """Return the variant of that name; KeyError when there is none."""
        return {variant.name: variant for variant in self.variants}[name]

    def where(self, key: str) -> str:
        """Return ``file:line:column: key`` for a key path such as ``variants[0].board`` (or its nearest parent).

        Without a file, the argument of a command that it is of, if one is known, or else the key path.
        """
        known: Mapping[str, object] = self.marks if self.path else self.asked
        at = key
        while at and at not in known:
            at = at[: max(at.rfind("."), at.rfind("["), 0)]
        if not self.path:
            return self.asked.get(at, key)
        line, column = self.marks.get(at, (1, 1))
        return f"{self.path}:{line}:{column}: {key}"

    def identity(self) -> Mapping[str, Any]:
        """Return, JSON-able, all that decides what is played: for manifests, digests and the check on resume.

        Left out is what may differ between two runs of the same tournament: where the file and the results lie,
        how many workers there are.
        """
        whole: dict[str, Any] = msgspec.to_builtins(self)
        if not self.ponder:
            del whole["ponder"]  # manifests of version 0.1 do not name it
        if self.game_time is None:
            del whole["game_time"]  # nor this, nor what a bot has for itself
        if self.adjudicate is None:
            del whole["adjudicate"]
        if not self.season:
            del whole["season"]
        for variant in whole["variants"]:
            if variant["challenge"] is None:
                del variant["challenge"]
        for bot in whole["bots"]:
            for key in ("move_time", "game_time", "submission", "build", "pairs"):
                if not bot[key]:
                    del bot[key]
        return {key: value for key, value in whole.items() if key not in _NOT_IDENTITY}


_NOT_IDENTITY = frozenset({"path", "marks", "asked", "output", "workers", "seed_given", "max_voids", "wheels"})
