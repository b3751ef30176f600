#!/usr/bin/env -S node --max-old-space-size=160 --max-semi-space-size=4
// A bot for the word game in JavaScript, without any library: of the words through a tile on the board it plays the one
// with the most points, cross words included. Wild cards stand in for what is missing. All that it knows is in
// docs/reference/message-protocol.md. Its heap is bounded; newer nodes reserve more than the 1 GiB of addresses that bots
// have, and need limits: {memory: 4GiB}.
'use strict';
const fs = require('fs');
const readline = require('readline');

let me, hand, names, faces, centre, kinds, used, lower, infinite, words, known, board, bag, handSize;
const at = (x, y) => x + ',' + y;
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n'); // written at once: nothing to flush

function start(message) {
  me = message.you;
  hand = new Map(Object.entries(message.hand).map(([tile, count]) => [Number(tile), count]));
  faces = new Map(); // letter -> [tile id, points] of each tile that shows it, wild cards last
  names = new Map(); // tile id -> letter, of the tiles with one face
  for (const { id, faces: shown } of message.tiles.sort((a, b) => a.faces.length - b.faces.length)) {
    for (const [char, points] of shown) faces.set(char, [...(faces.get(char) || []), [id, points]]);
    if (shown.length === 1) names.set(id, shown[0][0]);
  }
  centre = message.board.centre;
  kinds = new Map(message.board.squares.map((kind) => [kind.id, kind.multipliers || [1, 1]]));
  used = kinds.get(message.board.used);
  lower = message.board.window; // what lies beyond it is left alone
  board = new Map((message.placed || []).map((tile) => [at(...tile.at), [tile.char, tile.points]]));
  handSize = message.hand_size;
  bag = message.bag ?? message.tiles.reduce((sum, tile) => sum + tile.count, 0) - message.players * handSize;
  words = fs.readFileSync(message.dictionary.words, 'utf8').split('\n').filter((word) => word.length > 1);
  known = new Set(words);
  say({ type: 'ready', name: 'javascript' });
}

const squareAt = (x, y) => {
  const row = lower.rows[y - lower.y0];
  const kind = row === undefined ? undefined : row[x - lower.x0];
  return kind === undefined ? -1 : kind;
};

function hear(message) {
  for (const tile of message.tiles && message.points !== undefined ? message.tiles : []) {
    board.set(at(...tile.at), [tile.char, tile.points]);
    bag = Math.max(0, bag - 1);
    if (message.type === 'play_success') give(tile.tile);
  }
  for (const tile of message.old_tiles || []) give(tile);
  for (const tile of message.new_tiles || []) hand.set(tile, (hand.get(tile) || 0) + 1);
}

const give = (tile) => (hand.get(tile) > 1 ? hand.set(tile, hand.get(tile) - 1) : hand.delete(tile));

// The letters and points of the run of old tiles from (x, y) on, in one direction.
function run(x, y, dx, dy) {
  const found = [];
  for (let tile; (tile = board.get(at(x, y))); x += dx, y += dy) found.push(tile);
  return found;
}

// The points of the word that a new tile makes across the main word's direction: 0 for none, -1 for no word.
function cross(x, y, dx, dy, char, points, multipliers) {
  const before = run(x - dy, y - dx, -dy, -dx).reverse();
  const after = run(x + dy, y + dx, dy, dx);
  if (!before.length && !after.length) return 0;
  const old = [...before, ...after];
  if (!known.has(before.map((t) => t[0]).join('') + char + after.map((t) => t[0]).join(''))) return -1;
  const sum = old.reduce((total, tile) => total + tile[1] * used[0], points * multipliers[0]);
  return sum * multipliers[1];
}

// Lay a word from (x, y) on; return its tiles and points, or null where it does not fit.
function lay(word, x, y, dx, dy, least) {
  if (board.has(at(x - dx, y - dy)) || board.has(at(x + dx * word.length, y + dy * word.length))) return null;
  const left = new Map(hand);
  const tiles = [];
  let sum = 0, times = 1, more = 0;
  for (const char of word) {
    const old = board.get(at(x, y));
    if (old) {
      if (old[0] !== char) return null;
      sum += old[1] * used[0];
    } else {
      const kind = squareAt(x, y);
      const face = (faces.get(char) || []).find(([tile]) => left.get(tile));
      if (kind === -1 || !face) return null;
      left.set(face[0], left.get(face[0]) - 1);
      const multipliers = kinds.get(kind);
      const crossing = cross(x, y, dx, dy, char, face[1], multipliers);
      if (crossing < 0) return null;
      more += crossing;
      sum += face[1] * multipliers[0];
      times *= multipliers[1];
      tiles.push({ at: [x, y], tile: face[0], char, points: face[1] });
    }
    x += dx;
    y += dy;
  }
  return tiles.length < least ? null : { tiles, points: sum * times + more + (tiles.length === handSize ? 50 : 0) };
}

// The words of these letters, then those in which wild cards stand for up to so many others.
function* fitting(reach, wild) {
  const whole = new RegExp(`^[${[...reach].join('')} ]+$`);
  for (const word of words) if (whole.test(word)) yield word;
  for (const word of wild ? words : []) {
    let missing = 0;
    for (let at = 0; at < word.length && missing <= wild; at++) if (!reach.has(word[at])) missing++;
    if (missing > 0 && missing <= wild) yield word;
  }
}

function choose(until) {
  const mine = [...hand.keys()].map((tile) => names.get(tile)).filter((char) => char);
  const anchors = board.size ? [...board].map(([key, tile]) => [...key.split(',').map(Number), tile[0]]) : [[...centre, null]];
  const there = anchors.map((anchor) => anchor[2]).filter((char) => char);
  const reach = new Set([...mine, ...there]);
  const wild = [...hand].reduce((sum, [tile, count]) => sum + (names.has(tile) ? 0 : count), 0);
  let best = null;
  for (const word of fitting(reach, wild)) {
    if (Date.now() > until) break;
    for (const [x, y, char] of anchors) {
      for (let index = 0; index < word.length; index++) {
        if (char !== null && word[index] !== char) continue;
        for (const [dx, dy] of [[1, 0], [0, 1]]) {
          const play = lay(word, x - dx * index, y - dy * index, dx, dy, board.size ? 1 : 2);
          if (play && (!best || play.points > best.points)) best = play;
        }
      }
    }
  }
  if (best) return { type: 'play', tiles: best.tiles };
  const held = [...hand].flatMap(([tile, count]) => Array(count).fill(tile)).slice(0, bag);
  return held.length ? { type: 'change', tiles: held } : { type: 'pass' };
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'start') start(message);
  else if (message.type === 'your_turn') {
    const began = Date.now();
    const answer = choose(began + (message.ms === null ? 1000 : message.ms / 3));
    say({ ...answer, turn: message.turn, ms: Date.now() - began });
  } else if (message.type === 'game_over') process.exit(0);
  else hear(message);
});
