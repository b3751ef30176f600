"""The folder of wheels that a teacher names: which there are, which of them somebody needs, and each unpacked once.

The wheels are the teacher's and trusted; what the submissions ask for is not. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import hashlib
import platform
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from packaging.markers import UndefinedComparison, UndefinedEnvironmentName
from packaging.requirements import Requirement
from packaging.tags import Tag, sys_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version
from resolvelib import AbstractProvider, BaseReporter, ResolutionImpossible, ResolutionTooDeep, Resolver

from arena.errors import ConfigError
from arena.runner.submissions.files import named
from arena.runner.submissions.metadata import WheelMetadata, metadata_of
from arena.runner.submissions.provided import LOADED, installed_beside, provided
from arena.runner.submissions.refused import Refused

_MOST_ROUNDS = 2000
Key = tuple[str, tuple[str, ...]]  # a package's name, and its extras that are asked for


@dataclass(frozen=True)
class Wheel:
    """A wheel of the folder. rank: how well it fits this Python, 0 is best; None where it does not."""

    file: Path
    name: str
    version: Version
    rank: int | None
    digest: str

    @property
    def fits(self) -> bool:
        """Whether it is for this system and this version of Python."""
        return self.rank is not None and self.metadata.python.contains(platform.python_version(), prereleases=True)

    @cached_property
    def metadata(self) -> WheelMetadata:
        """What it says of itself. Raises ConfigError where it cannot be read."""
        try:
            with zipfile.ZipFile(self.file) as archive:
                wanted = ("/METADATA", "/entry_points.txt")
                files = {name: archive.read(name) for name in archive.namelist() if name.endswith(wanted)}
            return metadata_of({name: data for name, data in files.items() if name.count("/") == 1})
        except (OSError, zipfile.BadZipFile, Refused) as error:
            raise ConfigError(str(self.file), f"this wheel cannot be read ({error})", "Put a whole one there") from None


@dataclass(frozen=True)
class _Candidate:
    """What may be taken for a key: a wheel, or what is there with the arena (wheel None)."""

    key: Key
    version: Version
    wheel: Wheel | None


@dataclass(frozen=True, slots=True)
class Fulfilled:
    """What fulfils requirements. wheels: of the folder. beside: names of what is installed with the arena."""

    wheels: tuple[Wheel, ...]
    beside: tuple[str, ...]


class Wheelhouse:
    """A folder of wheels, "" for none, beside what is there without it. Raises ConfigError where it cannot be read.

    own: whether the bots are those of whoever runs the arena, for whom all that is installed there will do; for
    others it is what the arena needs itself.
    """

    def __init__(self, folder: str, own: bool = False) -> None:
        self.folder, self.own = folder, own
        self._beside = installed_beside() if own else provided()
        self._wheels: dict[str, list[Wheel]] = {}
        tags = {tag: rank for rank, tag in enumerate(sys_tags())}
        for file in sorted(Path(folder).iterdir()) if folder else []:
            if file.suffix == ".whl":
                wheel = _wheel(file, tags)
                self._wheels.setdefault(wheel.name, []).append(wheel)

    @property
    def digest(self) -> str:
        """The sha256 of all names and contents."""
        whole = hashlib.sha256()
        for wheels in self._wheels.values():
            for wheel in wheels:
                whole.update(f"{wheel.file.name}\0{wheel.digest}\n".encode(errors="surrogateescape"))
        return whole.hexdigest()

    @property
    def beside_digest(self) -> str:
        """The sha256 of what is there without any wheel: what a bot needs is looked for there, too."""
        text = "\n".join(f"{name} {version}" for name, version in sorted(self._beside.items()))
        return hashlib.sha256(text.encode()).hexdigest()

    def of_file(self, name: str) -> Wheel:
        """Return the wheel of a file's name; KeyError where there is none."""
        return {wheel.file.name: wheel for wheels in self._wheels.values() for wheel in wheels}[name]

    def chosen(self, needed: Iterable[Requirement]) -> Fulfilled:
        """Return what fulfils requirements, and all that wheels need besides. Raises Refused where nothing does."""
        resolver = Resolver(_Provider(self), BaseReporter())
        wanted = [need for need in needed if _holds(need, ("",))]
        try:
            result = resolver.resolve(wanted, max_rounds=_MOST_ROUNDS)
        except ResolutionImpossible as error:
            raise Refused(self._lacking([cause.requirement for cause in error.causes])) from None
        except ResolutionTooDeep:
            raise Refused("what it needs cannot be worked out") from None
        wheels = {one.wheel.name: one.wheel for one in result.mapping.values() if one.wheel is not None}
        beside = {name for (name, _), one in result.mapping.items() if one.wheel is None}
        return Fulfilled(tuple(wheels[name] for name in sorted(wheels)), tuple(sorted(beside)))

    def _lacking(self, causes: Sequence[Requirement]) -> str:
        """Say what cannot be had."""
        asked = " and ".join(dict.fromkeys(_written(cause) for cause in causes))
        name = canonicalize_name(causes[0].name) if causes else ""
        if name in self._beside and (name in LOADED or name not in self._wheels):
            whose = "the arena has" if name in provided() else "installed beside the arena is"
            return f"it needs {asked}, and {whose} {name} {self._beside[name]}"
        there = [
            f"{wheel.version}" + " (for another system)" * (not wheel.fits) for wheel in self._wheels.get(name, ())
        ]
        if not self.folder:
            first = "which is not installed beside the arena, " if self.own else ""
            return f"it needs {asked}, {first}and no folder of wheels is named"
        return f"it needs {asked}, which the folder of wheels does not have" + f" (of {name}: {named(there)})" * bool(
            there
        )

    def candidates(self, key: Key) -> Iterator[_Candidate]:
        """Yield what may be taken for a key, the best first; what the arena has loaded goes before all wheels.

        What is installed beside the arena is taken where the folder has no wheel of that name.
        """
        name = key[0]
        wheels = [wheel for wheel in self._wheels.get(name, ()) if wheel.fits]
        if name in self._beside and (name in LOADED or not self._wheels.get(name)):
            yield _Candidate(key, self._beside[name], None)
            return
        for wheel in sorted(wheels, key=lambda wheel: (wheel.version, -(wheel.rank or 0)), reverse=True):
            yield _Candidate(key, wheel.version, wheel)


