// The page of one game: who sits plays, everybody else looks on. It sends what its user means and shows what the server says.

import { sentence, table as tableOf } from "../api.js";
import { button, h, write } from "../dom.js";
import { Live } from "../live.js";
import { keep, seatLink } from "../mine.js";
import { say } from "../say.js";
import { squareName } from "../board/places.js";
import "../board/board.js";
import { Clocks, clockText } from "./clocks.js";
import { ending, Moves, Players, takenBack, Unseen } from "./panels.js";
import { apply, follows } from "./store.js";
import { moveTold } from "./told.js";
import { dropInvitations, invitations } from "./waiting.js";
import { Seat } from "./seat.js";
import { confirmed } from "./faces.js";
import "./small.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../live.js").Message} Message */

/** @param {import("../main.js").Place} place */
export function show({ main, parts }) {
  const game = parts[1];
  if (!game) {
    location.replace("/mine");
    return;
  }
  const token = parts[0] === "play" ? location.hash.slice(1) : "";
  new GameView(main, game, token).start();
}

export class GameView {
  /** @param {HTMLElement} main @param {string} game @param {string} token "" to look on */
  constructor(main, game, token) {
    this.main = main;
    this.game = game;
    this.token = token;
    this.live = new Live();
    /** @type {State | null} */
    this.state = null;
    /** @type {Table | null} */
    this.table = null;
    this.clocks = new Clocks();
    this.cut = false;
    this.replaced = false;
    /** @type {Seat | null} */
    this.seat = null;
    /** @type {Message[]} */
    this.early = []; // events that came while the table was asked for
    this.warned = Infinity;
    this.ended = "";
    this.players = new Players();
    this.unseen = new Unseen();
    this.moves = new Moves();
  }

  start() {
    this.status = h("p", { class: "status" }, "Connecting\u2026");
    this.banner = h("p", { class: "banner", hidden: true });
    this.board = /** @type {import("../board/board.js").ArenaBoard} */ (h(/** @type {any} */ ("arena-board"), { "aria-label": "The board" }));
    this.cells = /** @type {import("./small.js").ArenaCells} */ (h(/** @type {any} */ ("arena-cells")));
    this.stage = h("section", { class: "stage", "aria-label": "Board" });
    this.bar = h("div", { class: "bar" }, this.status, this.banner);
    this.board.knobsHome = this.bar;
    this.below = h("section", { class: "below", "aria-label": "Your turn" });
    this.endBox = h("div", { class: "endbox" });
    this.extra = h("div", { class: "extra" });
    this.main.classList.add("wide");
    this.main.replaceChildren(
      h("h1", { class: "unseen" }, "Game"),
      h(
        "div",
        { class: "game" },
        this.bar,
        this.stage,
        this.below,
        h("aside", { class: "side", "aria-label": "About the game" }, h("div", { class: "people" }, this.players.node, this.endBox), this.extra, h("div", { class: "lists" }, this.moves.node, this.unseen.node)),
      ),
    );
    this.live.hold(this.game, () => this.opening(), { message: (message) => this.hear(message), cut: (cut) => this.setCut(cut) });
    const tick = () => {
      this.players?.tick(this.clocks);
      this.warn();
    };
    window.setInterval(tick, 200);
  }

  /** @returns {Message} */
  opening() {
    const known = this.state && this.table !== undefined ? { seq: this.state.seq, epoch: this.state.epoch } : {};
    return this.token ? { type: "sit", game: this.game, token: this.token, ...known } : { type: "look", game: this.game, ...known };
  }

  /** @param {boolean} cut */
  setCut(cut) {
    this.cut = cut;
    this.drawBanner();
    if (cut) say("The connection is lost. It is tried again.");
    this.seat?.changed();
  }

  drawBanner() {
    const banner = /** @type {HTMLElement} */ (this.banner);
    banner.hidden = !this.cut && !this.replaced;
    banner.replaceChildren();
    if (this.replaced) {
      banner.append("This seat is open in another window. ", button("Use it here", () => {
        this.replaced = false;
        this.state = null;
        this.live.again(this.game);
      }));
    } else if (this.cut) banner.append("Connection lost. Trying again\u2026");
    document.body.classList.toggle("cut", this.cut);
  }

  /** @param {Message} message */
  hear(message) {
    switch (message.type) {
      case "state":
        this.early = [];
        this.take(/** @type {any} */ (message));
        break;
      case "current":
        if (this.state) this.clocks.take({ clocks: message["clocks"] ?? this.state.clocks, running: message["running"] ?? this.state.running });
        this.replaced = false;
        this.drawBanner();
        break;
      case "event":
        if (!this.state) this.early.push(message);
        else if (follows(this.state, message)) this.event(message);
        else if (message["epoch"] !== this.state.epoch || message["seq"] > this.state.seq) this.live.again(this.game);
        break;
      case "replaced":
        this.replaced = true;
        this.drawBanner();
        this.seat?.changed();
        say("This seat is open in another window now.");
        break;
      case "error":
        if (!this.state) this.fail(message);
        else if (message["id"] === undefined) this.seat?.tell(`${message["problem"]}. ${message["remedy"] ?? ""}`);
        break;
      default:
    }
  }

