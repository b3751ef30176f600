"""Games with challenges are the same in the worker itself as in processes of their own."""

from __future__ import annotations

import msgspec
import pytest

from arena.records.export import to_jsonl
from tests.runner.tables import job_for
from tests.runner.test_challenges import setup


@pytest.mark.parametrize("act", ["right", "always"])
def test_their_exports_are_equal_byte_for_byte(act, worker_for, play_shared):
    made = setup(5, bot1=act)
    alone = worker_for(made).play(job_for(made))
    together = play_shared(made, job_for(made)).records[alone.id]
    assert any(move.note["kind"] == "challenge" for move in alone.moves)
    both = [next(to_jsonl([msgspec.structs.replace(record, process=())])) for record in (alone, together)]
    assert both[0] == both[1]
