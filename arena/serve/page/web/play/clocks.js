// Clocks as the server told them, counted down until it tells them again.

/** @typedef {import("../types.js").State} State */

export class Clocks {
  constructor() {
    /** @type {number[] | null} */
    this.left = null;
    /** @type {number | null} */
    this.running = null;
    this.at = 0;
  }

  /** @param {{clocks: number[] | null, running: number | null}} told */
  take({ clocks, running }) {
    this.left = clocks;
    this.running = running;
    this.at = performance.now();
  }

  /**
   * Return the milliseconds that a seat has left, null without a clock.
   * @param {number} seat
   */
  of(seat) {
    const left = this.left?.[seat];
    if (left === undefined || left === null) return null;
    return Math.max(0, this.running === seat ? left - (performance.now() - this.at) : left);
  }
}

/**
 * Return a time as clocks show it; tenths below ten seconds.
 * @param {number} ms
 */
export function clockText(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
