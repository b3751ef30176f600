"""How pages are made of templates: everything escaped and fit to be shown, nothing that is not there passed over."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.printable import printable_lines
from arena.report.numbers import fixed, p_value, percent, plural, signed


def page_environment() -> Environment:
    """Return what makes pages of the templates in ``arena/report/templates``."""
    environment = Environment(
        loader=PackageLoader("arena.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, finalize=_shown,
    )  # fmt: skip
    environment.filters.update(fixed=fixed, signed=signed, percent=percent, p=p_value, plural=plural)
    return environment


def shared_file(environment: Environment, name: str) -> Markup:
    """Return a file that the page of ``arena serve`` draws its boards with, too, as it is."""
    return Markup(PackageLoader("arena.board", "web").get_source(environment, name)[0])


def _shown(value: object) -> object:
    """Return what a template prints: text fit to be shown, and markup of our own as it is."""
    return printable_lines(value) if isinstance(value, str) and not isinstance(value, Markup) else value
