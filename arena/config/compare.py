"""What changed between two versions of a tournament: additions, which a resume may play, and all else. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_NAMED = ("bots", "variants")  # lists whose items have names, and whose order decides nothing
_SAID_ALONE = frozenset({"pairs"})  # of a bot: what it comes to hangs on the tournament's number as well
_CLOSED = ("swiss", "knockout")  # kinds whose first round already depends on who takes part and how much is played


@dataclass(frozen=True, slots=True)
class Changes:
    """Lines for people: what was added (only new games come of it), and what would change games already played."""

    added: tuple[str, ...]
    changed: tuple[str, ...]


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """Return what changed between two identities of a tournament (Tournament.identity, or its JSON read back)."""
    added: list[str] = []
    changed: list[str] = []
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if key in _NAMED:
            if key == "bots":
                _compare_most_pairs(before, after, added, changed)
            _compare_named(key, old or (), new or (), added, changed)
        elif key == "pairs" and isinstance(old, int) and isinstance(new, int) and new > old:
            added.append(f"pairs: {old} -> {new}")
        elif key == "stop" and new is None:
            added.append("stop: gone, so all pairs are played")
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            changed += [
                f"{key}.{inner}: {_show(old.get(inner))} -> {_show(new.get(inner))}"
                for inner in sorted(old.keys() | new.keys())
                if _plain(old.get(inner)) != _plain(new.get(inner))
            ]
        else:
            changed.append(f"{key}: {_show(old)} -> {_show(new)}")
    if (before.get("kind") or {}).get("name") in _CLOSED:
        return Changes((), tuple(added + changed))
    return Changes(tuple(added), tuple(changed))


def fewer_pairs(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return, of two identities, a line for each bot that is in both and whose own number of pairs forbids more now."""
    changed: list[str] = []
    _compare_most_pairs(before, after, [], changed)
    return changed


def _compare_most_pairs(
    before: Mapping[str, Any], after: Mapping[str, Any], added: list[str], changed: list[str]
) -> None:
    """Compare how many pairs bots play that say so themselves; what is more than the tournament's says nothing."""
    was = {bot["name"]: bot.get("pairs") for bot in before.get("bots") or ()}
    for bot in after.get("bots") or ():
        if bot["name"] not in was or was[bot["name"]] == bot.get("pairs"):
            continue
        old, new = was[bot["name"]], bot.get("pairs")
        most = [min(pairs or whole, whole) for pairs, whole in ((old, before["pairs"]), (new, after["pairs"]))]
        if most[0] != most[1]:
            line = f"bots: {bot['name']}.pairs: {_show(old)} -> {_show(new)}"
            (added if most[1] > most[0] else changed).append(line)


def _compare_named(
    key: str, old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]], added: list[str], changed: list[str]
) -> None:
    was, now = {item["name"]: item for item in old}, {item["name"]: item for item in new}
    for name in [*was, *(name for name in now if name not in was)]:
        if name not in was:
            added.append(f"{key}: {name} is new")
        elif name not in now:
            changed.append(f"{key}: {name} is gone")
        else:
            changed += [
                f"{key}: {name}.{field}: {_show(was[name].get(field))} -> {_show(now[name].get(field))}"
                for field in sorted((was[name].keys() | now[name].keys()) - _SAID_ALONE)
                if _plain(was[name].get(field)) != _plain(now[name].get(field))
            ]


def _plain(value: Any) -> Any:
    """Return tuples as lists, as JSON has them; what is empty is as good as not there (older files lack newer keys)."""
    if value is None or (isinstance(value, str | list | tuple | Mapping) and not value):
        return None
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _show(value: Any) -> str:
    plain = _plain(value)
    return "none" if plain is None else str(plain)
