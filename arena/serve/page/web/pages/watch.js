// A tournament that runs: standings, what is done and left, faults as they happen, and the games in progress.

import { get, table as tableOf } from "../api.js";
import { h, s, wide } from "../dom.js";
import { Live } from "../live.js";
import { counted, interval, percent, whole } from "../numbers.js";
import { say } from "../say.js";
import "../board/board.js";

/** @typedef {import("../live.js").Message} Message */
/** @typedef {{node: HTMLElement, board: import("../board/board.js").ArenaBoard | null, told: HTMLElement, told_: string}} Card */

/** @param {import("../main.js").Place} place */
export async function show({ main, parts }) {
  const name = parts[1];
  if (name) {
    new Watch(main, name).start();
    return;
  }
  const { results } = await get("/api/results");
  const running = results.filter((/** @type {any} */ one) => one.running && !one.people);
  const over = results.filter((/** @type {any} */ one) => !one.running && !one.people);
  const line = (/** @type {any} */ one) => h("li", null, h("a", { href: `/watch/${encodeURIComponent(one.name)}` }, h("b", null, one.name)), h("span", { class: "note" }, `${counted(one.games, "game")}; ${(one.bots ?? []).join(", ")}`));
  main.replaceChildren(
    h("section", { class: "narrow" },
      h("h1", null, "Watch"),
      running.length ? h("ul", { class: "games" }, running.map(line)) : h("p", null, "No tournament runs now. One that is started with this results folder appears here by itself: ", h("code", null, "arena run FILE"), "."),
      over.length ? h("h2", null, "Over") : null,
      h("ul", { class: "games" }, over.map(line))),
  );
  if (!running.length) window.setTimeout(() => !document.hidden && location.reload(), 15_000);
}

class Watch {
  /** @param {HTMLElement} main @param {string} name */
  constructor(main, name) {
    this.main = main;
    this.name = name;
    /** @type {any} */
    this.state = null;
    this.live = new Live();
    /** @type {Map<string, Card>} */
    this.boards = new Map();
    /** @type {Card[]} */
    this.ended = []; // games that are over: each stays until another one takes its place
    this.at = 0;
    this.stood = "";
    this.crossed = "";
  }

