"""The endgame search: its values are those of a plain search over the referee's rules, on every board and rule book."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat
from random import Random
from typing import Any

import numpy as np
import pytest

from arena.contract.budget import ClockedBudget
from arena.engine._kernels import end_lists as kernels
from arena.engine._kernels.end_board import every_item, lay_row, take_up
from arena.engine.endgame import tree
from arena.engine.endgame.ending import ending_of, idle_of
from arena.engine.endgame.last_tile import LastTile
from arena.engine.endgame.pruning import graph_of, playable_words
from arena.engine.endgame.result import EndgameResult
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.field import Field
from arena.engine.plays import read_row
from arena.scrabble.bag import with_tiles, without_tiles
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Play
from arena.scrabble.rules import WordGame
from arena.scrabble.seen import SeenTurn
from arena.variants.position_cgp import read_cgp_position
from tests.oracles.endgame import state_of, to_come
from tests.scrabble.generate_cases import WILD, Case, cases, words
from tests.scrabble.tables import rule_book, table, word_at
from tests.shared_data import shared

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer positions
BOARDS = ["scrabble", "superscrabble", "infinite", "hole", "infinite-hole", "checkpoints"]
FEW_WORDS = words(3, 40)


def dealt(case: Case, *counts: int) -> list[dict[int, int]]:
    """Return the tiles of a case's hand dealt to as many hands as there are counts."""
    tiles = list(chain.from_iterable(repeat(tile, count) for tile, count in case.hand.items()))
    Random(len(case.placed)).shuffle(tiles)
    left = iter(tiles)
    return [with_tiles({}, list(islice(left, count))) for count in counts]


def positions(board: str, seed: int, turns: int, *counts: int, wild: int = 0, **changes: Any) -> Iterator[Any]:
    """Yield (case, hands) of positions with an empty bag, tiles on the board."""
    for case in cases(board, seed, turns, sum(counts), wild, words=FEW_WORDS, **changes):
        if case.placed:
            yield case, dealt(case, *counts)


def margin(points: Sequence[int]) -> int:
    return points[0] - max(points[1:])


def expected(case: Case, hands: list[dict[int, int]], scoreless: int = 0) -> tuple[int, ...]:
    board = {(tile.x, tile.y): tile for tile in case.placed}
    return to_come(WordGame(case.at, len(hands)), state_of(case.at, board, hands, scoreless))


def compare(board: str, seed: int, turns: int, *counts: int, wild: int = 0, **changes: Any) -> int:
    """Compare positions of one game with the plain search; return how many there were."""
    compared, solver = 0, None
    for case, hands in positions(board, seed, turns, *counts, wild=wild, **changes):
        solver = solver if solver is not None and solver.table is case.at else EndgameSolver(case.at)
        found = solver.solve(case.field, hands)
        assert found.exact
        assert found.value == margin(expected(case, hands)), (board, seed, case.placed, hands)
        check_line(case, hands, found)
        compared += 1
    return compared


def check_line(case: Case, hands: list[dict[int, int]], found: EndgameResult) -> None:
    """The line is legal, and where it goes to the end, it brings the value."""
    game, state = WordGame(case.at, len(hands)), state_of(case.at, {(t.x, t.y): t for t in case.placed}, hands)
    assert found.line[0] == found.move
    for move in found.line:
        assert game.outcome(state) is None
        state = game.play(state, move)
    assert found.score == (0 if not isinstance(found.move, Play) else found.score)
    outcome = game.outcome(state)
    if outcome is not None and len(hands) == 2:
        assert outcome.scores is not None
        assert margin(outcome.scores) == found.value


@pytest.mark.parametrize("board", BOARDS)
def test_small_endgames_have_the_value_of_a_plain_search(board: str):
    assert compare(board, 1, 3 if SLOW else 5, 2, 2) > 0
    if not SLOW:
        assert compare(board, 2, 4, 3, 1) > 0
        assert compare(board, 3, 3, 2, 1, wild=1) > 0


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("counts", [(2, 2), (1, 3), (3, 2), (2, 3)])
def test_hundreds_of_small_endgames(board: str, counts: tuple[int, int]):
    assert sum(compare(board, seed, 7, *counts, wild=seed % 3 == 0) for seed in range(10, 16)) > 20


@pytest.mark.parametrize(
    "fields",
    [
        {"out_adjustment": "own"},
        {"out_adjustment": "both"},
        {"out_adjustment": "none", "scoreless_adjustment": "none"},
        {"scoreless_limit": 1},
        {"scoreless_unit": "rounds", "scoreless_limit": 2},
        {"zero_play_scoreless": True, "scoreless_limit": 3},
        {"turn_limit": 3},
        {"full_hand_bonus": 11, "bonus_tiles": 2, "bonus_factor": 2},
    ],
)
def test_the_rule_book_says_how_games_end(fields: dict[str, Any]):
    assert compare("hole", 5, 3 if SLOW else 4, 2, 2, **fields) > 0


