"""Games by name, with arguments in brackets or by name."""

from __future__ import annotations

from importlib.metadata import Distribution, EntryPoint, entry_points

import pytest

from arena.config.model import VariantEntry
from arena.errors import Complaints, ConfigError
from arena.variants import plugins
from arena.variants.build import build_game
from arena.variants.load import load_variant
from arena.variants.plugins import make_game, split_call


class Toy:
    """Stands in for anybody's game."""

    seats = 2

    def __init__(self, *rows: int, most: int = 3, kind: str = "plain") -> None:
        if most < 1:
            raise ValueError("most has to be 1 or more")
        if kind == "odd":
            raise ConfigError("toy: kind", "there is no such kind", "Kinds: plain")
        self.name, self.rows, self.most, self.kind = "toy", rows, most, kind


@pytest.fixture
def _toys(monkeypatch):
    points = [
        EntryPoint("toy", "tests.variants.test_plugins:Toy", plugins.GROUP),
        EntryPoint("broken", "tests.variants.no_such_module:Toy", plugins.GROUP),
    ]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("nim", ("nim", (), {})),
        (" nim( 3, 5,-7 ) ", ("nim", (3, 5, -7), {})),
        ("peg()", ("peg", (), {})),
        ("peg(board=cross, size=4, misere=true)", ("peg", (), {"board": "cross", "size": 4, "misere": True})),
        ("nim(3,5,most=2)", ("nim", (3, 5), {"most": 2})),
    ],
)
def test_a_call_is_a_name_with_arguments(text, parts):
    assert split_call(text) == parts


@pytest.mark.parametrize("text", ["", "nim(", "nim(3", "nim 3", "nim(3;5)", "nim((3))", "nim(three)", "nim(,)", "(3)"])
def test_other_texts_name_no_game(text):
    with pytest.raises(ConfigError, match="names no game"):
        split_call(text)


@pytest.mark.usefixtures("_toys")
def test_arguments_reach_the_game_from_brackets_and_options():
    game = make_game("toy(3,5,most=2)", {"kind": "x"})
    assert (game.rows, game.most, game.kind) == ((3, 5), 2, "x")
    assert make_game("toy", {"rows": [1, 2]}).rows == (1, 2)


@pytest.mark.usefixtures("_toys")
@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("toi", {}, "game: there is no game called 'toi'. Did you mean 'toy'?"),
        ("broken", {}, "game: the game 'broken' cannot be imported"),
        (
            "toy",
            {"mst": 1},
            "options.mst: the game 'toy' has no option 'mst'. Its options: *rows, most=3, kind='plain'",
        ),
        (
            "toy(1)",
            {"rows": [1]},
            "options.rows: the option 'rows' is a list, and cannot be combined with numbers in brackets",
        ),
        ("toy", {"rows": 1}, "options.rows: the option 'rows' is a list"),
        ("toy", {"most": 0}, "options: the game 'toy' refuses these options: most has to be 1 or more"),
        ("toy", {"most": "x"}, "options: the game 'toy' refuses these options: '<' not supported"),
        ("toy", {"kind": "odd"}, "toy: kind: there is no such kind"),
    ],
)
def test_what_a_game_does_not_take_is_told_with_what_it_takes(text, options, message):
    with pytest.raises(ConfigError) as caught:
        make_game(text, options)
    assert str(caught.value).startswith(message)


@pytest.mark.usefixtures("_toys")
def test_faults_of_a_game_stand_at_its_place_in_the_tournament_file():
    def complaint(entry: VariantEntry, seats: int = 2) -> str:
        with pytest.raises(Complaints) as caught:
            load_variant(entry, seats=seats, where=lambda key: f"t.yaml:9:9: {key}")
        return str(caught.value)

    assert complaint(VariantEntry(name="v", game="toy", options={"mst": 1})).startswith("t.yaml:9:9: options.mst: ")
    assert complaint(VariantEntry(name="v", game="toy", options={"kind": "odd"})).startswith(
        "t.yaml:9:9: game: toy: kind: "
    )
    assert "toy is a game for 2, and this tournament seats 3" in complaint(VariantEntry(name="v", game="toy"), seats=3)


def test_two_packages_with_one_name_are_an_error_that_names_both(monkeypatch):
    points = [EntryPoint("toy", "one:make", plugins.GROUP), EntryPoint("toy", "two:make", plugins.GROUP)]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)
    with pytest.raises(ConfigError, match="one:make and two:make both register 'toy'"):
        make_game("toy")


def test_a_game_of_ours_is_ours_and_a_package_or_a_module_says_which_else(monkeypatch, tmp_path):
    theirs = dist_of(tmp_path, "their-games", "nim = tests.variants.test_plugins:Toy")
    monkeypatch.setattr(plugins, "entry_points", lambda group: [*theirs, *entry_points(group=group)])
    assert make_game("nim").name == "nim(3,5,7)"
    assert make_game("their-games:nim(3,most=2)").rows == make_game("tests.variants.test_plugins:Toy(3)").rows == (3,)
    spec = load_variant(VariantEntry(name="v", game="tests.variants.test_plugins:Toy", options={"most": 2}))
    assert build_game(spec).most == 2


def dist_of(folder, name, line):
    """Return the entry points of a distribution that is made in a folder."""
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[arena.games]\n{line}\n")
    return list(Distribution.at(info).entry_points)


@pytest.mark.parametrize(("text", "message"), [
    ("nowhere:make", "There is no module nowhere"),
    ("tests.variants.needs:make", "pip install scikit-learn"),
    ("tests.variants.test_plugins:NOTHING", "has no attribute 'NOTHING'"),
    ("tests.variants.test_plugins:pytest", "is a module, not a factory"),
])  # fmt: skip
def test_a_game_that_cannot_be_imported_is_told_with_what_to_do(monkeypatch, text, message):
    def load(self):
        if self.value == "tests.variants.needs:make":
            raise ModuleNotFoundError("No module named 'sklearn'", name="sklearn")
        return real(self)

    real = EntryPoint.load
    monkeypatch.setattr(EntryPoint, "load", load)
    with pytest.raises(ConfigError, match="cannot be imported") as caught:
        make_game(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", sorted(plugins.games()))
def test_every_installed_game_is_built_from_its_spec(name):
    made = make_game(name)
    spec = load_variant(VariantEntry(name="v", game=name), seats=made.seats)
    assert build_game(spec) is build_game(spec)
    assert build_game(spec).name == made.name
