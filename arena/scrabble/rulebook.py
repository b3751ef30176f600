"""Rule books: every point on which the known systems differ, as a named field with a stated meaning.

A rule book is data; nothing anywhere asks for its name. The shipped ones are files in
``configs/rulebooks``; docs/reference/rule-books.md explains each field. Boards, tiles, words and
clocks are not in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from arena.errors import ArenaError, Complaints, ConfigError, did_you_mean

Where = Callable[[str], str]  # key -> the place to name in a complaint (file, line, key path)

FailedPlay = Literal["loses_turn", "try_again", "dropped"]
EmptyChange = Literal["illegal", "pass"]
ScorelessUnit = Literal["rounds", "turns"]
ScorelessTurn = Literal["pass", "timeout", "failed", "change"]
OutAdjustment = Literal["own", "both", "double", "none"]
ScorelessAdjustment = Literal["own", "none"]
Tie = Literal["draw", "before_adjustment", "all_lose"]
ForfeitedPlace = Literal["last", "by_score"]
LastPlayer = Literal["wins", "plays_on"]
ChallengeRule = Literal["void", "single", "double", 5, 10]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """One set of rules. Points are game points, counts are tiles or turns.

    hand_size:             tiles a hand is filled up to (a variant may override it).
    full_hand_bonus:       points added when exactly ``bonus_tiles`` tiles are placed in one play.
    bonus_tiles:           that number; None means the hand size in force.
    bonus_factor:          what such a play's main word is multiplied by (cross words never are).
    opening_tiles:         the fewest tiles an opening play places.
    failed_play:           what a play that the rules refuse costs.
    check_whole_board:     whether every word on the board after a play must be in the lexicon.
    change_min_bag:        tiles the bag must hold for a change; it must hold the number asked for anyway.
    change_max_tiles:      most tiles in one change, None for no limit.
    empty_change:          what a change of no tiles is.
    scoreless_unit:        "turns": so many scoreless turns in a row, by whomever; "rounds": so many by every seat.
    scoreless_limit:       that number; 0 means that idling never ends a game.
    scoreless_turns:       which kinds of turn count; any other kind ends the row.
    zero_play_scoreless:   whether a play of tiles worth 0 points counts as well.
    out_of_tiles_end:      whether the game ends when the bag and one hand are empty.
    turn_limit:            the game ends after so many turns, None for no limit.
    out_adjustment:        after that end: "own" everybody loses the tiles left, "both" and who went out gains
                           them, "double" who went out gains twice the others' and nobody loses, "none".
    scoreless_adjustment:  after any other end of the whole table.
    tie:                   equal first: "draw"; "before_adjustment" puts the higher score before the adjustment
                           first; "all_lose": a draw that counts as lost for those who share it.
    forfeited_place:       where those who left are ranked.
    last_player_standing:  when all others have left: "wins" at once, or "plays_on" alone.
    challenge:             who asks for a play's words: "void" the rules, before it stands; any other: whoever is next
                           may (challenge.py), and if wrong "single" loses nothing, "double" the turn, and a number
                           is points that the other gains.
    """

    name: str
    hand_size: int = 7
    full_hand_bonus: int = 50
    bonus_tiles: int | None = None
    bonus_factor: int = 1
    opening_tiles: int = 2
    failed_play: FailedPlay = "loses_turn"
    check_whole_board: bool = False
    change_min_bag: int = 0
    change_max_tiles: int | None = None
    empty_change: EmptyChange = "illegal"
    scoreless_unit: ScorelessUnit = "turns"
    scoreless_limit: int = 6
    scoreless_turns: tuple[ScorelessTurn, ...] = ("pass", "timeout", "failed", "change")
    zero_play_scoreless: bool = False
    out_of_tiles_end: bool = True
    turn_limit: int | None = None
    out_adjustment: OutAdjustment = "both"
    scoreless_adjustment: ScorelessAdjustment = "own"
    tie: Tie = "draw"
    forfeited_place: ForfeitedPlace = "last"
    last_player_standing: LastPlayer = "wins"
    challenge: ChallengeRule = "void"

    def bonus_count(self, hand_size: int) -> int:
        """Return how many tiles in one play earn the bonus, with hands of ``hand_size``."""
        return hand_size if self.bonus_tiles is None else self.bonus_tiles

    @property
    def endless(self) -> str:
        """Return what kinds of turn a game could consist of without an end, for people; "" where it must end.

        Time-outs are left out: a seat that is late too often has to leave.
        """
        if self.turn_limit is not None:
            return ""
        counted = self.scoreless_turns if self.scoreless_limit else ()
        free = [name for kind, name in _IDLING.items() if kind not in counted]
        return " and ".join([", ".join(free[:-1]), free[-1]] if len(free) > 1 else free)

    def as_mapping(self) -> dict[str, Any]:
        """Return every field, JSON-able; ``from_mapping`` reads it back.

        ``challenge`` is in it only where plays may be challenged: what is played without is described as it always was.
        """
        return {
            field.name: list(value) if isinstance(value := getattr(self, field.name), tuple) else value
            for field in fields(self)
            if field.name != "challenge" or self.challenge != "void"
        }

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any], name: str | None = None, where: Where | None = None) -> RuleBook:
        """Return the rule book that a file's mapping says; fields left out have the defaults above.

        name:  used when the mapping has no ``name``.
        where: key -> place for complaints; default ``NAME: KEY``.
        Raises Complaints of ConfigErrors, every wrong field at once.
        """
        if not isinstance(mapping, Mapping):
            raise ConfigError(name or "rule book", "not a mapping of fields", "Write one 'field: value' per line")
        title = str(mapping.get("name", name or "rule book"))
        place = where or (lambda key: f"{title}: {key}")
        hints, known = get_type_hints(cls), {field.name: field for field in fields(cls)}
        wrong: list[ArenaError] = []
        values: dict[str, Any] = {"name": title}
        for key, value in mapping.items():
            if key not in known:
                remedy = f"{did_you_mean(str(key), known)}There are: {', '.join(known)}"
                wrong.append(ConfigError(place(str(key)), f"a rule book has no field {key!r}", remedy))
            elif (problem := _unfit(value, hints[key])) is not None:
                wrong.append(ConfigError(place(key), f"{value!r} does not fit", f"It takes {problem}"))
            elif isinstance(value, int) and not isinstance(value, bool) and value < _LEAST.get(key, 0):
                wrong.append(ConfigError(place(key), f"{value} is too small", f"The least is {_LEAST.get(key, 0)}"))
            elif isinstance(value, int) and not isinstance(value, bool) and value > _MOST.get(key, _LARGEST):
                wrong.append(
                    ConfigError(place(key), f"{value} is too large", f"The most is {_MOST.get(key, _LARGEST)}")
                )
            else:
                values[key] = tuple(value) if isinstance(value, list) else value
        assert all(field.default is not MISSING for field in known.values() if field.name != "name")
        if wrong:
            raise Complaints(wrong)
        return cls(**values)


_IDLING: dict[ScorelessTurn, str] = {"pass": "passes", "failed": "failed plays", "change": "changes"}

_LEAST = {
    "hand_size": 1,
    "bonus_tiles": 1,
    "bonus_factor": 1,
    "opening_tiles": 1,
    "change_max_tiles": 1,
    "turn_limit": 1,
}
_LARGEST = 1_000_000  # points, tiles or turns
_MOST = {"hand_size": 100, "bonus_tiles": 100, "bonus_factor": 100, "opening_tiles": 100}


def _unfit(value: Any, hint: Any) -> str | None:
    """Return what a field of type ``hint`` takes when ``value`` is none of it, else None."""
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        fits = any(value == choice and type(value) is type(choice) for choice in choices)
        return None if fits else "one of " + ", ".join(map(str, choices))
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        fits = isinstance(value, list | tuple) and all(_unfit(item, inner) is None for item in value)
        return None if fits else "a list of " + ", ".join(get_args(inner))
    if hint == (int | None):
        fits = value is None or (isinstance(value, int) and not isinstance(value, bool))
        return None if fits else "a whole number, or null"
    if hint is int:
        return None if isinstance(value, int) and not isinstance(value, bool) else "a whole number"
    if hint is bool:
        return None if isinstance(value, bool) else "true or false"
    return None if isinstance(value, str) else "a text"