@pytest.mark.parametrize("board", ["scrabble", "infinite-hole", "checkpoints"])
def test_three_players_each_want_the_most_over_the_best_of_the_others(board: str):
    assert compare(board, 7, 3, 1, 1, 1, scoreless_limit=3) > 0


def test_passes_that_were_made_count():
    for case, hands in positions("scrabble", 9, 5, 2, 1):
        for scoreless in (4, 5):
            found = EndgameSolver(case.at).solve(case.field, hands, row=scoreless)
            assert found.value == margin(expected(case, hands, scoreless))


def test_a_game_that_begins_with_an_empty_bag():
    at = table("AB BA ABA EA BEE", "hole", "english", scoreless_limit=2)
    hands = [at.tiles.parse_hand("AB"), at.tiles.parse_hand("AE")]
    found = EndgameSolver(at).solve(at.empty_field(), hands)
    assert found.exact
    assert found.value == margin(to_come(WordGame(at), state_of(at, {}, hands)))


def test_where_every_word_of_the_board_is_looked_at_and_one_is_none():
    at = table("AB BA ABA", "hole", check_whole_board=True, scoreless_limit=2)
    placed = word_at(at, "BB", 0, 0)
    field = Field(at, placed)
    hands = [at.tiles.parse_hand("A"), at.tiles.parse_hand("AB")]
    found = EndgameSolver(at).solve(field, hands)
    board = {(tile.x, tile.y): tile for tile in placed}
    assert found.exact
    assert found.value == margin(to_come(WordGame(at), state_of(at, board, hands)))


def test_idling_is_counted_as_the_rules_do():
    rules = rule_book("tournament")
    turns = [SeenTurn(0, "pass"), SeenTurn(1, "play", (), 5), SeenTurn(0, "pass"), SeenTurn(1, "change", (), 0, 1)]
    assert idle_of(rules, 2, turns) == ([1, 1], 2)
    assert ending_of(rules, 2, (1, 1), 5).left == 1
    assert ending_of(rules, 3, (), 0).passes == rules.scoreless_limit


def test_lists_that_are_carried_along_are_those_of_the_generator():
    compared = 0
    for board in BOARDS[: 2 if SLOW else None]:
        for case, hands in positions(board, 11, 3 if SLOW else 6, 3, 3, wild=1):
            compared += follow(case, hands, Random(len(case.placed)))
    assert compared > (5 if SLOW else 10)


def follow(case: Case, hands: list[dict[int, int]], rng: Random) -> int:
    """Play at random, and compare both seats' lists with the generator's after every play; return how many plays."""
    ending, made = ending_of(case.at.rules, 2), 0
    found = tree.Tree(case.field, hands, ending, graph_of(case.field, hands), tree.new_table())
    found.begin(1, -1000, 1000)
    frames, state, at = found.tree.frames, found.tree.state, 0
    field, left = case.field.copy(), [dict(hand) for hand in hands]
    frames[0, kernels.ITEMS] = every_item(found._board, found.plays.items)
    while True:
        lists = kernels.list_plays(
            found.graph, found._board, found.tiles, found.hands, found.plays, found.tree, found.programmed,
            found.rules, at,
        )  # fmt: skip
        assert lists
        for seat in range(2):
            ids = found.tree.ids[frames[at, kernels.FIRST + 2 * seat] : frames[at, kernels.END + 2 * seat]].tolist()
            got = [read_row(found.field, found._board.letters, found.row(play)) for play in ids]
            assert sorted(got, key=str) == sorted(case.at.generator.plays(field, left[seat]), key=str)
        seat = at % 2
        ids = found.tree.ids[frames[at, kernels.FIRST + 2 * seat] : frames[at, kernels.END + 2 * seat]].tolist()
        if not ids:
            break
        play = ids[rng.randrange(len(ids))]
        chosen = read_row(found.field, found._board.letters, found.row(play))
        field.place(chosen.play.tiles)
        left[seat] = without_tiles(left[seat], [tile.tile for tile in chosen.play.tiles])
        frames[at, kernels.MOVE] = play
        kernels.take(found.hands, found.tree, seat, found.plays.needs[play])
        frames[at + 1, kernels.ITEMS] = lay_row(
            found.graph, found._board, found.tiles, found.plays.rows[play], int(found.rules[kernels.USED]), found.tree,
            found.plays.items,
        )  # fmt: skip
        at, made = at + 1, made + 1
        if not left[seat]:
            break
    before = case.field.copy()
    before.widen(sum(map(sum, (hand.values() for hand in hands))))
    while state[kernels.IDS] and at:
        take_up(found._board, found.tree)
        at -= 1
    np.testing.assert_array_equal(found._board.letters, before.letters)
    np.testing.assert_array_equal(found._board.cross[before.letters == 0], before.board.cross[before.letters == 0])
    return made


