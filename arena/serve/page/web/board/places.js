// Squares by name: 8D across and D8 down on a board with edges, x and y on one without.

import { columnName } from "/web/shared/draw.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Kind} Kind */

/** @param {number} x @param {number} y */
export const key = (x, y) => `${x},${y}`;

/**
 * Return what stands at the edge above a column.
 * @param {Board | null} board
 * @param {number} x
 */
export const columnLabel = (board, x) => (board?.bounds ? columnName(x - board.bounds[0]) : String(x));

/**
 * Return what stands at the edge beside a row.
 * @param {Board | null} board
 * @param {number} y
 */
export const rowLabel = (board, y) => (board?.bounds ? String(y - board.bounds[1] + 1) : String(y));

/**
 * Return a square's name for people.
 * @param {Board | null} board
 * @param {number} x
 * @param {number} y
 */
export function squareName(board, x, y) {
  if (board?.bounds) return rowLabel(board, y) + columnLabel(board, x);
  return `column ${x}, row ${y}`;
}

/**
 * Return what a square does, in words; "" for a plain one.
 * @param {Kind | null} kind
 */
export function says(kind) {
  if (!kind || kind.class === "plain" || kind.does === "nothing") return "";
  return kind.multipliers ? kind.does : `${kind.name}: ${kind.does}`;
}
