// A game that is over, move by move: slider and keys, the best plays of each turn, and what was given away.

import { address, get, table as tableOf } from "../api.js";
import { button, h, s, write } from "../dom.js";
import { say } from "../say.js";
import "../board/board.js";
import "../play/small.js";
import { tile } from "/web/shared/draw.js";
import { counted } from "../numbers.js";
import { Moves, takenBack } from "../play/panels.js";
import { moveTold } from "../play/told.js";
import { equityText, playList, rankedBy } from "../play/ask.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Play} Play */
/** @typedef {{id: string, variant?: string, kind: string, table: string | null, players: any[], moves: Move[], over: any, racks?: (number[] | null)[], placed?: import("../types.js").Tile[], positions?: import("../types.js").SmallPosition[], problems?: {line: number, move: number | null, text: string}[]}} Told */

/** @param {import("../main.js").Place} place */
export async function show({ main, parts, query }) {
  const name = parts[1] ?? "";
  const id = query.get("id") ?? "";
  const path = `/api/results/${encodeURIComponent(name)}`;
  /** @type {Told} */
  const told = await get(`${path}/game`, { id });
  const table = told.table ? await tableOf(told.table) : null;
  document.title = `${told.players.map(playerName).join(" \u2013 ")} \u00b7 arena`;
  const replay = new Replay(told, table, {
    plays: told.kind === "small" ? null : (move, by) => get(`${path}/plays`, { id, move, most: 20, by }),
    address: (move) => address(`/results/${encodeURIComponent(name)}/game`, { id, move }),
  });
  const link = (/** @type {string} */ what) => (/** @type {number} */ move) => address(`${path}/${what}`, { id, move: Math.max(0, move) });
  const files = told.kind === "small" ? [] : [
    h("span", { class: "note" }, "Save:"),
    h("a", { class: "button", href: address(`${path}/game.gcg`, { id }), download: "" }, "GCG"),
    replay.follower("CGP", (at) => link("position.cgp")(at + 1 < told.moves.length ? at + 1 : at)),
    replay.follower("SVG", link("board.svg")),
    replay.follower("PNG", link("board.png")),
  ];
  replay.below.append(...files);
  main.classList.add("wide");
  main.replaceChildren(
    h("h1", null, told.players.map(playerName).join(" \u2013 ")),
    h("p", { class: "note" }, h("a", { href: `/results/${encodeURIComponent(name)}` }, name), told.variant ? `, ${told.variant}` : "", `, game ${id}`),
    replay.node,
  );
  const asked = query.get("move");
  replay.go(asked !== null && /^\d+$/.test(asked) ? Number(asked) : told.moves.length - 1);
  window.addEventListener("popstate", () => {
    const move = new URLSearchParams(location.search).get("move");
    if (move !== null) replay.go(Number(move));
  });
}

/** @param {any} player */
export const playerName = (player) => (typeof player === "string" ? player : (player?.name ?? player?.bot ?? "?"));

export class Replay {
  /**
   * @param {Told} told
   * @param {Table | null} table
   * @param {{plays: ((move: number, by: string) => Promise<any>) | null, address: ((move: number) => string) | null}} acts
   */
  constructor(told, table, acts) {
    this.told = told;
    this.table = table;
    this.acts = acts;
    this.at = -2;
    /** @type {Play | null} */
    this.pointed = null;
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
    this.by = rankedBy(() => this.plays(this.at));
    /** @type {[HTMLAnchorElement, (move: number) => string][]} */
    this.followers = [];
    this.names = told.players.map(playerName);
    const last = told.moves.length - 1;
    this.slider = h("input", { type: "range", min: -1, max: last, value: last, "aria-label": "Move" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.line = h("p", { class: "turnline" });
    this.racks = h("div", { class: "racks", role: "img", "aria-label": "Rack" });
    this.moves = new Moves((index) => this.go(index));
    this.best = h("section", { class: "panel" }, h("h2", null, "Best plays"), h("p", { class: "note" }, "\u2026"));
    this.stage = h("section", { class: "stage", "aria-label": "Board" });
    this.below = h("div", { class: "row below-board" });
    if (table) {
      this.board = /** @type {import("../board/board.js").ArenaBoard} */ (h(/** @type {any} */ ("arena-board"), { "aria-label": "The board" }));
      this.board.reserved = (text) => 330 * text;
      this.stage.append(this.board);
      this.board.knobsHome = this.below;
      this.board.lay(table);
    } else {
      this.cells = /** @type {import("../play/small.js").ArenaCells} */ (h(/** @type {any} */ ("arena-cells")));
      this.stage.append(this.cells);
    }
    const knob = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => number} */ to) => button(text, () => this.go(to()), { "aria-label": name, title: name });
    this.node = h(
      "div",
      { class: "look" },
      h("div", null,
        this.stage,
        h("div", { class: "slider" },
          knob("\u00ab", "To the beginning (Home)", () => -1), knob("\u2039", "One move back (left arrow)", () => this.at - 1), this.slider, knob("\u203a", "One move on (right arrow)", () => this.at + 1), knob("\u00bb", "To the end (End)", () => last)),
        this.line,
        table ? this.racks : null,
        this.below,
      ),
      h("div", { class: "side" }, this.moves.node, acts.plays ? this.best : null, told.over?.explained?.length ? h("section", { class: "panel" }, h("h2", null, "The end"), told.over.explained.map((/** @type {string} */ text) => h("p", null, text))) : null),
    );
    this.moves.draw(told.moves, this.names, table);
    window.addEventListener("keydown", (event) => this.key(event));
  }

