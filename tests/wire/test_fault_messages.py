"""The faults of a turn as clients are told them: every form, by its type, its fields and its text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.contract.chance import Random
from arena.contract.game import GoOn
from arena.contract.outcome import Fault, Offence
from arena.errors import IllegalMove
from arena.scrabble.legality import ORDER, PlayFault, faults_of_change, faults_of_play
from arena.scrabble.moves import Change, Placed, Play
from arena.scrabble.rules import WordGame
from arena.scrabble.tiles import Face
from arena.wire.message.codec import encode
from arena.wire.message.faults import Wrong, fault_message, refused_message
from arena.wire.message.from_server import ServerMessage
from arena.wire.message.word import WordServer
from tests.scrabble.tables import layout, punched, table

A, B = 1, 2
# One fault of each kind, and what is told of it beside its type and text.
FORMS: list[tuple[PlayFault, dict[str, Any]]] = [
    (PlayFault("PieceDoesNotExist", (99,)), {"tile": 99}),
    (PlayFault("InvalidPieceInst", (A, Face("B", 9))), {"tile": A, "face": ["B", 9]}),
    (PlayFault("PlayerDoesNotHavePiece", (2, B)), {"player": 2, "tile": B}),
    (PlayFault("NotEnoughPieces", (5, 3)), {"asked": 5, "available": 3}),
    (PlayFault("TooManyPieces", (5, 3)), {"asked": 5, "most": 3}),
    (PlayFault("EmptyMove"), {}),
    (
        PlayFault("OccupiedTile", (Face("A", 1), (0, -1), Face("C", 3))),
        {"face": ["A", 1], "at": [0, -1], "there": ["C", 3]},
    ),
    (PlayFault("WordNotOnRowOrColumn", ((0, 0), (1, 1))), {"squares": [[0, 0], [1, 1]]}),
    (PlayFault("EmptyTile", ((9, 0),)), {"at": [9, 0]}),
    (PlayFault("WordOutsideBoard"), {}),
    (PlayFault("WordNotConnected"), {}),
    (PlayFault("FirstWordNotOverCenter", ((0, 0),)), {"at": [0, 0]}),
    (PlayFault("FirstWordTooShort"), {}),
    (PlayFault("WordNotAdjacent"), {}),
    (PlayFault("WordNotInDictionary", ("CTA",)), {"word": "CTA"}),
]


def test_there_is_a_form_for_every_fault_that_the_rules_know():
    assert [fault.name for fault, _ in FORMS] == list(ORDER)


@pytest.mark.parametrize(("fault", "fields"), FORMS, ids=[fault.name for fault, _ in FORMS])
def test_a_fault_is_told_by_its_type_its_fields_and_its_text(fault: PlayFault, fields: dict[str, Any]):
    message = msgspec.json.decode(encode(fault_message(fault)))
    assert message == {"type": fault.name, **fields, "text": str(fault)}
    assert type(msgspec.convert(message, Wrong, strict=True)).__name__ == fault.name


def test_the_reference_gives_every_form_with_its_fields():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "message-protocol.md").read_text(encoding="utf-8")
    table_of_forms = page.partition("## What was wrong with a turn")[2].partition("\n## ")[0]
    rows = {
        name: set(re.findall(r"`(\w+)`", fields))
        for name, fields in re.findall(r"^\| `(\w+)` \| ([^|]*)\|", table_of_forms, re.M)
    }
    assert rows == {**{fault.name: set(fields) for fault, fields in FORMS}, "Refused": set()}


def test_what_the_rules_find_is_what_is_told():
    """Faults as the rules make them, not as this file writes them, go through the wire and fit the types."""
    at = table("CAT", punched(layout("scrabble"), (3, 0)))
    lying = {(0, 0): Placed(0, 0, 3, "C", 3)}
    wrong = [
        Placed(0, 0, 99, "A", 1),
        Placed(1, 5, A, "B", 3),
        Placed(3, 0, A, "A", 1),
        Placed(6, 6, B, "B", 3),
    ]
    found = [
        *faults_of_play(at, lying, wrong, {A: 1}, 2),
        *faults_of_play(at, {}, [Placed(2, 0, A, "A", 1), Placed(5, 0, B, "B", 3)], {A: 1, B: 1}, 1),
        *faults_of_play(at, lying, [Placed(5, 5, A, "A", 1), Placed(5, 6, A, "A", 1)], {A: 9}, 1),
        *faults_of_play(at, {}, [Placed(1, 0, A, "A", 1)], {A: 9}, 1),
        *faults_of_play(at, {}, [], {A: 9}, 1),
        *faults_of_change(at, 3, [A, A], {A: 2}, 1),
    ]
    assert {fault.name for fault in found} == set(ORDER) - {"TooManyPieces"}
    for fault in found:
        msgspec.convert(msgspec.json.decode(encode(fault_message(fault))), Wrong, strict=True)


def messages_of(rules: str, move: Any, fault: Fault = Fault.ILLEGAL, seats: int = 3) -> list[Any]:
    """Return what the seats are told of an offence in the first turn, decoded by the types."""
    game = WordGame(table("CAT", rules=rules), seats)
    state = game.start(Random(3))
    detail = "no JSON"
    if fault is Fault.ILLEGAL:
        with pytest.raises(IllegalMove) as error:
            game.play(state, move)
        detail = str(error.value)
    offence = Offence(state.mover, 0, fault, detail, move=move)
    ruling = game.penalize(state, offence)
    after = ruling.state if isinstance(ruling, GoOn) else state
    letters = WordServer(game, "v").turn_messages(state.mover, 0, state, after, move, offence, ruling)
    return [msgspec.json.decode(encode(message), type=ServerMessage) for _, message in letters]


DETACHED = Play((Placed(5, 5, 99, "A", 1),))
KINDS = ["PieceDoesNotExist", "FirstWordNotOverCenter", "FirstWordTooShort"]


def kinds(errors: Any) -> list[str]:
    return [type(error).__name__ for error in errors]


def test_where_the_turn_is_lost_the_mover_alone_hears_the_faults():
    mine, *theirs = messages_of("itu", DETACHED)
    assert kinds(mine.errors)[:1] == KINDS[:1] and not mine.again and len(mine.tiles) == 1
    assert [type(other).__name__ for other in theirs] == ["PlayFailed"] * 2


def test_where_one_may_try_again_each_fault_is_told_apart_with_the_tiles_that_were_tried():
    (mine,) = messages_of("cs351", DETACHED)
    assert kinds(mine.errors) == KINDS and mine.again
    assert [tile.at for tile in mine.tiles] == [(5, 5)]


def test_who_is_put_out_of_the_game_for_a_failed_play_hears_its_faults_as_well():
    for message in messages_of("chicago", DETACHED):
        assert type(message).__name__ == "Forfeited"
        assert kinds(message.errors)[:1] == KINDS[:1]


def test_an_impossible_change_is_told_in_the_same_forms():
    mine, *_ = messages_of("itu", Change((99, 98)))
    assert kinds(mine.errors) == ["PieceDoesNotExist", "PieceDoesNotExist"]
    assert [error.tile for error in mine.errors] == [99, 98]


@pytest.mark.parametrize("fault", [Fault.GARBLED, Fault.FLOOD])
def test_an_answer_that_is_no_message_is_refused_in_words(fault: Fault):
    mine, *_ = messages_of("itu", None, fault)
    assert msgspec.to_builtins(mine.errors) == [refused_message("no JSON")]
