"""Bots that misbehave at a move, at construction, or on the way out. Each does one thing wrong."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import time


def guest(info, rng):
    """Make the guest that the options name: all of them are one plug-in."""
    from tests.guests import players

    act = info.options["act"]
    return (globals().get(act) or getattr(players, act))(info, rng)


class Misbehaving:
    """Plays the first legal move until its ``turn``-th question, then misbehaves."""

    def __init__(self, act, turn=1):
        self.act, self.turn, self.asked = act, turn, 0

    def choose(self, view, budget):
        self.asked += 1
        legal = list(view.legal())
        if self.asked >= self.turn:
            answer = self.act(view, budget)
            if answer is not None:
                return answer
        return legal[0]


def the_wire():
    """Find the channel, as a bot could that looks around."""
    for fd in range(3, 50):
        try:
            end = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        if end.family == socket.AF_UNIX and end.type == socket.SOCK_STREAM:
            return end
    raise RuntimeError("no wire")


def at_construction(info, rng):
    raise ValueError("no bot today")


def returns_nothing(info, rng):
    pass


def refuses_its_option(info, rng):
    from arena.errors import BotError

    for name in info.options:
        raise BotError(f"guest: {name}", "there is no such option", "Leave it out")


def hang_at_construction(info, rng):
    time.sleep(600)


def raises(info, rng):
    def act(view, budget):
        raise KeyError("lost my way")

    return Misbehaving(act)


def exits(info, rng):
    return Misbehaving(lambda view, budget: os._exit(0), turn=2)


def sleeper(info, rng):
    return Misbehaving(lambda view, budget: time.sleep(600))


def ignores_term(info, rng):
    def act(view, budget):
        signal.signal(signal.SIGTERM, lambda number, frame: None)
        while True:
            time.sleep(600)

    return Misbehaving(act)


def holds_the_interpreter(info, rng):
    def act(view, budget):
        ctypes.PyDLL(None).sleep(600)  # PyDLL keeps the interpreter's lock: no Python handler runs

    return Misbehaving(act)


def spins(info, rng):  # C246
    def act(view, budget):
        while True:
            pass

    return Misbehaving(act)


def until_the_turn_is_over():
    """Wait for what the server says next, which it does when it has given up on the answer, and not before."""
    select.select([the_wire()], [], [])


def late_once(info, rng):
    """Answers its first question too late, and behaves from then on."""

    def act(view, budget):
        if bot.asked == 1:
            until_the_turn_is_over()

    bot = Misbehaving(act)
    return bot


def offers_then_searches(info, rng):
    """Hands over its best move and searches on past the end, as a search bot may."""

    def act(view, budget):
        budget.offer(list(view.legal())[-1])
        until_the_turn_is_over()

    return Misbehaving(act)


def wrong_type(info, rng):
    return Misbehaving(lambda view, budget: 42.5)


def unreadable(info, rng):
    return Misbehaving(lambda view, budget: "take the whole table")


def prints(info, rng):
    def act(view, budget):
        print('{"type": "game_over"}')
        print("x" * 1000)

    return Misbehaving(act)


def floods_output(info, rng):
    def act(view, budget):
        for _ in range(64):
            os.write(1, b"y" * 65536)
            os.write(2, b"z" * 65536)

    return Misbehaving(act)


def raw(*lines, then_play=False):
    """Write bytes on the wire itself."""

    def act(view, budget):
        end = the_wire()
        for line in lines:
            end.sendall(line)
        if not then_play:
            time.sleep(600)

    return act


def garbles(info, rng):
    return Misbehaving(raw(b"hello?\n" * 5))


def huge_line(info, rng):
    return Misbehaving(raw(b"x" * 10_000_000 + b"\n"))


def half_a_line(info, rng):
    return Misbehaving(raw(b'{"type": "mo'))


def not_utf8(info, rng):
    return Misbehaving(raw(b'{"type": "move", "move": "\xff\xfe"}\n'))


def nested(info, rng):
    return Misbehaving(raw(b'{"type": "move", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"))


def not_a_number(info, rng):
    return Misbehaving(raw(b'{"type": "move", "move": NaN, "turn": 0}\n'))


def answers_twice(info, rng):
    """Says a second answer to the question it has just answered."""

    def act(view, budget):
        end = the_wire()
        end.sendall(b'{"type": "move", "move": "1", "turn": %d}\n' % view.turn)

    return Misbehaving(act, turn=2)


def answers_early(info, rng):
    """Answers turns that nobody has asked yet."""

    def act(view, budget):
        the_wire().sendall(b'{"type": "move", "move": "1", "turn": 4}\n{"type": "move", "move": "1", "turn": 999}\n')

    return Misbehaving(act)


def floods_wire(info, rng):
    def act(view, budget):
        end = the_wire()
        while True:
            end.sendall(b'{"type": "move", "move": "1", "turn": 999999}\n' * 1000)

    return Misbehaving(act)


def closes_wire(info, rng):
    def act(view, budget):
        os.closerange(3, 50)
        time.sleep(600)

    return Misbehaving(act)


def forks(info, rng):
    """Leaves a child, and a grandchild in a session of its own that keeps every descriptor."""

    def act(view, budget):
        subprocess.Popen(["sleep", "600"])
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
        os.wait()

    return Misbehaving(act)


def kills_its_parent(info, rng):
    def act(view, budget):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(600)

    return Misbehaving(act)


def eats_memory(info, rng):
    def act(view, budget):
        hoard = []
        while True:
            hoard.append(bytearray(50_000_000))

    return Misbehaving(act)


def hangs_on_the_way_out(info, rng):
    """Plays well, then refuses to leave."""

    class Bot:
        def choose(self, view, budget):
            return next(iter(view.legal()))

        def __del__(self):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)

    return Bot()


def spoils_everything(info, rng):
    """Changes what it can reach in its own process, then plays on."""

    def act(view, budget):
        import json
        import random

        random.seed(0)
        os.chdir("/")
        os.environ.clear()
        json.dumps = time.monotonic = None
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
        sys.stdout.close()

    return Misbehaving(act)


def works(info, rng):
    """Uses as much processor time a move as the option says, in seconds, and then plays."""

    def act(view, budget):
        until = time.process_time() + info.options["seconds"]
        while time.process_time() < until:
            pass

    return Misbehaving(act)


def naps(info, rng):
    """Sleeps as long as the option says before each move: time on the wall, none on the processor."""
    return Misbehaving(lambda view, budget: time.sleep(info.options["seconds"]))


def works_by_another(info, rng):
    """Has a child do the work."""

    def act(view, budget):
        child = os.fork()
        if child == 0:
            until = time.process_time() + info.options["seconds"]
            while time.process_time() < until:
                pass
            os._exit(0)
        os.waitpid(child, 0)

    return Misbehaving(act)


def illegal(info, rng):
    """Plays a well-formed move that the rules forbid (of the game of sticks: more than may be taken)."""

    def act(view, budget):
        the_wire().sendall(b'{"type": "move", "move": "take 4000", "turn": %d}\n' % view.turn)
        time.sleep(600)

    return Misbehaving(act)


def plays_far_away(info, rng):
    """Plays on a square with coordinates that no board reaches (word game)."""

    def act(view, budget):
        tile = b'{"at": [1000000000000, -1000000000000], "tile": 1, "char": "A", "points": 1}'
        the_wire().sendall(b'{"type": "play", "tiles": [%s], "turn": %d}\n' % (tile, view.turn))
        time.sleep(600)

    return Misbehaving(act)


def plays_what_nobody_can_read(info, rng):
    """Plays a tile with a face that no text could say again: a record of it could not be replayed (word game)."""

    def act(view, budget):
        tile = b'{"at": [7, 7], "tile": 1, "char": "\\u001b]0;x\\u0007\\n 1", "points": 1}'
        the_wire().sendall(b'{"type": "play", "tiles": [%s], "turn": %d}\n' % (tile, view.turn))
        until_the_turn_is_over()

    return Misbehaving(act)


def talks_after_the_end(info, rng):
    """Goes on answering when the game is over: an answer late by a game."""

    class Bot:
        def choose(self, view, budget):
            if self.turns == 0 and os.fork() == 0:
                end = the_wire()
                for _ in range(20_000):
                    try:
                        end.sendall(b'{"type": "move", "move": "1", "turn": %d}\n' % view.turn)
                    except OSError:
                        break
                    time.sleep(0.005)
                os._exit(0)
            self.turns += 1
            return next(iter(view.legal()))

        turns = 0

    return Bot()


def kills_itself(info, rng):
    """Ends by a signal that may as well have come from outside."""
    return Misbehaving(lambda view, budget: os.kill(os.getpid(), signal.SIGKILL))
