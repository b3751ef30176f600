"""What became of a submission: its environment, or why it was refused."""

from __future__ import annotations

from pathlib import Path

import msgspec

from arena.runner.plugin.find import Plugin


class Environment(msgspec.Struct, frozen=True):
    """An installed submission. paths: the folders of its import path, its own first. wheels: each "name version".

    folder: where it is kept; shared: where its wheels are, folders called by name, version and the beginning of a hash.
    unread: what was handed in that nobody can read as it is: machine code, archives with modules.
    """

    plugin: Plugin
    paths: tuple[str, ...]
    wheels: tuple[str, ...]
    folder: Path
    shared: tuple[Path, ...]
    unread: tuple[str, ...] = ()


class Admitted(msgspec.Struct, frozen=True):
    """What became of one submission. path: where it was handed in. digest: of its files, "" where they cannot be read.

    environment: where it was installed, None where it was refused: why.
    """

    bot: str
    path: str
    digest: str
    environment: Environment | None = None
    refused: str = ""

    def facts(self) -> dict[str, str]:
        """Return what a manifest says of it, by which another state of it is told."""
        facts = {"submission": self.path, "sha256": self.digest}
        if self.environment is not None:
            plugin = self.environment.plugin
            facts |= {"value": plugin.value, "wheels": ", ".join(path.name for path in self.environment.shared)}
            if plugin.distribution:
                facts |= {"distribution": plugin.distribution, "version": plugin.version}
            if plugin.commit:
                facts["commit"] = plugin.commit
            if self.environment.unread:
                facts["unread"] = ", ".join(self.environment.unread)
        return facts
