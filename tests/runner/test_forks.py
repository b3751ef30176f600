"""Forks without Python's own hooks: only where nobody could miss them."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap


def lines_of(program: str) -> list[str]:
    """What a program prints that has ``forks`` and may call ``tell()``: the child says what ran in it."""
    head = """
        import os, sys, threading, random, logging
        from arena.runner.system import Forks
        forks = Forks()
        ran = []
        def tell():
            random.seed(7)
            before = random.getstate()
            sys.stdout.flush()
            pid = forks.fork()
            if pid == 0:
                print("seeded" if random.getstate() != before else "plain", *ran)
                sys.stdout.flush()
                os._exit(0)
            assert os.waitpid(pid, 0) == (pid, 0)
        """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(head) + textwrap.dedent(program)], capture_output=True, text=True,
        timeout=60, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_fork_leaves_out_the_hooks_that_only_threads_need():
    assert lines_of("tell(); tell()") == ["plain", "plain"]


def test_whoever_asks_for_a_hook_gets_all_of_them():
    assert lines_of("os.register_at_fork(after_in_child=lambda: ran.append('hook')); tell()") == ["seeded hook"]


def test_whose_function_a_hook_is_does_not_matter_but_who_asks_for_it():
    assert lines_of("os.register_at_fork(after_in_child=random.Random(5).seed); tell()") == ["seeded"]
    assert lines_of("import posix; posix.register_at_fork(after_in_child=lambda: ran.append('hook')); tell()") == [
        "seeded hook"
    ]


def test_a_hook_that_python_registers_is_no_reason():
    program = """
        import importlib
        importlib.reload(random)  # registers its own once more
        tell()
        """
    assert lines_of(program) == ["plain"]


def test_a_process_with_a_thread_is_forked_as_python_does_it():
    program = """
        done, begun = threading.Event(), threading.Event()
        thread = threading.Thread(target=lambda: (begun.set(), done.wait()))
        thread.start()
        begun.wait()
        tell()
        done.set()
        thread.join()
        tell()
        """
    first, last = lines_of(program)
    assert first == "seeded"
    assert last in ("plain", "seeded")  # the kernel may still be counting the thread


def test_a_child_may_start_threads_and_fork_again():
    program = """
        pid = forks.fork()
        if pid == 0:
            heard = []
            thread = threading.Thread(target=lambda: heard.append(threading.current_thread().name))
            thread.start(); thread.join()
            inner = os.fork()
            if inner == 0:
                os._exit(5)
            print(len(heard), os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1]), threading.main_thread().is_alive())
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(pid, 0)
        """
    assert lines_of(program) == ["1 5 True"]


def test_whoever_was_not_waited_for_is_a_child_dead_or_alive():
    assert lines_of("""
        from arena.runner.system import children, has_children
        print(has_children(), children())
        hears, says = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(says)
            os.read(hears, 1)
            os._exit(0)
        print(has_children(), children() == [pid])
        os.close(says)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        print(has_children(), children() == [pid])
        os.waitpid(pid, 0)
        print(has_children(), children())
        """) == ["False []", "True True", "True True", "False []"]
