// Words typed on the board: letters lay tiles from the cursor on, space means a blank, backspace takes the last one back.

import { same } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("../board/board.js").ArenaBoard} ArenaBoard */

export class Typing {
  /**
   * @param {ArenaBoard} board
   * @param {Hand} hand
   * @param {(x: number, y: number) => boolean} taken whether a tile that was sent lies there
   */
  constructor(board, hand, taken) {
    this.board = board;
    this.hand = hand;
    this.taken = taken;
    this.buffer = "";
    this.blank = false;
  }

  /** Whether a square is there and holds nothing. @param {number} x @param {number} y */
  open(x, y) {
    return this.board.squares?.at(x, y) != null && !this.taken(x, y) && !this.hand.at(x, y);
  }

  /** Put the cursor on the next open square of the line, this one included. @param {boolean} [on] begin one further */
  advance(on = false) {
    const cursor = this.board.cursor;
    if (!cursor) return;
    const [dx, dy] = cursor.across ? [1, 0] : [0, 1];
    let [x, y] = [cursor.x, cursor.y];
    if (on) [x, y] = [x + dx, y + dy];
    while (this.taken(x, y) || this.hand.at(x, y)) [x, y] = [x + dx, y + dy];
    if (this.open(x, y)) this.board.moveCursor(x, y, false);
  }

  /**
   * Take a typed letter; returns what is to be said where it cannot be laid, else "".
   * @param {string} letter
   * @param {boolean} blank as a blank whatever is held
   */
  letter(letter, blank) {
    const cursor = this.board.cursor;
    if (!cursor) this.board.moveCursor(...this.board.middle(), false);
    this.buffer += letter;
    const wild = blank || this.blank;
    const slot = this.hand.finds(this.buffer, wild);
    if (!slot) {
      const longer = this.hand.free.some((one) => this.hand.kind(one).faces.some(([face]) => face.length > this.buffer.length && same(face.slice(0, this.buffer.length), this.buffer)));
      if (longer) return "";
      const told = this.buffer.toLocaleUpperCase();
      this.buffer = "";
      return wild ? "There is no blank left on your rack." : `There is no ${told} left on your rack.`;
    }
    this.advance();
    const at = this.board.cursor;
    if (!at || !this.open(at.x, at.y)) {
      this.buffer = "";
      return "There is no free square here.";
    }
    this.hand.lay(slot, at.x, at.y, this.hand.asks(slot) ? this.hand.spelt(slot, this.buffer) : null);
    this.buffer = "";
    this.blank = false;
    this.advance(true);
    return "";
  }

  /** Take the last tile back, and the cursor to where it lay. */
  back() {
    this.blank = false;
    if (this.buffer) {
      this.buffer = "";
      return;
    }
    const slot = this.hand.last;
    if (!slot?.at) return;
    const [x, y] = slot.at;
    this.hand.takeBack(slot);
    this.board.moveCursor(x, y, false);
  }

  /** Forget what was begun. */
  reset() {
    this.buffer = "";
    this.blank = false;
  }
}

/**
 * Return whether keys typed now belong to something else that is focused.
 * @param {EventTarget | null} target
 */
export function elsewhere(target) {
  return target instanceof HTMLElement && Boolean(target.closest("input, textarea, select, dialog, [contenteditable]"));
}

