// <arena-board>: a board of any shape in SVG. It shows what it is given and tells which square was meant; it knows no rules.
//
// Events (detail): `square` {x, y} a square was clicked or tapped; `tiledown` {x, y, event} a finger or button went down on a
// tile that may be moved; `cursor` {x, y} the keyboard's cursor went there; `port` the part that is seen changed.

import { h, s, fresh } from "../dom.js";
import { label, square, tile } from "/web/shared/draw.js";
import { columnLabel, key, rowLabel, says, squareName } from "./places.js";
import { Port } from "./port.js";
import { Squares } from "./squares.js";
import { gestures } from "./gestures.js";
import { makeKnobs, makeMap } from "./map.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("/web/shared/draw.js").TileLook} TileLook */
/** @typedef {{x: number, y: number, across: boolean} | null} Cursor */

const EDGE = 20;
const BESIDE = 900; // px; as in play.css
const LEAST = 200; // px of a board's height, however much others need
const MARGIN = 1; // squares drawn beyond what is seen
const READABLE = 16; // px of a square whose letter one can read

export class ArenaBoard extends HTMLElement {
  constructor() {
    super();
    this.port = new Port();
    /** @type {Table | null} */
    this.table = null;
    /** @type {Squares | null} */
    this.squares = null;
    /** @type {Map<string, TileLook>} */
    this.tiles = new Map();
    /** @type {Cursor} */
    this.cursor = null;
    this.arrow = false; // whether the cursor shows which way a word will be typed
    /** @type {Set<string>} */
    this.movable = new Set();
    /** @type {(text: number) => number} px of the screen's height that others need; text: its size, 1 as usual */
    this.reserved = () => 0;
    this.most = 60; // px of a square at first
    /** @type {Map<string, {node: SVGGElement, look: string}>} */
    this.cells = new Map();
    /** @type {Map<number, SVGGElement>} */
    this.rows = new Map();
    this.stem = fresh("board");
    this.drawnSide = 0;
    this.asked = 0;
    /** @type {string | null} */
    this.drop = null;
    this.placed = false;
    this.still = false;
    this.measured = "";
    this.edged = "";
    this.knobs = makeKnobs(this); // the size of what is seen
    /** @type {HTMLElement | undefined} */
    this.knobsHome = undefined; // where they stand for a board with edges
    this.held = false; // whether somebody chose what is seen
    this.whole = false; // whether somebody asked for everything
    /** @type {[number, number, number, number] | null} */
    this.followed = null; // the squares that were to be seen last
  }

