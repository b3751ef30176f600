"""What a wheel says of itself: its name, what it needs and registers, where its files belong. Nothing of it is run."""

from __future__ import annotations

import configparser
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from packaging.metadata import parse_email
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.tags import Tag, parse_tag
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from arena.runner.plugin.find import GROUP
from arena.runner.submissions.refused import Refused

_MOST = 1 << 20  # bytes of a file of metadata
_MOST_NEEDED = 500
_LONGEST_TAG, _MOST_TAGS = 200, 1000
_LONGEST = 1000  # characters of a requirement; Python reads no number of thousands of digits


@dataclass(frozen=True, slots=True)
class WheelMetadata:
    """name: as pip compares names. requires: what it needs, markers included. python: the versions that it is for.

    bots: name -> module:factory that it registers.
    """

    name: str
    version: Version
    requires: tuple[Requirement, ...]
    python: SpecifierSet
    bots: Mapping[str, str]


def requirements(texts: list[str]) -> tuple[Requirement, ...]:
    """Return requirements as they are written. Raises Refused for what is none, and for those that name a place."""
    if len(texts) > _MOST_NEEDED:
        raise Refused(f"it needs more than {_MOST_NEEDED} packages")
    found = []
    for text in texts:
        if len(text) > _LONGEST:
            raise Refused(f"its requirement {text[:80]!r}... has more than {_LONGEST} characters")
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            raise Refused(f"{text[:80]!r} is no requirement") from None
        if requirement.url is not None:
            raise Refused(f"it needs {requirement.name} from {requirement.url[:80]}: name a version, not a place")
        found.append(requirement)
    return tuple(found)


def python_of(text: str) -> SpecifierSet:
    """Return the versions of Python that a text names. Raises Refused for what names none."""
    if len(text) > _LONGEST:
        raise Refused(f"requires-python is {text[:80]!r}..., which has more than {_LONGEST} characters")
    try:
        return SpecifierSet(text)
    except InvalidSpecifier:
        raise Refused(f"requires-python is {text[:80]!r}, which is no version") from None


def metadata_of(files: Mapping[str, bytes]) -> WheelMetadata:
    """Return what the files of a wheel say of it. Raises Refused where they do not."""
    folders = {top for name in files if (top := name.partition("/")[0]).endswith(".dist-info")}
    if len(folders) != 1:
        raise Refused("it is no wheel: it has no folder .dist-info, or several")
    (folder,) = folders
    text = files.get(f"{folder}/METADATA", b"")
    if not text or len(text) > _MOST:
        raise Refused("it is no wheel: its METADATA is missing, or too long")
    try:
        raw, _ = parse_email(text)
        name, version = canonicalize_name(raw["name"], validate=True), Version(raw["version"])
    except (KeyError, ValueError, InvalidVersion):
        raise Refused("it is no wheel: its METADATA has no name, or no version") from None
    registered = _registered(files.get(f"{folder}/entry_points.txt", b""))
    needed = requirements(list(raw.get("requires_dist", ())))
    return WheelMetadata(name, version, needed, python_of(raw.get("requires_python", "")), registered)


def tags_of(files: Mapping[str, bytes]) -> frozenset[Tag]:
    """Return the systems that a wheel is for, as its file WHEEL says."""
    for name, data in files.items():
        if name.endswith(".dist-info/WHEEL") and name.count("/") == 1 and len(data) <= _MOST:
            lines = data.decode(errors="replace").splitlines()
            texts = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("tag:")]
            texts = [text for text in texts[:_MOST_TAGS] if text.count("-") == 2]
            if sum(map(_tags_in, texts)) > _MOST_TAGS:
                raise Refused(f"it is no wheel: it is for more than {_MOST_TAGS} systems")
            return frozenset(tag for text in texts for tag in parse_tag(text))
    return frozenset()


def _tags_in(text: str) -> int:
    """Return how many tags a text stands for: each of ``a.b-c-d.e`` with each other."""
    if len(text) > _LONGEST_TAG:
        raise Refused(f"it is no wheel: its tag {text[:80]!r}... has more than {_LONGEST_TAG} characters")
    return prod(part.count(".") + 1 for part in text.split("-"))


def _registered(data: bytes) -> dict[str, str]:
    """Return the bots of an entry_points.txt."""
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    if len(data) > _MOST:
        raise Refused("its entry_points.txt is too long")
    try:
        parser.read_string(data.decode())
    except (configparser.Error, UnicodeDecodeError):
        raise Refused("its entry_points.txt cannot be read") from None
    section = parser[GROUP] if parser.has_section(GROUP) else {}
    return {name: value.partition("[")[0].strip() for name, value in section.items() if ":" in value}


def installed_name(name: str) -> str | None:
    """Return where a file of a wheel belongs in the folder that it is unpacked into; None for one that is left out."""
    top, _, rest = name.partition("/")
    if not top.endswith(".data"):
        return name
    scheme, _, inside = rest.partition("/")
    return inside if scheme in ("purelib", "platlib") and inside else None
