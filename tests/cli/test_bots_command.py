"""``arena bots``: names that are taken, and the shape of the list."""

import pytest

from arena.cli.bots import command, listing
from arena.errors import ConfigError


def test_a_new_bot_cannot_take_the_name_of_an_installed_one(tmp_path):
    with pytest.raises(ConfigError, match="greedy is the name of an installed bot"):
        command.main(["new", "greedy", "--into", str(tmp_path)], standalone_mode=False)
    assert not (tmp_path / "greedy").exists()


def test_the_list_has_no_empty_column():
    head, rule, *rows = listing().splitlines()
    assert head.split() == ["bot", "distribution", "version", "factory"]
    assert len(rule.split()) == 4
    assert any(row.split()[0] == "greedy" for row in rows)
