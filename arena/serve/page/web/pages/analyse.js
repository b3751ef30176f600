// A position, set up by hand or pasted: all plays ranked, drawn when pointed at; and what any bot would play.

import { address, get, post, Refused, sentence, table as tableOf } from "../api.js";
import { button, field, h, select, write } from "../dom.js";
import { say } from "../say.js";
import "../board/board.js";
import { askFace } from "../play/faces.js";
import { equityText, playList, rankedBy } from "../play/ask.js";
import { botNamed, botTold } from "./bots.js";
import { counted } from "../numbers.js";
import { verdictText } from "../play/panels.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Tile} Tile */
/** @typedef {import("../types.js").Play} Play */

/** @param {import("../main.js").Place} place */
export async function show({ main, query }) {
  const choices = await get("/api/choices");
  const page = new Analyse(main, choices);
  page.draw(query);
  await page.load(query.get("cgp") ?? "");
}

class Analyse {
  /** @param {HTMLElement} main @param {any} choices */
  constructor(main, choices) {
    this.main = main;
    this.choices = choices;
    /** @type {Table | null} */
    this.table = null;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** @type {number[]} */
    this.rack = [];
    /** @type {Play | null} */
    this.pointed = null;
    /** @type {string[]} */
    this.history = [];
    this.asked = 0;
    this.own = false; // whether board, tiles and words are as the CGP names them
  }

  /** @param {URLSearchParams} query */
  draw(query) {
    const names = (/** @type {any[]} */ list) => list.map((one) => /** @type {[string, string]} */ ([one.name, one.name]));
    const wants = (/** @type {string} */ name) => query.get(name) ?? this.choices.defaults[name];
    this.board = select(names(this.choices.boards), wants("board"));
    this.tileset = select(names(this.choices.tiles), wants("tiles"));
    this.rules = select(names(this.choices.rules), wants("rules"));
    this.lexicon = select(names(this.choices.lexica), wants("lexicon"));
    for (const node of [this.board, this.tileset, this.rules, this.lexicon]) node.addEventListener("change", () => this.load(""));
    this.cgp = h("textarea", { rows: 2, spellcheck: "false", placeholder: "15/15/\u2026 ABCDEFG/ 0/0 0" });
    this.rackText = h("input", { type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "characters", placeholder: "ABCDE??" });
    this.rackText.addEventListener("change", () => this.setRack());
    this.view = /** @type {import("../board/board.js").ArenaBoard} */ (h(/** @type {any} */ ("arena-board"), { "aria-label": "The position" }));
    this.view.reserved = (text) => 240 * text;
    this.view.arrow = true;
    this.view.addEventListener("square", (event) => this.square(/** @type {CustomEvent} */ (event).detail));
    this.view.addEventListener("keydown", (event) => this.key(event));
    this.told = h("p", { class: "turnline", role: "status" }, "Click a square and type tiles (Shift for a blank); backspace takes one away.");
    this.trouble = h("div", { class: "trouble", role: "alert" });
    this.by = rankedBy(() => this.rank());
    this.list = h("section", { class: "panel" }, h("h2", null, "Plays"), h("p", { class: "note" }, "Give a rack to see all plays."));
    this.bot = select(this.choices.bots.filter((/** @type {any} */ bot) => !bot.games?.length || bot.games.includes("word")).map((/** @type {any} */ bot) => [bot.name, botNamed(bot)]), "greedy", { "aria-label": "Bot" });
    this.botNote = h("p", { class: "note" });
    this.bot.addEventListener("change", () => this.botTold());
    this.botTold();
    this.answer = h("p", { class: "told", role: "status" });
    this.text = h("input", { type: "text", spellcheck: "false", autocomplete: "off", placeholder: "8D WORD" });
    this.judged = h("p", { class: "told", role: "status" });
    const judge = h("form", { class: "line" }, field("Judge a play", this.text), h("div", { class: "row" }, h("button", { type: "submit" }, "Judge")), this.judged);
    judge.addEventListener("submit", (event) => {
      event.preventDefault();
      this.judge();
    });
    this.main.classList.add("wide");
    this.main.replaceChildren(
      h("h1", null, "Analyse a position"),
      this.trouble,
      h("div", { class: "look" },
        h("div", null, this.view, this.told,
          this.below = h("div", { class: "row actions" }, button("Clear the board", () => this.clear()), button("Copy as CGP", () => this.copy()), button("Link to this position", () => this.link()), button("Play from here", () => this.play()))),
        h("div", { class: "side" },
          h("section", { class: "panel" }, field("Rack", this.rackText)),
          this.list,
          h("section", { class: "panel setup" }, h("div", { class: "fields" }, field("Board", this.board), field("Tiles", this.tileset), field("Words", this.lexicon), field("Rules", this.rules)),
            field("CGP", this.cgp), h("div", { class: "row" }, button("Take this CGP", () => this.load(this.cgp?.value.trim() ?? "", true)))),
          h("section", { class: "panel" }, h("h2", null, "Ask a bot"), h("div", { class: "row nowrap" }, this.bot, button("Ask", () => this.ask())), this.botNote, this.answer),
          h("section", { class: "panel" }, judge))),
    );
    this.view.knobsHome = this.below;
  }

