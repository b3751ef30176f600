// One's own tiles: those on the rack in the order one likes, and those laid on the board but not sent yet. Pure.
//
// A tile never becomes another: what the server says is held is matched with the slots that are there, and a slot whose
// square was taken comes back to the rack. Blanks and tiles of several faces keep their face as long as they lie.

import { key } from "../board/places.js";

/** @typedef {import("../types.js").TileKind} TileKind */
/** @typedef {import("../types.js").Tile} Tile */
/** @typedef {import("../types.js").Square} Square */
/** @typedef {{id: number, tile: number, at: Square | null, face: string | null}} Slot */

let numbered = 0;

export class Hand {
  /** @param {TileKind[]} kinds */
  constructor(kinds) {
    this.kinds = new Map(kinds.map((kind) => [kind.id, kind]));
    /** @type {Slot[]} */
    this.slots = [];
    /** @type {number[]} slots as they were laid, the last one last */
    this.order = [];
  }

  /**
   * Hold these tiles: slots that go on keep their places, new ones come at the end.
   * @param {number[]} tiles ids
   */
  hold(tiles) {
    const left = new Map();
    for (const tile of tiles) left.set(tile, (left.get(tile) ?? 0) + 1);
    // tiles of a kind are alike: those on the rack stay before those that lie
    const kept = new Set();
    for (const slot of [...this.slots].sort((a, b) => Number(Boolean(a.at)) - Number(Boolean(b.at)))) {
      const count = left.get(slot.tile) ?? 0;
      if (count) {
        left.set(slot.tile, count - 1);
        kept.add(slot);
      }
    }
    this.slots = this.slots.filter((slot) => kept.has(slot));
    for (const tile of tiles) {
      const count = left.get(tile) ?? 0;
      if (!count) continue;
      left.set(tile, count - 1);
      numbered += 1;
      this.slots.push({ id: numbered, tile, at: null, face: null });
    }
    this.order = this.order.filter((id) => this.slots.some((slot) => slot.id === id && slot.at));
  }

  /**
   * Take back the tiles whose squares others took; returns them.
   * @param {(x: number, y: number) => boolean} taken
   */
  yield(taken) {
    const back = this.slots.filter((slot) => slot.at && taken(...slot.at));
    for (const slot of back) this.takeBack(slot);
    return back;
  }

  get laid() {
    return this.slots.filter((slot) => slot.at);
  }

  get free() {
    return this.slots.filter((slot) => !slot.at);
  }

  /** @param {number} id */
  slot(id) {
    return this.slots.find((slot) => slot.id === id);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.slots.find((slot) => slot.at && slot.at[0] === x && slot.at[1] === y);
  }

  /** @param {Slot} slot @returns {TileKind} */
  kind(slot) {
    return this.kinds.get(slot.tile) ?? { id: slot.tile, count: 1, wild: false, label: "#" + slot.tile, faces: [] };
  }

  /** Whether one has to say which face it shows. @param {Slot} slot */
  asks(slot) {
    return this.kind(slot).faces.length !== 1;
  }

  /** @param {Slot} slot */
  points(slot) {
    const kind = this.kind(slot);
    const face = slot.face ?? (kind.faces.length === 1 ? (kind.faces[0]?.[0] ?? null) : null);
    const found = kind.faces.find(([char]) => char === face);
    return found ? found[1] : kind.wild ? 0 : undefined;
  }

  /** What a slot shows. @param {Slot} slot */
  char(slot) {
    return slot.face ?? this.kind(slot).label;
  }

  /** Whether every tile that lies has a face. */
  get faced() {
    return this.laid.every((slot) => !this.asks(slot) || slot.face !== null);
  }

  /**
   * Lay a tile, or move one that lies; a tile of one's own that is there changes places with it.
   * @param {Slot} slot
   * @param {number} x
   * @param {number} y
   * @param {string | null} [face]
   */
  lay(slot, x, y, face = null) {
    const other = this.at(x, y);
    if (other && other !== slot) {
      if (slot.at) other.at = slot.at;
      else this.takeBack(other);
    }
    slot.at = [x, y];
    if (face !== null) slot.face = face;
    this.order = [...this.order.filter((id) => id !== slot.id), slot.id];
  }

  /** @param {Slot} slot */
  takeBack(slot) {
    slot.at = null;
    slot.face = null;
    this.order = this.order.filter((id) => id !== slot.id);
  }

  /** The tile that was laid last. @returns {Slot | undefined} */
  get last() {
    const id = this.order[this.order.length - 1];
    return id === undefined ? undefined : this.slot(id);
  }

  recall() {
    for (const slot of this.slots) this.takeBack(slot);
  }

  shuffle() {
    for (let last = this.slots.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.slots[last], this.slots[other]] = [/** @type {Slot} */ (this.slots[other]), /** @type {Slot} */ (this.slots[last])];
    }
  }

  /** Order by letters, blanks last. */
  sort() {
    this.slots.sort((a, b) => Number(this.kind(a).wild) - Number(this.kind(b).wild) || this.kind(a).label.localeCompare(this.kind(b).label));
  }

  /**
   * Put a slot before another one (null: at the end).
   * @param {Slot} slot
   * @param {Slot | null} before
   */
  moveBefore(slot, before) {
    if (slot === before) return;
    const rest = this.slots.filter((one) => one !== slot);
    const at = before ? rest.indexOf(before) : rest.length;
    rest.splice(at < 0 ? rest.length : at, 0, slot);
    this.slots = rest;
  }

  /**
   * Return a free tile that shows a letter: an ordinary one rather than one of several faces, a blank last.
   * @param {string} char
   * @param {boolean} [blank] only a blank
   */
  finds(char, blank = false) {
    const able = this.free.filter((slot) => (!blank || this.kind(slot).wild) && this.kind(slot).faces.some(([face]) => same(face, char)));
    const worth = (/** @type {Slot} */ slot) => (this.kind(slot).wild ? 1000 : this.kind(slot).faces.length);
    return able.sort((a, b) => worth(a) - worth(b))[0];
  }

  /**
   * Return the face as the tile spells it.
   * @param {Slot} slot
   * @param {string} char
   */
  spelt(slot, char) {
    return this.kind(slot).faces.find(([face]) => same(face, char))?.[0] ?? char;
  }

  /** What is laid, as it is sent. @returns {Tile[]} */
  get tiles() {
    return this.laid.map((slot) => ({ at: /** @type {Square} */ (slot.at), tile: slot.tile, char: this.char(slot), points: this.points(slot) ?? 0 }));
  }

  /** A text that is another whenever what is laid is. */
  get told() {
    return this.laid.map((slot) => `${slot.tile}${this.char(slot)}@${key(.../** @type {Square} */ (slot.at))}`).sort().join(" ");
  }

  /**
   * Lay a whole play; tiles that are not held are left out. Returns whether all were.
   * @param {Tile[]} tiles
   */
  layAll(tiles) {
    this.recall();
    let all = true;
    for (const tile of tiles) {
      const slot = this.free.find((one) => one.tile === tile.tile);
      if (!slot) {
        all = false;
        continue;
      }
      this.lay(slot, tile.at[0], tile.at[1], this.asks(slot) ? tile.char : null);
    }
    return all;
  }
}

/** @param {string} a @param {string} b */
export const same = (a, b) => a.toLocaleUpperCase() === b.toLocaleUpperCase();