  /** A link that goes with the move shown. @param {string} text @param {(move: number) => string} to */
  follower(text, to) {
    const link = h("a", { class: "button", href: "#", download: "" }, text);
    this.followers.push([link, to]);
    return link;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(event.target instanceof HTMLElement || event.target === document.body)) return;
    if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea, dialog")) return;
    if (event.target instanceof Node && this.board?.contains(event.target)) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: -1, End: this.told.moves.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** Show the board after a move; -1 is the beginning. @param {number} to */
  go(to) {
    const at = Math.max(-1, Math.min(this.told.moves.length - 1, Number.isFinite(to) ? to : -1));
    if (at === this.at) return;
    this.at = at;
    this.pointed = null;
    this.slider.value = String(at);
    const move = this.told.moves[at];
    const text = move ? `Move ${at + 1} of ${this.told.moves.length}: ${moveTold(move, this.names[move.seat] ?? `Player ${move.seat + 1}`, false, true)}` : "The beginning";
    write(this.line, text);
    this.slider.setAttribute("aria-valuetext", text);
    say(text);
    this.moves.mark(at);
    for (const [link, follow] of this.followers) link.href = follow(at);
    if (this.acts.address) history.replaceState(null, "", this.acts.address(at));
    this.draw();
    this.drawRack(move);
    if (move?.kind === "play") this.board?.follow(move.tiles.map((tile) => tile.at));
    this.plays(at);
  }

  draw() {
    if (this.cells) {
      const position = this.told.positions?.[this.at + 1] ?? null;
      this.cells.show(position, false);
      return;
    }
    /** @type {Map<string, import("../board/board.js").TileLook>} */
    const looks = new Map();
    for (const { at, char, points, wild } of this.told.placed ?? []) looks.set(`${at[0]},${at[1]}`, { char, points, wild, state: "" });
    const made = this.told.moves.slice(0, this.pointed ? this.at : this.at + 1);
    const back = takenBack(made);
    made.forEach((move, index) => {
      if (move.kind !== "play" || back.has(index)) return;
      for (const { at, char, points, tile: id } of move.tiles) looks.set(`${at[0]},${at[1]}`, { char, points, wild: this.table?.tiles[id]?.wild, state: index === this.at ? "fresh" : "" });
    });
    for (const { at, char, points, tile: id } of this.pointed?.tiles ?? []) looks.set(`${at[0]},${at[1]}`, { char, points, wild: this.table?.tiles[id]?.wild, state: "shown" });
    this.board?.show(looks);
  }

  /** The rack that the move was made from. @param {Move | undefined} move */
  drawRack(move) {
    const ids = move?.rack ?? this.told.racks?.[this.at] ?? null;
    const labels = (ids ?? []).map((id) => this.table?.tiles[id]?.label ?? `#${id}`);
    this.racks.setAttribute("aria-label", labels.length ? `Rack before the move: ${labels.join(" ")}` : "No rack is known");
    this.racks.replaceChildren(
      ...(ids ?? []).map((id) => {
        const kind = this.table?.tiles[id];
        return s("svg", { class: "drawn", width: 36, height: 36 }, tile({ char: kind?.label ?? `#${id}`, points: kind?.faces.length === 1 ? kind.faces[0]?.[1] : undefined }, 36));
      }),
    );
  }

  /** @param {number} at */
  async plays(at) {
    if (!this.acts.plays) return;
    const move = this.told.moves[at];
    if (!move) {
      this.best.replaceChildren(h("h2", null, "Best plays"), h("p", { class: "note" }, "Go to a move to see what could have been played."));
      return;
    }
    const by = this.by.value;
    const key = `${at} ${by}`;
    const asked = () => this.at === at && this.by.value === by;
    let known = this.known.get(key);
    if (!known) {
      // a slider that is drawn along asks only where it rests
      await new Promise((done) => window.setTimeout(done, 150));
      if (!asked()) return;
      known = this.acts.plays(at, by);
      known.catch(() => this.known.delete(key));
      this.known.set(key, known);
    }
    /** @type {any} */
    let told;
    try {
      told = await known;
    } catch (error) {
      if (asked()) this.best.replaceChildren(h("h2", null, "Best plays"), this.choice(), h("p", { class: "note" }, error instanceof Error ? error.message : "They could not be had."));
      return;
    }
    if (!asked()) return;
    const plays = /** @type {Play[]} */ (told.plays);
    const given = told.given_away;
    const thing = by === "equity" ? "move" : "play";
    const lost = by === "equity" ? `${equityText(given ?? 0)} points of equity` : counted(given, "point");
    const list = playList(plays, {
      show: (play) => {
        this.pointed = play;
        if (play?.tiles.length) this.board?.follow(play.tiles.map((one) => one.at));
        this.draw();
      },
      lay: () => {},
    });
    plays.forEach((play, index) => {
      if ((move.kind === "play" && play.text === move.text) || (move.kind === "change" && play.change?.length && String([...play.change].sort()) === String([...(move.given ?? [])].sort()))) list.children[index]?.setAttribute("aria-current", "true");
    });
    this.best.replaceChildren(
      h("h2", null, `Best ${thing}s before move ${at + 1}`),
      this.choice(),
      h("p", null, given === null || given === undefined ? `${counted(told.count, thing)} in all.` : given > 0 ? `${lost} given away; ${told.rank ? `number ${told.rank} of ${told.count}` : `${told.count} ${thing}s in all`}.` : `Nothing given away; ${counted(told.count, thing)} in all.`),
      list,
    );
  }

  choice() {
    return h("div", { class: "row" }, h("span", { class: "note" }, "Ranked"), this.by);
  }
}
