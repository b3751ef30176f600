// Which page this is, by its address; each view is a module of its own that is loaded when it is wanted.

import { fading, h } from "./dom.js";
import { Refused } from "./api.js";

/** @typedef {{main: HTMLElement, parts: string[], query: URLSearchParams}} Place */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const parts = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);

/** @type {Record<string, () => Promise<{show: (place: Place) => unknown}>>} */
const views = {
  "": () => import("./pages/home.js"),
  new: () => import("./pages/new.js"),
  join: () => import("./pages/join.js"),
  play: () => import("./play/view.js"),
  game: () => import("./play/view.js"),
  mine: () => import("./pages/mine.js"),
  watch: () => import("./pages/watch.js"),
  results: () => import("./pages/results.js"),
  analyse: () => import("./pages/analyse.js"),
  compare: () => import("./pages/compare.js"),
  gcg: () => import("./pages/gcg.js"),
};

themes();
fading(/** @type {HTMLElement} */ (document.querySelector("header nav"))); // on a phone not all pages are seen
for (const link of document.querySelectorAll("header nav a")) {
  if (link.getAttribute("href") === `/${parts[0] ?? ""}`) {
    link.setAttribute("aria-current", "page");
    const bar = /** @type {HTMLElement} */ (link.parentElement);
    bar.scrollLeft = /** @type {HTMLElement} */ (link).offsetLeft - bar.offsetLeft - 40;
  }
}
window.addEventListener("hashchange", () => {
  if (["play", "join"].includes(parts[0] ?? "")) location.reload(); // another seat's link was opened here
});

try {
  const name = parts[0] === "results" && parts[2] === "game" ? "replay" : (parts[0] ?? "");
  const load = name === "replay" ? () => import("./pages/replay.js") : views[name];
  if (load) await (await load()).show({ main, parts, query: new URLSearchParams(location.search) });
  else trouble("There is no such page here", `Nothing is at ${location.pathname}.`);
} catch (error) {
  if (!(error instanceof Refused)) console.error(error);
  trouble("That did not work", error instanceof Error ? error.message : String(error));
}

/**
 * Say what is wrong instead of a page.
 * @param {string} head
 * @param {string} told
 */
function trouble(head, told) {
  main.replaceChildren(h("section", { class: "narrow", role: "alert" }, h("h1", null, head), h("p", null, told), h("p", null, h("a", { class: "button", href: "/" }, "To the first page"))));
}

/** Light or dark as the system says, until somebody chooses. */
function themes() {
  const root = document.documentElement;
  const knob = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset["theme"] ?? (system.matches ? "dark" : "light")) === "dark";
  const draw = () => {
    knob.textContent = dark() ? "Light" : "Dark";
    knob.setAttribute("aria-label", dark() ? "Light colours" : "Dark colours");
  };
  const kept = read();
  if (kept) root.dataset["theme"] = kept;
  knob.addEventListener("click", () => {
    root.dataset["theme"] = dark() ? "light" : "dark";
    try {
      localStorage.setItem("arena.theme", root.dataset["theme"]);
    } catch {
      // it holds for this page, then
    }
    draw();
  });
  system.addEventListener("change", draw);
  draw();
}

/** @returns {string} */
function read() {
  try {
    const told = localStorage.getItem("arena.theme");
    return told === "dark" || told === "light" ? told : "";
  } catch {
    return "";
  }
}
