"""Dask's client, in a thread of its own: who is there, calls to one machine, and all of it again after a cut.

The only module that imports ``distributed`` at the driver, and only when a cluster is asked for. A call goes to one
named worker: Dask neither moves it nor repeats it, as what is to be done about a lost machine is decided here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arena.cluster.encryption import check_files
from arena.errors import ConfigError

if TYPE_CHECKING:
    from distributed import Client, Security

_LOOK = 1.0  # seconds between two looks at who is there
_ANSWER = 10.0  # seconds for a scheduler to answer, or a machine to do what takes milliseconds
_ADDRESS = re.compile(r"(?:tcp|tls)://(?:[\w.-]+|\[[0-9A-Fa-f:.%\w]+\]):([0-9]{1,5})")  # the port
MOST_PORT = 65535
_INSTALL = "Install it: pip install 'bot-arena[cluster]'"


@dataclass(frozen=True, slots=True)
class Tls:
    """Files for an encrypted connection, as ``distributed`` takes them; "" for those of its own configuration."""

    ca: str = ""
    cert: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A Dask worker. id: no other worker ever has it. last_seen: the scheduler's clock when it last heard of it."""

    id: str
    address: str
    threads: int
    last_seen: float


class NotConnected(Exception):
    """A call that cannot be made: nobody is connected."""


class Link:
    """A connection to a scheduler. Its callbacks are called in a thread of its own; ``close`` ends that."""

    def __init__(self, address: str, tls: Tls, seen: Callable[[list[Seen]], None], cut: Callable[[str], None]) -> None:
        """seen: hears every second who is there. cut: hears that nobody is, and why. Raises ConfigError."""
        self._address, self._seen, self._cut = address, seen, cut
        self._security = _security(address, tls)
        self._client: Client | None = None
        self._loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="arena cluster", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._main())
        finally:
            self._loop.close()

    async def _main(self) -> None:
        while not self._closing.is_set():
            why = "it cannot be reached"
            try:
                await self._connected()
            except Exception as error:  # whatever the engine raises: the scheduler is not there, and why
                why = (str(error) or type(error).__name__).partition("\n")[0]
                if isinstance(error, MemoryError):  # Dask takes the first bytes for a size
                    why = "what answers there speaks another protocol"
            if not self._closing.is_set():
                self._cut(why)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), _LOOK)

    async def _connected(self) -> None:
        """Connect, and tell who is there until that ends."""
        from distributed import Client

        client = Client(
            self._address, asynchronous=True, set_as_default=False, timeout=_ANSWER, security=self._security
        )
        try:
            await asyncio.wait_for(client, _ANSWER + 1)
            self._client = client
            while not self._closing.is_set() and client.status == "running":
                about = await asyncio.wait_for(client.scheduler.identity(n_workers=-1), _ANSWER)
                workers = {key: about for key, about in about["workers"].items() if about["status"] == "running"}
                self._seen([_seen(address, worker) for address, worker in workers.items()])
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), _LOOK)
        finally:
            self._client = None
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.close(timeout=1), 2)

    def submit(self, address: str, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Call a function in a thread of a worker; what it returns, or raises, comes with the future."""
        return asyncio.run_coroutine_threadsafe(self._submit(address, function, arguments), self._loop)

    async def _submit(self, address: str, function: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        client = self._client
        if client is None:
            raise NotConnected
        future = client.submit(
            function, *arguments, workers=[address], allow_other_workers=False, pure=False, retries=0
        )
        try:
            return await future
        finally:
            future.release()

    def run(self, address: str, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Call a function that takes milliseconds, at once, however many calls a worker is busy with."""
        return asyncio.run_coroutine_threadsafe(self._at_once(address, function, arguments), self._loop)

    async def _at_once(self, address: str, function: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        client = self._client
        if client is None:
            raise NotConnected
        done = await asyncio.wait_for(client.run(function, *arguments, workers=[address]), _ANSWER)
        return done[address]

    def close(self) -> None:
        """End the connection; calls that are on their way are given up."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(2 * _ANSWER)


def _seen(address: str, worker: dict[str, Any]) -> Seen:
    """Return a worker as the scheduler describes it."""
    name = f"{worker['id']} {worker.get('nanny')} {address}"
    return Seen(name, address, worker["nthreads"], worker["last_seen"])


def check_address(address: str) -> None:
    """Raise ConfigError for what is no address of a scheduler."""
    found = _ADDRESS.fullmatch(address)
    if found is None or not 1 <= int(found[1]) <= MOST_PORT:
        remedy = "Write tcp://HOST:PORT or tls://HOST:PORT, as the scheduler prints it"
        raise ConfigError("--cluster", f"{address!r} is no scheduler's address", remedy)


def _security(address: str, tls: Tls) -> Security | None:
    """Return what ``distributed`` needs for an address. Raises ConfigError: it is not installed, or no such address."""
    try:
        import distributed
    except ImportError as error:
        raise ConfigError("--cluster", f"Dask distributed cannot be imported ({error})", _INSTALL) from None
    for name in ("distributed", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what is to be said of a cluster, the run says
    check_address(address)
    if not address.startswith("tls://"):
        if tls != Tls():
            raise ConfigError("--tls-ca, --tls-cert, --tls-key", f"{address} is not encrypted", "Write tls://HOST:PORT")
        return None
    given = {"tls_ca_file": tls.ca, "tls_client_cert": tls.cert, "tls_client_key": tls.key}
    security = distributed.Security(require_encryption=True, **{name: path for name, path in given.items() if path})
    check_files(security.tls_ca_file, security.tls_client_cert, security.tls_client_key)
    return security
