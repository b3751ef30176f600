"""A machine that would play other games is refused before the first one, with both versions named."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import trustme

from arena.cluster import task
from arena.cluster.facts import different, facts
from arena.cluster.fleet import Fleet
from arena.cluster.link import Tls, _security
from arena.cluster.messages import PartThere, Ready, RunPart, SentFile
from arena.cluster.parts import found_here, parts_of, unlike
from arena.cluster.sending import sent_files
from arena.errors import ConfigError
from arena.runner.plugin.by_path import plugin_at
from arena.runner.plugin.contents import digest_of
from arena.runner.preflight import Trouble
from arena.runner.setup import BotSetup
from arena.variants.graph_cache import folders
from tests.cluster.started import Cluster
from tests.cluster.test_same_games import SMALL, fill
from tests.runner.called import call
from tests.runner.tables import ROOT, setup_for

LIE = """
import importlib.metadata as metadata
honest = metadata.version
metadata.version = lambda name: "9.9.9" if name == "numba" else honest(name)
"""


def test_a_machine_with_other_sources_libraries_and_bots_is_refused(tmp_path, monkeypatch):
    """Its arena and its bots are copies with one file changed in each, and it tells of a numba that it has not.

    A module that a bot imports is another one there.
    """
    there = tmp_path / "there"
    for source in ("arena", "bots/arena_bots"):
        left_out = shutil.ignore_patterns("__pycache__", "data", "node_modules")
        shutil.copytree(ROOT / source, there / Path(source).name, ignore=left_out)
    for changed in ("arena/referee/referee.py", "arena_bots/first.py"):
        with (there / changed).open("a") as file:
            file.write("# changed\n")
    (there / "sitecustomize.py").write_text(LIE)
    for folder, text in ((there, "A = 1\n"), (tmp_path / "here", "A = 2\n")):
        folder.mkdir(exist_ok=True)
        (folder / "beside.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path / "here"))
    with (fill(tmp_path, SMALL) / "mine.py").open("a") as file:
        file.write("\nimport beside\n")
    cluster = Cluster(tmp_path, 1, PYTHONPATH=str(there))
    try:
        status, out, err = call(tmp_path, "run", "night.yaml", "--cluster", cluster.address)
    finally:
        assert cluster.end() == 0
    assert status == 4 and out == ""
    assert err.count("does not take part") == 1
    ours = facts()
    assert f" there and {ours['arena'][0]} here; " in err
    assert f"numba is 9.9.9 there and {ours['numba'][0]} here; " in err
    other, ours = digest_of([str(there / "beside.py")])[:12], digest_of([str(tmp_path / "here" / "beside.py")])[:12]
    assert f"module beside, which bot mine needs, is ({other}) there and ({ours}) here" in err
    assert "bot first is bot-arena " in err and "bot mine is" not in err and "game nim" not in err
    assert f"{cluster.address}: no machine of the cluster fits" in err
    assert not (tmp_path / "results").exists()


def test_every_fact_counts():
    ours = facts()
    assert different(ours, ours) == []
    for name, (text, _) in ours.items():
        theirs = {**ours, name: ("another", "another")}
        assert different(theirs, ours) == [f"{name} is another there and {text} here"]
        del theirs[name]
        assert different(theirs, ours) == [f"{name} is not told there and {text} here"]


def test_parts_are_compared_by_what_is_in_them(tmp_path):
    """What is installed has to be the same, what is not is sent where the same is not there."""
    package = fill(tmp_path) / "packed" / "packed_bot"
    plugin = plugin_at(str(tmp_path / "packed")).plugin
    setup = setup_for(bots={"packed": BotSetup("packed", plugin.value, place=plugin.place)})
    (sent,) = [part for part in parts_of(setup, {"packed": plugin}) if part.kind == "plugin" and part.sent]
    assert (sent.label, sent.paths) == ("bot packed", (str(package),))
    assert found_here([sent])["bot packed"].path == str(package)
    installed = msgspec.structs.replace(
        sent, sent=False, distribution="packed", version="1.0", value="packed_bot.play:x"
    )
    assert unlike([installed], {"bot packed": PartThere("1.0", sent.digest)}) == []
    assert unlike([installed], {"bot packed": PartThere("1.1", "ab" * 32)}) == [
        f"bot packed is packed 1.1 (abababababab) there and packed 1.0 ({sent.digest[:12]}) here"
    ]
    assert unlike([installed], {}) == [
        f"bot packed is packed (not there) there and packed 1.0 ({sent.digest[:12]}) here"
    ]
    (package / "half.py").write_text("HALF = 3\n")
    assert digest_of([str(package)]) != sent.digest
    assert found_here([sent])["bot packed"].path == ""  # another one of that name: the driver's is sent


def test_words_are_taken_from_the_cache_only_where_they_are_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path / "cache"))
    driver = tmp_path / "driver" / "0123.wordgraph"
    driver.parent.mkdir()
    driver.write_bytes(b"a graph")
    part = RunPart("words 0123.wordgraph", "words", (str(driver),), digest_of([str(driver)]), sent=True)
    cached = folders()[0] / driver.name
    cached.parent.mkdir(parents=True)
    for data, path in ((b"another", str(driver)), (b"a graph", str(cached))):
        cached.write_bytes(data)
        assert found_here([part])[part.label].path == path
    driver.unlink()
    cached.write_bytes(b"another")
    assert found_here([part])[part.label].path == ""


def test_files_are_sent_in_pieces_with_their_names_and_rights(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.cluster.sending._PIECE", 4)
    folder = tmp_path / "bot"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "__pycache__" / "x.pyc").write_bytes(b"compiled")
    (folder / "data").mkdir()
    (folder / "data" / "table.bin").write_bytes(b"0123456789")
    (folder / "run.sh").write_bytes(b"")
    (folder / "run.sh").chmod(0o755)
    files = list(sent_files(RunPart("bot b", "plugin", (str(folder),), "", sent=True), "part0"))
    assert [(file.name, file.data, file.executable, file.more) for file in files] == [
        ("part0/bot/run.sh", b"", True, False),
        ("part0/bot/data/table.bin", b"0123", False, True),
        ("part0/bot/data/table.bin", b"4567", False, True),
        ("part0/bot/data/table.bin", b"89", False, False),
    ]
    monkeypatch.setattr("arena.cluster.sending._LARGEST", 9)
    with pytest.raises(ConfigError, match="has more than 0 MiB of files"):
        list(sent_files(RunPart("bot b", "plugin", (str(folder),), "", sent=True), "part0"))


def test_files_of_a_run_that_begins_anew_take_the_place_of_the_old():
    """Its driver lost this machine in the middle of a file."""
    for data, more in ((b"the first half", True), (b"whole", False)):
        task.receive("run", msgspec.msgpack.encode([SentFile("part0/words", data, more=more)]), True)
    folder = Path(task._RUNS["run"].folder)
    assert [(path.name, path.read_bytes()) for path in (folder / "part0").iterdir()] == [("words", b"whole")]
    with pytest.raises(ValueError, match="outside"):
        task.receive("run", msgspec.msgpack.encode([SentFile("../words", b"")]), False)
    task.end("run")
    for thread in [thread for thread in threading.enumerate() if thread.name == "end run"]:
        thread.join()
    assert not folder.exists() and task._RUNS == {}


class Judge:
    """The part of a Fleet that hears how a machine got ready."""

    def __init__(self) -> None:
        self._facts = facts()
        self.what = SimpleNamespace(digests={"v": "abc"})
        self.troubles = [Trouble("mine", "v", "it does not start")]
        self.said: list[tuple[str, str]] = []

    def hear(self, ready: Ready) -> list[tuple[str, str]]:
        future: Future[bytes] = Future()
        future.set_result(msgspec.json.encode(ready))
        Fleet._started(self, SimpleNamespace(state=""), future)  # type: ignore[arg-type]
        return self.said

    def refuse(self, machine: object, why: str) -> None:
        self.said.append(("refuse", why))

    def fail(self, machine: object, why: str) -> None:
        self.said.append(("fail", why))


def test_a_machine_whose_arena_was_changed_below_its_dask_worker_is_refused():
    """The Dask worker knows the arena that it imported; the process that plays was started from what is there now."""
    ours = facts()
    there = {**ours, "arena": ("1 (sources abc)", "abc")}
    why = f"arena is 1 (sources abc) there and {ours['arena'][0]} here"
    assert Judge().hear(Ready(facts=there)) == [("refuse", why)]


@pytest.mark.parametrize(
    ("ready", "what", "why"),
    [
        (Ready("no such sandbox", lasting=True), "refuse", "no such sandbox"),
        (Ready("the run's process ended before it was ready"), "fail", "the run's process ended before it was ready"),
        (Ready(variants={"v": "def"}, facts=facts()), "refuse", "variant v is def there and abc here"),
        (
            Ready(variants={"v": "abc"}, facts=facts()), "fail",
            "not the same bots start there: mine on one machine alone",
        ),
    ],
)  # fmt: skip
def test_only_what_would_be_the_same_another_time_has_a_machine_refused_at_once(ready, what, why):
    """Whatever else went wrong while it started, as when somebody killed its process, may go well the next time."""
    assert Judge().hear(ready) == [(what, why)]


def test_an_address_of_this_machine_alone_is_no_bot_for_others():
    setup = setup_for(bots={"far": BotSetup("far", address="localhost:4000")})
    with pytest.raises(ConfigError, match="is another one on each machine"):
        parts_of(setup, {})


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1:8786",
        "http://here:8786",
        "tcp://here",
        "tcp://:8786",
        "tcp://here:x",
        "",
        "tcp://",
        "tls://here:0",
        "tcp://here:99999",
        "tcp://you:secret@here:1",
        "tcp://here:1/x",
        "tcp://a b:1",
    ],
)
def test_what_is_no_address_is_told(address):
    with pytest.raises(ConfigError, match=r"is no scheduler's address. Write tcp://HOST:PORT"):
        _security(address, Tls())


def test_files_for_tls_need_tls(tmp_path):
    with pytest.raises(ConfigError, match=r"is not encrypted. Write tls://HOST:PORT"):
        _security("tcp://127.0.0.1:8786", Tls(ca="ca.pem"))


@pytest.mark.parametrize("name", ["localhost", "10.0.0.7", "[::1]", "[fe80::1%eth0]", "node-3.cluster_a"])
def test_addresses_of_all_kinds_are_taken(name):
    assert _security(f"tcp://{name}:8786", Tls()) is None


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"ca": ""}, "--tls-ca: an encrypted connection needs to know who is trusted"),
        ({"cert": ""}, "--tls-cert: an encrypted connection needs"),
        ({"ca": "", "cert": "", "key": ""}, "Name files by --tls-ca, --tls-cert and --tls-key"),
        ({"ca": "junk"}, "--tls-ca: .*junk has no certificate"),
        ({"ca": "empty"}, "--tls-ca: .*empty has no certificate"),
        ({"ca": "key"}, "--tls-ca: .*key has no certificate"),
        ({"ca": "half"}, "--tls-ca: .*half cannot be used"),
        ({"cert": "junk"}, "--tls-cert: .*junk has no certificate"),
        ({"cert": "half"}, "--tls-cert, --tls-key: .*half and .* cannot be used"),
        ({"key": "junk"}, "--tls-key: .*junk has no private key"),
        ({"key": ""}, "--tls-cert: .*cert has no private key"),
        ({"cert": "key", "key": "cert"}, "--tls-cert: .*key has no certificate"),
        ({"key": "other"}, "--tls-cert, --tls-key: .*other has the key of another certificate"),
        ({"key": "locked"}, "--tls-key: the key in .*locked is locked by a password"),
        ({"ca": "."}, r"--tls-ca: \. cannot be read \(Is a directory\)"),
        ({"key": "missing"}, "--tls-key: .*missing cannot be read"),
    ],
)
def test_files_for_tls_that_cannot_be_used_are_named(changed, said, tmp_path, monkeypatch):
    """Nothing of it waits for a connection, which would say what OpenSSL makes of it."""
    monkeypatch.chdir(tmp_path)
    authority = trustme.CA()
    one, other = (authority.issue_cert("localhost") for _ in range(2))
    key, cert = one.private_key_pem.bytes(), one.cert_chain_pems[0].bytes()
    for name, data in {
        "ca": authority.cert_pem.bytes(), "cert": cert, "key": key, "other": other.private_key_pem.bytes(),
        "junk": b"junk", "empty": b"", "half": cert[: len(cert) // 2],
        "locked": b"-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
    }.items():  # fmt: skip
        (tmp_path / name).write_bytes(data)
    _security("tls://here:1", Tls("ca", "cert", "key"))
    with pytest.raises(ConfigError, match=said):
        _security("tls://here:1", Tls(**{"ca": "ca", "cert": "cert", "key": "key", **changed}))


def test_a_scheduler_that_is_not_there_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.cluster.link._ANSWER", 1.0)
    status, out, err = call(fill(tmp_path, SMALL), "run", "night.yaml", "--cluster", "tcp://127.0.0.1:1")
    assert (status, out) == (4, "")
    last = err.splitlines()[-1]  # before it, what a slow machine says of bots by path
    assert last.startswith("tcp://127.0.0.1:1: no scheduler can be reached there (")
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tls-ca", "night.yaml"], "are for --cluster"),
        (["--cluster", "tcp://127.0.0.1:1", "--workers", "2"], "--workers is for this machine"),
        (["--cluster", "tls://127.0.0.1:1", "--tls-key", "nowhere.pem"], "does not exist"),
    ],
)
def test_options_that_do_not_go_together_are_told(tmp_path, words, said):
    status, _, err = call(fill(tmp_path, SMALL), "run", "night.yaml", *words)
    assert status == 2 and said in err
