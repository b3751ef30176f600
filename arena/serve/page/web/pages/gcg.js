// A GCG file dropped on the page: replayed, with everything that disagrees marked.

import { get, post, Refused, sentence, table as tableOf } from "../api.js";
import { button, field, h, select } from "../dom.js";
import { playerName, Replay } from "./replay.js";

const MOST = 1 << 20;

/** @param {import("../main.js").Place} place */
export async function show({ main }) {
  const choices = await get("/api/choices");
  const own = /** @type {[string, string]} */ (["", "as the file says"]);
  const pick = (/** @type {any[]} */ list) => select([own, ...list.map((one) => /** @type {[string, string]} */ ([one.name, one.name]))], "");
  const [board, tiles, lexicon] = [pick(choices.boards), pick(choices.tiles), pick(choices.lexica)];
  const file = h("input", { type: "file", accept: ".gcg,text/plain", "aria-label": "GCG file" });
  const trouble = h("div", { class: "trouble", role: "alert" });
  const shown = h("div", { class: "shown" });
  let text = "";

  const look = async () => {
    if (!text) return;
    trouble.replaceChildren();
    /** @type {Record<string, string>} */
    const body = { gcg: text };
    for (const [name, node] of Object.entries({ board, tiles, lexicon })) if (node.value) body[name] = node.value;
    try {
      const told = await post("/api/gcg", body);
      const table = told.table ? await tableOf(told.table) : null;
      const replay = new Replay({ kind: "word", over: null, ...told }, table, { plays: null, address: null });
      const problems = told.problems ?? [];
      shown.replaceChildren(
        h("h2", null, told.players.map(playerName).join(" \u2013 ")),
        problems.length
          ? h("section", { class: "panel" }, h("h2", null, `${problems.length} ${problems.length === 1 ? "thing disagrees" : "things disagree"}`),
              h("ul", { class: "problems" }, problems.map((/** @type {any} */ one) => h("li", null, `${one.line ? `Line ${one.line}: ` : ""}${one.text} `, one.move === null || one.move === undefined ? null : button("Show", () => replay.go(one.move), { class: "quiet" })))))
          : h("p", { class: "note" }, "Everything in the file agrees with the rules."),
        replay.node,
      );
      main.classList.add("wide");
      for (const one of problems) if (typeof one.move === "number") replay.moves.list.children[one.move]?.classList.add("failed");
      replay.go(told.moves.length - 1);
    } catch (error) {
      shown.replaceChildren();
      const told = error instanceof Refused ? error.complaints.map(sentence) : [String(error)];
      trouble.replaceChildren(...told.map((line) => h("p", null, line)));
    }
  };
  const take = async (/** @type {File | undefined} */ one) => {
    if (!one) return;
    if (one.size > MOST) {
      trouble.replaceChildren(h("p", null, "That file is larger than a game can be (1 MiB)."));
      return;
    }
    text = decode(await one.arrayBuffer());
    await look();
  };
  file.addEventListener("change", () => take(file.files?.[0]));
  for (const node of [board, tiles, lexicon]) node.addEventListener("change", look);
  const drop = h("div", { class: "drop" }, h("p", null, h("b", null, "Drop a GCG file here"), ", or choose one:"), file);
  // anywhere on the page will do
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  document.addEventListener("dragleave", () => drop.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer?.files[0]);
  });
  main.replaceChildren(
    h("h1", null, "Look at a GCG file"),
    drop,
    h("details", null, h("summary", null, "Board, tiles and words"), h("div", { class: "fields" }, field("Board", board), field("Tiles", tiles), field("Words", lexicon))),
    trouble,
    shown,
  );
}

/** GCG is UTF-8 where it says so or reads as such, else Latin 1. @param {ArrayBuffer} bytes */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("iso-8859-1").decode(bytes);
  }
}
