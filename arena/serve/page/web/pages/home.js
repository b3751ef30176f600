// The first page: what to do first, one's own games, and what was found here.

import { get, Refused } from "../api.js";
import { button, h, select } from "../dom.js";
import { counted } from "../numbers.js";
import { begin, lastName } from "./new.js";
import { gameLine, known } from "./mine.js";

/** @param {import("../main.js").Place} place */
export async function show({ main }) {
  const { given } = await get("/api/about");
  const trouble = h("div", { class: "trouble", role: "alert" });
  /** @param {string} text @param {() => object} game @param {string} kind */
  const starter = (text, game, kind) => {
    const made = button(text, async () => {
      made.disabled = true;
      trouble.replaceChildren();
      try {
        const name = lastName() || "You";
        await begin({ seats: [{ kind: "person", name }, { kind: "bot", bot: "greedy" }], me: 0, bot_seconds: 2, ...game() });
      } catch (error) {
        made.disabled = false;
        trouble.replaceChildren(h("p", null, error instanceof Error ? error.message : String(error)));
      }
    }, { class: kind });
    return made;
  };
  const quick = starter("Play against the computer", () => ({ game: { kind: "word" }, first: "lot" }), given ? "big" : "strong big");
  const own = h("section", { class: "panel" }, h("h2", null, "My games"), h("ul", { class: "games" }, h("li", { class: "note" }, "None yet: they are listed here once you have played.")));
  const running = h("section", { class: "panel" }, h("h2", null, "Now"), h("ul", { class: "games" }, h("li", { class: "note" }, "Nothing is being played.")));
  const found = h("section", { class: "panel" }, h("h2", null, "Results"), h("ul", { class: "games" }, h("li", { class: "note" }, "No tournament has been played here yet.")));
  main.replaceChildren(
    h(
      "section",
      { class: "home" },
      h("div", { class: "hero" },
        h("h1", null, "Play, watch, look back, analyse"),
        h("p", null, "A word game on any board, and small games, against people and bots. Begin with one click, or choose everything yourself."),
        given ? files(given, (first) => starter("Play with these files", () => ({ game: { kind: "given" }, first: first.value }), "strong big")) : null,
        h("div", { class: "row" }, quick, h("a", { class: "button big", href: "/new?with=person" }, "Invite somebody"), h("a", { class: "button big", href: "/new?small=connect" }, "A small game")),
        trouble,
      ),
      h("div", { class: "cards" }, own, running, found,
        h("section", { class: "panel" }, h("h2", null, "Tools"),
          h("ul", { class: "games" },
            h("li", null, h("a", { href: "/analyse" }, h("b", null, "Analyse a position")), h("span", { class: "note" }, "Set it up or paste it; every play, ranked")),
            h("li", null, h("a", { href: "/gcg" }, h("b", null, "Look at a GCG file")), h("span", { class: "note" }, "Drop it on the page; what disagrees is marked")),
            h("li", null, h("a", { href: "/compare" }, h("b", null, "Compare")), h("span", { class: "note" }, "Two tournaments or two bots, on the same tiles")),
            h("li", null, h("a", { href: "/watch" }, h("b", null, "Watch a tournament")), h("span", { class: "note" }, "Standings and boards as they change")),
          ),
        ),
      ),
    ),
  );
  await Promise.all([
    fill(own, async () => (await known()).slice(0, 8).map((game) => gameLine(game))),
    fill(running, async () => {
      const [games, results] = await Promise.all([get("/api/games"), get("/api/results")]);
      return [
        ...results.results.filter((/** @type {any} */ one) => one.running && !one.people).map((/** @type {any} */ one) => h("li", null, h("a", { href: `/watch/${encodeURIComponent(one.name)}` }, h("b", null, one.name)), h("span", { class: "note" }, `tournament, ${counted(one.games, "game")} so far`))),
        ...games.games.filter((/** @type {any} */ game) => game.status === "playing").slice(0, 6).map((/** @type {any} */ game) => gameLine(game, false)),
      ];
    }),
    fill(found, async () => (await get("/api/results")).results.filter((/** @type {any} */ one) => one.games).slice(0, 6).map((/** @type {any} */ one) => h("li", null, h("a", { href: `/results/${encodeURIComponent(one.name)}` }, h("b", null, one.name)), h("span", { class: "note" }, `${counted(one.games, "game")}${one.people ? " of people" : ""}; ${(one.bots ?? []).slice(0, 5).join(", ")}`)))),
  ]);
}

/**
 * Return what stands first where the server was started with the files of a game: what they are, who begins, and the button.
 * @param {{board: string, tiles: string, rules: string, words: string, first: string}} given
 * @param {(first: HTMLSelectElement) => HTMLElement} start
 */
function files(given, start) {
  const first = select([["earliest-letter", "the earliest letter drawn"], ["human", "me"], ["lot", "drawn by lot"]], given.first);
  return h(
    "section",
    { class: "panel", "aria-label": "The game of the files" },
    h("p", null, `Board: ${given.board}; tiles: ${given.tiles}; words of ${given.words}; rules: ${given.rules}. You play against greedy, which plays for the most points.`),
    h("div", { class: "row" }, start(first), h("label", { class: "row" }, "Who begins", first)),
  );
}

/**
 * Fill a panel's list, and leave it as it is where there is nothing.
 * @param {HTMLElement} panel
 * @param {() => Promise<Node[]>} make
 */
async function fill(panel, make) {
  const list = /** @type {HTMLElement} */ (panel.querySelector("ul"));
  try {
    const made = await make();
    if (made.length) list.replaceChildren(...made);
  } catch (error) {
    list.replaceChildren(h("li", { class: "note" }, error instanceof Refused ? error.message : "It could not be read."));
  }
}

