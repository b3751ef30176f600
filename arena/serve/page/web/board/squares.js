// Which kind of square lies where: the window that the table came with, and on boards without end others as they are looked at.

import { get } from "../api.js";
import { key } from "./places.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Kind} Kind */

const CHUNK = 32;

export class Squares {
  /**
   * @param {Table} table
   * @param {() => void} changed called when squares came that were asked for
   */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    /** @type {Map<string, number[][] | null>} chunk -> its rows, null while they are asked for */
    this.chunks = new Map();
    this.kinds = new Map(table.board.kinds.map((kind) => [kind.id, kind]));
  }

  /**
   * Return the kind of a square, null for a hole, undefined while it is not known yet.
   * @param {number} x
   * @param {number} y
   * @returns {Kind | null | undefined}
   */
  at(x, y) {
    const { window, bounds } = this.table.board;
    let id = window.rows[y - window.y]?.[x - window.x];
    if (id === undefined) {
      if (bounds && (x < bounds[0] || y < bounds[1] || x > bounds[2] || y > bounds[3])) return null;
      const left = Math.floor(x / CHUNK) * CHUNK;
      const top = Math.floor(y / CHUNK) * CHUNK;
      const chunk = this.chunks.get(key(left, top));
      if (chunk === undefined) this.load(left, top);
      id = chunk?.[y - top]?.[x - left];
      if (id === undefined) return undefined;
    }
    return id < 0 ? null : (this.kinds.get(id) ?? null);
  }

  /** @param {number} left @param {number} top */
  async load(left, top) {
    const name = key(left, top);
    this.chunks.set(name, null);
    try {
      const told = await get(`/api/tables/${encodeURIComponent(this.table.table)}/squares`, { x: left, y: top, columns: CHUNK, rows: CHUNK });
      this.chunks.set(name, told.rows);
      this.changed();
    } catch {
      window.setTimeout(() => this.chunks.delete(name), 2000); // asked again when it is looked at
    }
  }
}
