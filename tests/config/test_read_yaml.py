"""Files as files: what is refused before anybody looks at a key."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config.read import MAX_BYTES, parse_yaml, read_yaml
from arena.errors import ConfigError


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_yaml(text, "t.yaml")
    assert caught.value.exit_code == 2
    return str(caught.value)


def test_every_node_knows_its_line_and_column():
    root = parse_yaml("a:\n  - b\n  - {c: 'd'}\n", "t.yaml")
    [(key, items)] = root.entries
    assert (key.text, key.line, key.column) == ("a", 1, 1)
    assert [(item.kind, item.line, item.column) for item in items.items] == [("scalar", 2, 5), ("mapping", 3, 5)]
    [(_, d)] = items.items[1].entries
    assert (d.text, d.plain, d.line, d.column) == ("d", False, 3, 9)


def test_an_alias_stands_for_its_anchor():
    root = parse_yaml("a: &x [1, 2]\nb: *x\n", "t.yaml")
    assert root.entries[0][1] == root.entries[1][1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t.yaml: the file is empty"),
        ("# nothing\n\n", "t.yaml: the file is empty"),
        ("a: [1\nb: 2\n", "t.yaml:2:"),
        ("a:\n\t- b\n", "t.yaml:2:1: there is a tab in the indentation"),
        ("a: 1\n---\nb: 2\n", "t.yaml:2:1: a second document"),
        ("a: *x\n", "t.yaml:1:4: *x names no anchor"),
        ("a: &x [*x]\n", "t.yaml:1:8: *x points into itself"),
        ("a: !!python/object/apply:os.system [ls]\n", "t.yaml:1:4: tags such as"),
        ("a: !!int '3'\n", "t.yaml:1:4: tags such as"),
        ("a: &x {b: 1}\nc: {<<: *x}\n", "t.yaml:2:4: merge keys"),
        ("{[1, 2]: 3}\n", "t.yaml:1:1: a key of this mapping is a list"),
        ("a: \x07\n", "t.yaml:1: the character U+0007"),
        ("[" * 100, "t.yaml:1:65: the file is nested more than 64 deep"),
        ("[" * 100_000, "t.yaml:1:65: the file is nested more than 64 deep"),
    ],
)
def test_what_is_no_plain_yaml_is_refused_with_its_place(text, message):
    assert refusal(text).startswith(message)


def test_aliases_that_blow_up_are_refused_before_they_do():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    assert "more than 100,000 parts" in refusal("\n".join(lines))


def test_missing_files_name_their_neighbours(tmp_path):
    (tmp_path / "night.yaml").write_text("a: 1")
    with pytest.raises(ConfigError, match=r"there is no such file.*night\.yaml"):
        read_yaml(tmp_path / "nigth.yaml")
    with pytest.raises(ConfigError, match="There is no folder"):
        read_yaml(tmp_path / "other" / "night.yaml")


def test_folders_large_files_and_other_encodings_are_refused(tmp_path):
    with pytest.raises(ConfigError, match="this is a folder"):
        read_yaml(tmp_path)
    (tmp_path / "large.yaml").write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(ConfigError, match="more than 1,048,576"):
        read_yaml(tmp_path / "large.yaml")
    (tmp_path / "latin.yaml").write_bytes("a: 1\nname: Ärger\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"latin\.yaml:2:7: the file is not UTF-8"):
        read_yaml(tmp_path / "latin.yaml")


def test_a_byte_order_mark_and_crlf_are_harmless(tmp_path):
    (tmp_path / "windows.yaml").write_bytes(b"\xef\xbb\xbfname: x\r\nseed: 1\r\n")
    root = read_yaml(tmp_path / "windows.yaml")
    assert [(key.text, value.text) for key, value in root.entries] == [("name", "x"), ("seed", "1")]


@settings(max_examples=200)
@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@` \n\t0,?\x00é", max_size=40))
def test_no_text_raises_anything_but_a_complaint(text):
    with contextlib.suppress(ConfigError):
        assert parse_yaml(text, "t.yaml").line >= 1


def test_a_file_that_is_not_there_is_told_with_those_that_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, remedy in (("night", "There is no .yaml file in this folder at all"),
                       ("x/night.yaml", "There is no folder x either")):  # fmt: skip
        with pytest.raises(ConfigError) as raised:
            read_yaml(Path(name))
        assert raised.value.remedy == remedy
    (tmp_path / "day.yaml").write_text("name: day\n")
    with pytest.raises(ConfigError, match=r"In this folder there is: day\.yaml"):
        read_yaml(Path("night"))
