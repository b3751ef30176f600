"""The page's server from its first socket to its end: a port, uvicorn, and a browser where there is one."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from arena.errors import ConfigError
from arena.serve.lobby import listen

PORT = 8000
MOST_MESSAGE = 1 << 16  # bytes of one message on a socket
PATIENCE = 3  # seconds for requests to end when the server is stopped


def open_port(host: str, port: int | None) -> socket.socket:
    """Return a listening socket: at ``port``, or (None) at PORT, or where that is taken at any free one.

    Raises ConfigError.
    """
    if port is not None:
        return listen(host, port)
    try:
        return listen(host, PORT)
    except ConfigError:
        return listen(host, 0)


def make_server(app: ASGIApp) -> uvicorn.Server:
    """Return uvicorn around an application, quiet but for its errors."""
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws_max_size=MOST_MESSAGE,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="on",
    )
    return uvicorn.Server(config)


def open_browser(link: str, opener: Callable[[str], bool] = webbrowser.open) -> bool:
    """Open a link where somebody looks at this machine; return whether a browser was found."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER")):
        return False
    try:
        return opener(link)
    except (OSError, webbrowser.Error):
        return False