@pytest.mark.parametrize("board", ["scrabble", "infinite-hole", "hole"])
def test_every_word_that_is_played_is_among_those_that_can_be(board: str):
    for case, hands in positions(board, 13, 5, 4, 3, wild=1):
        playable = set(playable_words(case.field, hands) or ())
        code = case.field.ground.code
        letters = [tile.char for tile in case.placed]
        assert letters
        for scored in case.at.generator.plays(case.field, case.hand):
            for run in WordGame(case.at).play(state_of(
                case.at, {(t.x, t.y): t for t in case.placed}, [case.hand, {WILD: 1}]), scored.play,
            ).history[-1].words:  # fmt: skip
                assert bytes(code[char] for char in case.at.tiles.letters(run[0])) in playable


def test_a_search_that_finds_no_room_for_its_plays_asks_the_clock_before_it_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
):
    cut = 0
    for case, hands in positions("scrabble", 15, 3, 2, 2):
        found = EndgameSolver(case.at).solve(case.field, hands)
        with monkeypatch.context() as patched:
            patched.setattr(tree, "PLAYS", 1)
            small = tree.Tree(
                case.field, hands, ending_of(case.at.rules, 2), graph_of(case.field, hands), tree.new_table()
            )
            small.begin(2, -tree.WIDEST, tree.WIDEST)
            stride = small.stride
            if not small.go_on(stride):
                assert small.nodes < stride
                assert small.stride == stride // 2
                cut += 1
            assert EndgameSolver(case.at).solve(case.field, hands).value == found.value
    assert cut > 0