  botTold() {
    if (this.botNote) write(this.botNote, botTold(this.choices.bots.find((/** @type {any} */ one) => one.name === this.bot?.value)));
  }

  names() {
    return { board: this.board?.value, tiles: this.tileset?.value, rules: this.rules?.value, lexicon: this.lexicon?.value };
  }

  /** @returns {any} */
  position() {
    const placed = [...this.tiles.values()].map(({ at, tile, char, points }) => ({ at, tile, char, points }));
    return { table: this.table?.table, placed, rack: this.rack };
  }

  /** Take a CGP, or an empty board of the chosen parts. @param {string} cgp @param {boolean} [own] leave the parts to the text */
  async load(cgp, own = false) {
    this.trouble?.replaceChildren();
    try {
      this.own = own && /\b(bdn|lex|ld)\b/.test(cgp);
      const names = own && /\b(bdn|lex|ld)\b/.test(cgp) ? {} : this.names();
      const empty = { json: { ...this.names(), placed: [] } };
      const told = await post("/api/position", cgp ? { cgp, ...names } : empty);
      this.table = await tableOf(told.table);
      this.tiles = new Map(told.board.map((/** @type {Tile} */ tile) => [`${tile.at[0]},${tile.at[1]}`, tile]));
      this.rack = told.rack ?? [];
      if (this.rackText) this.rackText.value = told.rack_text ?? "";
      this.view?.lay(this.table);
      for (const line of told.warnings ?? []) this.trouble?.append(h("p", null, line));
      this.changed();
      if (this.view && !this.view.port.bounds) this.view.open();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const told = error instanceof Refused ? error.complaints.map(sentence) : [String(error)];
    this.trouble?.replaceChildren(...told.map((line) => h("p", null, line)));
  }

  show() {
    /** @type {Map<string, import("../board/board.js").TileLook>} */
    const looks = new Map();
    for (const [name, { char, points, tile }] of this.tiles) looks.set(name, { char, points, wild: this.table?.tiles[tile]?.wild });
    for (const { at, char, points, tile } of this.pointed?.tiles ?? []) looks.set(`${at[0]},${at[1]}`, { char, points, wild: this.table?.tiles[tile]?.wild, state: "shown" });
    this.view?.show(looks);
  }

  changed() {
    this.pointed = null;
    this.show();
    if (this.answer) this.answer.textContent = "";
    if (this.judged) this.judged.textContent = "";
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.rank(), 250);
  }

