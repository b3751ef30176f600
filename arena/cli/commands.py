"""The commands, in groups, as ``arena --help`` lists them. Names alone: a command is imported when it is called."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """A command: where it is, what --help says of it, and an example. So --help imports none of them."""

    module: str
    attribute: str
    line: str
    example: str


# Commands as --help lists them: what most people want first.
GROUPS: dict[str, dict[str, Entry]] = {
    "Start here": {
        "init": Entry(
            "arena.cli.tournaments.init",
            "command",
            "copy the sample tournaments, boards and programs into a folder",
            "arena init samples",
        ),
        "run": Entry(
            "arena.cli.tournaments.run",
            "command",
            "play a tournament (or the rest of it) and print its report",
            "arena run quickstart",
        ),
        "report": Entry(
            "arena.cli.reports.report",
            "command",
            "show the standings and the best moves of a tournament",
            "arena report quickstart",
        ),
        "results": Entry(
            "arena.cli.reports.results",
            "command",
            "list the tournaments that were played, and their state",
            "arena results",
        ),
        "replay": Entry(
            "arena.cli.reports.replay",
            "command",
            "print a game move by move, with boards",
            "arena replay quickstart/standard/greedy-vs-random/0001/1",
        ),
    },
    "Tournaments": {
        "plan": Entry(
            "arena.cli.tournaments.plan",
            "plan",
            "show what a tournament would play, and how long it may take",
            "arena plan quickstart",
        ),
        "check": Entry(
            "arena.cli.tournaments.check",
            "command",
            "start every bot of a tournament and let it play itself",
            "arena check quickstart",
        ),
        "log": Entry(
            "arena.cli.reports.log",
            "command",
            "show what a bot printed and did wrong in a tournament",
            "arena log quickstart --bot greedy",
        ),
        "compare": Entry(
            "arena.cli.reports.compare",
            "command",
            "show what changed between two runs of the same games",
            "arena compare before after",
        ),
        "export": Entry(
            "arena.cli.reports.export",
            "command",
            "write a tournament's games as JSON lines, CSV, Parquet or GCG",
            "arena export quickstart --format csv",
        ),
        "doctor": Entry(
            "arena.cli.reports.doctor",
            "command",
            "check a tournament's results for damage, and repair them",
            "arena doctor quickstart",
        ),
        "cluster": Entry(
            "arena.cli.tournaments.cluster",
            "cluster",
            "start workers on this machine for `arena run --cluster`",
            "arena cluster local 2",
        ),
        "tcp": Entry(
            "arena.cli.tournaments.tcp",
            "command",
            "serve a tournament over TCP, or join one with a bot",
            "arena tcp serve --bots greedy",
        ),
    },
    "Bots": {
        "bots": Entry(
            "arena.cli.bots.bots",
            "command",
            "list the installed bots, start a new one, check one",
            "arena bots check greedy",
        ),
        "ask": Entry(
            "arena.cli.bots.ask",
            "command",
            "ask a bot the question of one turn again, in a debugger if you like",
            "arena ask greedy quickstart/standard/greedy-vs-random/0001/1 5",
        ),
        "bench": Entry(
            "arena.cli.bots.bench",
            "command",
            "measure how fast everything is, against set targets",
            "arena bench --quick",
        ),
    },
    "Play, and find moves": {
        "play": Entry(
            "arena.cli.play.play",
            "play",
            "play at the terminal, against bots or other people",
            "arena play --against greedy",
        ),
        "serve": Entry(
            "arena.cli.play.serve",
            "serve",
            "open the page: play, look on, look back and analyse in a browser",
            "arena serve",
        ),
        "advise": Entry(
            "arena.cli.games.advise",
            "advise",
            "show the best move of a small game, and who wins",
            "arena advise 'nim(3,5,7)'",
        ),
        "moves": Entry(
            "arena.cli.words.moves",
            "moves",
            "list every legal play of a position, best first",
            "arena moves position.json --top 5",
        ),
        "analyse": Entry(
            "arena.cli.words.analyse",
            "command",
            "set each move of game records beside the best one",
            "arena analyse game.gcg",
        ),
        "judge": Entry(
            "arena.cli.words.judge",
            "judge",
            "score a play in a position, or say what is wrong with it",
            "arena judge position.json '8D CAT'",
        ),
        "scorechecker": Entry(
            "arena.cli.words.scorechecker",
            "scorechecker",
            "judge pairs of boards from standard input",
            "arena scorechecker english < pairs.txt",
        ),
        "solver": Entry(
            "arena.cli.words.scorechecker",
            "solver",
            "find the best play for boards and trays from standard input",
            "arena solver english < trays.txt",
        ),
    },
    "Boards, words, games, records": {
        "boards": Entry(
            "arena.cli.words.boards",
            "boards",
            "list the boards, show one, check a board file",
            "arena boards show standard",
        ),
        "square": Entry(
            "arena.cli.words.square",
            "square",
            "run a square's program on a letter of a word",
            "arena square '_result_ := pointValue(_pos_) * 2' --word CAT",
        ),
        "lexicon": Entry(
            "arena.cli.words.lexicon",
            "lexicon",
            "pack a word list, describe one, look words up, check a dictionary",
            "arena lexicon check english CAT",
        ),
        "train": Entry(
            "arena.cli.words.train",
            "train",
            "learn by self-play what leaves are worth",
            "arena train leaves --games 20000 -o leaves.klv2",
        ),
        "games": Entry(
            "arena.cli.games.games",
            "games",
            "list the games, start a new one, check one",
            "arena games check tictactoe",
        ),
        "import": Entry(
            "arena.cli.words.import_game",
            "command",
            "replay a GCG record and list everything that disagrees",
            "arena import game.gcg",
        ),
    },
    "Ratings of any results": {
        "rate": Entry(
            "arena.cli.ratings.rate",
            "command",
            "rate results of any game: a list, or one match by its counts",
            "arena rate --wdl 60,10,30",
        ),
        "sprt": Entry(
            "arena.cli.ratings.sprt",
            "command",
            "judge by a sequential test: counts of results, or two versions of a bot",
            "arena sprt --wdl 600,100,500 --elo0 0 --elo1 10",
        ),
    },
}
COMMANDS = {name: entry for entries in GROUPS.values() for name, entry in entries.items()}
