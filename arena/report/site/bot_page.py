"""The page of one bot: its record, opponents, boards, faults, time, what it gave away, its moves and games. Pure."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from arena.contract.outcome import Fault
from arena.printable import printable
from arena.report.numbers import NONE, fixed, percent, signed
from arena.report.page.boards import page_square, square_key
from arena.report.site.away import DOING_HEADS
from arena.report.site.away import HEADS as AWAY_HEADS
from arena.report.site.bars import elo_text, interval_text
from arena.report.site.boards import best_entry, miss_entry
from arena.report.site.book import Against, BotBook
from arena.report.site.gathered import SiteFigures
from arena.report.site.links import Links
from arena.report.site.times import HEADS as TIME_HEADS
from arena.report.site.times import move_seconds, time_notes, time_rows
from arena.report.standings import BotLine, Standings

AGAINST_HEADS = ("opponent", "games", "W-D-L", "score\n%")
SCORED_HEADS = ("its points\na game", "the other's", "spread")
FAULT_HEADS = ("fault", "times", "game", "what it was", "again")
_DETAIL = 160  # characters of what a fault was


def bot_page(
    environment: Environment, figures: SiteFigures, links: Links, bot: str, replay: Markup, ids: set[str]
) -> str:
    """Return the page. replay: the games that travel along, packed; ids: theirs."""
    report, book = figures.report, figures.book.bots.get(bot, BotBook())
    best = next((play for play in report.best_by_bot if play.bot == bot), None)
    misses = () if figures.regret is None else figures.regret.worst_by_bot
    worst = next((miss for miss in misses if miss.look.bot == bot), None)
    drawn = figures.boards
    used = {play.variant for play in (best,) if play} | {miss.look.variant for miss in (worst,) if miss}
    refused = next((one for one in report.refused if one.bot == bot), None)
    tournament = figures.tournament
    seconds, clock = move_seconds(tournament, _stored(figures, bot)), str(tournament.get("clock", "wall"))
    order = figures.order
    place = order.index(bot)
    return environment.get_template("site_bot.html").render(
        root="../", title=report.name, bot=bot, hides=figures.naming.hides, refused=refused, square=page_square,
        version=_version(figures, bot, links),
        before=links.bot(order[place - 1], inside=True) if place else None,
        after=links.bot(order[place + 1], inside=True) if place + 1 < len(order) else None,
        figures=_head(figures, bot), against=_against(figures, book, bot, links), boards=_boards(figures, bot),
        against_heads=[*AGAINST_HEADS, *(SCORED_HEADS if any(met.scored for met in book.against.values()) else ())],
        ends=[[printable(reason, 120), str(count)] for reason, count in book.ends.most_common()],
        last=_last(book, links, ids, several=len(report.variants) > 1), several=len(report.variants) > 1,
        faults=_faults(book, links, ids, hides=figures.naming.hides, refused=refused is not None),
        fault_heads=FAULT_HEADS[:3] if figures.naming.hides else FAULT_HEADS,
        times=time_rows(report, bot, seconds, clock), time_heads=TIME_HEADS,
        time_notes=time_notes(report, bot, seconds, clock),
        away=[] if figures.away is None else figures.away.rows(bot), away_heads=AWAY_HEADS,
        away_line=_away_line(figures, bot), doings=[] if figures.away is None else figures.away.doing_rows(bot),
        doing_heads=DOING_HEADS,
        best=None if best is None else best_entry("Best move", best, drawn, links, None),
        worst=None if worst is None else miss_entry("Most given away", worst, drawn, links, None),
        key=square_key(drawn[name] for name in sorted(used & drawn.keys())), replay=replay, replayed=len(ids),
    )  # fmt: skip


def _stored(figures: SiteFigures, bot: str) -> str:
    """Return the name that the tournament's file has for a bot."""
    pseudonyms = figures.naming.pseudonyms
    return bot if pseudonyms is None else next((name for name, own in pseudonyms.items() if own == bot), bot)


def _version(figures: SiteFigures, bot: str, links: Links) -> Markup:
    """Return the sentence that says which version of whose bot this is, "" for who has but one that plays."""
    season = figures.report.season
    lines = () if season is None else (*season.lines, *season.retired)
    entry = next((line.entry for line in lines if line.entry.name == bot), None)
    if entry is None or (entry.plays and entry.version == 1):
        return Markup("")
    now = next((line.entry for line in lines if line.entry.bot == entry.bot and line.entry.plays), None)
    sentence = Markup("Version {} of {}").format(entry.version, printable(entry.bot))
    if entry.plays:
        return sentence + "."
    if now is None:
        return sentence + ", which plays no more."
    return sentence + Markup(", which plays as {} now.").format(links.bot(now.name, inside=True))