class _Provider(AbstractProvider[Requirement, _Candidate, Key]):
    """Tells resolvelib what there is in a folder of wheels."""

    def __init__(self, house: Wheelhouse) -> None:
        self._house = house

    def identify(self, requirement_or_candidate: Requirement | _Candidate) -> Key:
        if isinstance(requirement_or_candidate, _Candidate):
            return requirement_or_candidate.key
        need = requirement_or_candidate
        return canonicalize_name(need.name), tuple(sorted(map(canonicalize_name, need.extras)))

    def get_preference(  # type: ignore[no-untyped-def]
        self, identifier: Key, resolutions, candidates, information, backtrack_causes
    ) -> str:
        return identifier[0]

    def find_matches(  # type: ignore[no-untyped-def]
        self, identifier: Key, requirements: Mapping[Key, Iterator[Requirement]], incompatibilities
    ) -> list[_Candidate]:
        needs = list(requirements[identifier])
        bad = {candidate.version for candidate in incompatibilities[identifier]}
        there = [one for one in self._house.candidates(identifier) if one.version not in bad]
        fit = [one for one in there if all(self.is_satisfied_by(need, one) for need in needs)]
        early = any(need.specifier.prereleases for need in needs)
        return [one for one in fit if early or not one.version.is_prerelease] or fit

    def is_satisfied_by(self, requirement: Requirement, candidate: _Candidate) -> bool:
        return requirement.specifier.contains(candidate.version, prereleases=True)

    def get_dependencies(self, candidate: _Candidate) -> list[Requirement]:
        if candidate.wheel is None:
            return []
        name, extras = candidate.key
        needed = [need for need in candidate.wheel.metadata.requires if _holds(need, extras or ("",))]
        return [*needed, Requirement(f"{name}=={candidate.version}")] if extras else needed


def _holds(need: Requirement, extras: Sequence[str]) -> bool:
    """Tell whether something is needed here. Raises Refused for a condition that has no meaning."""
    try:
        return need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras)
    except (UndefinedComparison, UndefinedEnvironmentName, ValueError, TypeError, LookupError):
        raise Refused(f"it needs {need.name} under a condition that cannot be worked out: {need.marker}") from None


def _written(need: Requirement) -> str:
    return f"{need.name}{need.specifier}"


def _wheel(file: Path, tags: Mapping[Tag, int]) -> Wheel:
    """Return a wheel as its name says. Raises ConfigError."""
    try:
        name, version, _, its = parse_wheel_filename(file.name)
        with file.open("rb") as data:
            digest = hashlib.file_digest(data, "sha256").hexdigest()
    except InvalidWheelFilename as error:
        raise ConfigError(str(file), f"this is not called like a wheel ({error})", "Rename or remove it") from None
    except OSError as error:
        raise ConfigError(str(file), f"this wheel cannot be read ({error.strerror})") from None
    ranks = [tags[tag] for tag in its if tag in tags]
    return Wheel(file, name, version, min(ranks) if ranks else None, digest)
