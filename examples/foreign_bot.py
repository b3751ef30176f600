#!/usr/bin/env python3
"""A bot for the word game that knows nothing of arena: it speaks the message protocol on standard input and output.

It lays whole words through one tile of the board, across or down, where nothing else is touched, and takes the one
with the most tiles; a wild card stands in for what is missing. In a tournament file: command: [./foreign_bot.py]."""

import json
import sys
import time

LONGEST = 7  # letters of the words that it tries


class Game:
    """What it knows of one game: its hand, the board, and the words."""

    def __init__(self, start):
        self.me = start["you"]
        self.hand = {int(tile): count for tile, count in start["hand"].items()}
        self.centre = tuple(start["board"]["centre"])
        window = start["board"]["window"]
        self.squares = {
            (window["x0"] + x, window["y0"] + y)
            for y, row in enumerate(window["rows"])
            for x, kind in enumerate(row)
            if kind != -1
        }
        self.shows = {}  # letter -> (tile id, points) of each tile that shows it, wild cards last
        self.names = {}  # tile id -> letter, of the tiles with one face
        for tile in sorted(start["tiles"], key=lambda tile: len(tile["faces"])):
            for char, points in tile["faces"]:
                self.shows.setdefault(char, []).append((tile["id"], points))
                if len(tile["faces"]) == 1:
                    self.names[tile["id"]] = char
        self.words = []
        with open(start["dictionary"]["words"], encoding="utf-8") as file:
            for line in file:
                word = line.strip()
                if 2 <= len(word) <= LONGEST:
                    self.words.append((set(word), word))
        in_bag = sum(t["count"] for t in start["tiles"]) - start["players"] * start["hand_size"]
        self.unseen = start.get("bag", in_bag)  # told where the game begins in a position
        self.words.sort(key=lambda pair: (-len(pair[1]), pair[1]))
        self.board = {tuple(tile["at"]): tile["char"] for tile in start.get("placed", ())}

    def hear(self, message):
        """Follow the game by one message."""
        kind = message["type"]
        if kind in ("play_success", "played"):
            self.last = message
            for tile in message["tiles"]:
                self.board[tuple(tile["at"])] = tile["char"]
                self.unseen = max(0, self.unseen - 1)
                if kind == "play_success":
                    self.give(tile["tile"])
        elif kind == "challenged" and message["phonies"]:  # the last play is taken back
            for tile in self.last["tiles"]:
                del self.board[tuple(tile["at"])]
                self.unseen += 1
                if self.last["type"] == "play_success":
                    self.hand[tile["tile"]] = self.hand.get(tile["tile"], 0) + 1
            for tile in self.last.get("new_tiles", ()):
                self.give(tile)
        elif kind == "change_success":
            for tile in message["old_tiles"]:
                self.give(tile)
        for tile in message.get("new_tiles", ()):
            self.hand[tile] = self.hand.get(tile, 0) + 1

    def give(self, tile):
        self.hand[tile] -= 1
        if not self.hand[tile]:
            del self.hand[tile]

    def move(self, deadline):
        """Return the longest play found in time, or a change."""
        for word in self.fitting(set(self.board.values())):
            for (x, y), char in (self.board or {self.centre: None}).items():
                for at in [at for at, letter in enumerate(word) if letter == char] if char else [None]:
                    for dx, dy in ((1, 0), (0, 1)):
                        tiles = self.through(word, at, x, y, dx, dy)
                        if tiles:
                            return {"type": "play", "tiles": tiles}
            if time.monotonic() > deadline:
                break
        return self.change()

    def fitting(self, more):
        """Yield the words whose letters are in the hand or among ``more``, but for as many as there are wild cards."""
        letters = {self.names[tile] for tile in self.hand if tile in self.names} | more
        wild = sum(count for tile, count in self.hand.items() if tile not in self.names)
        for most in range(wild + 1):
            for signs, word in self.words:
                if len(signs - letters) == most:
                    yield word

    def change(self):
        """Return a change of as many tiles as the bag allows, or a pass."""
        held = [tile for tile, count in self.hand.items() for _ in range(count)][: self.unseen]
        return {"type": "change", "tiles": held} if held else {"type": "pass"}

    def through(self, word, crossing, x, y, dx, dy):
        """Return the tiles that lay ``word`` with its letter ``crossing`` on (x, y), or None where they do not fit."""
        start = crossing or 0
        path = [(x + dx * (i - start), y + dy * (i - start)) for i in range(len(word))]
        ends = ((path[0][0] - dx, path[0][1] - dy), (path[-1][0] + dx, path[-1][1] + dy))
        if any(end in self.board for end in ends):
            return None
        tiles, held = [], dict(self.hand)
        for index, (square, char) in enumerate(zip(path, word, strict=True)):
            if index == crossing:
                continue
            beside = ((square[0] + dy, square[1] + dx), (square[0] - dy, square[1] - dx))
            if square not in self.squares or square in self.board or any(other in self.board for other in beside):
                return None
            found = [shown for shown in self.shows.get(char, ()) if held.get(shown[0])]
            if not found:
                return None
            tile, points = found[0]
            held[tile] -= 1
            tiles.append({"at": square, "tile": tile, "char": char, "points": points})
        return tiles


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()  # a message that waits in a buffer is a message too late


def main():
    game = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            game = Game(message)
            say({"type": "ready", "name": "foreign"})
        elif message["type"] == "your_turn":
            began = time.monotonic()
            seconds = 1.0 if message["ms"] is None else message["ms"] / 4000
            answer = game.move(began + seconds)
            say({**answer, "turn": message["turn"], "ms": round((time.monotonic() - began) * 1000, 3)})
        elif message["type"] == "game_over":
            return
        else:
            game.hear(message)


if __name__ == "__main__":
    main()
