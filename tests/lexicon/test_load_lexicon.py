"""Lexica by name and path, and the cache of packed graphs."""

from __future__ import annotations

import gzip
import multiprocessing
import os
import stat
from pathlib import Path

import numpy as np
import pytest

from arena.errors import LexiconError
from arena.lexicon.alphabet import ENGLISH, Alphabet
from arena.lexicon.graphfile import pack, unpack
from arena.lexicon.kwg import write_kwg
from arena.lexicon.lexicon import every_odd_word
from arena.lexicon.wordgraph import build
from arena.lexicon.words import read_words
from arena.runner.kernels import stored_kernels
from arena.variants import graph_cache
from arena.variants.graph_cache import replace
from arena.variants.load_lexicon import load_lexicon, open_lexicon, read_list
from tests.own_cache import own_cache


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("ARENA_KERNELS", stored_kernels())  # processes take from there what is there
    return own_cache(tmp_path / "cache", monkeypatch) / "lexica"


@pytest.fixture
def listed(tmp_path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text("cat\ncats\ndog\nnaïve\n", encoding="utf-8")
    return path


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="half a minute without the compiler")
def test_the_shipped_list_is_a_real_one():
    """About 250,000 words; the number itself is what scripts/make_wordlist.py made of SCOWL 2020.12.07."""
    lexicon = load_lexicon("default", ENGLISH)
    assert (lexicon.name, lexicon.count) == ("english", 254_268)
    for word in (
        "aardvark",
        "colour",
        "color",
        "realise",
        "realize",
        "cafe",
        "qi",
        "tsk",
        "zzz",
        "crwth",
        "donut",
        "queueing",
        "aa",
        "ed",
        "et",
        "li",
        "tel",
    ):
        assert word in lexicon, word
    for junk in ("cs", "ks", "lm", "mb", "dkl", "a", "london", "isnt", "xlviii"):
        assert junk not in lexicon, junk


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="half a minute without the compiler")
def test_the_words_of_odd_length_of_the_shipped_list():
    odd = load_lexicon("odd(english)", ENGLISH)
    assert "cat" in odd
    assert "cats" not in odd


def test_a_graph_is_made_once_and_mapped_afterwards(listed, cache):
    first = load_lexicon(str(listed), ENGLISH)
    assert (first.name, first.count, list(first.words())) == ("mine", 3, ["CAT", "CATS", "DOG"])
    assert first.path is not None
    made = Path(first.path)
    assert made.parent == cache
    before = made.stat()
    again = load_lexicon("mine.txt", ENGLISH, base=listed.parent)
    assert made.stat() == before
    assert (again.path, again.digest) == (first.path, first.digest)
    assert not again.graph.edges.flags.writeable
    assert not again.graph.edges.flags.owndata


def test_another_content_or_alphabet_is_another_graph(listed):
    first = load_lexicon(str(listed), ENGLISH)
    plain = load_lexicon(str(listed), Alphabet.of(ENGLISH.symbols, strip_accents=True))
    assert (plain.count, "naive" in plain) == (4, True)
    listed.write_text("bird\n")
    assert list(load_lexicon(str(listed), ENGLISH).words()) == ["BIRD"]
    assert list(first.words()) == ["CAT", "CATS", "DOG"]


def test_a_damaged_graph_in_the_cache_is_made_again(listed):
    first = load_lexicon(str(listed), ENGLISH)
    assert first.path is not None
    path = Path(first.path)
    good = path.read_bytes()
    for bad in (b"", good[:-4], good[:20], good[:-4] + b"\1\2\3\4", b"x" * len(good)):
        path.unlink()  # the old one stays mapped
        path.write_bytes(bad)
        assert list(load_lexicon(str(listed), ENGLISH).words()) == ["CAT", "CATS", "DOG"]
        assert path.read_bytes() == good


def test_without_a_folder_to_write_to_the_graph_stays_in_memory(listed, tmp_path, monkeypatch):
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    monkeypatch.setenv("ARENA_CACHE", str(nowhere))
    monkeypatch.setattr("tempfile.tempdir", str(nowhere))
    lexicon = load_lexicon(str(listed), ENGLISH)
    assert lexicon.path is None
    assert list(lexicon.words()) == ["CAT", "CATS", "DOG"]


