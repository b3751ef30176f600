"""Refusals as the page's protocol tells them: a code, where, what, and what to do."""

from __future__ import annotations

from typing import Any, Literal

from arena.errors import ArenaError, Complaints, ResultsError
from arena.printable import LONGEST, printable

Code = Literal[
    "invalid", "token", "forbidden", "unknown", "taken", "state", "too_large", "too_many", "help", "server"
]  # fmt: skip

STATUS: dict[Code, int] = {
    "invalid": 400, "token": 401, "forbidden": 403, "unknown": 404, "taken": 409, "state": 409, "too_large": 413,
    "too_many": 429, "help": 403, "server": 500,
}  # fmt: skip


class Refused(ArenaError):
    """A request that is not carried out. code: as in docs/reference/page-protocol.md."""

    def __init__(self, code: Code, where: str, problem: str, remedy: str = "") -> None:
        super().__init__(where, problem, remedy)
        self.args = (code, where, problem, remedy)
        self.code: Code = code


def code_of(error: ArenaError) -> Code:
    """Return the code of any foreseen error."""
    if isinstance(error, Refused):
        return error.code
    return "unknown" if isinstance(error, ResultsError) else "invalid"


def fields_of(error: ArenaError) -> dict[str, Any]:
    """Return what is told of one error: code, where, problem, remedy."""
    return {
        "code": code_of(error),
        "where": printable(error.where, LONGEST),
        "problem": printable(error.problem, LONGEST),
        "remedy": printable(error.remedy, LONGEST),
    }


def body_of(error: ArenaError) -> dict[str, Any]:
    """Return the body of a refusal over HTTP, with all complaints where there are several."""
    several = error.errors if isinstance(error, Complaints) else (error,)
    first, *more = map(fields_of, several)
    return {"error": first, "more": more}
