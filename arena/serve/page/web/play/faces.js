// The question which letter a blank, or which face a tile of several, shall show.

import { button, h } from "../dom.js";
import { same } from "./hand.js";

/** @type {HTMLDialogElement | null} */
let open = null;

/** Close the question, if one is open, without an answer. */
export function closeFaces() {
  open?.close();
}

/**
 * Ask for a face; null where nobody chose one.
 * @param {[string, number][]} faces
 * @param {string} title
 * @returns {Promise<string | null>}
 */
export function askFace(faces, title) {
  closeFaces();
  return new Promise((done) => {
    let typed = "";
    /** @type {HTMLDialogElement} */
    const box = h(
      "dialog",
      { class: "faces", "aria-label": title },
      h("h2", null, title),
      h("div", { class: "grid" }, faces.map(([char, points]) => button(char, () => box.close(char), { "aria-label": points ? `${char}, ${points} points` : char }))),
      h("p", null, button("Cancel", () => box.close(), { class: "quiet" })),
    );
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === " ") return;
      typed += event.key;
      const exact = faces.find(([char]) => same(char, typed));
      const longer = faces.some(([char]) => char.length > typed.length && same(char.slice(0, typed.length), typed));
      if (exact) box.close(exact[0]);
      else if (!longer) typed = "";
    });
    box.addEventListener("close", () => {
      const chosen = box.returnValue;
      box.remove();
      if (open === box) open = null;
      done(chosen || null);
    });
    document.body.append(box);
    open = box;
    box.showModal();
  });
}

/**
 * Ask whether something that cannot be taken back shall be done.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((done) => {
    /** @type {HTMLDialogElement} */
    const box = h(
      "dialog",
      { class: "ask", "aria-label": question },
      h("p", null, question),
      h("div", { class: "row" }, button(yes, () => box.close("yes"), { class: "strong" }), button("No", () => box.close(), { autofocus: true })),
    );
    box.addEventListener("keydown", (event) => event.stopPropagation());
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "yes");
    });
    document.body.append(box);
    box.showModal();
  });
}
