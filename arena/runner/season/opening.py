"""A night of a season is opened: who takes part in which version, who is admitted, and which games are missing.

Only what is new or changed is started and tried; who was admitted once, and is what it was, plays.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.config.model import BotEntry, Tournament
from arena.errors import ConfigError, ResultsError
from arena.records.manifest import Manifest
from arena.records.results import GAMES, Results
from arena.runner.manifest import make_manifest
from arena.runner.night.night import Night, Season, ordered
from arena.runner.night.past import Past, past_of
from arena.runner.plan import quick_game
from arena.runner.plugin.contents import digest_of
from arena.runner.plugin.find import Plugin
from arena.runner.plugin.places import top_of
from arena.runner.preflight import DoNotStart, Trouble
from arena.runner.runs.prepared import Prepared, admitted_of, assembled, plugins_of
from arena.runner.runs.stop import Stop
from arena.runner.runs.trials import sentence_of
from arena.runner.season.entrants import Addition, Entrant, entrants_of
from arena.runner.season.news import news_of
from arena.runner.season.versions import Version, after, hash_of, versions_of
from arena.runner.submissions.admitted import Admitted
from arena.variants.spec import VariantSpec


@dataclass(frozen=True, slots=True)
class Opening:
    """What is asked of a night. additions, retire: who comes and goes by hand. budget: seconds, None for no end.

    look: what ends the look at bots that are new; None for a plan, which starts nobody. keep_going: bots that nobody
    handed in and that do not start are left out, and are no error.
    """

    additions: Sequence[Addition] = ()
    retire: Sequence[str] = ()
    budget: float | None = None
    look: Stop | None = None
    keep_going: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """Who hears how an opening gets on. installed, looked_at: called with names, from any thread.

    looking: called with the number of bots that are about to be started.
    """

    installed: Callable[[str], None] = lambda bot: None
    looking: Callable[[int], None] = lambda bots: None
    looked_at: Callable[[str], None] = lambda bot: None


def open_night(
    tournament: Tournament,
    specs: Sequence[VariantSpec],
    opening: Opening,
    watched: Watched,
    *,
    workers: int | None = None,
    output: Path | None = None,
) -> Night:
    """Return the next night of a season. workers, output: instead of the file's.

    Raises ConfigError (who is added or retired in vain, a budget that is too small), ResultsError (the folder holds
    games of another tournament), BotError, and RunError where it goes wrong through us.
    """
    began = time.monotonic()
    folder = output or Path(tournament.output)
    before = _manifest_before(folder)
    if before is not None:
        _check_same(tournament, specs, before, folder)
    register = () if before is None else before.season
    entrants = entrants_of(tournament, register, opening.additions, opening.retire)
    base = msgspec.structs.replace(tournament, bots=tuple(one.entry for one in entrants))
    _check_unbuilt(base)
    plugins = plugins_of(base)
    admitted = admitted_of(base, output, watched.installed)
    plugins |= {name: one.environment.plugin for name, one in admitted.items() if one.environment is not None}
    facts = make_manifest(base, specs, plugins, 1, admitted).bots
    hashes = {one.bot: hash_of(one.entry, facts[one.bot], _other_files(one.entry, plugins)) for one in entrants}
    found = _Found(tournament, tuple(specs), plugins, admitted, workers, output)
    versions = versions_of(entrants, hashes, register)
    absent = {one.entrant.bot: admitted[one.entrant.bot].refused for one in versions if found.refused(one)}
    past = past_of(folder, quick_game(tournament), mend=opening.look is not None)
    ready = [one for one in versions if one.entrant.bot not in absent]
    if opening.look is not None:
        absent |= _looked(found, [one for one in ready if one.new], opening, watched, past)
    ready = [one for one in ready if one.entrant.bot not in absent]
    _check_enough(tournament, ready)
    prepared = found.prepared(ready)
    asked = _bots_at(entrants, opening.additions)
    only = _wanted(ready, asked) if opening.additions else None
    looked = opening.look is not None and any(one.new for one in ready)
    again = {} if opening.look is not None else _refused_before(ready, before)
    names = {one.name for one in ready if one.entrant.bot in again}
    order = ordered(prepared, past, opening.budget, began, only, looked=looked, out=names)
    gone = [one for one in versions if one.entrant.bot in absent]
    season = Season(
        after(register, ready, entrants, round(time.time(), 3)),
        before,
        tournament.kind.hero,
        news_of(versions, absent | again, register, entrants, asked),
        {one.name: absent[one.entrant.bot] for one in gone},
        {one.name: one.hash for one in gone},
    )
    return Night.of(prepared, order, season=season)


def _check_unbuilt(tournament: Tournament) -> None:
    """Raise ConfigError for a bot that has to be built: in a season only what was handed in is."""
    from arena.runner.builds.build import built_bots, place_in_file  # what it needs is loaded for nobody else

    building = built_bots(tournament, tournament.bots)
    if building:
        raise ConfigError(
            place_in_file(tournament, building[0].name),
            f"{building[0].name} has to be built, and a season builds no bots",
            "Hand it in: bots: {from: ...}, or --add",
        )  # fmt: skip


def _other_files(entry: BotEntry, plugins: Mapping[str, Plugin]) -> str:
    """Return the hash of what a bot of the file may read besides its Python files: data beside them, and its options'.

    "" where there is none. All that was handed in is in its hash already.
    """
    plugin = plugins.get(entry.name)
    top = top_of(plugin.place) if entry.path and plugin is not None and plugin.place is not None else ""
    return digest_of([*([top] if os.path.isdir(top) else []), *entry.files])


def _check_enough(tournament: Tournament, ready: Sequence[Version]) -> None:
    """Raise ConfigError where too few play tonight, or the one whom all others meet does not."""
    hero = tournament.kind.hero
    if hero and hero not in {one.entrant.bot for one in ready}:
        raise ConfigError(tournament.where("kind"), f"{hero!r}, whom all others meet, was not admitted", "Mend it")


def _manifest_before(folder: Path) -> Manifest | None:
    """Return the manifest of the nights before. Raises ResultsError where it is lost."""
    if not os.path.isfile(folder / GAMES):
        return None
    with Results(folder) as there:
        found = there.manifest
        return found if found.season or there.count() else None


def _refused_before(ready: Sequence[Version], before: Manifest | None) -> dict[str, str]:
    """Return why bots were not admitted the last time that are what they were then; a run looks at them again."""
    if before is None:
        return {}
    return {
        one.entrant.bot: f"as the last time, and it is what it was then: {before.refused[one.name]}"
        for one in ready
        if one.new and one.name in before.refused and before.refused_as.get(one.name) == one.hash
    }


def _check_same(tournament: Tournament, specs: Sequence[VariantSpec], before: Manifest, folder: Path) -> None:
    """Raise ResultsError where the games of a folder are another tournament's, whoever takes part."""
    new = msgspec.structs.replace(
        before,
        tournament=msgspec.json.decode(msgspec.json.encode(dict(tournament.identity()))),
        variants={spec.name: spec.digest for spec in specs},
        seed=tournament.seed,
        scheme=tournament.scheme,
    )
    found = Season(()).differences(before, new)
    if found:
        raise ResultsError(
            str(folder), f"the season was played otherwise so far: {'; '.join(found)}",
            "Change that back, or begin another season under another name: or --output; its games stay here",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Found:
    """All that was found of the bots of a night, by the bots' names."""

    tournament: Tournament
    specs: tuple[VariantSpec, ...]
    plugins: Mapping[str, Plugin]
    admitted: Mapping[str, Admitted]
    workers: int | None
    output: Path | None

    def refused(self, version: Version) -> str:
        """Return why a submission could not be installed, "" where it was."""
        handed_in = self.admitted.get(version.entrant.bot)
        return "" if handed_in is None else handed_in.refused

    def prepared(self, versions: Sequence[Version]) -> Prepared:
        """Return what a run between these versions needs, each under the name of the version."""
        named = {one.entrant.bot: one.name for one in versions}
        hero = self.tournament.kind.hero
        tournament = msgspec.structs.replace(
            self.tournament,
            bots=tuple(_named(one.entrant.entry, one.name) for one in versions),
            kind=msgspec.structs.replace(self.tournament.kind, hero=named.get(hero, "")),
        )
        plugins = {named[bot]: one for bot, one in self.plugins.items() if bot in named}
        admitted = {
            named[bot]: msgspec.structs.replace(one, bot=named[bot])
            for bot, one in self.admitted.items()
            if bot in named
        }
        return assembled(
            tournament, self.specs, plugins, admitted, {}, {}, workers=self.workers, output=self.output
        )  # fmt: skip


def _named(entry: BotEntry, name: str) -> BotEntry:
    return msgspec.structs.replace(entry, name=name)


def _looked(
    found: _Found, new: Sequence[Version], opening: Opening, watched: Watched, past: Past
) -> dict[str, str]:  # fmt: skip
    """Start those that are new, let them play against themselves, and return why some cannot be admitted, by bot."""
    if not new or opening.look is None:
        return {}
    watched.looking(len(new))
    bots = {one.name: one.entrant for one in new}
    few = found.prepared(new)
    try:
        troubles = few.tried(list(bots), watched.looked_at, opening.look, played=past.durations.add)
    finally:
        few.close()
    if opening.look.asked:  # nobody was admitted by half a look
        raise KeyboardInterrupt("stopped before the first game of this night; nothing was changed")
    return _absent(troubles, bots, few, opening.keep_going)


def _absent(
    troubles: Sequence[Trouble], bots: Mapping[str, Entrant], few: Prepared, keep_going: bool
) -> dict[str, str]:
    ours = [trouble for trouble in troubles if not bots[trouble.bot].source]
    if ours and not keep_going:
        raise DoNotStart(ours, few.plugins, "keep_going=True")
    reasons: dict[str, str] = {}
    for trouble in troubles:
        reasons.setdefault(bots[trouble.bot].bot, sentence_of(trouble))
    return reasons


def _bots_at(entrants: Sequence[Entrant], additions: Sequence[Addition]) -> Collection[str]:
    """Return the bots that were added by hand tonight."""
    paths = {os.path.realpath(one.path) for one in additions}
    return {one.bot for one in entrants if one.source and os.path.realpath(one.entry.submission) in paths}


def _wanted(ready: Sequence[Version], asked: Collection[str]) -> Collection[str]:
    """Return who has to play tonight where somebody was added: those, and all else that is new or changed."""
    return {one.name for one in ready if one.new or one.changed or one.entrant.bot in asked}
