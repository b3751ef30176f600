// What stands beside the board: players with points and clocks, moves, unseen tiles, and what a play that is laid is worth.

import { button, h, write } from "../dom.js";
import { counted } from "../numbers.js";
import { clockText } from "./clocks.js";
import { moveText } from "./told.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Verdict} Verdict */

/** The players: names, points, tiles held, clocks. */
export class Players {
  constructor() {
    this.node = h("ul", { class: "players", "aria-label": "Players" });
    /** @type {HTMLElement[]} */
    this.clocks = [];
    this.drawn = "";
  }

  /** @param {State} state */
  draw(state) {
    const told = JSON.stringify([state.seats, state.to_move, state.you, state.clocks !== null, state.status, state.over?.places]);
    if (told === this.drawn) return;
    this.drawn = told;
    this.clocks = [];
    this.node.replaceChildren(
      ...state.seats.map((seat) => {
        const clock = h("span", { class: "clock" });
        this.clocks.push(clock);
        const notes = [];
        if (seat.seat === state.you) notes.push("you");
        if (seat.kind === "bot") notes.push(seat.bot && seat.bot !== seat.name ? `bot ${seat.bot}` : "bot");
        if (!seat.sat) notes.push("free seat");
        else if (!seat.connected && seat.kind === "person" && state.status !== "over") notes.push("not connected");
        if (seat.left) notes.push("left the game");
        if (state.kind !== "small" && state.status === "playing") notes.push(counted(seat.rack, "tile"));
        const place = state.over?.places[seat.seat];
        if (place && (state.over?.places.length ?? 0) > 1) notes.push(place === 1 ? "winner" : `place ${place}`);
        return h(
          "li",
          { class: state.to_move === seat.seat ? "turn" : null, "aria-current": state.to_move === seat.seat ? "true" : null },
          h("span", { class: "name" }, seat.name || `Player ${seat.seat + 1}`),
          h("span", { class: "score" }, state.kind === "small" ? "" : [String(seat.score ?? 0), h("span", { class: "unseen" }, " points")]),
          h("span", { class: "note" }, notes.join(", ")),
          state.clocks ? clock : null,
        );
      }),
    );
  }

  /** @param {import("./clocks.js").Clocks} clocks */
  tick(clocks) {
    this.clocks.forEach((node, seat) => {
      const left = clocks.of(seat);
      write(node, left === null ? "" : clockText(left));
      node.classList.toggle("short", left !== null && left < 30_000);
      node.classList.toggle("runs", clocks.running === seat);
    });
  }
}

/**
 * Return which moves were taken back, by their index.
 * @param {Move[]} moves
 */
export const takenBack = (moves) => new Set(moves.flatMap((move, index) => (move.challenge?.phonies.length ? [index - 1] : [])));

/** The list of moves; each leads to its position where `go` is given. */
export class Moves {
  /** @param {((index: number) => void) | null} [go] */
  constructor(go = null) {
    this.go = go;
    this.list = h("ol", { class: "moves" });
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Moves" }, this.list);
    this.node = h("section", { class: "panel" }, h("h2", null, "Moves"), this.scroller);
    this.count = 0;
    this.current = -1;
  }

  /**
   * @param {Move[]} moves
   * @param {string[]} names by seat
   * @param {Table | null} [table]
   */
  draw(moves, names, table = null) {
    if (moves.length < this.count) {
      this.list.replaceChildren();
      this.count = 0;
    }
    const wasLast = this.scroller.scrollTop + this.scroller.clientHeight >= this.scroller.scrollHeight - 30;
    for (; this.count < moves.length; this.count += 1) {
      const move = /** @type {Move} */ (moves[this.count]);
      const index = this.count;
      const blanks = move.tiles?.filter((tile) => table?.tiles[tile.tile]?.wild) ?? [];
      const note = blanks.length ? `, blank${blanks.length > 1 ? "s" : ""} as ${blanks.map((tile) => tile.char).join(", ")}` : "";
      const told = [
        h("span", { class: "who" }, names[move.seat] ?? `Player ${move.seat + 1}`),
        h("span", { class: "what" }, moveText(move), note ? h("span", { class: "blank" }, note) : null),
        h("span", { class: "points" }, move.kind === "play" ? `+${move.points}` : ""),
        h("span", { class: "total" }, move.total ?? ""),
      ];
      const title = move.words?.map(([word, points]) => `${word} ${points}`).join(", ") + (move.bonus ? `, bonus ${move.bonus}` : "");
      if (move.challenge?.phonies.length) this.list.lastElementChild?.classList.add("back");
      this.list.append(h("li", { class: move.kind, title: move.words?.length ? title : null }, this.go ? h("button", { type: "button", on: { click: () => this.go?.(index) } }, told) : told));
    }
    if (wasLast && !this.go) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** @param {number} index */
  mark(index) {
    if (this.current >= 0) this.list.children[this.current]?.firstElementChild?.removeAttribute("aria-current");
    this.current = index;
    const node = /** @type {HTMLElement | undefined} */ (this.list.children[index]);
    node?.firstElementChild?.setAttribute("aria-current", "true");
    if (node) {
      const [top, bottom] = [node.offsetTop, node.offsetTop + node.offsetHeight];
      if (top < this.scroller.scrollTop || bottom > this.scroller.scrollTop + this.scroller.clientHeight) this.scroller.scrollTop = top - 40;
    }
  }
}

/** Tiles that are neither on the board nor one's own. */
export class Unseen {
  constructor() {
    this.list = h("ul", { class: "unseen-tiles", "aria-label": "Unseen tiles" });
    this.head = h("h2", null, "Unseen tiles");
    this.node = h("section", { class: "panel" }, this.head, this.list);
    this.drawn = "";
  }

