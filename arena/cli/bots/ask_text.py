"""The answer of ``arena ask``, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from arena.cli.bots.ask_best import Best
from arena.cli.bots.ask_case import AskedCase, numbers
from arena.records.record import MoveRecord
from arena.report.numbers import plural
from arena.runner.asking.asked import Reply
from arena.runner.asking.question import AskedState


def head(case: AskedCase) -> str:
    """Return who is asked what, in a line."""
    last = case.question.last
    if last is None:
        return f"{case.where}: the start of {case.bot} (player {case.seat + 1})"
    turn = "" if last.then is None else f", turn {last.situation.turn + 1}"
    hand = _hand(last.situation)
    return f"{case.where}{turn}: {case.bot} (player {case.seat + 1})" + (f", holding {hand}" if hand else "")


def _hand(situation: AskedState) -> str:
    if situation.game.name != "word":
        return ""
    table, state = situation.game.table, situation.state  # type: ignore[attr-defined]
    return str(table.tiles.print_hand(state.hands[situation.seat]))


def worth(note: Mapping[str, Any]) -> str:
    """Return what a move made, as `arena replay` says it, with a blank before; "" for nothing."""
    made = note.get("words")
    parts = ["makes " + ", ".join(f"{word} ({points})" for word, points in made)] if made else []
    parts += [f"for {plural(note['score'], 'point')}"] if note.get("score") else []
    return "".join(f" {part}" for part in parts)


def then_text(move: MoveRecord) -> str:
    """Return what was played then: the move, and what was wrong."""
    text = ("no move" if move.move is None else move.move) + worth(move.note)
    faults = (*move.tries, *((move.fault,) if move.fault else ()))
    offered = " (offered before the time ran out)" if move.offered else ""
    return text + offered + "".join(f" [{f.fault.lower().replace('_', ' ')}: {f.detail}]" for f in faults)


def answer_text(reply: Reply, situation: AskedState) -> str:
    """Return what a bot answers: the move, what it makes or why it is refused, and how long it took."""
    what = reply.move or "no move"
    if reply.refusal:
        what += f" [refused: {reply.refusal}]"
    else:
        what += worth(situation.note(reply.answer))
    limit = f": too late, it has {reply.allowed:.3g} s" if reply.late and reply.allowed is not None else ""
    return f"{what}, in {_ms(reply.seconds)}{limit}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 10 else f"{seconds:.1f} s"


def differs(reply: Reply) -> bool:
    """Tell whether a bot answered an earlier turn otherwise than then, as far as it is known what it answered."""
    then = reply.then
    return then is not None and then.move is not None and not then.offered and reply.move != then.move


def earlier_lines(replies: Sequence[Reply]) -> Iterator[str]:
    """Yield what a bot said to its earlier turns."""
    earlier = replies[:-1]
    if not earlier:
        return
    other = [reply for reply in earlier if differs(reply)]
    if not other:
        yield f"its {plural(len(earlier), 'earlier turn')}: as it played them then"
        yield from late_lines(earlier)
        return
    first = other[0]
    turns = numbers([reply.turn + 1 for reply in other])
    yield f"its {plural(len(earlier), 'earlier turn')}: not as it played them then: {turns}"
    was = "" if first.then is None else first.then.move
    yield f"  turn {first.turn + 1}: it answers {first.move or 'no move'}, and played {was}"
    yield "  From there on it may draw other random numbers, and remember something else; the game goes on as it was."
    yield from late_lines(earlier)


def late_lines(earlier: Sequence[Reply]) -> Iterator[str]:
    """Yield which earlier turns take longer than they may: in a game, what a bot is busy with costs later ones."""
    late = [reply for reply in earlier if reply.late]
    if not late:
        return
    first = late[0]
    took = f"turn {first.turn + 1} takes {_ms(first.seconds)}, and has {_ms(first.allowed or 0.0)}"
    yield f"  too late are: {numbers([reply.turn + 1 for reply in late])}; {took}"
    yield "  In a game a bot is busy with such a turn until it is done, and that time is lost to its next turns."


def lines(case: AskedCase, replies: Sequence[Reply], best: Sequence[Best]) -> Iterator[str]:
    """Yield all there is to say of one time that a bot was asked."""
    yield head(case)
    yield from (f"remark: {remark}" for remark in case.remarks)
    yield from earlier_lines(replies)
    last = case.question.last
    if last is None or not replies:
        return
    reply = replies[-1]
    yield f"it answers: {answer_text(reply, last.situation)}"
    if reply.offers:
        yield f"  offered meanwhile: {len(reply.offers)}, the last: {reply.offers[-1]}"
    if last.then is not None:
        then = "the same" if reply.same and not last.then.tries else then_text(last.then)
        yield f"it played:  {then}"
    yield from best_lines(best)


def best_lines(best: Sequence[Best]) -> Iterator[str]:
    """Yield the best moves, a line each."""
    for found in best:
        yield f"best by {found.by}:" + (f" {found.why}" if found.why else "")
        yield from (f"  {line}" for line in found.lines)


def times_lines(replies: Sequence[Reply]) -> Iterator[str]:
    """Yield what a bot said that was asked several times, most often said first, and how long it took."""
    said = Counter(reply.move or "no move" for reply in replies)
    if len(said) == 1:
        yield f"asked {len(replies)} times, it always gives the same answer"
    else:
        yield f"asked {len(replies)} times, it gives {len(said)} answers:"
        width = len(str(len(replies)))
        yield from (f"  {count:{width}} times: {move}" for move, count in said.most_common())
    took = [reply.seconds for reply in replies]
    yield f"time: {_ms(min(took))} to {_ms(max(took))}, median {_ms(median(took))}"


def facts(case: AskedCase, asked: Sequence[Sequence[Reply]], best: Sequence[Best]) -> dict[str, Any]:
    """Return everything as JSON-able values; turns and players count from 1, times are milliseconds."""
    last = case.question.last
    first = asked[0]
    return {
        "where": case.where,
        "bot": case.bot,
        "player": case.seat + 1,
        "turn": None if last is None or last.then is None else last.situation.turn + 1,
        "hand": None if last is None else _hand(last.situation) or None,
        "remarks": list(case.remarks),
        "earlier": [_reply_facts(reply, None) for reply in first[:-1]],
        "answers": [] if last is None else [_reply_facts(replies[-1], last.situation) for replies in asked],
        "played": None if last is None or last.then is None else _then_facts(last.then),
        "best": {found.by: found.facts for found in best},
    }


def _reply_facts(reply: Reply, situation: AskedState | None) -> dict[str, Any]:
    known = situation is not None and not reply.refusal
    return {
        "turn": reply.turn + 1,
        "move": reply.move or None,
        "refused": reply.refusal or None,
        "score": situation.note(reply.answer).get("score") if situation is not None and known else None,
        "ms": round(reply.seconds * 1000, 3),
        "allowed_ms": None if reply.allowed is None else round(reply.allowed * 1000, 3),
        "offers": list(reply.offers),
        "as_then": None if reply.then is None else not differs(reply),
    }


def _then_facts(move: MoveRecord) -> dict[str, Any]:
    return {
        "move": move.move,
        "score": move.note.get("score"),
        "fault": None if move.fault is None else move.fault.fault.lower(),
        "detail": None if move.fault is None else move.fault.detail,
        "tries": len(move.tries),
        "offered": move.offered,
    }
