"""The command ``arena`` without a start of Python each time: one process imports all of it, and forks for each command.

What runs is ``arena.cli.main.main`` in a process of its own, with the arguments, the folder, the environment, and the
standard input and output of whoever asks: whatever the command reads, writes, starts or leaves behind is as it is
without this. What such a process spares is the imports: a second of processor time each.

As a script, ``forked.py ask SOCKET WORD ...`` is the command, and ends with its status: it imports as little as can be.
``forked.py serve SOCKET`` answers until its standard input ends.
"""

import os
import socket
import sys

_ENOUGH = 1 << 16
RATING = "scipy.sparse.csgraph", "scipy.special", "scipy.linalg", "scipy.optimize"  # what rates loads them when it does


def command(path: str, *words: str) -> list[str]:
    """Return ``arena`` with these words as a command line; path: from ``commands``."""
    return [sys.executable, "-I", "-S", __file__, "ask", path, *words]


def environment() -> dict[str, str]:
    """Return the environment of somebody who has arena and its compiler."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return {**kept, "PYTHONPATH": os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}


def commands():  # type: ignore[no-untyped-def]
    """Return a context in which a process runs commands; what is entered is what ``ask`` and ``command`` take."""
    import contextlib
    import subprocess
    import tempfile

    @contextlib.contextmanager
    def served():  # type: ignore[no-untyped-def]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "commands")
            with subprocess.Popen(
                [sys.executable, __file__, "serve", path], env=environment(), cwd=folder, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            ) as process:  # fmt: skip
                assert process.stdin is not None and process.stdout is not None
                while (line := process.stdout.readline()) != "ready\n":  # or how far compiling is
                    assert line, "nobody runs the commands"
                yield path
                process.stdin.close()

    return served()


def ask(path: str, words: list[str]) -> int:
    """Have a command run with this process's input, output, folder and environment; return its status."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        entries = [f"{name}={value}" for name, value in os.environ.items()]
        parts = [str(len(words)), *words, os.getcwd(), *entries]
        socket.send_fds(line, [b"\n"], [0, 1, 2])
        line.sendall("\0".join(parts).encode("utf-8", "surrogateescape"))
        line.shutdown(socket.SHUT_WR)
        status = line.recv(_ENOUGH)
    return int(status) if status else 1


def serve(path: str) -> None:
    """Import everything, and answer; returns in a process that is to end with the command that it was forked for."""
    import gc
    import selectors

    sys.path[0] = os.path.dirname(sys.executable)  # as for the installed script
    prepare()
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as listener, selectors.DefaultSelector() as waiting:
        listener.bind(path)
        listener.listen()
        waiting.register(listener, selectors.EVENT_READ)
        waiting.register(0, selectors.EVENT_READ)
        print("ready", flush=True)
        running: set[int] = set()
        while all(key.fileobj is listener for key, _ in waiting.select()):
            line, _ = listener.accept()
            running = {child for child in running if os.waitpid(child, os.WNOHANG)[0] == 0}
            child = os.fork()
            if child == 0:
                break
            running.add(child)
            line.close()
        else:
            return
    answer(line)


def prepare() -> None:
    """Import what the commands import, with the kernels where ``arena`` takes them from."""
    import importlib

    from arena.cli.commands import COMMANDS
    from arena.cli.compiling import link
    from arena.runner.kernels import compile_rooms

    link(compile_rooms({True, False}))
    for module in ("arena.cli.main", *(command.module for command in COMMANDS.values()), *RATING):
        importlib.import_module(module)


def answer(line: socket.socket) -> None:
    """Have the command of one caller run, and tell its status; returns in the process that has run it."""
    _, numbers, _, _ = socket.recv_fds(line, 1, 3)
    received = b""
    while more := line.recv(_ENOUGH):
        received += more
    count, *parts = received.decode("utf-8", "surrogateescape").split("\0")
    words, folder, entries = parts[: int(count)], parts[int(count)], parts[int(count) + 1 :]
    child = os.fork()
    if child:
        for number in numbers:
            os.close(number)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        line.sendall(str(status if status >= 0 else 128 - status).encode())
        os._exit(0)
    line.close()
    for number, place in zip(numbers, (0, 1, 2), strict=True):
        os.dup2(number, place)
        os.close(number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(entry.partition("=")[::2] for entry in entries)
    sys.argv = ["arena", *words]
    sys.path[1:1] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    run()


def run() -> None:
    """Be ``arena``, with what is left to wait for where the environment says so."""
    import importlib

    from arena.cli.main import main

    importlib.invalidate_caches()
    seconds = os.environ.pop("SILENT_AFTER", "")
    if seconds:
        wait_no_longer_than(float(seconds))
    main()


def wait_no_longer_than(seconds: float) -> None:
    """Have ``arena bots check`` wait so long for a program's first answer, and no longer: for one that gives none."""
    import msgspec

    import arena.cli.bots.check_command as module

    check = module.check_command

    def soon(setup, *more):  # type: ignore[no-untyped-def]
        limits = msgspec.structs.replace(setup.limits, start_time=seconds)
        return check(msgspec.structs.replace(setup, limits=limits), *more)

    module.check_command = soon


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        sys.exit(ask(sys.argv[2], sys.argv[3:]))
    serve(sys.argv[2])