  start() {
    this.progress = h("progress", { max: 1, value: 0, "aria-label": "Games done" });
    this.line = h("p", null, "Connecting\u2026");
    this.cut = h("p", { class: "banner", hidden: true }, "Connection lost. Trying again\u2026");
    this.table = wide("Standings");
    this.sprt = h("p", null);
    this.cross = wide("Crosstable");
    this.faults = h("ul", { class: "games faults" });
    this.games = h("div", { class: "boards" });
    this.none = h("p", { class: "note" }, "No game is being played.");
    this.main.classList.add("wide");
    this.main.replaceChildren(
      h("h1", null, this.name),
      h("div", { class: "watch" },
        h("section", { class: "panel whole" }, this.line, this.progress, this.cut, this.sprt),
        h("section", { class: "panel" }, h("h2", null, "Standings"), this.table),
        h("section", { class: "panel" }, h("h2", null, "Crosstable"), this.cross, h("p", { class: "note" }, "Wins, draws and losses of the row.")),
        h("section", { class: "panel whole" }, h("h2", null, "Games in progress"), this.none, this.games),
        h("section", { class: "panel whole" }, h("h2", null, "Faults"), this.faults)),
      h("p", null, h("a", { href: `/results/${encodeURIComponent(this.name)}` }, "Results and games of this tournament")),
    );
    this.live.hold(this.name, () => ({ type: "watch", watch: this.name, ...(this.state ? { seq: this.state.seq, epoch: this.state.epoch } : {}) }), {
      message: (message) => this.hear(message),
      cut: (cut) => this.cut && (this.cut.hidden = !cut),
    });
    window.setInterval(() => this.tick(), 1000);
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === "state") {
      this.state = message;
      this.at = Date.now();
      this.draw();
    } else if (message.type === "event") {
      const state = this.state;
      if (!state) return;
      if (message["epoch"] !== state.epoch || message["seq"] !== state.seq + 1) {
        if (message["epoch"] !== state.epoch || message["seq"] > state.seq) {
          this.state = null;
          this.live.again(this.name);
        }
        return;
      }
      this.event(message);
    } else if (message.type === "error") {
      if (this.line) this.line.textContent = `Nothing of that name is there yet (${message["problem"]}). It is looked for again.`;
      window.setTimeout(() => this.live.again(this.name), 2000);
    }
  }

  /** @param {Message} event */
  event(event) {
    const state = this.state;
    state.seq = event["seq"];
    for (const field of ["done", "total", "seconds_left", "running", "standings", "sprt", "crosstable", "planned"]) if (event[field] !== undefined) state[field] = event[field];
    if (event["event"] === "progress") {
      this.at = Date.now();
      if (event["running"] === false) say("The tournament is over.");
    }
    if (event["event"] === "faults") {
      state.faults = [...(state.faults ?? []), ...event["faults"]];
      for (const fault of event["faults"]) say(`Fault: ${fault.bot}, ${fault.fault}.`);
    }
    if (event["event"] === "playing") {
      const games = new Map(state.games.map((/** @type {any} */ game) => [game.id, game]));
      for (const game of event["games"] ?? []) games.set(game.id, game);
      for (const id of event["gone"] ?? []) games.delete(id);
      state.games = [...games.values()];
    }
    this.draw();
  }

  tick() {
    const state = this.state;
    if (!state || !this.line || !this.progress) return;
    const total = state.total ?? 0;
    this.progress.max = total || 1;
    this.progress.value = total ? state.done : 0;
    const left = state.seconds_left === null || state.seconds_left === undefined ? "" : `, ${lasting(Math.max(0, state.seconds_left - (Date.now() - this.at) / 1000))} left`;
    const told = state.running ? `${state.done} of ${total || "?"} games done${total ? `, ${total - state.done} to play` : ""}${left}` : `Over: ${state.done}${total ? ` of ${total}` : ""} games done`;
    if (this.line.textContent !== told) this.line.textContent = told;
  }

  draw() {
    const state = this.state;
    this.tick();
    if (this.sprt) this.sprt.textContent = state.sprt ? (state.sprt.text ?? `SPRT: ${state.sprt.answer}`) : "";
    this.drawStandings(state.standings ?? []);
    this.drawCross(state.crosstable);
    const faults = state.faults ?? [];
    this.faults?.replaceChildren(...(faults.length ? faults.slice(-50).reverse().map((/** @type {any} */ one) => h("li", null, h("b", null, `${one.bot}: ${one.fault}`), h("span", { class: "note" }, `${one.detail ? `${one.detail}. ` : ""}Game ${one.id}, turn ${one.turn}`))) : [h("li", { class: "note" }, state.running ? "None so far." : "None.")]));
    this.drawGames(state.games ?? []);
  }

  /** @param {any[]} rows */
  drawStandings(rows) {
    const told = JSON.stringify(rows);
    if (told === this.stood) return;
    this.stood = told;
    const known = rows.filter((row) => typeof row.elo === "number");
    const low = Math.min(...known.map((row) => row.low ?? row.elo), 0);
    const high = Math.max(...known.map((row) => row.high ?? row.elo), 1);
    const place = (/** @type {number} */ elo) => ((elo - low) / (high - low)) * 118 + 1;
    this.table?.replaceChildren(
      h("table", { class: "standings" },
        h("thead", null, h("tr", null, ["#", "Bot", "Elo", "95 %", "", "Games", "Score"].map((text, index) => h("th", { scope: "col", class: index === 1 ? "text" : text ? null : "bar-cell" }, text || h("span", { class: "unseen" }, "Interval"))))),
        h("tbody", null, rows.map((row) => h("tr", null,
          h("td", null, row.rank),
          h("td", { class: "text" }, h("b", null, row.bot)),
          h("td", null, whole(row.elo)),
          h("td", null, interval(row.low, row.high)),
          h("td", { class: "bar-cell" }, typeof row.elo === "number" ? bar(place(row.low ?? low), place(row.elo), place(row.high ?? high)) : null),
          h("td", null, row.games),
          h("td", null, percent(row.score)))))),
    );
  }

  /** @param {any} cross */
  drawCross(cross) {
    const told = JSON.stringify(cross ?? null);
    if (told === this.crossed) return;
    this.crossed = told;
    if (!cross) {
      this.cross?.replaceChildren(h("p", { class: "note" }, "Not yet."));
      return;
    }
    this.cross?.replaceChildren(h("table", { class: "cross" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, "Bot")), cross.bots.map((/** @type {string} */ bot) => h("th", { scope: "col" }, bot)))),
      h("tbody", null, cross.rows.map((/** @type {any[]} */ row, /** @type {number} */ index) => h("tr", null, h("th", { scope: "row" }, cross.bots[index]), row.map((cell) => h("td", null, Array.isArray(cell) ? cell.join(" ") : "\u2013")))))));
  }

  /** @param {any[]} games */
  drawGames(games) {
    const here = new Set(games.map((game) => game.id));
    for (const [id, shown] of this.boards) {
      if (here.has(id)) continue;
      this.boards.delete(id);
      this.ended.push(shown);
      shown.node.classList.add("over");
      shown.told.textContent = `Over: ${shown.told.textContent?.replace("\u25b8 ", "")}`;
    }
    if (!this.state.running) for (const shown of this.ended.splice(0)) shown.node.remove();
    if (this.none) this.none.hidden = games.length > 0 || this.ended.length > 0;
    for (const game of games) {
      let shown = this.boards.get(game.id);
      if (!shown) {
        shown = this.card(game);
        this.boards.set(game.id, shown);
        const place = this.ended.shift();
        if (place) place.node.replaceWith(shown.node);
        else this.games?.append(shown.node);
      }
      const told = JSON.stringify(game);
      if (told === shown.told_) continue;
      shown.told_ = told;
      shown.told.textContent = game.hidden ? "Hidden while its pair is played" : `${game.players.map((/** @type {string} */ player, /** @type {number} */ seat) => `${seat === game.to_move ? "\u25b8 " : ""}${player} ${game.scores?.[seat] ?? ""}`).join("   ")}`;
      const last = new Set((game.last ?? []).map((/** @type {any} */ tile) => String(tile.at ?? tile)));
      shown.board?.show(new Map((game.board ?? []).map((/** @type {any} */ tile) => [`${tile.at[0]},${tile.at[1]}`, { char: tile.char, points: tile.points, wild: tile.wild, state: last.has(String(tile.at)) ? "fresh" : "" }])));
    }
  }

  /** @param {any} game */
  card(game) {
    const told = h("p", { class: "note" });
    const node = h("section", { class: "panel" }, h("h3", null, h("span", null, game.id)), told);
    /** @type {import("../board/board.js").ArenaBoard | null} */
    let board = null;
    if (game.table && !game.hidden) {
      board = /** @type {import("../board/board.js").ArenaBoard} */ (h(/** @type {any} */ ("arena-board"), { still: true, "aria-label": `Board of ${game.id}` }));
      node.append(board);
      const made = board;
      tableOf(game.table).then((table) => made.lay(table), () => made.remove());
    }
    return { node, board, told, told_: "" };
  }
}

/**
 * Return an interval drawn, and where in it the number lies. Pixels.
 * @param {number} low
 * @param {number} at
 * @param {number} high
 */
function bar(low, at, high) {
  return s("svg", { width: 120, height: 16, "aria-hidden": "true" }, s("rect", { x: low, y: 5, width: Math.max(2, high - low), height: 6 }), s("line", { x1: at, x2: at, y1: 1, y2: 15 }));
}

/** @param {number} seconds */
function lasting(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
