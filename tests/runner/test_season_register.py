"""Who is who in a season, from night to night: places, names, versions. Nothing is started here."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.errors import ConfigError
from arena.records.season import Register, current
from arena.runner.season.entrants import Addition, Entrant, entrants_of
from arena.runner.season.news import news_of
from arena.runner.season.versions import Version, after, hash_of, versions_of


class Nights:
    """A season whose nights follow each other; files of one folder, of which only the places count."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.at = folder, 0.0
        self.register: Register = ()
        self.news: tuple[str, ...] = ()
        self.entrants: tuple[Entrant, ...] = ()

    def file(self, *handed_in: str, named: tuple[str, ...] = ("first",)) -> Tournament:
        bots = [BotEntry(name=name, plugin="first") for name in named]
        bots += [BotEntry(name=Path(name).stem, submission=str(self.folder / name)) for name in handed_in]
        variants = (VariantEntry(name="v", game="nim"),)
        return Tournament(name="t", bots=tuple(bots), variants=variants, path=str(self.folder / "t.yaml"), season=True)

    def night(self, what: Tournament, hashes: dict[str, str], add=(), retire=(), refused=()) -> dict[str, str]:
        """Play a night; return bot -> the name under which it plays. hashes: by bot, "1" where none is given."""
        self.at += 100.0
        additions = [Addition(str(self.folder / path), name) for path, name in add]
        self.entrants = entrants_of(what, self.register, additions, retire)
        found = versions_of(self.entrants, {one.bot: hashes.get(one.bot, "1") for one in self.entrants}, self.register)
        self.news = news_of(found, dict.fromkeys(refused, "broken"), self.register, self.entrants)
        ready = [one for one in found if one.entrant.bot not in refused]
        self.register = after(self.register, ready, self.entrants, self.at)
        return {one.entrant.bot: one.name for one in ready}


