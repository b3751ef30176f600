"""What a route answers: JSON made by msgspec, and refusals of every kind as JSON."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from arena.errors import ArenaError
from arena.serve.problems import STATUS, Refused, body_of, code_of

MOST_BODY = 1 << 20  # bytes of a request

Handler = Callable[[Request], Awaitable[Any]]
T = TypeVar("T")

_LOG = logging.getLogger("arena.page")


def json_answer(value: Any, status: int = 200) -> Response:
    """Return a JSON-able value as an answer that nobody keeps."""
    return Response(
        msgspec.json.encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )


def refused(error: ArenaError) -> Response:
    """Return a foreseen error as an answer."""
    return json_answer(body_of(error), STATUS[code_of(error)])


def route(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Return a Starlette endpoint of a function that returns a JSON-able value (or a Response), or raises."""

    async def answer(request: Request) -> Response:
        try:
            given = await handler(request)
        except ArenaError as error:
            return refused(error)
        except ClientDisconnect:
            return Response(status_code=400)
        except asyncio.CancelledError:  # the server ends, and this request held it up: nobody is to log a failure
            return refused(Refused("server", request.url.path, "the server ends", "Ask again when it is back"))
        except Exception:
            _LOG.exception("%s %s failed", request.method, request.url.path)
            return refused(Refused("server", request.url.path, "the server failed; its log says how"))
        return given if isinstance(given, Response) else json_answer(given)

    return answer


async def body(request: Request, kind: type[T]) -> T:
    """Return a request's JSON as ``kind``. Raises Refused: too large, not JSON, or not of that form."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("invalid", "Content-Type", "a request's body is JSON", "Send Content-Type: application/json")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BODY:
            raise Refused("too_large", "body", f"it has more than {MOST_BODY} bytes")
    return read(bytes(data), kind)


def read(data: bytes, kind: type[T], where: str = "body") -> T:
    """Return JSON as ``kind``; raise Refused where it is none, or of another form."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
        raise Refused("invalid", path.rstrip("`").lstrip(".") or where, problem[:1].lower() + problem[1:]) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("invalid", where, f"it is no JSON ({error})") from None


def whole(request: Request, name: str, default: int | None = None, least: int = 0, most: int = 1 << 30) -> int:
    """Return a parameter that is a whole number. Raises Refused."""
    text = request.query_params.get(name)
    if text is None:
        if default is None:
            raise Refused("invalid", name, "the parameter is missing", f"Write ?{name}=")
        return default
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12) or not least <= int(text) <= most:
        raise Refused("invalid", name, f"{text[:40]!r} is no whole number from {least} to {most}")
    return int(text)


def text_of(request: Request, name: str, default: str | None = None) -> str:
    """Return a parameter. Raises Refused where it is missing and has no default."""
    text = request.query_params.get(name, default)
    if text is None:
        raise Refused("invalid", name, "the parameter is missing", f"Write ?{name}=")
    return text