  /**
   * @param {Record<string, number> | null} unseen
   * @param {number} bag
   * @param {Table | null} table
   */
  draw(unseen, bag, table) {
    this.node.hidden = !unseen || !table;
    if (!unseen || !table) return;
    const told = JSON.stringify([unseen, bag]);
    if (told === this.drawn) return;
    this.drawn = told;
    const count = Object.values(unseen).reduce((sum, one) => sum + one, 0);
    write(this.head, `Unseen: ${counted(count, "tile")}, ${bag} in the bag`);
    this.list.replaceChildren(
      ...table.tiles
        .filter((kind) => unseen[kind.id])
        .map((kind) => h("li", { "aria-label": `${kind.wild ? "blank" : kind.label}: ${unseen[kind.id]}` }, h("b", null, kind.label), h("span", null, unseen[kind.id] ?? 0))),
    );
  }
}

/**
 * Return what a verdict says, as short lines: words with points, what is wrong, what it would cost.
 * @param {Verdict} verdict
 * @returns {{head: string, lines: string[], good: boolean}}
 */
export function verdictText(verdict) {
  const words = verdict.words.map(([word, points]) => `${word} ${points}`).join(", ");
  const bonus = verdict.bonus ? `, bonus ${verdict.bonus}` : "";
  const sum = verdict.points !== null && (verdict.words.length || verdict.points) ? `${counted(verdict.points, "point")}` : "";
  const head = [sum, words ? `(${words}${bonus})` : ""].filter(Boolean).join(" ");
  const lines = [...verdict.lines];
  if (!verdict.legal && verdict.costs) lines.push(`Sent all the same, it ${verdict.costs}.`);
  return { head, lines, good: verdict.legal };
}

/**
 * The end explained: who won, what was added and taken off, where the record lies.
 * @param {State} state
 * @param {Table | null} table
 * @param {{rematch: (() => void) | null}} acts
 */
export function ending(state, table, acts) {
  const over = state.over;
  if (!over) return null;
  const name = (/** @type {number} */ seat) => state.seats[seat]?.name || `Player ${seat + 1}`;
  const winners = over.places?.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? [];
  const won =
    state.status === "failed" || !winners.length ? "The game has ended"
    : winners.length === over.places.length && winners.length > 1 ? "A draw"
    : winners.length === 1 && winners[0] === state.you ? "You win"
    : `${winners.map(name).join(" and ")} ${winners.length > 1 ? "win" : "wins"}`;
  const told = over.explained?.length ? over.explained : [over.reason].filter(Boolean);
  const rows = (over.scores ?? []).map((score, seat) => {
    const left = over.left?.[seat] ?? [];
    const adjusted = over.adjustments?.[seat];
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, name(seat)),
      h("td", null, score),
      h("td", null, adjusted ? (adjusted > 0 ? `+${adjusted}` : String(adjusted)) : "0"),
      h("td", { class: "text" }, left.map((id) => table?.tiles[id]?.label ?? `#${id}`).join(" ")),
    );
  });
  const word = state.kind !== "small";
  return h(
    "section",
    { class: "panel end", "aria-label": "The end" },
    h("h2", null, won),
    told.map((line) => h("p", null, line)),
    word && rows.length
      ? h("table", null, h("thead", null, h("tr", null, ["Player", "Points", "At the end", "Tiles left"].map((text, index) => h("th", { scope: "col", class: index === 3 ? "text" : null }, text)))), h("tbody", null, rows))
      : null,
    h(
      "div",
      { class: "row" },
      acts.rematch ? button("Rematch", acts.rematch, { class: "strong" }) : null,
      over.results && over.id ? h("a", { class: "button", href: `/results/${encodeURIComponent(over.results)}/game?id=${encodeURIComponent(over.id)}` }, "Look back at this game") : null,
      h("a", { class: "button", href: "/new" }, "New game"),
    ),
  );
}
