"""Who may ask at all: hosts, origins, the server's token, and the headers that every answer carries.

One ASGI layer around everything. It knows no game; what a seat's token opens is the games' own business.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.serve.page.answers import refused
from arena.serve.problems import Refused

COOKIE = "arena"
COURSE = "/ws"  # the course's client sends no Origin, and has no token
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_NAMES = ("127.0.0.1", "localhost", "[::1]")  # of loopback
_FREE = ("/api/about", "/api/join", "/api/tables/", "/api/live")  # what needs no token of the server's


def on_loopback(host: str) -> bool:
    """Tell whether an address or a name is this machine's own, which nobody else reaches."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


@dataclass(frozen=True)
class Door:
    """Where the server listens, and who may come in.

    host: as it was asked for. port: that it has. token: the server's, "" on loopback, where there is none.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = field(default="", repr=False)

    @property
    def bound(self) -> bool:
        """Whether others than this machine may reach it."""
        return not on_loopback(self.host)

    @property
    def hosts(self) -> Collection[str] | None:
        """The names that a request may call the server by, None where they cannot be known."""
        if self.bound:
            return None if self.host in ("0.0.0.0", "::", "") else {f"{self._written}:{self.port}", *self._loopback}
        return self._loopback

    @property
    def _written(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host.lower()

    @property
    def _loopback(self) -> set[str]:
        return {f"{name}:{self.port}" for name in (*_NAMES, self._written)}

    @property
    def link(self) -> str:
        """The address to open, with the token where there is one."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(self.host, self._written)
        return f"http://{host}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def opened(self, scope: Scope) -> bool:
        """Tell whether a request has the server's token, or needs none."""
        return not self.token or hmac.compare_digest(_cookie(Headers(scope=scope)), self.token.encode())


def _cookie(headers: Headers) -> bytes:
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(headers.get("cookie", ""))
    except CookieError:
        return b""
    morsel = jar.get(COOKIE)
    return b"" if morsel is None else morsel.value.encode("utf-8", errors="replace")


class Guard:
    """The layer around the page's routes."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        wrong = self._wrong(scope)
        if scope["type"] == "websocket":
            if wrong is not None:
                await send({"type": "websocket.close", "code": 1008, "reason": wrong.problem[:100]})
                return
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        answer = self._entered(scope) or (None if wrong is None else refused(wrong))
        await (self._app if answer is None else answer)(scope, receive, with_headers)

    def _wrong(self, scope: Scope) -> Refused | None:
        headers, path = Headers(scope=scope), scope["path"]
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        hosts = self._door.hosts
        if hosts is not None and host not in hosts:
            return Refused("forbidden", "Host", "the server does not answer to that name", "Use the link it printed")
        if origin is not None:
            if urlsplit(origin).netloc.lower() != host or urlsplit(origin).scheme not in ("http", "https"):
                return Refused("forbidden", "Origin", "another site may not ask this server")
        elif scope["type"] == "websocket" and not (path == COURSE and not self._door.bound):
            return Refused("forbidden", "Origin", "a socket is opened by the server's own page", "Send its Origin")
        if (path.startswith("/api/") or path == COURSE) and not path.startswith(_FREE) and not self._door.opened(scope):
            return Refused("token", "cookie", "the server's token is missing", "Open the link that the server printed")
        return None

    def _entered(self, scope: Scope) -> Response | None:
        """Return the way on for whoever opens the link with the token, None for everybody else."""
        if not self._door.token or b"token=" not in scope["query_string"] or scope["path"].startswith("/api/"):
            return None
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        given = asked.pop("token", [""])[0]
        if not hmac.compare_digest(given.encode(), self._door.token.encode()):
            return refused(Refused("token", "token", "it is not the server's token", "Open the link it printed"))
        rest = urlencode(asked, doseq=True)
        onward = RedirectResponse(scope["path"] + (f"?{rest}" if rest else ""), 303)
        onward.set_cookie(COOKIE, self._door.token, httponly=True, samesite="strict", path="/", max_age=30 * 86_400)
        return onward
