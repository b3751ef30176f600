// One's own games, as far as this browser has their links.

import { post, Refused } from "../api.js";
import { button, h } from "../dom.js";
import { forget, mine, seatLink } from "../mine.js";

/**
 * Return one's own games as the server knows them, those that wait for one's move first.
 * @returns {Promise<any[]>}
 */
export async function known() {
  const seats = mine();
  if (!seats.length) return [];
  const told = await post("/api/games/mine", { seats: seats.map(({ game, token }) => ({ game, token })) });
  const found = told.games.map((/** @type {any} */ game) => ({ ...game, token: seats.find((one) => one.game === game.game && one.seat === game.seat)?.token ?? seats.find((one) => one.game === game.game)?.token }));
  const rank = (/** @type {any} */ game) => (game.your_turn ? 0 : game.status === "playing" ? 1 : game.status === "over" ? 3 : 2);
  return found.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b) || String(b.changed).localeCompare(String(a.changed)));
}

/** @param {any} game @param {boolean} [own] */
export function gameLine(game, own = true) {
  const state = own && game.your_turn ? "Your turn" : { waiting: "Waiting for players", starting: "Starting", playing: "Being played", over: "Over", failed: "Failed" }[/** @type {string} */ (game.status)] ?? game.status;
  const href = own ? seatLink({ game: game.game, token: game.token }) : `/game/${encodeURIComponent(game.game)}`;
  const score = game.kind === "small" || !game.scores ? null : h("span", { class: "score" }, game.scores.join(" : "));
  return h(
    "li",
    { class: own && game.your_turn ? "turn" : null },
    h("a", { href }, h("b", null, (game.players ?? []).map((/** @type {string} */ name) => name || "\u2026").join(" \u2013 ")), " ", score),
    h("span", { class: "note" }, `${game.title}. ${state}${game.changed ? `, ${when(game.changed)}` : ""}`),
  );
}

/** @param {string} time */
export function when(time) {
  const ago = (Date.now() - Date.parse(time)) / 60_000;
  if (!Number.isFinite(ago)) return "";
  if (ago < 1) return "just now";
  if (ago < 60) return `${Math.round(ago)} min ago`;
  if (ago < 1440) return `${Math.round(ago / 60)} h ago`;
  return new Date(time).toLocaleDateString();
}

/** @param {import("../main.js").Place} place */
export async function show({ main }) {
  const list = h("ul", { class: "games" });
  const note = h("p", { class: "note" }, "The links of your seats are kept in this browser only. Whoever has such a link has the seat.");
  main.replaceChildren(h("section", { class: "narrow" }, h("h1", null, "My games"), list, note, h("p", null, h("a", { class: "button strong", href: "/new" }, "New game"))));
  try {
    const games = await known();
    const here = new Set(games.map((game) => game.game));
    const lost = mine().filter((one) => !here.has(one.game));
    list.replaceChildren(...games.map((game) => gameLine(game)));
    if (!games.length) list.append(h("li", null, "You have no games here yet."));
    if (lost.length) {
      const knob = button(`Forget ${lost.length} that the server knows no more`, () => {
        for (const one of lost) forget(one);
        knob.remove();
      }, { class: "quiet" });
      note.before(h("p", null, knob));
    }
  } catch (error) {
    list.replaceChildren(h("li", { role: "alert" }, error instanceof Refused ? error.message : String(error)));
  }
}
