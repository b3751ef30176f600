// Fingers, mouse and wheel on a board: a tap means a square, a drag moves the view, two fingers or the wheel change the size.

import { key } from "./places.js";

/** @typedef {import("./board.js").ArenaBoard} ArenaBoard */

const STILL = 6; // px that a tap may slip

/** @param {ArenaBoard} board */
export function gestures(board) {
  const svg = /** @type {SVGSVGElement} */ (board.svg);
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {{x: number, y: number, at: [number, number] | null, pans: boolean} | null} */
  let began = null;
  let apart = 0;

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) {
      began = null;
      apart = distance(fingers);
      return;
    }
    const at = board.squareAt(event.clientX, event.clientY);
    if (at && board.movable.has(key(...at))) {
      fingers.delete(event.pointerId);
      board.dispatchEvent(new CustomEvent("tiledown", { detail: { x: at[0], y: at[1], event } }));
      return;
    }
    began = { x: event.clientX, y: event.clientY, at, pans: false };
  });

  window.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (fingers.size === 2) {
      const middle = centre(fingers);
      fingers.set(event.pointerId, now);
      const wide = distance(fingers);
      const box = svg.getBoundingClientRect();
      const after = centre(fingers);
      board.port.pan(middle.x - after.x, middle.y - after.y);
      if (apart > 0) board.port.zoom(wide / apart, after.x - box.left - 20, after.y - box.top - 20);
      apart = wide;
      board.moved();
      return;
    }
    fingers.set(event.pointerId, now);
    if (!began) return;
    if (!began.pans && Math.hypot(now.x - began.x, now.y - began.y) > STILL) began.pans = true;
    if (began.pans && board.port.roams && takes(board, event)) {
      board.port.pan(before.x - now.x, before.y - now.y);
      svg.classList.add("panned");
      board.moved();
    }
  });

  const end = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId)) return;
    svg.classList.remove("panned");
    if (event.type === "pointerup" && began && !began.pans && began.at) {
      const [x, y] = began.at;
      board.dispatchEvent(new CustomEvent("square", { detail: { x, y } }));
    }
    if (!fingers.size) began = null;
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);

  svg.addEventListener(
    "wheel",
    (event) => {
      // a finite board that is seen whole leaves the wheel to the page
      if (!board.port.roams && !event.ctrlKey) return;
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      board.port.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX - box.left - 20, event.clientY - box.top - 20);
      board.moved();
    },
    { passive: false },
  );
}

/**
 * Whether a drag moves the board rather than the page.
 * @param {ArenaBoard} board
 * @param {PointerEvent} event
 */
function takes(board, event) {
  return event.pointerType !== "touch" || getComputedStyle(/** @type {Element} */ (board.svg)).touchAction === "none";
}

/** @param {Map<number, {x: number, y: number}>} fingers */
function distance(fingers) {
  const [a, b] = [...fingers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

/** @param {Map<number, {x: number, y: number}>} fingers */
function centre(fingers) {
  const all = [...fingers.values()];
  return { x: all.reduce((sum, one) => sum + one.x, 0) / all.length, y: all.reduce((sum, one) => sum + one.y, 0) / all.length };
}