  /** @param {Message} message */
  fail(message) {
    const known = message["code"] === "unknown" || message["code"] === "forbidden";
    this.main.replaceChildren(
      h(
        "section",
        { class: "narrow", role: "alert" },
        h("h1", null, known ? "There is no such game here" : "That did not work"),
        h("p", null, message["code"] === "forbidden" ? "The link is not one of this game's seats." : sentence({ code: String(message["code"] ?? ""), where: "", problem: message["problem"], remedy: message["remedy"] ?? "" })),
        h("p", null, h("a", { class: "button", href: "/new" }, "New game"), " ", h("a", { href: "/mine" }, "My games")),
      ),
    );
  }

  /** @param {State} state */
  async take(state) {
    const before = this.state;
    this.state = null;
    if (state.table && this.table?.table !== state.table) {
      try {
        this.table = await tableOf(state.table);
      } catch (error) {
        this.fail({ type: "error", problem: error instanceof Error ? error.message : "the board could not be had" });
        return;
      }
    }
    this.state = state;
    this.replaced = false;
    this.clocks.take(state);
    const early = this.early;
    this.early = [];
    for (const event of early) if (follows(state, event)) apply(state, event);
    if (this.token && state.you !== null) keep({ game: this.game, token: this.token, seat: state.you });
    document.title = `${state.seats.map((seat) => seat.name || "\u2026").join(" \u2013 ")} \u00b7 arena`;
    if (before && state.moves.length > before.moves.length) say(state.moves.slice(before.moves.length).map((move) => this.told(move)).join(" "));
    this.draw();
    this.drawBanner();
    if (!before) this.board?.follow(this.lastSquares());
  }

  /** @param {Message} event */
  event(event) {
    const state = /** @type {State} */ (this.state);
    const turn = state.to_move;
    apply(state, event);
    this.clocks.take(state);
    const move = /** @type {Move | undefined} */ (event["move"]);
    if (event["event"] === "move" && move) {
      say(this.told(move));
      const mine = move.seat === state.you ? move.kind !== "pass" && move.kind !== "challenge" : move.challenge?.against === state.you && move.challenge.phonies.length > 0;
      if (mine && state.rack?.length) say(`Your rack: ${this.rackTold()}.`);
      this.seat?.turned();
      if (move.kind === "failed" && move.seat === state.you) this.seat?.hand.recall(); // it was sent, and is answered
    }
    if (event["event"] === "refused") {
      const refused = state.again;
      this.seat?.refused(refused);
    }
    if (event["event"] === "begun") {
      say(["The game begins.", ...(state.begins ?? [])].join(" "));
      dropInvitations(this.game);
    }
    if (event["event"] === "sat") say(`${event["name"]} sits down.`);
    if (event["event"] === "over") say(`The game is over. ${(state.over?.explained ?? []).join(" ")}`);
    if (event["event"] === "rematch") this.rematched();
    if (state.to_move !== turn && state.to_move !== null && state.to_move === state.you) say(state.challenge?.closing ? "The game is over unless you challenge the last play." : "Your turn.");
    this.draw();
    if (event["event"] === "move") this.board?.follow(this.lastSquares());
  }

  rematched() {
    const state = /** @type {State} */ (this.state);
    const next = state.rematch?.game;
    if (!next) return;
    // people keep their tokens from game to game
    if (this.token) location.assign(seatLink({ game: next, token: this.token }));
    else if (state.you === null) location.assign(`/game/${encodeURIComponent(next)}`);
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.state?.seats[seat]?.name || `Player ${seat + 1}`;
  }

  /** A move in words for the live region. @param {Move} move */
  told(move) {
    return moveTold(move, this.nameOf(move.seat), move.seat === this.state?.you);
  }

  rackTold() {
    return (this.state?.rack ?? []).map((id) => (this.table?.tiles[id]?.wild ? "blank" : (this.table?.tiles[id]?.label ?? id))).join(", ");
  }

  /** @returns {[number, number][]} the squares of the last play */
  lastSquares() {
    const state = this.state;
    if (!state) return [];
    const back = takenBack(state.moves);
    for (let index = state.moves.length - 1; index >= 0; index -= 1) {
      const move = state.moves[index];
      if (move?.kind === "play" && !back.has(index)) return move.tiles.map((tile) => tile.at);
    }
    return [];
  }

  draw() {
    const state = this.state;
    if (!state || !this.board || !this.stage || !this.below) return;
    const small = state.kind === "small";
    const waiting = state.status === "waiting" || state.status === "starting";
    this.main.classList.toggle("small-game", small);
    if (small) {
      if (this.cells && this.cells.parentElement !== this.stage) this.stage.replaceChildren(this.cells);
    } else if (this.board.parentElement !== this.stage) this.stage.replaceChildren(this.board);
    if (this.table) this.board.lay(this.table);
    this.players.draw(state);
    this.players.tick(this.clocks);
    this.moves.draw(state.moves, state.seats.map((seat, number) => seat.name || `Player ${number + 1}`), this.table);
    this.unseen.draw(small ? null : state.unseen, state.bag, this.table);
    write(/** @type {HTMLElement} */ (this.status), this.statusText());
    document.body.classList.toggle("my-turn", state.status === "playing" && state.to_move === state.you);
    this.below.hidden = state.you === null || waiting || state.status === "failed";
    const sits = state.you !== null && !this.seat;
    if (sits) this.seat = new Seat(this);
    this.seat?.draw();
    if (sits) this.board.measure(); // beside what is there now
    if (!this.seat) this.showBoard();
    if (small && !this.seat) this.cells?.show(state.position, false);
    this.drawEnd(waiting);
  }

