"""A scheduler and workers of Dask on this machine alone, on loopback: for trying, and for tests.

Workers are processes of their own that end with this one, however it ends; one that is killed is started again. What
is left below them in the end, as it hangs, is killed.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack

from arena.errors import ConfigError, RunError
from arena.runner.sandbox.homes import sweep_homes
from arena.runner.system import adopt_orphans, reap_orphans, sweep_orphans

_HOST = "127.0.0.1"
_ENDING = 5.0  # seconds that runs' processes have to end when their workers have
_INSTALL = "Install it: pip install 'bot-arena[cluster]'"


def serve(workers: int, port: int, announce: Callable[[str], None]) -> None:
    """Start them, say at which address, and serve until SIGINT or SIGTERM. port: 0 for any.

    announce: hears the address when all workers are there. Raises ConfigError (Dask is not installed) and RunError (the
    port is taken).
    """
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise ConfigError("arena cluster", f"Dask distributed cannot be imported ({error})", _INSTALL) from None
    adopt_orphans()
    try:
        asyncio.run(_serve(workers, port, announce))
    finally:
        reap_orphans(_ENDING)
        sweep_orphans(())
        sweep_homes()


async def _serve(workers: int, port: int, announce: Callable[[str], None]) -> None:
    import dask
    from distributed import Nanny, Scheduler

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    settings = {
        "distributed.scheduler.allowed-failures": 1_000_000,  # whoever gives out games counts how often they fail
        "distributed.scheduler.work-stealing": False,  # each call is for one worker
        "distributed.scheduler.active-memory-manager.start": False,
        "distributed.admin.system-monitor.interval": "5s",  # what looks at itself takes time from bots
        "distributed.worker.profile.enabled": False,
        "distributed.worker.daemon": False,
        "distributed.worker.memory.target": False,  # bots take memory, and no data of Dask's
        "distributed.worker.memory.spill": False,
        "distributed.worker.memory.pause": False,
        "distributed.worker.memory.terminate": False,
    }
    with (
        tempfile.TemporaryDirectory(prefix="arena-dask-") as folder,
        dask.config.set(settings, temporary_directory=folder),
    ):
        async with AsyncExitStack() as stack:
            try:
                scheduler = await stack.enter_async_context(
                    Scheduler(host=_HOST, port=port, dashboard=False, dashboard_address=f"{_HOST}:0")
                )
            except OSError as error:
                raise RunError(
                    f"{_HOST}:{port}", f"cannot be listened at ({error.strerror})", "Name another port"
                ) from None
            nannies = [
                Nanny(
                    scheduler.address, nthreads=1, host=_HOST, name=f"worker-{number}", memory_limit=0,
                    local_directory=folder, silence_logs=logging.CRITICAL,
                    dashboard=False, dashboard_address=f"{_HOST}:0",
                )
                for number in range(1, workers + 1)
            ]  # fmt: skip
            await asyncio.gather(*(stack.enter_async_context(nanny) for nanny in nannies))
            if not stopped.is_set():
                announce(scheduler.address)
            await stopped.wait()
