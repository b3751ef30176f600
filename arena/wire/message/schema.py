"""The JSON Schema of every message, made from the types that the code reads and is held to. Pure.

``schema.json`` beside this file is what ``schema_text`` returns; a test holds the two together.
"""

from __future__ import annotations

import inspect
import json
from typing import Any

import msgspec

from arena.wire.message.answers import Answer
from arena.wire.message.from_server import ServerMessage

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REFERENCE = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """Return the schema: a message is one of ``$defs/FromServer`` or ``$defs/FromClient``."""
    (server, client), parts = msgspec.json.schema_components([ServerMessage, Answer], ref_template=_REFERENCE)
    for part in parts.values():
        if "description" in part:
            part["description"] = inspect.cleandoc(part["description"]).replace("``", "")
        properties = part.get("properties", {})
        if "type" in properties and "turn" in properties and "turn" not in part["required"]:
            # The reader takes an answer without its turn for one that answers nothing; it is asked for all the same.
            part["required"] = [*part["required"], "turn"]
            properties["turn"] = {"type": "integer", "minimum": 0}
    offered = parts["Offer"]  # the move inside it needs no turn of its own
    offered["properties"]["move"] = {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": ["play", "change", "pass", "forfeit", "challenge", "move"]}},
    }
    parts |= {"FromServer": server, "FromClient": client}
    return {
        "$schema": DIALECT,
        "title": "Messages between arena and a bot, one JSON object a line",
        "anyOf": [{"$ref": _REFERENCE.format(name="FromServer")}, {"$ref": _REFERENCE.format(name="FromClient")}],
        "$defs": dict(sorted(parts.items())),
    }


def schema_text() -> str:
    """Return the schema as the file has it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