  /** @param {boolean} waiting */
  drawEnd(waiting) {
    const state = /** @type {State} */ (this.state);
    const told = JSON.stringify([state.status, state.over, state.rematch, waiting && state.seats.map((seat) => seat.sat)]);
    if (told === this.ended) return;
    this.ended = told;
    const box = /** @type {HTMLElement} */ (this.endBox);
    box.replaceChildren();
    if (waiting) {
      if (state.status === "waiting") box.append(invitations(this.game, state.seats));
      return;
    }
    const asked = state.you !== null && state.rematch?.asked.includes(state.you);
    const end = ending(state, this.table, {
      rematch: state.you === null || asked || state.status === "failed" ? null : () => this.live.send({ type: "rematch", game: this.game }),
    });
    if (end) box.append(end);
    if (end && asked) end.append(h("p", { class: "note" }, "You asked for a rematch. It begins when everybody did."));
    else if (end && state.rematch?.asked.length) end.append(h("p", { class: "note" }, `${state.rematch.asked.map((seat) => this.nameOf(seat)).join(" and ")} would play again.`));
  }

  /** Show the board as everybody sees it. @param {Map<string, import("../board/board.js").TileLook>} [more] @param {Iterable<string>} [movable] */
  showBoard(more, movable) {
    const state = this.state;
    if (!state || state.kind === "small") return;
    const last = new Set(this.lastSquares().map(([x, y]) => `${x},${y}`));
    /** @type {Map<string, import("../board/board.js").TileLook>} */
    const looks = new Map();
    for (const tile of state.board) {
      const name = `${tile.at[0]},${tile.at[1]}`;
      looks.set(name, { char: tile.char, points: tile.points, wild: this.table?.tiles[tile.tile]?.wild, state: last.has(name) ? "fresh" : "" });
    }
    for (const [name, look] of more ?? []) looks.set(name, look);
    this.board?.show(looks, movable);
  }

  statusText() {
    const state = /** @type {State} */ (this.state);
    if (state.status === "waiting") return "Waiting for players to sit down";
    if (state.status === "starting") return "The bots get ready\u2026";
    if (state.status === "over") return "The game is over";
    if (state.status === "failed") return `The game could not go on: ${state.over?.reason ?? "the server failed"}`;
    if (state.to_move === null) return "";
    const seat = state.seats[state.to_move];
    if (state.to_move === state.you && state.challenge?.closing) return "Challenge or end?";
    if (state.to_move === state.you) return "Your turn";
    return seat?.kind === "bot" ? `${seat.name} thinks\u2026` : `${this.nameOf(state.to_move)}\u2019s turn`;
  }

  /** Tell one's own clock when little is left. */
  warn() {
    const you = this.state?.you;
    if (you === null || you === undefined || this.clocks.running !== you) {
      this.warned = Infinity;
      return;
    }
    const left = this.clocks.of(you);
    if (left === null) return;
    const step = [10_000, 30_000, 60_000].find((one) => left <= one);
    if (step !== undefined && step < this.warned) {
      this.warned = step;
      if (left > step - 3000) say(`You have ${step / 1000} seconds left.`);
    }
  }

  /**
   * Answer what may be asked in the line of moves; null where it is no such question.
   * @param {string} text
   * @returns {string | null}
   */
  answer(text) {
    const state = /** @type {State} */ (this.state);
    switch (text.toLowerCase()) {
      case "rack":
        return `Your rack: ${this.rackTold()}.`;
      case "scores":
      case "score":
        return `${state.seats.map((seat, number) => `${this.nameOf(number)} ${seat.score}`).join(", ")}.`;
      case "clock": {
        if (!state.clocks) return "This game has no clock.";
        return `${state.seats.map((_, number) => `${this.nameOf(number)} ${clockText(this.clocks.of(number) ?? 0)}`).join(", ")}.`;
      }
      case "unseen":
        return state.unseen && this.table ? `${this.table.tiles.filter((kind) => state.unseen?.[kind.id]).map((kind) => `${kind.wild ? "blank" : kind.label} ${state.unseen?.[kind.id]}`).join(", ")}.` : "";
      case "last": {
        const move = state.moves[state.moves.length - 1];
        return move ? this.told(move) : "Nobody has played yet.";
      }
      default:
        return null;
    }
  }

  async resign() {
    if (await confirmed("Resign? You leave the game, and it counts as lost.", "Resign")) this.live.send({ type: "resign", game: this.game });
  }

  /** @param {[number, number]} at */
  squareName(at) {
    return squareName(this.table?.board ?? null, ...at);
  }
}

