"""The conformance suite passes our games, and finds what is wrong with games that are wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.contract.gifts import Gifts
from arena.contract.outcome import Outcome
from arena.errors import IllegalMove, UnreadableMove
from arena.games import coins, connect, nim, peg, sticks, tictactoe
from arena.games.conformance import check_game
from arena.games.tictactoe import Mark, TicTacToe, TicTacToeState
from tests.solver.odd_games import Tree, chain

OURS = [
    tictactoe.make_game(),
    tictactoe.make_game(first=2),
    sticks.make_game(14),
    sticks.make_game(0),
    sticks.make_game(30, most=7, misere=True, first=2),
    nim.make_game(3, 5, 7),
    nim.make_game(1, 0, 9, most=2, misere=False, first=2),
    coins.make_game(4, 10, 7),
    coins.make_game(0, 0),
    connect.make_game(),
    connect.make_game(5, 3, 3, first=2),
    connect.make_game(9, 9, 5),  # too wide for the search of its own
    connect.make_game(1, 1, 1),
    peg.make_game(),
    peg.make_game("cross"),
    peg.make_game(hole=5, first=2),
    peg.make_game(size=6, hole=8),
]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_our_games_keep_the_contract(game):
    report = check_game(game, games=8, states=250)
    assert report.good, "\n".join(map(str, report.findings))
    assert report.states >= 8


def test_games_on_trees_keep_the_contract():
    tree = Tree((0, {"a": (0, {"b": 0, "c": None}), "d": (1, {"e": 1})}))
    for game in (tree, Tree(chain(5, 1)), Tree(0)):
        report = check_game(game, games=5)
        assert report.good, "\n".join(map(str, report.findings))


def broken(**methods):
    """Return tic-tac-toe with other methods."""
    return type("Broken", (TicTacToe,), methods)("broken", 1)


def moves_after_a_win(self, state):
    return self.moves(state)


def short_text(self):
    return "somewhere"


class Mute(Mark):
    def __str__(self):
        return f"square {self.square}"


def mute_moves(self, state):
    return iter([Mute(move.square, seat=move.seat) for move in TicTacToe.moves(self, state)])


def mutating(self, state, move):
    after = TicTacToe.after(self, state, move)
    object.__setattr__(state, "marks", after.marks)
    return after


def last_mark_first(self, state):
    full = None not in state.marks
    return Outcome((1, 1), "the board is full") if full else TicTacToe.outcome(self, state)


def forgetful(self, state, seat):
    return replace(TicTacToe.view(self, state, seat), turn=0)


def twice(self, state):
    return iter([*TicTacToe.moves(self, state), *list(TicTacToe.moves(self, state))[:1]])


def too_kind(self, state, move):
    return TicTacToe.after(self, state, move)


def anything(self, text):
    try:
        return TicTacToe.read_move(self, text)
    except UnreadableMove:
        return Mark(4)


def raw_errors(self, text):
    return Mark(("ul", "um").index(text))


BROKEN = [
    ({"legal": moves_after_a_win}, "no moves after the end"),
    ({"moves": mute_moves}, "read_move of the legal move 'square 0' answers"),
    ({"after": mutating}, "nothing changes a state"),
    ({"view": forgetful}, "a view counts the turns"),
    ({"moves": twice}, "legal yields every move once"),
    ({"play": too_kind}, "play refuses what is not legal"),
    ({"read_move": anything}, "read_move refuses nonsense"),
    ({"to_move": lambda self, state: 7}, "to_move is a seat"),
    ({"show": lambda self, state: "X"}, "show is text that ends in a newline"),
    ({"prompt": lambda self, state: "two\nlines"}, "prompt is one line of text"),
    ({"note": lambda self, before, after: {"x": {1, 2}}}, "note is JSON-able"),
    ({"penalize": lambda self, state, offence: None}, "penalize answers with a ruling"),
    ({"start": lambda self, rng: TicTacToeState((None,) * 9, mover=rng.randrange(10**9))}, "to_move is a seat"),
    ({"outcome": lambda self, state: "X wins" if TicTacToe.outcome(self, state) else None}, "outcome is an Outcome"),
    (
        {"outcome": lambda self, state: Outcome((2, 2), "odd") if TicTacToe.outcome(self, state) else None},
        "an outcome places every seat",
    ),
    (
        {"name": "two\nlines", "__init__": lambda self, name, first: setattr(self, "first", 0)},
        "name is one line of text",
    ),
]


@pytest.mark.parametrize(("methods", "promise"), BROKEN, ids=[promise for _, promise in BROKEN])
def test_a_broken_promise_is_found(methods, promise):
    report = check_game(broken(**methods), games=10)
    assert promise in [finding.promise for finding in report.findings] or any(
        promise in str(finding) for finding in report.findings
    ), "\n".join(map(str, report.findings))


def test_a_start_that_ignores_the_generator_is_found():
    import itertools

    counter = itertools.count()
    game = broken(start=lambda self, rng: TicTacToeState((None,) * 9, mover=next(counter) % 2))
    promises = [finding.promise for finding in check_game(game).findings]
    assert "start takes all its chance from the generator" in promises


def test_kernels_that_disagree_with_the_rules_are_found():
    class Wrong(TicTacToe):
        @property
        def gifts(self):
            gifts = tictactoe.make_game().gifts
            return Gifts(compact=replace(gifts.compact, value=lambda state, config: 2))

    findings = check_game(Wrong("wrong", 1)).findings
    assert [finding.promise for finding in findings] == ["the compact kernels agree with the rules"]


def test_twins_that_are_none_are_found():
    class Wrong(TicTacToe):
        @property
        def gifts(self):
            return Gifts(twins=lambda state: [state, TicTacToeState((None,) * 9, mover=state.mover)])

    assert not check_game(Wrong("wrong", 1)).good


def test_a_game_without_end_is_found():
    class Endless(Tree):
        def play(self, state, move):
            if move not in list(self.legal(state)):
                raise IllegalMove(str(move), "no such branch")
            return state

    game = Endless((0, {"on": 0}))
    promises = [finding.promise for finding in check_game(game, games=1).findings]
    assert "every game ends" in promises or "a move changes the state" in promises


def test_a_finding_names_the_moves_that_lead_to_it():
    report = check_game(broken(legal=moves_after_a_win))
    (finding,) = [finding for finding in report.findings if finding.promise == "no moves after the end"]
    assert len(finding.moves) >= 5
    assert "after X: " in str(finding)


class Forgiving(TicTacToe):
    """An illegal mark costs the turn, as a failed play of the word game does."""

    said = True

    def play(self, state, move):
        try:
            return super().play(state, move)
        except IllegalMove:
            if not isinstance(move, Mark) or self.outcome(state) is not None:
                raise
            return replace(state, mover=1 - state.mover, turn=state.turn + 1)

    def note(self, before, after):
        return {"faults": ["the square is taken"]} if self.said and before.marks == after.marks else {}


def test_a_failed_turn_is_no_broken_promise_when_the_note_says_its_faults():
    assert check_game(Forgiving("forgiving", 1)).good
    silent = type("Silent", (Forgiving,), {"said": False})
    assert [found.promise for found in check_game(silent("silent", 1)).findings] == ["play refuses what is not legal"]