  connectedCallback() {
    if (this.placed) return;
    this.placed = true;
    this.still = this.hasAttribute("still");
    this.field = s("g", {});
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.inside = s("svg", { x: EDGE, y: EDGE, overflow: "hidden" }, this.field, this.marks);
    this.edges = s("g", { "aria-hidden": "true" });
    const name = this.getAttribute("aria-label") ?? "The board";
    this.removeAttribute("aria-label");
    this.svg = s(
      "svg",
      this.still ? { class: "drawn", role: "img", "aria-label": name } : { class: "drawn", role: "grid", tabindex: 0, "aria-label": name, "aria-describedby": `${this.stem}-keys` },
      this.edges,
      this.inside,
    );
    this.append(this.svg);
    if (!this.still) {
      this.append(h("p", { class: "unseen", id: `${this.stem}-keys` }, "Arrows go from square to square; plus and minus change the size, 0 shows all, Shift with an arrow moves the view."));
      this.map = makeMap(this);
      this.append(this.map.node);
      gestures(this);
      this.svg.addEventListener("keydown", (event) => this.key(event));
      this.svg.addEventListener("focus", () => {
        if (!this.cursor) this.moveCursor(...this.middle(), false);
      });
    }
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this);
    window.addEventListener("resize", () => this.measure());
  }

  /**
   * Show a table's board; tiles of the one before are gone.
   * @param {Table} table
   */
  lay(table) {
    if (this.table?.table === table.table) return;
    this.table = table;
    this.squares = new Squares(table, () => this.draw());
    this.port.bounds = table.board.bounds;
    this.classList.toggle("endless", !table.board.bounds);
    this.classList.add("set");
    this.map?.settle();
    this.forgetCells();
    this.measured = "";
    this.measure();
    this.followed = null;
    if (!table.board.bounds) this.open();
  }

  /**
   * Show tiles, and nothing else, on the squares. movable: those that may be picked up.
   * @param {Map<string, TileLook>} tiles
   * @param {Iterable<string>} [movable]
   */
  show(tiles, movable = []) {
    this.tiles = tiles;
    this.movable = new Set(movable);
    this.draw();
  }

  measure() {
    if (!this.table || !this.svg || !this.inside) return;
    let width = Math.floor(this.clientWidth);
    if (!width) return;
    if (!this.port.bounds && !this.still && window.innerWidth > BESIDE) width -= 144; // the map stands beside it
    const text = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // what stands around is as large
    const room = Math.max(LEAST, window.innerHeight - Math.round(this.reserved(text)));
    const told = `${width} ${room}`;
    if (told === this.measured) return;
    this.measured = told;
    const bounds = this.port.bounds;
    let [wide, high] = [width - EDGE, Math.min(room, Math.max(width, 300)) - EDGE];
    if (bounds) {
      const [columns, rows] = [bounds[2] - bounds[0] + 1, bounds[3] - bounds[1] + 1];
      const zoomed = this.port.side > this.port.fitted ? this.port.side / this.port.fitted : 1;
      const side = Math.max(12, Math.min(Math.floor(wide / columns), Math.floor((room - EDGE) / rows)));
      this.port.fitted = side;
      this.port.side = side * zoomed;
      [wide, high] = [Math.min(wide, side * columns), side * rows];
    }
    this.svg.setAttribute("width", String(wide + EDGE));
    this.svg.setAttribute("height", String(high + EDGE));
    this.inside.setAttribute("width", String(wide));
    this.inside.setAttribute("height", String(high));
    this.port.resize(wide, high);
    if (!bounds && !this.held) this.whole ? this.fit() : this.open();
    this.draw();
  }

  /** Show a board without an end for the first time: everything, unless its letters were too small to read then. */
  open() {
    this.fit();
    this.whole = false;
    if (this.still || !this.port.width || this.port.side >= READABLE) return;
    const [x0, y0, x1, y1] = this.followed ?? this.box();
    this.port.side = READABLE;
    this.port.centre((x0 + x1) / 2, (y0 + y1) / 2);
    this.moved();
    this.held = false;
  }

  /** Show everything: a finite board whole, else the tiles with what lies around them. */
  fit() {
    const bounds = this.port.bounds;
    if (!this.port.width) return;
    if (bounds) {
      this.port.side = this.port.fitted;
      this.port.keep();
    } else {
      const box = this.box();
      this.port.fit([box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3], 34);
    }
    this.moved();
    this.held = false;
    this.whole = true;
  }

  /** The rectangle of all tiles, or around the centre. @returns {[number, number, number, number]} */
  box() {
    const [cx, cy] = this.table?.board.centre ?? [0, 0];
    let [x0, y0, x1, y1] = [cx, cy, cx, cy];
    if (!this.tiles.size) return [x0 - 6, y0 - 6, x1 + 6, y1 + 6];
    for (const name of this.tiles.keys()) {
      const [x, y] = places(name);
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
    }
    return [x0, y0, x1, y1];
  }

  /**
   * See to it that these squares are seen.
   * @param {[number, number][]} squares
   */
  follow(squares) {
    if (!squares.length || !this.port.width || this.port.bounds) return;
    const [xs, ys] = [squares.map(([x]) => x), squares.map(([, y]) => y)];
    /** @type {[number, number, number, number]} */
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    this.followed = box;
    if (this.port.sees(box)) return;
    this.port.centre((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    if (!this.port.sees(box)) this.port.fit([box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1], this.port.side);
    this.moved();
  }

  /** @returns {[number, number]} the square in the middle of what is seen */
  middle() {
    if (this.port.bounds) return this.table?.board.centre ?? [0, 0];
    const [x0, y0, x1, y1] = this.port.window;
    return [Math.floor((x0 + x1) / 2), Math.floor((y0 + y1) / 2)];
  }

  /** The part that is seen has changed. */
  moved() {
    this.held = true;
    this.draw();
    this.dispatchEvent(new CustomEvent("port"));
  }

  /**
   * Return the square at a point of the window, null beside the board.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number] | null}
   */
  squareAt(clientX, clientY) {
    const box = this.inside?.getBoundingClientRect();
    const frame = this.svg?.getBoundingClientRect();
    if (!box || !frame) return null;
    const [left, top] = [clientX - frame.left - EDGE, clientY - frame.top - EDGE];
    if (left < 0 || top < 0 || left >= this.port.width || top >= this.port.height) return null;
    const at = /** @type {[number, number]} */ ([Math.floor((left + this.port.x) / this.port.side), Math.floor((top + this.port.y) / this.port.side)]);
    return this.squares?.at(...at) ? at : null;
  }

  /**
   * Mark the square on which what is dragged would fall.
   * @param {[number, number] | null} at
   */
  aim(at) {
    const drop = at ? key(...at) : null;
    if (drop === this.drop) return;
    this.drop = drop;
    this.drawMarks();
  }

  /**
   * Move the keyboard's cursor.
   * @param {number} x
   * @param {number} y
   * @param {boolean} [told] whether it is the user's doing
   */
  moveCursor(x, y, told = true) {
    this.cursor = { x, y, across: this.cursor?.across ?? true };
    if (!this.port.sees([x, y, x, y])) {
      this.port.centre(x, y);
      this.moved();
    } else this.draw();
    if (told) this.dispatchEvent(new CustomEvent("cursor", { detail: { x, y } }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      const [dx, dy] = /** @type {[number, number]} */ (step);
      event.preventDefault();
      if (event.shiftKey) {
        this.port.pan(dx * this.port.side * 2, dy * this.port.side * 2);
        this.moved();
        return;
      }
      this.step(dx, dy);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.port.zoom(factor);
    this.moved();
  }

  /**
   * Go one square on, or only turn where the cursor shows a direction and it is another.
   * @param {number} dx
   * @param {number} dy
   */
  step(dx, dy) {
    if (!this.cursor) {
      this.moveCursor(...this.middle());
      return;
    }
    if (this.arrow && this.cursor.across !== (dx !== 0)) {
      this.cursor.across = dx !== 0;
      this.draw();
      this.dispatchEvent(new CustomEvent("cursor", { detail: { x: this.cursor.x, y: this.cursor.y } }));
      return;
    }
    let { x, y } = this.cursor;
    for (let far = 0; far < 64; far += 1) {
      [x, y] = [x + dx, y + dy];
      const bounds = this.port.bounds;
      if (bounds && (x < bounds[0] || y < bounds[1] || x > bounds[2] || y > bounds[3])) return;
      if (this.squares?.at(x, y) !== null) break; // holes are leapt over
    }
    this.moveCursor(x, y);
  }

  forgetCells() {
    this.cells.clear();
    this.rows.clear();
    this.field?.replaceChildren();
    this.drawnSide = 0;
  }

  draw() {
    if (this.asked || !this.svg) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.drawNow();
    });
  }

  drawNow() {
    if (!this.squares || !this.field || !this.port.width) return;
    const { side, x: left, y: top } = this.port;
    if (side !== this.drawnSide) {
      this.forgetCells();
      this.drawnSide = side;
    }
    this.field.setAttribute("transform", `translate(${-left} ${-top})`);
    this.marks?.setAttribute("transform", `translate(${-left} ${-top})`);
    let [x0, y0, x1, y1] = this.port.window;
    [x0, y0, x1, y1] = [x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN];
    const bounds = this.port.bounds;
    if (bounds) [x0, y0, x1, y1] = [Math.max(x0, bounds[0]), Math.max(y0, bounds[1]), Math.min(x1, bounds[2]), Math.min(y1, bounds[3])];
    for (const [name, cell] of this.cells) {
      const [x, y] = places(name);
      if (x < x0 || x > x1 || y < y0 || y > y1) {
        cell.node.remove();
        this.cells.delete(name);
      }
    }
    for (const [y, row] of this.rows) {
      if (!row.childElementCount) {
        row.remove();
        this.rows.delete(y);
      }
    }
    for (let y = y0; y <= y1; y += 1) for (let x = x0; x <= x1; x += 1) this.drawCell(x, y, side);
    this.drawEdges(x0, y0, x1, y1);
    this.drawMarks();
    const cursor = this.cursor;
    const active = cursor && this.cells.has(key(cursor.x, cursor.y)) ? this.cellId(cursor.x, cursor.y) : null;
    if (!this.still) {
      if (active) this.svg?.setAttribute("aria-activedescendant", active);
      else this.svg?.removeAttribute("aria-activedescendant");
    }
    this.classList.toggle("roams", Boolean(this.port.bounds) && this.port.roams);
    this.map?.draw();
  }

  /** @param {number} x @param {number} y */
  cellId(x, y) {
    return `${this.stem}_${x}_${y}`;
  }

  /** @param {number} x @param {number} y @param {number} side */
  drawCell(x, y, side) {
    const kind = this.squares?.at(x, y);
    const name = key(x, y);
    const lies = this.tiles.get(name);
    const look = lies ? `${lies.char}|${lies.points}|${lies.wild}|${lies.state}` : kind ? `k${kind.id}` : kind === null ? "hole" : "";
    const known = this.cells.get(name);
    if (known?.look === look) return;
    if (look === "hole") {
      known?.node.remove();
      this.cells.delete(name);
      return;
    }
    const node = known?.node ?? s("g", this.still ? {} : { role: "gridcell", id: this.cellId(x, y) });
    node.setAttribute("transform", `translate(${x * side} ${y * side})`);
    node.replaceChildren(...(lies ? tile(lies, side) : square(kind ?? { class: "unknown", mark: "" }, side)));
    if (!this.still) {
      node.setAttribute("aria-label", this.tell(x, y));
      node.setAttribute("class", lies ? "cell" : "cell free");
      const does = says(kind ?? null);
      if (does && !lies) node.append(s("title", {}, `${squareName(this.table?.board ?? null, x, y)}: ${does}`));
    }
    if (!known) this.rowOf(y).append(node);
    this.cells.set(name, { node, look });
  }

  /** @param {number} y */
  rowOf(y) {
    let row = this.rows.get(y);
    if (!row) {
      row = s("g", this.still ? {} : { role: "row" });
      this.rows.set(y, row);
      this.field?.append(row);
    }
    return row;
  }

  /**
   * Return what a square is called, and what is there, in words.
   * @param {number} x
   * @param {number} y
   */
  tell(x, y) {
    const name = squareName(this.table?.board ?? null, x, y);
    const lies = this.tiles.get(key(x, y));
    const does = says(this.squares?.at(x, y) ?? null);
    const [cx, cy] = this.table?.board.centre ?? [NaN, NaN];
    if (!lies) return `${name}, ${x === cx && y === cy ? "the centre, " : ""}${does || "empty"}`;
    const what = lies.wild ? `blank as ${lies.char}` : `${lies.char}, ${lies.points ?? 0} points`;
    const state = { laid: ", yours, not sent", wrong: ", yours, not sent", fresh: ", last play", shown: ", proposed" }[lies.state ?? ""] ?? "";
    return `${name}, ${what}${state}`;
  }

  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
  drawEdges(x0, y0, x1, y1) {
    if (!this.edges) return;
    const { side, x: left, y: top, width, height } = this.port;
    const board = this.table?.board ?? null;
    const told = `${x0},${y0},${x1},${y1},${side},${left},${top}`;
    if (told === this.edged) return;
    this.edged = told;
    const high = Math.min(15, Math.max(12, side * 0.22));
    const widest = Math.max(columnLabel(board, x0).length, columnLabel(board, x1).length) * 8 + 4;
    const every = Math.max(1, Math.ceil(widest / side));
    const down = Math.max(1, Math.ceil(14 / side));
    const made = [];
    for (let x = x0; x <= x1; x += 1) {
      const middle = (x + 0.5) * side - left;
      if (middle < 6 || middle > width - 4 || ((x % every) + every) % every) continue;
      made.push(label(EDGE + middle, EDGE - 5, high, columnLabel(board, x), side * every, "edge"));
    }
    for (let y = y0; y <= y1; y += 1) {
      const middle = (y + 0.5) * side - top;
      if (middle < 6 || middle > height - 4 || ((y % down) + down) % down) continue;
      made.push(label(EDGE / 2, EDGE + middle + high * 0.37, high, rowLabel(board, y), EDGE - 2, "edge"));
    }
    this.edges.replaceChildren(...made);
  }

  drawMarks() {
    if (!this.marks) return;
    const { side } = this.port;
    const made = [];
    const centre = this.table?.board.centre;
    if (centre && !this.tiles.has(key(...centre)) && side >= 14) {
      // where the first word has to lie; a mark of the square stays readable beside it
      const [mx, my, r] = [(centre[0] + 0.5) * side, (centre[1] + 0.5) * side, side * 0.42];
      const marked = this.squares?.at(...centre)?.mark;
      made.push(marked ? s("rect", { x: mx - r, y: my - r, width: 2 * r, height: 2 * r, rx: side * 0.1, class: "centre ring" }) : s("polygon", { points: star(mx, my, r), class: "centre" }));
    }
    if (this.drop) {
      const [x, y] = places(this.drop);
      made.push(s("rect", { x: x * side + 1, y: y * side + 1, width: side - 2, height: side - 2, rx: side * 0.1, class: "aim" }));
    }
    if (this.cursor) {
      const { x, y, across } = this.cursor;
      made.push(s("rect", { x: x * side + 1, y: y * side + 1, width: side - 2, height: side - 2, rx: side * 0.1, class: "cursor" }));
      if (this.arrow && !this.tiles.has(key(x, y))) {
        const [mx, my, r] = [(x + 0.5) * side, (y + 0.5) * side, side * 0.26];
        const points = across ? `${mx - r},${my - r} ${mx + r},${my} ${mx - r},${my + r}` : `${mx - r},${my - r} ${mx + r},${my - r} ${mx},${my + r}`;
        made.push(s("polygon", { points, class: "arrow" }));
      }
    }
    this.marks.replaceChildren(...made);
  }
}

/** @param {number} x @param {number} y @param {number} r */
function star(x, y, r) {
  return Array.from({ length: 10 }, (_, corner) => {
    const [far, angle] = [corner % 2 ? r * 0.45 : r, (corner * Math.PI) / 5 - Math.PI / 2];
    return `${(x + far * Math.cos(angle)).toFixed(1)},${(y + far * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

/** @param {string} name @returns {[number, number]} */
export function places(name) {
  const comma = name.indexOf(",");
  return [Number(name.slice(0, comma)), Number(name.slice(comma + 1))];
}

customElements.define("arena-board", ArenaBoard);
