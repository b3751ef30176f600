// Two tournaments, or two bots of one, game by game on the same tiles.

import { address, get, Refused } from "../api.js";
import { field, h, select, wide } from "../dom.js";
import { counted, whole } from "../numbers.js";

/** @param {import("../main.js").Place} place */
export async function show({ main, query }) {
  const results = (await get("/api/results")).results.filter((/** @type {any} */ one) => one.games);
  const options = results.map((/** @type {any} */ one) => /** @type {[string, string]} */ ([one.name, one.name]));
  const kind = select([["bots", "Two bots of one tournament"], ["results", "Two tournaments"]], query.get("b") && !query.get("results") ? "results" : "bots");
  const one = select(options, query.get("results") ?? query.get("a") ?? "");
  const two = select(options, query.get("b") ?? options[1]?.[0] ?? "");
  const [a, b] = [select([], ""), select([], "")];
  const [oneField, twoField, aField, bField] = [field("Results", one), field("Other results", two), field("Bot", a), field("Other bot", b)];
  const told = h("div", null);
  const bots = () => {
    const names = results.find((/** @type {any} */ result) => result.name === one.value)?.bots ?? [];
    for (const [node, at] of /** @type {[HTMLSelectElement, number][]} */ ([[a, 0], [b, 1]])) {
      const was = node.value || query.get(at ? "b" : "a");
      node.replaceChildren(...names.map((/** @type {string} */ name) => h("option", { value: name }, name)));
      node.value = names.includes(was) ? was : (names[at] ?? "");
    }
  };
  let asked = 0;
  const load = async () => {
    const two_ = kind.value === "results";
    twoField.hidden = !two_;
    aField.hidden = bField.hidden = two_;
    const parameters = two_ ? { a: one.value, b: two.value } : { results: one.value, a: a.value, b: b.value };
    if (!one.value || Object.values(parameters).some((value) => !value)) return;
    history.replaceState(null, "", address("/compare", parameters));
    asked += 1;
    const mine = asked;
    told.replaceChildren(h("p", { class: "note" }, "\u2026"));
    try {
      const answer = await get("/api/compare", parameters);
      if (mine === asked) told.replaceChildren(...drawn(answer, two_ ? [one.value, two.value] : [one.value, one.value], two_ ? [one.value, two.value] : [a.value, b.value]));
    } catch (error) {
      if (mine === asked) told.replaceChildren(h("p", { class: "trouble", role: "alert" }, error instanceof Refused ? error.message : String(error)));
    }
  };
  one.addEventListener("change", () => {
    bots();
    load();
  });
  for (const node of [kind, two, a, b]) node.addEventListener("change", load);
  bots();
  main.replaceChildren(h("h1", null, "Compare"), results.length ? h("div", { class: "row filters" }, field("What", kind), oneField, twoField, aField, bField) : h("p", null, "There are no results to compare yet."), told);
  await load();
}

/**
 * @param {any} answer
 * @param {string[]} folders
 * @param {string[]} names
 * @returns {Node[]}
 */
function drawn(answer, folders, names) {
  const games = answer.games ?? [];
  /** The points of a side, and what they are more than the others' at its table. */
  const margin = (/** @type {any} */ side) => {
    if (!side?.scores) return null;
    if (side.seat === null || side.seat === undefined) return null;
    const others = side.scores.filter((/** @type {number} */ _, /** @type {number} */ seat) => seat !== side.seat);
    return side.scores[side.seat] - Math.max(...others);
  };
  const game = (/** @type {any} */ side, /** @type {number} */ at) => h("a", { href: address(`/results/${encodeURIComponent(folders[at] ?? "")}/game`, { id: side.id }) }, (side.scores ?? []).join(" : ") || side.bots.join(" \u2013 "));
  let [better, worse] = [0, 0];
  const differ = games.some((/** @type {any} */ one) => margin(one.a) !== null && margin(one.b) !== null); // never, where no side of a game is meant
  const rows = games.slice(0, 500).map((/** @type {any} */ one) => {
    const [a, b] = [margin(one.a), margin(one.b)];
    const gap = a === null || b === null ? null : a - b;
    if (gap !== null && gap > 0) better += 1;
    if (gap !== null && gap < 0) worse += 1;
    return h("tr", null,
      h("th", { scope: "row", class: "name" }, one.a.id),
      h("td", null, game(one.a, 0)),
      h("td", null, game(one.b, 1)),
      !differ ? null : h("td", null, gap === null ? "" : gap > 0 ? `+${gap}` : whole(gap)),
      h("td", { class: "text" }, one.same ? "move by move the same" : `parted at move ${one.parted + 1}`));
  });
  const same = games.filter((/** @type {any} */ one) => one.same).length;
  return [
    h("p", null, `${counted(games.length, "game")} on the same tiles${better || worse ? `: ${names[0]} did better in ${better}, ${names[1]} in ${worse}` : ""}${same ? `; ${same} were the same move by move` : ""}.`),
    wide("Game by game",
      h("table", null,
        h("thead", null, h("tr", null, ["Game", ...names, ...(differ ? ["Difference"] : []), ""].map((text) => h("th", { scope: "col", class: text ? null : "text" }, text || h("span", { class: "unseen" }, "Where they parted"))))),
        h("tbody", null, rows))),
  ];
}
