// A tile under a finger or the mouse, from the rack or the board to where it falls. It can be broken off from outside.

import { s } from "../dom.js";
import { tile } from "/web/shared/draw.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./hand.js").Slot} Slot */
/** @typedef {import("../board/board.js").ArenaBoard} ArenaBoard */
/** @typedef {import("./rack.js").ArenaRack} ArenaRack */
/** @typedef {{square: (slot: Slot, x: number, y: number) => void, rack: (slot: Slot, before: Slot | null) => void, tap: (slot: Slot) => void, changed: () => void}} Falls */

const STILL = 6;

/**
 * @param {ArenaBoard} board
 * @param {ArenaRack} rack
 * @param {Hand} hand
 * @param {Falls} falls
 */
export function makeDrag(board, rack, hand, falls) {
  /** @type {AbortController | null} */
  let going = null;
  /** @type {Slot | null} */
  let dragged = null;
  /** @type {SVGSVGElement | null} */
  let ghost = null;
  let justNow = 0;

  const stop = () => {
    going?.abort();
    going = null;
    ghost?.remove();
    ghost = null;
    dragged = null;
    board.aim(null);
    document.body.classList.remove("dragging");
  };

  return {
    /** The slot that is under way, if any. */
    get slot() {
      return ghost ? dragged : null;
    },
    /** Whether a drag ended so lately that the click which follows is no click. */
    get ended() {
      return performance.now() - justNow < 60;
    },
    cancel() {
      if (!going) return;
      stop();
      falls.changed();
    },
    /**
     * @param {Slot} slot
     * @param {PointerEvent} down
     */
    begin(slot, down) {
      if (down.button !== 0 || going) return;
      going = new AbortController();
      const { signal } = going;
      dragged = slot;
      const from = { x: down.clientX, y: down.clientY };
      const side = Math.max(34, Math.min(56, board.port.side));
      const lift = down.pointerType === "touch" ? side * 0.9 : 0; // so that the finger does not hide the tile
      const move = (/** @type {PointerEvent} */ event) => {
        if (event.pointerId !== down.pointerId) return;
        if (!ghost) {
          if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < STILL) return;
          ghost = s("svg", { class: "drawn ghost", width: side, height: side, "aria-hidden": "true" });
          ghost.append(...tile({ char: hand.kind(slot).wild && !slot.face ? "?" : hand.char(slot), points: hand.points(slot), wild: Boolean(slot.face) && hand.kind(slot).wild, state: "laid" }, side));
          document.body.append(ghost);
          document.body.classList.add("dragging");
          falls.changed();
        }
        ghost.style.transform = `translate(${event.clientX - side / 2}px, ${event.clientY - side / 2 - lift}px)`;
        const at = board.squareAt(event.clientX, event.clientY - lift);
        board.aim(at && !rests(board, hand, at) ? at : null);
      };
      const up = (/** @type {PointerEvent} */ event) => {
        if (event.pointerId !== down.pointerId) return;
        const moved = Boolean(ghost);
        stop();
        if (!moved) {
          falls.tap(slot);
          return;
        }
        justNow = performance.now();
        const at = board.squareAt(event.clientX, event.clientY - lift);
        const before = rack.slotAt(event.clientX, event.clientY);
        if (at && !rests(board, hand, at)) falls.square(slot, at[0], at[1]);
        else if (before !== undefined) falls.rack(slot, before);
        falls.changed();
      };
      window.addEventListener("pointermove", move, { signal });
      window.addEventListener("pointerup", up, { signal });
      window.addEventListener("pointercancel", () => this.cancel(), { signal });
    },
  };
}

/**
 * Whether a tile lies there that was sent already.
 * @param {ArenaBoard} board
 * @param {Hand} hand
 * @param {[number, number]} at
 */
function rests(board, hand, at) {
  return board.tiles.has(`${at[0]},${at[1]}`) && !hand.at(...at);
}
