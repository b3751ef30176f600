// Two tournaments, or two bots of one, game by game on the same tiles.

import { address, get, Refused } from "../api.js";
import { field, h, select } from "../dom.js";

/** @param {import("../main.js").Place} place */
export async function show({ main, query }) {
  const { results } = await get("/api/results");
  const options = results.map((/** @type {any} */ one) => /** @type {[string, string]} */ ([one.name, one.name]));
  const kind = select([["bots", "Two bots of one tournament"], ["results", "Two tournaments"]], query.get("b") && !query.get("results") ? "results" : "bots");
  const one = select(options, query.get("results") ?? query.get("a") ?? "");
  const two = select(options, query.get("b") ?? options[1]?.[0] ?? "");
  const [a, b] = [select([], ""), select([], "")];
  const [oneField, twoField, aField, bField] = [field("Results", one), field("And", two), field("Bot", a), field("And", b)];
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
  const pairs = answer.pairs ?? answer.games ?? [];
  const game = (/** @type {any} */ one, /** @type {number} */ at) =>
    one ? h("a", { href: address(`/results/${encodeURIComponent(one.results ?? folders[at] ?? "")}/game`, { id: one.id }) }, (one.scores ?? []).join(" : ") || one.id) : "";
  return [
    h("p", null, answer.text ?? `${pairs.length} games on the same tiles.`),
    ...(answer.lines ?? []).map((/** @type {string} */ line) => h("p", null, line)),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Game by game" },
      h("table", null,
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Game"), names.map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, "Difference"))),
        h("tbody", null, pairs.slice(0, 500).map((/** @type {any} */ pair) => h("tr", null, h("th", { scope: "row" }, pair.name ?? pair.id), h("td", null, game(pair.a, 0)), h("td", null, game(pair.b, 1)), h("td", null, pair.difference ?? "")))))),
  ];
}
