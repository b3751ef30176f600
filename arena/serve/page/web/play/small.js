// <arena-cells>: the board of a small game. A move is chosen by its squares; games without squares have a list of moves.

import { button, h, s } from "../dom.js";
import { label } from "/web/shared/draw.js";

/** @typedef {import("../types.js").SmallPosition} SmallPosition */
/** @typedef {import("../types.js").SmallMove} SmallMove */
/** @typedef {import("../types.js").Square} Square */

/** @param {Square} at */
const told = ([x, y]) => `${x},${y}`;
/** @param {Square[]} cells @param {Square} at */
const has = (cells, at) => cells.some((cell) => told(cell) === told(at));

export class ArenaCells extends HTMLElement {
  constructor() {
    super();
    /** @type {SmallPosition | null} */
    this.position = null;
    this.active = false;
    /** @type {Set<string>} */
    this.last = new Set();
    /** @type {Square[]} */
    this.picked = [];
    /** @type {(move: SmallMove) => void} */
    this.chosen = () => {};
    /** @type {Square} */
    this.focused = [0, 0];
    this.drawn = "";
  }

  connectedCallback() {
    new ResizeObserver(() => this.draw()).observe(this);
  }

  /**
   * @param {SmallPosition | null} position
   * @param {boolean} active whether moves may be made
   */
  show(position, active) {
    if (position?.text !== this.position?.text) this.picked = [];
    if (this.position && position) {
      const before = new Map(this.position.cells.map((cell) => [told(cell.at), cell.mark]));
      const changed = position.cells.filter((cell) => cell.mark !== before.get(told(cell.at))).map((cell) => told(cell.at));
      if (changed.length) this.last = new Set(changed);
    }
    this.position = position;
    this.active = active;
    this.drawn = "";
    this.draw();
  }

  /** The moves that what is picked may still become. @returns {SmallMove[]} */
  get able() {
    return (this.position?.moves ?? []).filter((move) => this.picked.every((at) => has(move.cells, at)));
  }

  /** @param {Square} at */
  pick(at) {
    if (!this.active || !this.position) return;
    const also = this.position.moves.find((move) => has(move.also ?? [], at) && !has(move.cells, at));
    if (also && !this.picked.length && !this.position.moves.some((move) => has(move.cells, at))) this.picked = also.cells;
    else if (has(this.picked, at)) this.picked = this.picked.filter((one) => told(one) !== told(at));
    else {
      this.picked = [...this.picked, at];
      if (!this.able.length) this.picked = [at];
      if (!this.able.length) this.picked = [];
    }
    const whole = this.able.filter((move) => move.cells.length === this.picked.length);
    if (this.picked.length && whole.length === 1 && this.able.length === 1 && whole[0]) {
      this.picked = [];
      this.chosen(whole[0]);
      return;
    }
    this.drawn = "";
    this.draw();
  }

  draw() {
    const position = this.position;
    const room = this.clientWidth;
    if (!position || !room) return;
    const mark = `${room} ${this.picked.join(";")} ${this.active} ${position.text}`;
    if (mark === this.drawn) return;
    this.drawn = mark;
    const focus = this.contains(document.activeElement) && document.activeElement instanceof SVGElement;
    const parts = [];
    if (position.columns && position.rows) parts.push(this.grid(position, position.columns, position.rows, room));
    else parts.push(h("pre", null, position.text));
    parts.push(this.buttons(position));
    this.replaceChildren(...parts);
    if (focus) this.focusOn(this.focused);
  }

