// <arena-rack>: one's own tiles as buttons. A tile is dragged, or clicked and then its square; Alt with an arrow moves it along.

import { h, s } from "../dom.js";
import { tile } from "/web/shared/draw.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./hand.js").Slot} Slot */

export class ArenaRack extends HTMLElement {
  constructor() {
    super();
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {number | null} */
    this.chosen = null;
    /** @type {Set<number> | null} tiles to give back, null while none are chosen for that */
    this.giving = null;
    /** @type {(slot: Slot, event: MouseEvent) => void} */
    this.picked = () => {};
    /** @type {(slot: Slot, event: PointerEvent) => void} */
    this.pressed = () => {};
    /** @type {(slot: Slot, by: number) => void} */
    this.shifted = () => {};
    /** @type {string} */
    this.drawn = "";
  }

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Your rack");
  }

  /** The pixels of a tile's side, by the room that there is. */
  get side() {
    const count = Math.max(7, this.hand?.slots.length ?? 7);
    const room = (this.parentElement?.clientWidth || 320) - 18; // its own edges
    return Math.max(34, Math.min(56, Math.floor(room / count) - 4));
  }

  draw() {
    const hand = this.hand;
    if (!hand) return;
    const side = this.side;
    const told = JSON.stringify([side, this.chosen, this.giving && [...this.giving], hand.slots]);
    if (told === this.drawn) return;
    this.drawn = told;
    const focused = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.dataset["slot"] : null;
    this.style.minHeight = `${side + 6}px`;
    this.replaceChildren(
      ...hand.slots.map((slot) => {
        if (slot.at) return h("span", { class: "gone", "data-slot": slot.id });
        const pressed = this.giving ? this.giving.has(slot.id) : this.chosen === slot.id;
        const kind = hand.kind(slot);
        const points = hand.points(slot);
        const name = kind.wild ? "blank" : `${kind.label}${points === undefined ? "" : `, ${points} ${points === 1 ? "point" : "points"}`}`;
        const made = h("button", { type: "button", class: "rack-tile", "data-slot": slot.id, "aria-pressed": String(pressed), "aria-label": name });
        made.append(s("svg", { class: "drawn", width: side, height: side, "aria-hidden": "true" }, tile({ char: kind.wild ? "?" : kind.label, points, wild: false, state: "" }, side)));
        made.addEventListener("click", (event) => this.picked(slot, event));
        made.addEventListener("pointerdown", (event) => this.pressed(slot, event));
        made.addEventListener("keydown", (event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!by || !event.altKey) return;
          event.preventDefault();
          this.shifted(slot, by);
        });
        return made;
      }),
    );
    for (const node of this.querySelectorAll("span.gone")) {
      /** @type {HTMLElement} */ (node).style.width = /** @type {HTMLElement} */ (node).style.height = `${side}px`;
    }
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`button[data-slot="${focused}"]`))?.focus({ preventScroll: true });
  }

  /**
   * Return the slot before which something dropped here falls; null: at the end; undefined: it does not fall here.
   * @param {number} x
   * @param {number} y
   * @returns {Slot | null | undefined}
   */
  slotAt(x, y) {
    const box = this.getBoundingClientRect();
    if (x < box.left - 20 || x > box.right + 20 || y < box.top - 10 || y > box.bottom + 30) return undefined;
    for (const node of this.children) {
      const one = node.getBoundingClientRect();
      if (x < one.left + one.width / 2) return this.hand?.slot(Number(/** @type {HTMLElement} */ (node).dataset["slot"])) ?? null;
    }
    return null;
  }
}

customElements.define("arena-rack", ArenaRack);
