// The live region: what happens is told to screen readers, one thing after the other.

const region = /** @type {HTMLElement} */ (document.getElementById("told"));
/** @type {string[]} */
const waiting = [];
let timer = 0;

/**
 * Tell something to whoever listens. Things told at once are read as one.
 * @param {string} text
 */
export function say(text) {
  if (!text) return;
  waiting.push(text);
  if (timer) return;
  timer = window.setTimeout(() => {
    timer = 0;
    const told = waiting.splice(0).join(" ");
    // a region that says the same again is not read again: it is emptied first
    region.textContent = "";
    window.setTimeout(() => (region.textContent = told), 30);
  }, 60);
}