def test_where_too_many_words_can_be_played_all_are_searched(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("arena.engine.endgame.pruning.MOST_WORDS", 3)
    many = 0
    for case, hands in positions("scrabble", 15, 3, 2, 2):
        many += playable_words(case.field, hands) is None
        assert EndgameSolver(case.at).solve(case.field, hands).value == margin(expected(case, hands))
    assert many > 0


def test_it_does_not_matter_how_often_the_search_is_interrupted(monkeypatch: pytest.MonkeyPatch):
    for case, hands in positions("scrabble", 15, 3, 2, 2):
        found = EndgameSolver(case.at).solve(case.field, hands)
        with monkeypatch.context() as patched:
            patched.setattr(tree, "NODES", 1)
            assert EndgameSolver(case.at).solve(case.field, hands) == found


def test_more_plays_than_there_is_room_for_at_first(monkeypatch: pytest.MonkeyPatch):
    for case, hands in positions("scrabble", 17, 3, 3, 2):
        found = EndgameSolver(case.at).solve(case.field, hands, depth=3)
        with monkeypatch.context() as patched:
            patched.setattr(tree, "PLAYS", 8)
            patched.setattr(tree, "ENTRIES", 16)
            again = EndgameSolver(case.at).solve(case.field, hands, depth=3)
        assert (again.value, again.exact, again.move) == (found.value, found.exact, found.move)


class Clock:
    """A clock that goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.mark.parametrize("seconds", [0.5, 2.5, 4.5])
@pytest.mark.parametrize("counts", [(3, 3), (1, 1, 1)])
def test_the_clock_ends_it_with_the_best_so_far(seconds: float, counts: tuple[int, ...], monkeypatch: Any):
    monkeypatch.setattr(tree, "NODES", 2)
    case, hands = next(positions("scrabble", 19, 5, *counts))
    clock, offered = Clock(), []
    found = EndgameSolver(case.at).solve(case.field, hands, ClockedBudget(seconds, clock, offered.append))
    assert clock.now <= seconds + 3
    assert not found.exact
    board = {(tile.x, tile.y): tile for tile in case.placed}
    if isinstance(found.move, Play):
        assert not faults_of_play(case.at, board, found.move.tiles, hands[0], 1)
    assert all(move is not None for move in offered)


def test_a_limit_of_nodes_or_depth_is_kept_and_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tree, "NODES", 2)
    case, hands = next(positions("scrabble", 19, 5, 3, 3))
    solver = EndgameSolver(case.at)
    whole = solver.solve(case.field, hands)
    assert whole.exact
    assert solver.solve(case.field, hands, depth=1).depth == 1
    few = solver.solve(case.field, hands, nodes=1)
    assert not few.exact
    assert few.nodes < whole.nodes


def test_nobody_without_tiles():
    at = table("AB BA")
    with pytest.raises(ValueError, match="over"):
        EndgameSolver(at).solve(Field(at, word_at(at, "AB", 0, 0)), [{1: 1}, {}])


def with_a_play_of_two(board: str) -> tuple[Case, dict[int, int], dict[int, int]]:
    """Return a position in which a hand of two tiles can be laid at once, that hand, and two tiles more."""
    for case in cases(board, 21, 12, 4, words=FEW_WORDS, hand_size=2):
        hand, rest = dealt(case, 2, 2)
        if case.placed and any(len(one.play.tiles) == 2 for one in case.at.generator.plays(case.field, hand)):
            return case, hand, rest
    raise AssertionError("no position has such a play")


@pytest.mark.parametrize("board", ["scrabble"] if SLOW else ["scrabble", "infinite"])
def test_with_one_tile_in_the_bag_every_play_is_weighed_by_every_draw(board: str):
    case, hand, rest = with_a_play_of_two(board)
    unseen = with_tiles(rest, [next(iter(hand))])
    weighed = LastTile(EndgameSolver(case.at)).weigh(case.field, hand, unseen, 1)
    assert weighed.exact
    assert not weighed.sampled
    assert [one.value for one in weighed.plays] == sorted((one.value for one in weighed.plays), reverse=True)
    game, lies = WordGame(case.at), {(tile.x, tile.y): tile for tile in case.placed}
    for one in weighed.plays:
        total = 0
        for tile, count in unseen.items():
            after = game.play(state_of(case.at, lies, [hand, without_tiles(unseen, [tile])]), one.play.play)
            kept = with_tiles(without_tiles(hand, [placed.tile for placed in one.play.play.tiles]), [tile])
            state = state_of(case.at, after.board, [without_tiles(unseen, [tile]), kept])
            total += count * (one.play.score - margin(to_come(game, state)))
        assert one.value == pytest.approx(total / sum(unseen.values()))


def test_plays_are_ordered_by_what_their_draws_are_worth_to_the_mover():
    case, hand, rest = with_a_play_of_two("scrabble")
    unseen = with_tiles(rest, [next(iter(hand))])
    last = LastTile(EndgameSolver(case.at))

    def worst(draws: tuple[tuple[int, int], ...]) -> float:
        return float(min(value for value, _ in draws))

    weighed = last.weigh(case.field, hand, unseen, 1, worth=worst).plays
    by_worst = [worst(one.draws) for one in weighed]
    assert len(set(by_worst)) > 1
    assert by_worst == sorted(by_worst, reverse=True)
    by_mean = last.weigh(case.field, hand, unseen, 1).plays
    assert sorted(weighed, key=lambda one: str(one.play)) == sorted(by_mean, key=lambda one: str(one.play))


def test_more_tiles_in_the_bag_are_drawn_by_chance_and_that_is_said():
    case, hand, rest = with_a_play_of_two("scrabble")
    unseen = with_tiles(rest, [*hand])
    weigher = LastTile(EndgameSolver(case.at))
    assert weigher.able(case.field, 2)
    weighed = weigher.weigh(case.field, hand, unseen, 2, depth=2, rng=Random(1))
    assert weighed.sampled
    assert not weighed.exact
    assert weighed.plays
    assert all(len(one.play.play.tiles) == 2 for one in weighed.plays)
    assert weighed == weigher.weigh(case.field, hand, unseen, 2, depth=2, rng=Random(1))


def known(most_tiles: int, least_tiles: int = 0) -> Iterator[list[str]]:
    """Yield the fields of the known endgames of so many tiles."""
    for line in shared("endgames.tsv").read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if not line.startswith("#") and least_tiles <= len(fields[0].split()[1]) - 1 <= most_tiles:
            yield fields


def check_known(fields: list[str]) -> EndgameResult:
    read = read_cgp_position(fields[0], given={"lexicon": str(shared("enable1.txt"))})
    at = read.position.table
    field = at.empty_field()
    field.place(tuple(read.position.board.values()))
    found = EndgameSolver(at).solve(field, [at.tiles.parse_hand(rack) for rack in read.cgp.racks])
    assert (found.value, found.exact) == (int(fields[3]), True), fields
    return found


@pytest.mark.skipif(SLOW, reason="pruning a whole lexicon takes long without compiled kernels")
def test_known_values():
    for fields in islice(known(8), 0, None, 9):
        check_known(fields)


@pytest.mark.soak
@pytest.mark.parametrize("tiles", range(4, 12))
def test_all_known_values(tiles: int):
    for fields in known(tiles, tiles):
        check_known(fields)


def test_between_two_looks_at_the_clock_fewer_positions_of_larger_hands_are_looked_at():
    case, _ = next(iter(positions("scrabble", 15, 3, 2, 2)))
    ending = ending_of(case.at.rules, 2)

    def stride(held: int) -> int:
        hands = [{WILD: 1}, {0: held}]
        return tree.Tree(case.field, hands, ending, graph_of(case.field, [{WILD: 1}]), tree.new_table()).stride

    assert [stride(held) for held in (2, 10, 15, 30)] == [200, 200, 39, 2]