  /** @param {SmallPosition} position @param {number} columns @param {number} rows @param {number} room */
  grid(position, columns, rows, room) {
    const high = Math.max(240, window.innerHeight - 320);
    const side = Math.floor(Math.max(26, Math.min(120, (room - 8) / columns, high / rows)));
    const edge = position.labels.columns.length ? 22 : 0;
    // one row that is longer than its place goes on below, in steps of five that can be counted
    const most = Math.floor((room - 8) / side);
    const across = rows === 1 && columns > most ? Math.max(5, most - (most % 5)) : columns;
    const down = rows === 1 ? Math.ceil(columns / across) : rows;
    const svg = s("svg", { class: "drawn cells", role: "grid", "aria-label": "The board", width: across * side, height: down * side + edge });
    const cells = new Map(position.cells.map((cell) => [told(cell.at), cell]));
    const open = new Set(this.able.flatMap((move) => move.cells).map(told));
    if (!this.picked.length) for (const move of position.moves) for (const at of move.also ?? []) open.add(told(at));
    for (let y = 0; y < rows; y += 1) {
      const row = s("g", { role: "row" });
      for (let x = 0; x < columns; x += 1) {
        const cell = cells.get(told([x, y]));
        if (!cell || cell.hole) continue;
        const can = this.active && open.has(told([x, y]));
        const name = `${position.labels.columns[x] ? `column ${position.labels.columns[x]}, ` : ""}row ${position.labels.rows[y] ?? y + 1}: ${cell.mark || "empty"}`;
        const tab = this.focused[0] === x && this.focused[1] === y;
        const node = s("g", { role: "gridcell", tabindex: tab ? 0 : -1, "aria-label": name, "data-at": told([x, y]), "aria-selected": has(this.picked, [x, y]) ? "true" : null, class: `cell${can ? " can" : ""}${has(this.picked, [x, y]) ? " picked" : ""}${this.last.has(told([x, y])) ? " last" : ""}`, transform: `translate(${(x % across) * side} ${(y + Math.floor(x / across)) * side})` });
        node.append(s("rect", { x: 1, y: 1, width: side - 2, height: side - 2, rx: side * 0.1, class: "square" }), ...piece(cell, side));
        node.addEventListener("click", () => {
          this.focused = [x, y];
          this.pick([x, y]);
        });
        node.addEventListener("keydown", (event) => this.key(event, x, y, columns, rows));
        row.append(node);
      }
      svg.append(row);
    }
    if (!svg.querySelector("[tabindex='0']")) svg.querySelector("[data-at]")?.setAttribute("tabindex", "0");
    if (across === columns) position.labels.columns.forEach((text, x) => svg.append(label((x + 0.5) * side, rows * side + 16, 13, text, side, "edge")));
    return svg;
  }

  /** @param {KeyboardEvent} event @param {number} x @param {number} y @param {number} columns @param {number} rows */
  key(event, x, y, columns, rows) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick([x, y]);
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [dx, dy] = /** @type {[number, number]} */ (step);
    for (let [a, b] = [x + dx, y + dy]; a >= 0 && b >= 0 && a < columns && b < rows; [a, b] = [a + dx, b + dy]) {
      if (!this.querySelector(`[data-at="${told([a, b])}"]`)) continue;
      this.focusOn([a, b]);
      return;
    }
  }

  /** @param {Square} at */
  focusOn(at) {
    this.focused = at;
    for (const node of this.querySelectorAll("[data-at]")) node.setAttribute("tabindex", node.getAttribute("data-at") === told(at) ? "0" : "-1");
    /** @type {SVGElement | null} */ (this.querySelector(`[data-at="${told(at)}"]`))?.focus({ preventScroll: true });
  }

  /** @param {SmallPosition} position */
  buttons(position) {
    const clickable = position.columns && position.moves.some((move) => move.cells.length);
    const offered = !this.active ? [] : clickable ? (this.picked.length ? this.able.filter((move) => move.cells.length === this.picked.length) : []) : position.moves;
    return h(
      "div",
      { class: "small-moves row" },
      offered.map((move) => button(move.short || move.text, () => this.chosen(move), { class: clickable ? "strong" : null })),
      this.picked.length ? button("Cancel", () => { this.picked = []; this.drawn = ""; this.draw(); }, { class: "quiet" }) : null,
    );
  }
}

/** @param {import("../types.js").Cell} cell @param {number} side */
function piece(cell, side) {
  if (!cell.mark) return [];
  const [middle, seat] = [side / 2, `seat${cell.seat ?? "none"}`];
  if (cell.mark === "stick") return [s("rect", { x: middle - Math.max(3, side * 0.07), y: side * 0.14, width: Math.max(6, side * 0.14), height: side * 0.72, rx: 3, class: "piece stick" })];
  if (cell.mark === "peg" || cell.mark === "coin") return [s("circle", { cx: middle, cy: middle, r: side * 0.3, class: "piece peg" })];
  if (cell.seat !== null && cell.mark.length === 1) {
    return [s("circle", { cx: middle, cy: middle, r: side * 0.36, class: `piece ${seat}` }), label(middle, middle + side * 0.13, Math.max(12, side * 0.36), cell.mark, side * 0.6, `mark ${seat}`)];
  }
  return [label(middle, middle + side * 0.16, Math.max(12, side * 0.45), cell.mark, side - 6, `mark ${seat}`)];
}

customElements.define("arena-cells", ArenaCells);
