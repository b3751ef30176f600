// What part of a board is seen, and how large: pure arithmetic. Units: pixels, and squares for what is named so.

/** @typedef {[number, number, number, number]} Bounds first and last column and row, both ends included */

const LARGEST = 72;
const FARTHEST = 7; // px of a square when one looks from farthest off

export class Port {
  constructor() {
    this.side = 32; // of a square
    this.x = 0; // of the left edge, from the corner of square (0, 0)
    this.y = 0;
    this.width = 0;
    this.height = 0;
    /** @type {Bounds | null} */
    this.bounds = null;
    this.fitted = 32;
  }

  get least() {
    return this.bounds ? this.fitted : FARTHEST;
  }

  get most() {
    return Math.max(LARGEST, this.fitted * 2);
  }

  /** Whether there is anything to pan to. */
  get roams() {
    return !this.bounds || this.side > this.fitted;
  }

  /**
   * Take a size, keeping what is in the middle there.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    const x = this.x + this.width / 2;
    const y = this.y + this.height / 2;
    this.width = width;
    this.height = height;
    this.x = x - width / 2;
    this.y = y - height / 2;
    this.keep();
  }

  /**
   * Scale around a point of the port.
   * @param {number} factor
   * @param {number} [atX]
   * @param {number} [atY]
   */
  zoom(factor, atX = this.width / 2, atY = this.height / 2) {
    const side = Math.min(this.most, Math.max(this.least, this.side * factor));
    this.x = ((this.x + atX) / this.side) * side - atX;
    this.y = ((this.y + atY) / this.side) * side - atY;
    this.side = side;
    this.keep();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.keep();
  }

  /** @param {number} x @param {number} y squares */
  centre(x, y) {
    this.x = (x + 0.5) * this.side - this.width / 2;
    this.y = (y + 0.5) * this.side - this.height / 2;
    this.keep();
  }

  /**
   * Show a rectangle of squares whole, as large as ``most`` allows.
   * @param {Bounds} box
   * @param {number} most px of a square
   */
  fit([x0, y0, x1, y1], most) {
    const side = Math.min(this.width / (x1 - x0 + 1), this.height / (y1 - y0 + 1), most);
    this.side = Math.max(this.bounds ? this.fitted : FARTHEST, this.bounds ? side : Math.floor(side));
    this.centre((x0 + x1) / 2, (y0 + y1) / 2);
  }

  /** @param {Bounds} box @returns {boolean} */
  sees([x0, y0, x1, y1]) {
    return x0 * this.side >= this.x && y0 * this.side >= this.y && (x1 + 1) * this.side <= this.x + this.width && (y1 + 1) * this.side <= this.y + this.height;
  }

  /** Squares that are seen, also in part. @returns {Bounds} */
  get window() {
    const last = (/** @type {number} */ from, /** @type {number} */ size) => Math.ceil((from + size) / this.side) - 1;
    return [Math.floor(this.x / this.side + 1e-6), Math.floor(this.y / this.side + 1e-6), last(this.x, this.width - 0.01), last(this.y, this.height - 0.01)];
  }

  keep() {
    if (!this.bounds) return;
    const [x0, y0, x1, y1] = this.bounds;
    this.x = held(this.x, x0 * this.side, (x1 + 1) * this.side - this.width);
    this.y = held(this.y, y0 * this.side, (y1 + 1) * this.side - this.height);
  }
}

/** @param {number} value @param {number} low @param {number} high */
function held(value, low, high) {
  return high < low ? (low + high) / 2 : Math.min(high, Math.max(low, value));
}
