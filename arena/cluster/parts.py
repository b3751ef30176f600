"""The parts of a run that lie in files: which they are at the driver, and what a machine has of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from arena.cluster.facts import version_of
from arena.cluster.messages import PartThere, RunPart
from arena.cluster.needed import imported_in, package_digest, packages_of
from arena.errors import ConfigError
from arena.runner.plugin.contents import digest_of
from arena.runner.plugin.find import Plugin, place_of
from arena.runner.plugin.places import top_of
from arena.runner.sandbox.orders import ModulePlace
from arena.runner.setup import BotSetup, Setup
from arena.variants.graph_cache import folders
from arena.variants.plugins import find, package_of, split_call
from arena.variants.spec import VariantSpec


def parts_of(setup: Setup, plugins: Mapping[str, Plugin]) -> list[RunPart]:
    """Return the parts of a run. plugins: by bot, of those that are.

    Raises ConfigError: a bot listens at an address of each machine's own.
    """
    found: list[RunPart] = []
    for bot in setup.bots.values():
        if bot.paths:
            continue  # was handed in: see below
        if bot.name in plugins:
            found.append(_plugin(f"bot {bot.name}", plugins[bot.name]))
        if bot.address and is_loopback(bot.address):
            problem = f"its address {bot.address} is another one on each machine"
            raise ConfigError(f"bot {bot.name}", problem, "Name an address that all machines of the cluster reach")
        if bot.command:
            files = tuple(word for word in bot.command if os.path.isabs(word) and os.path.isfile(word))
            found.append(RunPart(f"program {bot.name}", "program", files, digest_of(files)))
        for path in bot.files:
            found.append(RunPart(f"file {path} of {bot.name}", "file", (path,), digest_of((path,))))
    for game in sorted({split_call(spec.game)[0] for spec in setup.variants.values() if spec.word is None}):
        entry = find(game)
        if entry.value.startswith("arena."):
            continue  # ours are compared with the rest of the arena
        distribution, version = package_of(entry)
        found.append(_plugin(f"game {game}", Plugin(game, entry.value, distribution, version)))
    for path in sorted({path for bot in setup.bots.values() for path in bot.paths}):
        found.append(RunPart(environment_label(path), "environment", (path,), digest_of((path,)), sent=True))
    found += _needed([part for part in found if part.kind == "plugin"])
    for path in sorted({_words(spec) for spec in setup.variants.values()} - {""}):
        found.append(RunPart(words_label(path), "words", (path,), digest_of((path,)), sent=True))
    return found


def words_label(path: str) -> str:
    """Return the label of the packed graph that lies at a path at the driver."""
    return f"words {os.path.basename(path)}"


def environment_label(path: str) -> str:
    """Return the label of a folder of an environment: of what was handed in, or of a wheel that it needs."""
    return f"environment {os.path.basename(os.path.dirname(path))}"


def _words(spec: VariantSpec) -> str:
    return spec.word.lexicon.path if spec.word else ""


def is_loopback(address: str) -> bool:
    """Tell whether ``host:port`` is of this machine alone."""
    host = address.rpartition(":")[0].strip("[]")
    return host in ("localhost", "::1") or host.startswith("127.")


def _needed(plugins: Iterable[RunPart]) -> Iterator[RunPart]:
    """Yield what plug-ins need besides the arena, each once, with the first of them that needs it."""
    seen = set[str]()
    for part in plugins:
        if part.distribution == "bot-arena":
            continue  # what it needs is compared on every machine
        packages, loose = packages_of(imported_in(part.paths[0]), part.distribution)
        for name in sorted(packages - seen):
            label = f"package {name}, which {part.label} needs,"
            yield RunPart(
                label, "package", (), package_digest(name), distribution=name, version=version_of(name)
            )  # fmt: skip
        for module in sorted(loose - seen):  # also one that is not there: a plug-in may do without
            digest = digest_of((place_of(f"{module}:"),))
            yield RunPart(f"module {module}, which {part.label} needs,", "module", (), digest, f"{module}:")
        seen |= packages | loose


def _plugin(label: str, plugin: Plugin) -> RunPart:
    root = top_of(plugin.place) if plugin.place is not None else place_of(plugin.value)
    return RunPart(
        label, "plugin", (root,), digest_of((root,)), plugin.value, plugin.distribution, plugin.version,
        sent=not plugin.distribution,
    )  # fmt: skip


def found_here(parts: Iterable[RunPart]) -> dict[str, PartThere]:
    """Return what this machine has of the parts of a run, by label."""
    return {part.label: _found(part) for part in parts}


def _found(part: RunPart) -> PartThere:
    if part.kind == "package":
        return PartThere(version_of(part.distribution), package_digest(part.distribution))
    if part.kind == "module":
        return PartThere("", digest_of((place_of(part.value),)))
    if part.kind == "plugin" and not part.sent:
        digest = digest_of((place_of(part.value),))
        version = version_of(part.distribution)
        return PartThere(version, digest, place_of(part.value))
    if part.kind in ("program", "file"):
        digest = digest_of(part.paths)
        return PartThere("", digest, part.paths[0] if part.paths and digest == part.digest else "")
    places = [*part.paths]
    if part.kind == "words":
        places = [str(folder / os.path.basename(part.paths[0])) for folder in folders()] + places
    elif part.value:
        places.append(place_of(part.value))
    for path in places:
        if path and digest_of((path,)) == part.digest:
            return PartThere("", part.digest, path)
    return PartThere("", "")


def unlike(parts: Iterable[RunPart], theirs: Mapping[str, PartThere]) -> list[str]:
    """Return a sentence for each part that is not sent and that a machine has otherwise, with both versions."""
    wrong = []
    for part in parts:
        has = theirs.get(part.label, PartThere("", ""))
        if part.sent or has.digest == part.digest:
            continue
        there = " ".join(filter(None, (part.distribution, has.version, f"({has.digest[:12] or 'not there'})")))
        here = " ".join(filter(None, (part.distribution, part.version, f"({part.digest[:12] or 'not there'})")))
        wrong.append(f"{part.label} is {there} there and {here} here")
    return wrong


def relocated(setup: Setup, places: Mapping[str, str]) -> tuple[Setup, list[str]]:
    """Return a setup as it holds on a machine, and the folders that lead to games there.

    places: label -> where a part lies on that machine.
    """
    bots = {
        name: _in_environment(bot, places) if bot.paths else _bot(bot, places.get(f"bot {name}", ""))
        for name, bot in setup.bots.items()
    }
    variants, paths = {}, []
    for name, spec in setup.variants.items():
        if spec.word is not None and spec.word.lexicon.path:
            path = places[words_label(spec.word.lexicon.path)]
            word = msgspec.structs.replace(spec.word, lexicon=msgspec.structs.replace(spec.word.lexicon, path=path))
            spec = msgspec.structs.replace(spec, word=word)
        elif spec.word is None and (path := places.get(f"game {split_call(spec.game)[0]}", "")):
            paths.append(os.path.dirname(path))
        variants[name] = spec
    return msgspec.structs.replace(setup, bots=bots, variants=variants), paths


def _in_environment(bot: BotSetup, places: Mapping[str, str]) -> BotSetup:
    """Return a bot that was handed in, whose environment lies elsewhere on this machine."""
    paths = tuple(places[label] for label in map(environment_label, bot.paths) if label in places)
    place, here = bot.place, bot.paths[0]
    assert place is not None
    own = places[environment_label(here)]
    place = ModulePlace(
        place.module,
        own + place.file.removeprefix(here) if place.file else "",
        tuple(own + folder.removeprefix(here) for folder in place.folders),
    )
    return msgspec.structs.replace(bot, paths=paths, place=place, source="")


def _bot(bot: BotSetup, path: str) -> BotSetup:
    """Return a bot whose files lie at a path on this machine, "" where Python finds them."""
    if not path:
        return bot
    module = bot.value.partition(":")[0].partition(".")[0]
    if os.path.isdir(path):
        start = os.path.join(path, "__init__.py")
        place = ModulePlace(module, start if os.path.isfile(start) else "", (path,))
    else:
        place = ModulePlace(module, path)
    return msgspec.structs.replace(bot, place=place)
