// The line that takes moves, hints and the look-up of words. What is shown of a turn goes away with it.

import { button, fresh, h, select } from "../dom.js";

const RANKED_BY = "arena.ranked-by";

/** @typedef {import("../types.js").Play} Play */

/**
 * A line for typed moves: 8D WORD, pass, change ABC, resign.
 * @param {string} note what may be written there
 * @param {(text: string) => Promise<string>} take returns what is to be said about it
 */
export function moveLine(note, take) {
  const input = h("input", { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "done", id: fresh("line") });
  const told = h("p", { class: "told", role: "status" });
  const form = h(
    "form",
    { class: "line" },
    h("label", { for: input.id }, "Type a move"),
    h("div", { class: "row nowrap" }, input, h("button", { type: "submit" }, "Go")),
    h("small", null, note),
    told,
  );
  let lines = 0;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    lines += 1;
    const number = lines;
    const answer = await take(text);
    if (number !== lines) return; // another line was typed meanwhile, which may have its answer already
    told.textContent = answer;
    if (!answer) input.value = "";
    else input.select();
  });
  return { node: form, clear: () => (told.textContent = "") };
}

/**
 * Plays as a list of buttons: pointing at one shows it, a click lays it.
 * @param {Play[]} plays
 * @param {{show: (play: Play | null) => void, lay: (play: Play) => void, detail?: (play: Play) => string}} acts
 */
export function playList(plays, acts) {
  const best = plays[0]?.points ?? 0;
  const behind = (/** @type {Play} */ play) => (play.equity !== undefined ? equityText(play.equity) : play.points < best ? `\u2212${best - play.points}` : "");
  return h(
    "ol",
    { class: "plays" },
    plays.map((play) => {
      const node = button("", () => acts.lay(play));
      node.append(h("span", { class: "points" }, play.points), h("span", { class: "what" }, play.text.includes("_") && play.word ? `${play.text} (${play.word})` : play.text), h("span", { class: "note" }, acts.detail?.(play) ?? behind(play)));
      node.addEventListener("pointerenter", () => acts.show(play));
      node.addEventListener("focus", () => acts.show(play));
      node.addEventListener("pointerleave", () => acts.show(null));
      node.addEventListener("blur", () => acts.show(null));
      return h("li", null, node);
    }),
  );
}

/** Points of equity as a list of moves shows them. @param {number} equity */
export const equityText = (equity) => `${equity < 0 ? "\u2212" : ""}${Math.abs(equity).toFixed(1)}`;

/**
 * The choice by what moves are ranked, kept for the next time.
 * @param {() => void} changed
 * @returns {HTMLSelectElement}
 */
export function rankedBy(changed) {
  const choice = /** @type {HTMLSelectElement} */ (select([["points", "by points"], ["equity", "by equity"]], rememberedRanking(), { "aria-label": "Moves are ranked", title: "Equity: points and what the tiles kept are worth; exchanges are among the moves" }));
  choice.addEventListener("change", () => {
    try {
      localStorage.setItem(RANKED_BY, choice.value);
    } catch {
      // a browser that keeps nothing
    }
    changed();
  });
  return choice;
}

function rememberedRanking() {
  try {
    return localStorage.getItem(RANKED_BY) === "equity" ? "equity" : "points";
  } catch {
    return "points";
  }
}

/**
 * A look-up of words.
 * @param {(word: string) => Promise<boolean>} look
 */
export function lookup(look) {
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", id: fresh("word") });
  const told = h("p", { class: "told", role: "status" });
  const form = h("form", { class: "line" }, h("label", { for: input.id }, "Look up a word"), h("div", { class: "row nowrap" }, input, h("button", { type: "submit" }, "Look up")), told);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const word = input.value.trim().toLocaleUpperCase();
    if (!word) return;
    try {
      told.textContent = `${word} is ${(await look(word)) ? "a word" : "no word"} here.`;
    } catch (error) {
      const complaint = /** @type {{problem?: string, message?: string}} */ (error);
      told.textContent = complaint.problem ?? complaint.message ?? "That failed.";
    }
    input.select();
  });
  return form;
}