def _head(figures: SiteFigures, bot: str) -> list[tuple[str, str]]:
    """Return the figures at the top: what, value."""
    standings = figures.report.standings[0]
    line = standings.lines.get(bot)
    if line is None or not line.rating.games:
        return []
    row, rank = line.rating, _rank(standings, bot)
    found = _places(figures, bot)
    found += [("rank by Elo" if found else "rank", rank)] if rank else []
    if row.elo is not None:
        found += [("Elo", elo_text(row)), ("95 % interval", interval_text(row))]
    found.append(("games", str(row.games)))
    if standings.tables.leagues:
        found += [("won, drawn, lost", f"{row.wins}-{row.draws}-{row.losses}"), ("score", f"{percent(row.points)} %")]
    if line.points is not None:
        found.append(("points a game", fixed(line.points)))
    if line.spread.mean is not None and standings.tables.leagues:
        found.append(("spread a game", signed(line.spread.mean)))
    found.append(("faults", str(line.late + line.faults)))
    marks = next((one for one in figures.marks if one.bot == bot), None)
    return [*found, ("marks", f"{marks.total:.2f}")] if marks is not None else found


def _places(figures: SiteFigures, bot: str) -> list[tuple[str, str]]:
    """Return a bot's place in the table of a Swiss tournament or a ladder, [] elsewhere."""
    facts = () if figures.kind is None else figures.kind.facts
    for fact in facts:
        for key, what in (("rank", "Swiss rank"), ("rung", "rung")):
            if fact.get("bot") == bot and key in fact:
                return [(what, f"{fact[key]} of {len(facts)}")]
    return []


def _rank(standings: Standings, bot: str) -> str:
    """Return ``3 of 80``, "" without a place. Of bots that no games connect, among those it is connected with."""
    tables = [[row.name for row in league.rows] for league in standings.tables.leagues]
    tables = tables or [[line.rating.name for line in standings.alone]]
    for names in tables:
        if bot in names:
            return f"{names.index(bot) + 1} of {len(names)}"
    return ""


def _against(figures: SiteFigures, book: BotBook, bot: str, links: Links) -> list[list[Any]]:
    """Return a row an opponent, in the order of the standings."""
    ranks = {name: number for number, name in enumerate(figures.order)}
    scored = any(met.scored for met in book.against.values())
    return [
        [
            links.bot(other, inside=True), str(met.games), f"{met.wins}-{met.draws}-{met.losses}", percent(met.share),
            *(_points(met) if scored else []),
        ]
        for other, met in sorted(book.against.items(), key=lambda entry: ranks.get(entry[0], len(ranks)))
    ]  # fmt: skip


def _points(met: Against) -> list[str]:
    if not met.scored:
        return [NONE] * 3
    own, other = met.points / met.scored, met.others / met.scored
    return [fixed(own), fixed(other), signed(own - other)]


def _boards(figures: SiteFigures, bot: str) -> list[list[str]]:
    """Return a row a variant, where there are several."""
    rows = []
    for standings in figures.report.standings[1:] if len(figures.report.variants) > 1 else ():
        line: BotLine | None = standings.lines.get(bot)
        if line is None or not line.rating.games:
            continue
        row = line.rating
        rows.append([
            standings.variant, _rank(standings, bot) or NONE, elo_text(row), interval_text(row), str(row.games),
            f"{row.wins}-{row.draws}-{row.losses}", percent(row.points), fixed(line.points), signed(line.spread.mean),
            str(line.late + line.faults),
        ])  # fmt: skip
    return rows


def _last(book: BotBook, links: Links, ids: set[str], *, several: bool) -> list[list[Any]]:
    """Return a row a game, the last one first."""
    rows = []
    for line in sorted(book.last, reverse=True):
        others = Markup(", ").join(links.bot(other, inside=True) for other in line.others) or Markup("-")
        scores = NONE if line.scores is None else " : ".join(map(str, line.scores))
        look = links.turn(line.id, 0, "look") if line.id in ids else NONE
        rows.append([
            *([line.variant] if several else []), others, line.outcome, scores, str(line.turns),
            printable(line.reason, 120), look,
        ])  # fmt: skip
    return rows


def _faults(book: BotBook, links: Links, ids: set[str], *, hides: bool, refused: bool) -> list[list[Any]]:
    """Return a row a fault, the gravest kinds first; what it was and what repeats it only beside names."""
    rows = []
    for kind, faults in sorted(book.faults.items(), key=lambda entry: -int(Fault[entry[0]])):
        if refused and kind == Fault.NOT_READY.name:
            continue
        for number, line in enumerate(faults.first):
            name = kind.lower().replace("_", " ")
            where = line.game if line.turn is None else f"{line.game}, turn {line.turn + 1}"
            place: Any = links.turn(line.game, (line.turn or 0) + 1, where) if line.game in ids else where
            row = [name, str(faults.times) if not number else "", place]
            again: Any = Markup("<code>{}</code>").format(line.repeat) if line.repeat else NONE
            rows.append(row + ([] if hides else [printable(line.detail, _DETAIL), again]))
    return rows


def _away_line(figures: SiteFigures, bot: str) -> str:
    """Return in a sentence how a bot stands to the class."""
    whole = None if figures.away is None else figures.away.whole(bot)
    if whole is None:
        return ""
    own, mean = whole
    unit = "points" if figures.regret is None or figures.regret.by == "points" else "points of equity"
    beside = "as the class" if fixed(own, 2) == fixed(mean, 2) else f"where the class gave away {fixed(mean, 2)}"
    return f"It gave away {fixed(own, 2)} {unit} a turn, {beside}."