@pytest.fixture
def season(tmp_path: Path) -> Nights:
    for name in ("ann.py", "ben.py", "other/ann.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    return Nights(tmp_path)


def test_a_change_is_another_version_and_going_back_is_the_old_one_again(season: Nights):
    what = season.file("ann.py", "ben.py")
    assert season.night(what, {}) == {"first": "first", "ann": "ann", "ben": "ben"}
    assert season.night(what, {}) == {"first": "first", "ann": "ann", "ben": "ben"} and season.news == ()
    assert season.night(what, {"ann": "2"})["ann"] == "ann-v2"
    assert season.news == ("ann changed, and plays as ann-v2 from now on; the games of ann stay as they are",)
    assert [(one.name, one.joined, one.retired) for one in season.register if one.bot == "ann"] == [
        ("ann", 100.0, 300.0), ("ann-v2", 300.0, 0.0),
    ]  # fmt: skip
    assert season.night(what, {"ann": "1"})["ann"] == "ann"
    assert current(season.register)["ann"].version == 1
    assert season.night(what, {"ann": "3"})["ann"] == "ann-v3"


def test_what_is_refused_leaves_the_version_before_in_its_place(season: Nights):
    what = season.file("ann.py", "ben.py")
    season.night(what, {}, refused=("ben",))
    assert sorted(current(season.register)) == ["ann", "first"]
    assert season.night(what, {"ann": "2"}, refused=("ann",)) == {"first": "first", "ben": "ben"}
    assert current(season.register)["ann"].name == "ann"
    assert "ann-v2 is not admitted: broken; ann stays in the table, and plays no new games" in season.news
    assert season.night(what, {"ann": "3"})["ann"] == "ann-v2"  # the one that was refused never was a version


def test_the_same_name_in_another_place_is_another_bot(season: Nights):
    what = season.file("ann.py")
    season.night(what, {})
    assert season.night(what, {}, add=[("other/ann.py", "")]) == {"first": "first", "ann": "ann", "ann-2": "ann-2"}
    assert season.night(what, {"ann-2": "2"}) == {"first": "first", "ann": "ann", "ann-2": "ann-2-v2"}
    assert [one.source for one in season.entrants] == ["", "ann.py", "other/ann.py"]
    season.night(what, {}, retire=["ann-2"])
    assert "ann-2 left the season; its games stay" in season.news
    assert sorted(current(season.register)) == ["ann", "first"]


def test_another_place_goes_on_as_a_bot_that_is_named_or_lies_nowhere_any_more(season: Nights):
    what = season.file()
    season.night(what, {}, add=[("ann.py", "")])
    assert season.night(what, {"ann": "2"}, add=[("ben.py", "ann")]) == {"first": "first", "ann": "ann-v2"}
    assert current(season.register)["ann"].source == "ben.py"
    (season.folder / "ben.py").unlink()
    (season.folder / "ann.zip").write_text("")
    assert season.night(season.file("ann.zip"), {"ann": "3"}) == {"first": "first", "ann": "ann-v3"}


def test_nobody_goes_on_as_another_who_hands_in_a_file_of_another_kind(season: Nights):
    """The night on which ann.py becomes ann.zip, somebody hands in Ann.py, which comes first."""
    season.night(season.file("ann.py"), {})
    (season.folder / "ann.py").unlink()
    for name in ("Ann.py", "ann.zip"):
        (season.folder / name).write_text("")
    played = season.night(season.file("Ann.py", "ann.zip"), {"ann": "2", "Ann-2": "3"})
    assert played == {"first": "first", "ann": "ann-v2", "Ann-2": "Ann-2"}
    assert {one.bot: one.source for one in season.entrants} == {"first": "", "ann": "ann.zip", "Ann-2": "Ann.py"}


def test_a_name_that_looks_like_a_version_is_nobody_elses(season: Nights):
    what = season.file("ann.py", "ann-v2.py")
    assert season.night(what, {"ann": "2"})["ann-v2"] == "ann-v2"
    assert season.night(what, {"ann": "3"}) == {"first": "first", "ann": "ann-v2.2", "ann-v2": "ann-v2"}


def test_nobody_takes_the_name_of_anothers_version(season: Nights):
    season.night(season.file("ann.py"), {})
    season.night(season.file("ann.py"), {"ann": "2"})
    with pytest.raises(ConfigError, match=r"'ann-v2' is version 2 of ann in this season\. Give the file's bot another"):
        season.night(season.file("ann.py", named=("first", "ann-v2")), {"ann": "2"})
    with pytest.raises(ConfigError, match=r"--add: 'ANN-V2' is version 2 of ann .* Write ann=PATH"):
        season.night(season.file("ann.py"), {"ann": "2"}, add=[("ben.py", "ANN-V2")])
    assert season.night(season.file("ann.py"), {"ann": "2"}, add=[("ben.py", "ann-v3")])["ann-v3"] == "ann-v3"


def test_who_is_no_longer_in_the_file_leaves_and_may_come_back(season: Nights):
    season.night(season.file("ann.py", "ben.py"), {})
    assert "ben" not in season.night(season.file("ann.py"), {})
    assert not next(one for one in season.register if one.bot == "ben").plays
    assert season.night(season.file("ann.py", "ben.py"), {})["ben"] == "ben"
    assert len(season.register) == 3


def test_what_is_asked_in_vain(season: Nights):
    what = season.file("ann.py")
    season.night(what, {}, add=[("ben.py", "")])
    with pytest.raises(ConfigError, match=r"no bot 'ann' was added.*Take it out of the file"):
        season.night(what, {}, retire=["ann"])
    with pytest.raises(ConfigError, match=r"no bot 'zoe' was added.*Added were: ben"):
        season.night(what, {}, retire=["zoe"])
    with pytest.raises(ConfigError, match="two bots of tonight would be 'ann'"):
        season.night(what, {}, add=[("other/ann.py", "ann")])
    with pytest.raises(ConfigError, match=r"the season has a bot 'ben' that was handed in at ben\.py"):
        season.night(season.file("ann.py", named=("first", "ben")), {})
    with pytest.raises(ConfigError, match="there is nothing at"):
        Addition.read(str(season.folder / "nobody.py"))
    assert Addition.read(f"ann={season.folder / 'ben.py'}") == Addition(str(season.folder / "ben.py"), "ann")
    with pytest.raises(ConfigError, match=r"--retire: 'ben' is added with --add as well\. Leave out one"):
        season.night(what, {}, add=[("ben.py", "")], retire=["ben"])
    with pytest.raises(ConfigError, match=r"other/ann\.py is added as 'x' and as 'y'\. Add it once"):
        season.night(what, {}, add=[("other/ann.py", "x"), ("other/ann.py", "y")])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is nothing at ''"),
        ("x=", "there is nothing at 'x='"),
        ("x=nowhere.py", "there is nothing at 'nowhere.py'"),
        ("=ann.py", "'' cannot be a bot's name"),
        ("a b=ann.py", "'a b' cannot be a bot's name"),
        ("con=ann.py", "'con' cannot be a bot's name"),
        ("a-vs-b=ann.py", "'a-vs-b' cannot be a bot's name"),
        ("a=b=ann.py", "there is nothing at 'b=ann.py'"),
        ("ann.py\0", "there is nothing at"),
        ("x=b\udce4d.py", "not written in UTF-8"),
        ("b\udce4d.py", "not written in UTF-8"),
    ],
)
def test_what_is_no_addition_is_said(season: Nights, monkeypatch: pytest.MonkeyPatch, text: str, said: str):
    monkeypatch.chdir(season.folder)
    Path("b\udce4d.py").write_text("")
    with pytest.raises(ConfigError, match=r"^--add: ") as wrong:
        Addition.read(text)
    assert said in str(wrong.value) and str(wrong.value).isprintable()


def test_a_place_that_is_added_twice_has_the_name_that_is_given(season: Nights):
    for additions in ([("ben.py", ""), ("ben.py", "x")], [("ben.py", "x"), ("ben.py", "")]):
        assert Nights(season.folder).night(season.file("ann.py"), {}, add=additions)["x"] == "x"


def test_a_version_is_what_it_is_made_of_and_not_where_it_lies():
    entry = BotEntry(name="ann", submission="/a")
    facts = {"submission": "/a", "sha256": "1", "value": "bot:make_bot", "version": "1.0"}
    same = hash_of(entry, facts)
    assert hash_of(BotEntry(name="ben", submission="/b"), facts | {"submission": "/b", "version": "2.0"}) == same
    for change in ({"sha256": "2"}, {"value": "other:make_bot"}, {"wheels": "dep-1"}):
        assert hash_of(entry, facts | change) != same
    assert hash_of(BotEntry(name="ann", submission="/a", options={"x": 1}), facts) != same


def test_versions_are_plain_values():
    one = Entrant(BotEntry(name="ann"))
    (version,) = versions_of([one], {"ann": "1"}, ())
    assert version == Version(one, 1, "ann", "1", True, None) and not version.changed
