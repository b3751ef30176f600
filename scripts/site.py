"""What the documentation's site has beyond its pages: ``mkdocs`` calls these functions (mkdocs.yml, ``hooks``).

The navigation is the index, docs/README.md: its headings are the sections, its links the pages. CONTRIBUTING.md and
CHANGELOG.md lie beside docs/ and are pages of the site all the same.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md")
_LINK = re.compile(r"^\| \[[^\]]*\]\(([^)#]+\.md)\)", re.M)


def sections(index: str) -> dict[str, list[str]]:
    """Return heading -> pages, as paths beside the index, of the index's text."""
    _, *parts = re.split(r"^## (.+)$", index, flags=re.M)
    return {title: _LINK.findall(text) for title, text in zip(parts[::2], parts[1::2], strict=True)}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make the navigation."""
    index = Path(config.docs_dir, "README.md").read_text(encoding="utf-8")
    config.nav = [
        {"All pages": "README.md"},
        *({title: [_in_site(page) for page in pages]} for title, pages in sections(index).items()),
    ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie beside docs/."""
    for name in BESIDE:
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to the files beside docs/ lead to their pages."""
    return re.sub(r"\]\(((?:\.\./)+)(?=(?:CONTRIBUTING|CHANGELOG)\.md)", lambda m: f"]({m[1][3:]}", markdown)


def _in_site(page: str) -> str:
    return page.removeprefix("../")
