"""One browser and one server for all tests of the page; every page is watched for errors and for requests elsewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")

from tests.page.browser.site import CHROMIUM, OPTIONS, PATIENCE, Site, serving  # noqa: E402

playwright.expect.set_options(timeout=PATIENCE)

Open = Callable[..., Any]


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Yield a browser; without one the tests are skipped, but where CI is set they fail.

    It ends before other tests of the worker begin: as long as it is there, its event loop runs.
    """
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("there is no chromium; CI installs it", pytrace=False)
        pytest.skip("there is no chromium here: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield made
        made.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a running server."""
    folder = tmp_path_factory.mktemp("page")
    with serving(folder / "results") as address:
        yield Site(address, folder)


@pytest.fixture(scope="package")
def axe() -> Any:
    """Return axe. Without it the tests are skipped, but where CI is set they fail."""
    if os.environ.get("CI"):
        from axe_playwright_python.sync_playwright import Axe
    else:
        Axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe  # noqa: N806
    return Axe()


@pytest.fixture
def open_page(browser: Any, site: Site) -> Iterator[Open]:
    """Yield what opens a page in a browser of its own. No page may fail, nor ask any other server."""
    contexts, wrong = [], []

    def opened(**options: Any) -> Any:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if failed(told) else None)
        page.on("request", lambda asked: None if allowed(asked.url, site.address) else wrong.append(asked.url))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def failed(told: Any) -> bool:
    """Tell whether a line of the console is a fault of the page: what the server refuses, it tells its user."""
    return told.type == "error" and not re.search(r"Failed to load resource: .* status of 4\d\d", told.text)


def allowed(url: str, address: str) -> bool:
    """Tell whether a page of that server may ask for this."""
    return url.startswith((address + "/", "data:", "blob:"))
