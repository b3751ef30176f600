"""What changed between two versions of a tournament: additions, which a resume may play, and all else. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_NAMED = ("bots", "variants")  # lists whose items have names, and whose order decides nothing
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
                for field in sorted(was[name].keys() | now[name].keys())
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
