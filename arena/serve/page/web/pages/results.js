// Results: all that lie here, one tournament's standings and games, and its report.

import { address, get, Refused } from "../api.js";
import { button, field, h, select, wide } from "../dom.js";
import { counted, interval, percent, whole } from "../numbers.js";
import { when } from "./mine.js";

const STEP = 100;

/** @param {import("../main.js").Place} place */
export async function show(place) {
  if (place.parts[1]) await one(place, place.parts[1]);
  else await all(place);
}

/** @param {import("../main.js").Place} place */
async function all({ main }) {
  // the folder of people's games is there before the first of them is over
  const results = (await get("/api/results")).results.filter((/** @type {any} */ one) => !one.people || one.games || one.trouble);
  main.replaceChildren(
    h("h1", null, "Results"),
    results.length
      ? wide("Results",
          h("table", null,
            h("thead", null, h("tr", null, ["Name", "Games", "Bots", "Boards", "Changed"].map((text, index) => h("th", { scope: "col", class: index > 1 ? "text" : null }, text)))),
            h("tbody", null, results.map((/** @type {any} */ one) => {
              const link = encodeURIComponent(one.name);
              return h("tr", null,
                h("th", { scope: "row" }, h("a", { href: `/results/${link}` }, one.name), one.running && !one.people ? h("span", null, " ", h("a", { href: `/watch/${link}` }, "(running)")) : null),
                h("td", null, one.trouble ? "" : one.games),
                h("td", { class: "text" }, one.trouble ? one.trouble : (one.bots ?? []).join(", ")),
                h("td", { class: "text" }, (one.variants ?? []).join(", ")),
                h("td", { class: "text" }, one.changed ? when(one.changed) : ""));
            }))))
      : h("p", null, "There are no results in this folder yet. ", h("code", null, "arena run quickstart"), " plays a first tournament."),
    h("p", { class: "row" }, h("a", { class: "button", href: "/compare" }, "Compare two"), h("a", { class: "button", href: "/gcg" }, "Look at a GCG file")),
  );
}

/** @param {import("../main.js").Place} place @param {string} name */
async function one({ main, query }, name) {
  const path = `/api/results/${encodeURIComponent(name)}`;
  const { results } = await get("/api/results");
  const told = results.find((/** @type {any} */ result) => result.name === name);
  if (!told) throw new Refused({ code: "unknown", where: "", problem: `there are no results '${name}' here`, remedy: "The page Results lists those there are" });
  const any = /** @type {[string, string]} */ (["", "all"]);
  const options = (/** @type {string[]} */ list) => [any, ...list.map((text) => /** @type {[string, string]} */ ([text, text]))];
  const bot = select(options(told.bots ?? []), query.get("bot") ?? "");
  const variant = select(options(told.variants ?? []), query.get("variant") ?? "");
  const body = h("tbody", null);
  const count = h("p", { class: "note" });
  const more = button("Show more", () => load(false));
  let shown = 0;
  const load = async (/** @type {boolean} */ anew) => {
    if (anew) {
      body.replaceChildren();
      shown = 0;
      history.replaceState(null, "", address(location.pathname, { bot: bot.value || null, variant: variant.value || null }));
    }
    const list = await get(`${path}/games`, { bot: bot.value || null, variant: variant.value || null, offset: shown, limit: STEP });
    shown += list.games.length;
    count.textContent = `${counted(list.count, "game")}${shown < list.count ? `, ${shown} shown` : ""}`;
    more.hidden = shown >= list.count;
    body.append(...list.games.map((/** @type {any} */ game) =>
      h("tr", null,
        h("th", { scope: "row", class: "name" }, h("a", { href: address(`/results/${encodeURIComponent(name)}/game`, { id: game.id }) }, game.id)),
        h("td", { class: "text" }, game.bots.join(" \u2013 ")),
        h("td", null, (game.scores ?? []).join(" : ")),
        h("td", null, game.turns),
        h("td", { class: "text" }, game.reason)),
    ));
  };
  for (const node of [bot, variant]) node.addEventListener("change", () => load(true));
  const { node: report, load: loadStandings } = standings(path, told.bots ?? []);
  main.replaceChildren(
    h("h1", null, name),
    h("p", { class: "row" }, h("a", { class: "button", href: `${path}/report.html`, target: "_blank", rel: "noopener" }, "Report"), told.running ? h("a", { class: "button strong", href: `/watch/${encodeURIComponent(name)}` }, "Watch") : null, h("a", { class: "button", href: address("/compare", { results: name }) }, "Compare two bots")),
    ...(told.trouble ? [h("p", { class: "trouble", role: "alert" }, told.trouble)] : []),
    report,
    h("h2", null, "Games"),
    h("div", { class: "row filters" }, field("Bot", bot), field("Board", variant)),
    count,
    wide("Games", h("table", null, h("thead", null, h("tr", null, ["Game", "Bots", "Points", "Turns", "End"].map((text, index) => h("th", { scope: "col", class: index === 1 || index === 4 ? "text" : null }, text)))), body)),
    h("p", null, more),
  );
  await Promise.all([load(true), loadStandings()]);
}

/**
 * Return the standings, which take a while to be worked out: their lines are there before, so that nothing moves.
 * @param {string} path
 * @param {string[]} bots
 */
function standings(path, bots) {
  const body = h("tbody", null, bots.map((bot) => h("tr", null, h("td", null, "\u2026"), h("td", { class: "text" }, h("b", null, bot)), h("td", null), h("td", null), h("td", null), h("td", null))));
  const heads = ["Rank", "Bot", "Elo", "95 %", "Games", "Score"].map((text, index) => h("th", { scope: "col", class: index === 1 ? "text" : null }, text));
  const node = h("section", null, h("h2", null, "Standings"), wide("Standings", h("table", null, h("thead", null, h("tr", null, heads)), body)));
  const load = async () => {
    try {
      const rows = (await get(path)).standings ?? [];
      if (!Array.isArray(rows) || !rows.length) throw new Error("there are none");
      body.replaceChildren(
        ...rows.map((/** @type {any} */ row) =>
          h("tr", null,
            h("td", null, row.rank ?? ""),
            h("td", { class: "text" }, h("b", null, row.bot ?? row.name)),
            h("td", null, whole(row.elo)),
            h("td", null, interval(row.elo_low, row.elo_high)),
            h("td", null, row.games ?? ""),
            h("td", null, percent(row.score)))),
      );
    } catch {
      node.remove(); // the report says why it cannot be made
    }
  };
  return { node, load };
}