  /** @param {{x: number, y: number}} at */
  async square({ x, y }) {
    const view = this.view;
    if (!view) return;
    const cursor = view.cursor;
    if (cursor && cursor.x === x && cursor.y === y) {
      cursor.across = !cursor.across;
      view.draw();
    } else view.moveCursor(x, y);
    view.svg?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  async key(event) {
    const view = this.view;
    const cursor = view?.cursor;
    if (!view || !cursor || !this.table || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = `${cursor.x},${cursor.y}`;
    const [dx, dy] = cursor.across ? [1, 0] : [0, 1];
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      if (this.tiles.has(name)) this.tiles.delete(name);
      else if (event.key === "Backspace" && view.squares?.at(cursor.x - dx, cursor.y - dy)) {
        this.tiles.delete(`${cursor.x - dx},${cursor.y - dy}`);
        view.moveCursor(cursor.x - dx, cursor.y - dy);
      }
      this.changed();
      return;
    }
    if ([...event.key].length !== 1 || !/\p{L}/u.test(event.key)) return;
    event.preventDefault();
    const letter = event.key.toLocaleUpperCase();
    const able = this.table.tiles.filter((kind) => kind.wild === event.shiftKey && kind.faces.some(([face]) => face.toLocaleUpperCase().startsWith(letter)));
    /** @type {[string, number][]} */
    const faces = able.flatMap((kind) => kind.faces.filter(([face]) => face.toLocaleUpperCase().startsWith(letter)));
    if (!faces.length) {
      if (this.told) write(this.told, `There is no tile ${letter} in this set.`);
      return;
    }
    const char = faces.length === 1 ? faces[0]?.[0] : await askFace(faces, "Which tile?");
    if (!char) return;
    const kind = able.find((one) => one.faces.some(([face]) => face === char));
    const points = kind?.faces.find(([face]) => face === char)?.[1] ?? 0;
    this.tiles.set(name, { at: [cursor.x, cursor.y], tile: kind?.id ?? 0, char, points });
    if (view.squares?.at(cursor.x + dx, cursor.y + dy)) view.moveCursor(cursor.x + dx, cursor.y + dy);
    this.changed();
  }

  /** Read the rack: one sign a tile, letters of several signs in brackets, ? a blank. */
  setRack() {
    const table = this.table;
    if (!table || !this.rackText) return;
    const rack = [];
    const wrong = [];
    for (const [, bracket, id, sign] of this.rackText.value.matchAll(/\[([^\]]*)\]|#(\d+)|([^\s,])/gu)) {
      const text = (bracket ?? sign ?? "").toLocaleUpperCase();
      const kind = id !== undefined ? table.tiles[Number(id)] : text === "?" ? table.tiles.find((one) => one.wild) : (table.tiles.find((one) => !one.wild && one.label.toLocaleUpperCase() === text) ?? table.tiles.find((one) => !one.wild && one.faces.some(([face]) => face.toLocaleUpperCase() === text)));
      if (kind) rack.push(kind.id);
      else wrong.push(text || `#${id}`);
    }
    this.rack = rack;
    this.trouble?.replaceChildren(...(wrong.length ? [h("p", null, `There is no tile ${wrong.join(", ")} in this set.`)] : []));
    this.changed();
  }

  async rank() {
    if (!this.table || !this.rack.length) {
      this.list?.replaceChildren(h("h2", null, "Plays"), h("p", { class: "note" }, "Give a rack to see all plays."));
      return;
    }
    this.asked += 1;
    const asked = this.asked;
    try {
      const by = this.by?.value ?? "points";
      const told = await post("/api/position/plays", { position: this.position(), most: 100, by });
      if (asked !== this.asked) return;
      this.trouble?.replaceChildren();
      const plays = /** @type {Play[]} */ (told.plays);
      const first = plays[0];
      const thing = by === "equity" ? "move" : "play";
      say(first ? `${counted(told.count, thing)}; the best is ${first.text} for ${first.points}${first.equity === undefined ? "" : `, equity ${equityText(first.equity)}`}.` : `There is no ${thing}.`);
      const list = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Plays" }, playList(plays, {
        show: (play) => {
          this.pointed = play;
          if (play?.tiles.length) this.view?.follow(play.tiles.map((tile) => tile.at));
          this.show();
        },
        lay: (play) => {
          if (!play.tiles.length) return;
          if (this.text) this.text.value = play.text;
          this.judge();
        },
      }));
      this.list?.replaceChildren(h("h2", null, plays.length ? `${counted(told.count, thing)}${told.count > plays.length ? `, the best ${plays.length}` : ""}` : `There is no ${thing}`), this.choice(), list);
    } catch (error) {
      if (asked === this.asked) {
        this.list?.replaceChildren(h("h2", null, "Plays"), this.choice());
        this.fail(error);
      }
    }
  }

  choice() {
    return h("div", { class: "row" }, h("span", { class: "note" }, "Ranked"), this.by ?? null);
  }

  async judge() {
    const text = this.text?.value.trim();
    if (!text || !this.judged) return;
    try {
      const verdict = await post("/api/position/judge", { position: this.position(), text });
      const { head, lines } = verdictText({ ...verdict, costs: null });
      this.judged.textContent = `${verdict.legal ? "It may be played. " : ""}${head} ${lines.join(" ")}`;
    } catch (error) {
      this.judged.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** The position with what its table is made of: a bot plays it as a game. @returns {Promise<any>} */
  async whole() {
    if (this.own) return { cgp: await this.asCgp() };
    /** @type {Record<string, number>} */
    const hand = {};
    for (const id of this.rack) hand[id] = (hand[id] ?? 0) + 1;
    return { json: { ...this.names(), placed: [...this.tiles.values()].map(({ at, char, points }) => [...at, char, points ?? 0]), hand } };
  }

  async ask() {
    if (!this.answer || !this.bot) return;
    const bot = this.bot.value;
    this.answer.textContent = `${bot} thinks\u2026`;
    try {
      const told = await post("/api/position/ask", { position: await this.whole(), bot, seconds: 5 });
      this.answer.textContent = told.kind === "play" ? `${bot} plays ${told.text} for ${counted(told.points, "point")}.` : `${bot}: ${told.kind === "change" ? "exchanges tiles" : told.kind === "pass" ? "passes" : told.text || told.kind}.`;
      this.pointed = told.kind === "play" ? { text: told.text, word: "", points: told.points, tiles: told.tiles } : null;
      if (this.pointed) this.view?.follow(this.pointed.tiles.map((tile) => tile.at));
      this.show();
    } catch (error) {
      this.answer.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  clear() {
    this.tiles.clear();
    this.changed();
  }

  async asCgp() {
    try {
      const told = await post("/api/position", this.position());
      if (told.cgp) return /** @type {string} */ (told.cgp);
      throw new Refused({ code: "state", where: "", problem: "a board without end has no CGP", remedy: "" });
    } catch (error) {
      this.fail(error);
      return "";
    }
  }

  async copy() {
    const cgp = await this.asCgp();
    if (!cgp || !this.cgp) return;
    this.cgp.value = cgp;
    this.cgp.select();
    try {
      await navigator.clipboard.writeText(cgp);
      if (this.told) write(this.told, "The CGP is copied.");
    } catch {
      if (this.told) write(this.told, "The CGP stands in its field, selected.");
    }
  }

  async link() {
    const cgp = await this.asCgp();
    if (!cgp) return;
    history.replaceState(null, "", address("/analyse", { cgp, ...this.names() }));
    if (this.told) write(this.told, "The address of this page leads to this position now.");
  }

  async play() {
    const cgp = await this.asCgp();
    if (cgp) location.assign(address("/new", { cgp, ...this.names() }));
  }
}
