"""Bots, a program and a game that write every character which a terminal obeys, in every place that they can reach."""

from __future__ import annotations

import sys
import unicodedata

BIDI = "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u2028\u2029"
CONTROLS = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)]))
SURROGATES = "\ud800\udcff"
NASTY = f"rude {CONTROLS}{BIDI}{SURROGATES}\x1b[31;5m\x1b]0;owned\x07 end"
LONG = "x" * 5000


def obeyed(text: str) -> set[str]:
    """Return the characters of a text that a terminal or a reader's eye would obey, line feeds apart."""
    return {
        char
        for char in text
        if char not in "\n\u200c\u200d" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    }


def spill(*streams) -> None:
    """Print it all, as bytes too, so that no encoding stands before it."""
    for stream in streams or (sys.stdout, sys.stderr):
        stream.flush()
        stream.buffer.write(NASTY.encode("utf-8", "surrogatepass") + bytes(range(256)) + LONG.encode() + b"\n")
        stream.flush()


_SAYABLE = "".join(char for char in NASTY if char not in SURROGATES)  # what UTF-8 has bytes for
Rude = type("Rude" + _SAYABLE.replace("\0", ""), (Exception,), {})


class Shouting:
    """Plays, and shouts at every turn; at its second one it ends as ``act`` says."""

    def __init__(self, act):
        self.act, self.asked = act, 0

    def __repr__(self):
        return NASTY

    def choose(self, view, budget):
        spill()
        self.asked += 1
        if self.asked > 1:
            return self.act(view)
        return next(iter(view.legal()))


def shouts(info, rng):
    return Shouting(lambda view: next(iter(view.legal())))


def raises(info, rng):
    def act(view):
        raise Rude(NASTY + LONG)

    return Shouting(act)


def raises_a_name_of_its_own(info, rng):
    raise Rude(f"no bot {NASTY}")


def refuses(info, rng):
    from arena.errors import BotError

    raise BotError(NASTY, NASTY, NASTY)


def returns_no_bot(info, rng):
    class Nothing:
        def __repr__(self):
            return NASTY

    return Nothing()


class Move:
    """A move that is none, and whose text is rude."""

    def __str__(self):
        return _SAYABLE


def moves(info, rng):
    return Shouting(lambda view: Move())


_ESCAPED = "".join(f"\\u{ord(char):04x}" for char in CONTROLS + BIDI)  # as JSON says it
LINES = {
    "no_json": _SAYABLE.replace("\n", ""),
    "a_field": f'{{"type":"play","tiles":[{{"at":[0,0],"tile":1,"char":"A","points":1,"{_ESCAPED}":1}}]}}',
    "a_type": f'{{"type":"{_ESCAPED}","turn":1}}',
    "a_move": f'{{"type":"move","turn":1,"move":"{_ESCAPED}"}}',
}


def sends(info, rng):
    """Send a line of its own: the option ``line`` names it."""

    def act(view):
        from tests.guests.zoo import the_wire

        the_wire().sendall(LINES[info.options["line"]].encode() + b"\n")

    return Shouting(act)


if __name__ == "__main__":  # as a program: it says its name, and answers with a line of LINES
    spill(sys.stderr)
    for line in sys.stdin:
        answer = LINES[sys.argv[1]] if '"your_turn"' in line else f'{{"type":"ready","name":"{_ESCAPED}"}}'
        if '"your_turn"' in line or '"start"' in line:
            sys.stdout.buffer.write(answer.encode() + b"\n")
            sys.stdout.flush()