def test_a_folder_that_others_can_write_to_is_not_trusted(listed, cache, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    lexicon = load_lexicon(str(listed), ENGLISH)
    assert lexicon.path is not None
    assert Path(lexicon.path).parent != cache
    assert not stat.S_IMODE(Path(lexicon.path).parent.stat().st_mode) & 0o022


def _load(path: str, barrier, results) -> None:
    barrier.wait()
    results.put("".join(load_lexicon(path, ENGLISH).words()))


def test_processes_that_race_for_the_same_graph_all_get_it(listed, cache):
    spawn = multiprocessing.get_context("spawn")
    barrier, results = spawn.Barrier(2), spawn.Queue()
    racers = [spawn.Process(target=_load, args=(str(listed), barrier, results)) for _ in range(2)]
    for racer in racers:
        racer.start()
    assert [results.get(timeout=120) for _ in racers] == ["CATCATSDOG"] * 2
    for racer in racers:
        racer.join()
    assert [path.suffix for path in cache.iterdir()] == [".wordgraph"]


def test_another_process_opens_the_graph_by_its_description(listed):
    lexicon = load_lexicon(str(listed), ENGLISH)
    opened = open_lexicon(lexicon.name, lexicon.digest, lexicon.path or "", ENGLISH)
    assert list(opened.words()) == list(lexicon.words())
    odd = load_lexicon("odd", ENGLISH)
    assert "abc" in open_lexicon("odd", odd.digest, "", ENGLISH)


def test_a_description_that_fits_nothing_here_is_refused(listed):
    lexicon = load_lexicon(str(listed), ENGLISH)
    with pytest.raises(LexiconError, match="is gone"):
        open_lexicon("mine", lexicon.digest, "/nowhere/graph", ENGLISH)
    with pytest.raises(LexiconError, match="not those that the variant was made with"):
        open_lexicon("odd", "0" * 64, "", ENGLISH)
    with pytest.raises(LexiconError, match="packed for the letters"):
        open_lexicon("mine", lexicon.digest, lexicon.path or "", Alphabet.of("ABC"))


def test_compressed_lists_kwg_files_and_packed_graphs_are_lexica_too(listed, tmp_path):
    words = ["CAT", "CATS", "DOG"]
    graph = build(read_words("\n".join(words), ENGLISH), ENGLISH)
    for name, data in {
        "list.txt.gz": gzip.compress(b"cat\ndog\ncats"),
        "list.kwg": write_kwg(graph),
        "list.wordgraph": pack(graph, ENGLISH.symbols, "some digest"),
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert list(load_lexicon(str(path), ENGLISH).words()) == words
        assert read_list(str(path), ENGLISH).count == 3


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("defualt", "Did you mean 'default'"),
        ("no/such/list.txt", "no such lexicon or file"),
        (".", "is a folder"),
        ("odd(nothing)", "no such lexicon or file"),
        ("\0", "cannot be read"),
    ],
)
def test_names_that_are_nothing_are_refused_with_a_hint(name, problem):
    with pytest.raises(LexiconError, match=problem):
        load_lexicon(name, ENGLISH)


def test_files_without_words_are_refused(tmp_path):
    for name, data in {"a.txt": b"", "b.txt": b"123\n", "c.txt.gz": gzip.compress(b"cat" * 99)[:-9]}.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(LexiconError, match=f"{name}: (has no word|is a damaged)"):
            load_lexicon(str(path), ENGLISH)


def test_packed_graphs_are_read_without_trust():
    data = pack(build([(1, 2)], ENGLISH), ENGLISH.symbols, "d")
    assert list(unpack(data, "f").graph.words()) == [b"\1\2"]
    head = data.index(b"{")
    for bad, problem in [
        (b"", "not a packed"),
        (data[:7] + b"\x63" + data[8:], "another version"),
        (data[:head] + b"[" + data[head + 1 :], "its head"),
        (data + b"\0", "its size"),
        (data[:-1] + bytes([data[-1] ^ 1]), "its content"),
        (data.replace(b'"gaddag": ', b'"gaddag": 9'), "damaged"),
    ]:
        with pytest.raises(LexiconError, match=problem):
            unpack(bad, "f")


@pytest.mark.parametrize("size", [3, 40])
def test_packed_graphs_come_back_as_they_were(size):
    alphabet = Alphabet.of([chr(0x4E00 + k) for k in range(size)])
    graph = every_odd_word(alphabet).graph
    back = unpack(pack(graph, alphabet.symbols, "d"), "f")
    assert np.array_equal(back.graph.edges, graph.edges)
    assert back.graph.edges.dtype == graph.edges.dtype
    assert (back.graph.forward, back.graph.gaddag, back.graph.count) == (graph.forward, graph.gaddag, None)
    assert (back.symbols, back.digest) == (alphabet.symbols, "d")


def test_a_process_that_forks_holds_graphs_in_its_own_memory(listed: Path, monkeypatch):
    made = load_lexicon(str(listed), ENGLISH)
    monkeypatch.setattr(graph_cache, "_copies", None)
    graph_cache.copy_graphs()
    copied = open_lexicon("mine", made.digest, made.path, ENGLISH)
    assert copied.digest == made.digest and set(copied.graph.words()) == set(made.graph.words())
    mapped = [line for line in Path("/proc/self/maps").read_text().splitlines() if made.path in line]
    del made
    assert copied.graph is open_lexicon("mine", copied.digest, copied.path, ENGLISH).graph  # one copy for all variants
    assert len(mapped) == 1  # the first, before it was asked for copies


def test_a_damaged_graph_is_no_better_as_a_copy(listed: Path, monkeypatch):
    made = load_lexicon(str(listed), ENGLISH)
    whole = Path(made.path).read_bytes()
    monkeypatch.setattr(graph_cache, "_copies", {})
    Path(made.path).chmod(0o644)
    Path(made.path).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(LexiconError):
        graph_cache.map_graph(Path(made.path))


def test_what_is_no_file_keeps_its_place_when_it_is_written_to(tmp_path):
    folder = tmp_path / "written"
    folder.mkdir()
    target, link, pipe = folder / "target", folder / "link", folder / "pipe"
    target.write_bytes(b"old")
    link.symlink_to(target)
    replace(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace(pipe, b"through")
    assert pipe.is_fifo()
    assert os.read(reading, 100) == b"through"
    os.close(reading)
    assert sorted(file.name for file in folder.iterdir()) == ["link", "pipe", "target"]
