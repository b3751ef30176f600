// One's own seat: rack, tiles laid but not sent, and everything that may be sent. Free at all times; only sending needs the turn.

import { sentence } from "../api.js";
import { button, h, write } from "../dom.js";
import { say } from "../say.js";
import { key } from "../board/places.js";
import { lookup, moveLine, playList, rankedBy } from "./ask.js";
import { makeDrag } from "./drag.js";
import { askFace, closeFaces, confirmed } from "./faces.js";
import { Hand } from "./hand.js";
import { verdictText } from "./panels.js";
import { elsewhere, Typing } from "./typing.js";
import "./rack.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Verdict} Verdict */
/** @typedef {import("../types.js").Play} Play */
/** @typedef {import("../types.js").Refusal} Refusal */
/** @typedef {import("./hand.js").Slot} Slot */
/** @typedef {import("../live.js").Message} Message */

const ONE_COLUMN = window.matchMedia("(max-width: 900px)"); // as in play.css
const GAP = 16; // px around the board

export class Seat {
  /** @param {import("./view.js").GameView} view */
  constructor(view) {
    this.view = view;
    this.small = view.state?.kind === "small";
    this.hand = new Hand(view.table?.tiles ?? []);
    this.board = /** @type {import("../board/board.js").ArenaBoard} */ (view.board);
    this.rack = /** @type {import("./rack.js").ArenaRack} */ (h(/** @type {any} */ ("arena-rack")));
    this.rack.hand = this.hand;
    this.typing = new Typing(this.board, this.hand, (x, y) => this.taken(x, y));
    /** @type {Set<string>} */
    this.lying = new Set();
    /** @type {Verdict | null} */
    this.verdict = null;
    this.judged = "";
    this.sending = false;
    /** @type {Play | null} */
    this.pointed = null;
    /** @type {number | null} */
    this.hinted = null;
    this.note = "";
    this.warnedOf = "";
    this.spoken = "";
    this.turnedBy = false; // whether a click on the cursor's square has turned it
    this.cursorSet = false; // whether the cursor is where its user put it
    this.make();
  }

  get state() {
    return /** @type {State} */ (this.view.state);
  }

  get mine() {
    return this.state.status === "playing" && this.state.to_move === this.state.you && !this.view.cut && !this.view.replaced;
  }

  make() {
    const below = /** @type {HTMLElement} */ (this.view.below);
    this.head = h("p", { class: "worth" });
    this.lines = h("p", { class: "wrong" });
    this.verdictBox = h("div", { class: "verdict", role: "status" }, this.head, this.lines);
    const endless = this.view.table !== null && this.view.table.board.bounds === null;
    const rule = this.view.table?.rules["challenge"] ?? "void";
    const written = endless ? "WORD ROW COLUMN H across, V down" : "8D WORD across, D8 WORD down";
    const line = moveLine(
      this.small ? "As the list of moves has it." : `${written}, a small letter for a blank; change ABC, pass${rule === "void" ? "" : ", challenge"}; rack, scores, clock, unseen tell.`,
      (text) => this.typed(text),
    );
    this.resignKnob = button("Resign", () => this.view.resign(), { class: "quiet" });
    if (this.small) {
      below.append(this.verdictBox, h("div", { class: "row actions" }, this.resignKnob));
      this.view.extra?.append(line.node, this.help());
      const cells = this.view.cells;
      if (cells) cells.chosen = (move) => this.send({ type: "move", move: move.text });
      return;
    }
    this.knobs = {
      send: button("Play", () => this.submit(), { class: "strong", title: "Enter" }),
      recall: button("Recall", () => this.recall(), { title: "Escape" }),
      shuffle: button("Shuffle", () => this.order("shuffle"), { title: "/" }),
      sort: button("Sort", () => this.order("sort"), { title: "." }),
      left: button("\u2039", () => this.shift(-1), { "aria-label": "Move the tile left", title: "Alt and the left arrow" }),
      right: button("\u203a", () => this.shift(1), { "aria-label": "Move the tile right", title: "Alt and the right arrow" }),
      face: button("Letter\u2026", () => this.reface(), { title: "Change the letter of the blank that was laid last", hidden: true }),
      exchange: button("Exchange", () => this.startGiving()),
      pass: button("Pass", () => this.pass()),
    };
    if (rule !== "void") this.challengeKnob = button("Challenge", () => this.challenge(), { title: "!" });
    this.ordinary = h("div", { class: "row actions" }, this.knobs.send, this.knobs.recall, this.knobs.shuffle, this.knobs.sort, h("span", { class: "row nowrap" }, this.knobs.left, this.knobs.right), this.knobs.face, this.knobs.exchange, this.knobs.pass, this.challengeKnob ?? null, this.resignKnob);
    this.giveKnob = button("Exchange", () => this.give(), { class: "strong" });
    this.giving = h("div", { class: "row actions", hidden: true }, h("span", null, "Choose the tiles to give back."), this.giveKnob, button("Cancel", () => this.stopGiving()));
    this.ordinary.addEventListener("click", release);
    below.append(this.verdictBox, h("div", { class: "rackbox" }, this.rack), this.ordinary, this.giving);
    this.view.extra?.append(line.node, this.help());
    this.drag = makeDrag(this.board, this.rack, this.hand, {
      square: (slot, x, y) => this.place(slot, x, y),
      rack: (slot, before) => {
        if (slot.at) this.hand.takeBack(slot);
        this.hand.moveBefore(slot, before);
        this.changed();
      },
      tap: (slot) => slot.at && this.tappedLaid(slot),
      changed: () => this.changed(),
    });
    this.rack.pressed = (slot, event) => {
      if (!this.rack.giving) this.drag?.begin(slot, event);
    };
    this.rack.picked = (slot) => this.tapped(slot);
    this.rack.shifted = (slot, by) => this.shift(by, slot);
    this.board.arrow = true;
    this.board.classList.add("takes");
    this.board.reserved = (text) => this.reserved(text);
    this.board.addEventListener("square", (event) => this.square(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("tiledown", (event) => {
      const { x, y, event: down } = /** @type {CustomEvent} */ (event).detail;
      const slot = this.hand.at(x, y);
      if (slot) this.drag?.begin(slot, down);
    });
    this.board.addEventListener("cursor", () => this.typing.reset());
    window.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => this.rack.draw());
  }

  /** What stands above and below the board: in one column all of it is seen beside the board, whatever the phone. @param {number} text */
  reserved(text) {
    const [board, below] = [this.board, /** @type {HTMLElement} */ (this.view.below)];
    if (!ONE_COLUMN.matches || !board.svg || !this.verdictBox) return 300 * text;
    const above = board.getBoundingClientRect().top + window.scrollY;
    const within = board.offsetHeight - board.svg.getBoundingClientRect().height;
    const said = this.verdictBox.offsetHeight - parseFloat(getComputedStyle(this.verdictBox).minHeight); // comes and goes
    return above + within + below.offsetHeight - said + GAP;
  }

  help() {
    const box = h("div", { class: "help" });
    if (this.state.help === "hints") {
      this.hintBox = h("div", { class: "hints" });
      this.hintBy = this.small ? null : rankedBy(() => this.hinted !== null && this.hints());
      const knob = button("Hint", () => this.hints());
      knob.addEventListener("click", release);
      box.append(h("div", { class: "row" }, knob, this.hintBy), this.hintBox);
      if (!this.small) {
        box.append(lookup(async (word) => (await this.view.live.ask({ type: "lookup", game: this.view.game, word }))["valid"]));
      }
    }
    return box;
  }

  /** Whether a tile that was sent lies there. @param {number} x @param {number} y */
  taken(x, y) {
    return this.lying.has(key(x, y));
  }

  /** Take what the server says, and show everything. */
  draw() {
    const state = this.state;
    if (this.small) {
      this.view.cells?.show(state.position, this.mine && !this.sending);
      this.dropHints();
      this.knobbed();
      return;
    }
    this.lying = new Set(state.board.map((tile) => key(...tile.at)));
    if (state.rack) this.hand.hold(state.rack);
    if (this.drag?.slot && !this.hand.slots.includes(this.drag.slot)) this.drag.cancel();
    const back = this.hand.yield((x, y) => this.taken(x, y));
    if (back.length) this.note = "Tiles whose squares were taken are back on your rack.";
    if (this.rack.chosen !== null && !this.hand.slot(this.rack.chosen)) this.rack.chosen = null;
    if (state.status === "over") {
      this.hand.recall();
      this.stopGiving();
      this.board.arrow = false;
      this.board.cursor = null;
    }
    this.dropHints();
    this.changed();
  }

  /** A turn was made: what was said of the one before goes, and what was under way is broken off. */
  turned() {
    this.drag?.cancel();
    closeFaces();
    this.note = "";
    this.sending = false;
    this.verdict = null;
    this.judged = "";
  }

  /** What lies or is chosen has changed. */
  changed() {
    if (this.small) {
      this.knobbed();
      return;
    }
    this.rack.draw();
    this.show();
    this.judge();
    this.knobbed();
    this.verdictDrawn();
  }

  show() {
    /** @type {Map<string, import("../board/board.js").TileLook>} */
    const looks = new Map();
    const wrong = this.verdict !== null && !this.verdict.legal;
    for (const slot of this.hand.laid) {
      if (this.drag?.slot === slot || !slot.at) continue;
      looks.set(key(...slot.at), { char: slot.face === null && this.hand.asks(slot) ? "?" : this.hand.char(slot), points: this.hand.points(slot), wild: this.hand.kind(slot).wild, state: wrong ? "wrong" : "laid" });
    }
    const movable = [...looks.keys()];
    if (this.pointed) {
      for (const name of movable) looks.delete(name);
      for (const tile of this.pointed.tiles) looks.set(key(...tile.at), { char: tile.char, points: tile.points, wild: this.hand.kinds.get(tile.tile)?.wild, state: "shown" });
    }
    this.view.showBoard(looks, this.pointed ? [] : movable);
  }

  knobbed() {
    const { mine, sending } = this;
    const over = this.state.status !== "playing";
    if (this.resignKnob) this.resignKnob.hidden = over;
    if (this.view.extra) this.view.extra.hidden = over; // nothing of it does anything any more
    if (!this.knobs) return;
    const laid = this.hand.laid.length > 0;
    const open = this.state.challenge ?? null; // a play that may be challenged; closing: else the game is over
    const closing = Boolean(open?.closing);
    if (this.challengeKnob) {
      this.challengeKnob.hidden = over;
      this.challengeKnob.disabled = !mine || sending || !open;
      this.challengeKnob.classList.toggle("strong", mine && closing);
      write(this.knobs.pass, mine && closing ? "Let it stand" : "Pass");
    }
    this.knobs.send.disabled = !mine || sending || !laid || closing;
    this.knobs.recall.disabled = !laid;
    const [chosen, free] = [this.chosenFree, this.hand.free];
    this.knobs.left.disabled = !chosen || chosen === free[0];
    this.knobs.right.disabled = !chosen || chosen === free[free.length - 1];
    this.knobs.exchange.disabled = !mine || sending || laid || closing;
    this.knobs.pass.disabled = !mine || sending;
    const last = this.hand.last;
    this.knobs.face.hidden = !(last && this.hand.asks(last));
    this.knobs.exchange.classList.toggle("elsewhere", !this.knobs.face.hidden); // one stands where the other did
    for (const knob of [this.knobs.send, this.knobs.recall, this.knobs.exchange, this.knobs.pass, this.knobs.shuffle, this.knobs.sort, this.knobs.left, this.knobs.right]) knob.hidden = over;
    if (closing) this.knobs.exchange.hidden = true; // there is nothing left to exchange with
    if (this.giveKnob) {
      const count = this.rack.giving?.size ?? 0;
      write(this.giveKnob, count ? `Exchange ${count}` : "Exchange");
      this.giveKnob.disabled = !mine || sending || !count;
    }
  }

  /** Ask the server what is laid would be worth; an answer for what is laid no more is passed over. */
  async judge() {
    const told = `${this.state.turn}:${this.hand.told}`;
    if (told === this.judged) return;
    this.judged = told;
    this.verdict = null;
    if (!this.hand.laid.length || this.state.status !== "playing" || !this.hand.faced) return;
    try {
      const verdict = /** @type {any} */ (await this.view.live.ask({ type: "judge", game: this.view.game, tiles: this.hand.tiles }));
      if (told !== this.judged) return;
      this.verdict = verdict;
      const { head, lines } = verdictText(verdict);
      if (this.spoken !== head + lines.join()) this.spoken = head + lines.join();
    } catch {
      if (told === this.judged) this.judged = "";
    }
    this.show();
    this.verdictDrawn();
  }

  verdictDrawn() {
    let [head, lines] = ["", /** @type {string[]} */ ([])];
    if (this.note) lines.push(this.note);
    else if (this.hand.laid.length) {
      if (!this.hand.faced) lines.push("Choose which letter the blank shows.");
      else if (this.verdict) ({ head, lines } = verdictText(this.verdict));
    } else if (this.state.again) lines = this.againLines(this.state.again);
    write(/** @type {HTMLElement} */ (this.head), head);
    write(/** @type {HTMLElement} */ (this.lines), lines.join(" "));
    this.verdictBox?.classList.toggle("bad", Boolean(this.verdict && !this.verdict.legal) || Boolean(this.state.again && !this.hand.laid.length));
  }

  /** @param {Refusal} again */
  againLines(again) {
    return again.lines?.length ? again.lines : [again.detail || "The move was refused."];
  }

  /** @param {string} text */
  tell(text) {
    this.note = text;
    this.sending = false;
    this.verdictDrawn();
    this.knobbed();
  }

  /** The server refused what was sent; it is this seat's turn still. @param {Refusal | null} refusal */
  refused(refusal) {
    this.sending = false;
    this.judged = "";
    if (refusal) this.tell(this.againLines(refusal).join(" "));
    this.changed();
  }

  // what is done with tiles

  /**
   * Move a tile along the rack: the one that is chosen, or another.
   * @param {number} by
   * @param {Slot} [slot]
   */
  shift(by, slot = this.chosenFree) {
    const free = this.hand.free;
    const at = slot ? free.indexOf(slot) : -1;
    const other = free[at + by];
    if (!slot || at < 0 || !other) return;
    this.hand.moveBefore(slot, by < 0 ? other : (free[at + by + 1] ?? null));
    this.changed();
  }

  /** The tile of the rack that is chosen. */
  get chosenFree() {
    const slot = this.rack.chosen === null ? undefined : this.hand.slot(this.rack.chosen);
    return slot?.at ? undefined : slot;
  }

  /** A tile of the rack was clicked. @param {Slot} slot */
  tapped(slot) {
    if (this.drag?.ended) return;
    this.note = "";
    if (this.rack.giving) {
      if (!this.rack.giving.delete(slot.id)) this.rack.giving.add(slot.id);
      this.changed();
      return;
    }
    const cursor = this.board.cursor;
    if (cursor && this.cursorSet && this.rack.chosen === null) {
      this.typing.advance();
      if (this.typing.open(this.board.cursor?.x ?? 0, this.board.cursor?.y ?? 0)) {
        const at = /** @type {{x: number, y: number}} */ (this.board.cursor);
        this.place(slot, at.x, at.y).then(() => {
          if (slot.at) this.typing.advance(true);
        });
        return;
      }
    }
    this.rack.chosen = this.rack.chosen === slot.id ? null : slot.id;
    this.changed();
  }

  /** A tile that lies, not sent, was clicked: it is picked up, or comes back when it was picked already. @param {Slot} slot */
  tappedLaid(slot) {
    this.note = "";
    if (this.rack.chosen === slot.id) {
      this.rack.chosen = null;
      this.hand.takeBack(slot);
    } else if (this.rack.chosen !== null) {
      const other = this.hand.slot(this.rack.chosen);
      if (other && slot.at) this.place(other, ...slot.at);
      return;
    } else this.rack.chosen = slot.id;
    this.changed();
  }

  /** A square was clicked. @param {{x: number, y: number}} at */
  square({ x, y }) {
    this.note = "";
    if (this.rack.giving || this.state.status === "over") return;
    if (this.rack.chosen !== null && !this.taken(x, y)) {
      const slot = this.hand.slot(this.rack.chosen);
      this.rack.chosen = null;
      if (slot) this.place(slot, x, y);
      return;
    }
    if (this.taken(x, y)) return;
    const cursor = this.board.cursor;
    if (cursor && cursor.x === x && cursor.y === y && this.cursorSet) {
      // clicked again it turns; once more, and nothing is chosen, so that a click on a tile of the rack chooses that
      if (this.turnedBy) this.board.cursor = null;
      else cursor.across = !cursor.across;
      this.turnedBy = !this.turnedBy;
      this.board.draw();
    } else {
      this.board.moveCursor(x, y);
      this.turnedBy = false;
    }
    this.cursorSet = this.board.cursor !== null;
    this.typing.reset();
  }

  /**
   * Lay a tile; asks which face it shows where it has none yet.
   * @param {Slot} slot
   * @param {number} x
   * @param {number} y
   */
  async place(slot, x, y) {
    if (this.taken(x, y) || !this.board.squares?.at(x, y)) return;
    this.note = "";
    this.rack.chosen = null;
    this.hand.lay(slot, x, y);
    this.changed();
    if (this.hand.asks(slot) && slot.face === null) {
      const kind = this.hand.kind(slot);
      const face = await askFace(kind.faces, kind.wild ? "Which letter is the blank?" : "Which letter does the tile show?");
      if (slot.at && slot.at[0] === x && slot.at[1] === y) {
        if (face) slot.face = face;
        else this.hand.takeBack(slot);
      }
      this.changed();
    }
  }

  async reface() {
    const slot = this.hand.last;
    if (!slot || !this.hand.asks(slot)) return;
    const face = await askFace(this.hand.kind(slot).faces, "Which letter does it show?");
    if (face && slot.at) slot.face = face;
    this.changed();
  }

  recall() {
    this.drag?.cancel();
    this.rack.chosen = null;
    this.note = "";
    const first = this.hand.laid[0]?.at;
    const first_laid = this.hand.order.length ? this.hand.slot(/** @type {number} */ (this.hand.order[0]))?.at : first;
    this.hand.recall();
    if (first_laid && this.board.cursor) this.board.moveCursor(...first_laid, false);
    this.typing.reset();
    this.changed();
  }

  /** @param {"shuffle" | "sort"} how */
  order(how) {
    this.hand[how]();
    this.changed();
    say(`Your rack: ${this.hand.free.map((slot) => (this.hand.kind(slot).wild ? "blank" : this.hand.char(slot))).join(", ")}.`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || elsewhere(event.target) || this.state.status !== "playing") return;
    const onKnob = event.target instanceof HTMLElement && event.target.closest("button, a, summary");
    if (event.key === "Enter") {
      if (onKnob) return;
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      if (this.rack.giving) this.stopGiving();
      else this.recall();
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.typing.back();
      this.note = "";
      this.changed();
    } else if (event.key === "Delete") {
      const slot = this.board.cursor && this.hand.at(this.board.cursor.x, this.board.cursor.y);
      if (!slot) return;
      event.preventDefault();
      this.hand.takeBack(slot);
      this.note = "";
      this.changed();
    } else if (event.key === " ") {
      if (onKnob) return;
      event.preventDefault();
      this.typing.blank = true;
      this.tell(this.hand.free.some((slot) => this.hand.kind(slot).wild) ? "The next letter is a blank." : "There is no blank on your rack.");
    } else if (event.key === "/") this.order("shuffle");
    else if (event.key === ".") this.order("sort");
    else if (event.key === "!" && this.challengeKnob) {
      event.preventDefault();
      this.challenge();
    } else if (event.key.startsWith("Arrow") && !this.board.contains(/** @type {Node} */ (event.target)) && this.cursorSet) this.board.key(event);
    else if ([...event.key].length === 1 && /\p{L}|\p{M}|[0-9']/u.test(event.key) && !this.rack.giving) {
      if (/[0-9]/.test(event.key) && !this.hand.kinds.size) return;
      if (event.key === "0" && this.board.contains(/** @type {Node} */ (event.target))) return;
      event.preventDefault();
      if (!this.board.cursor) this.board.moveCursor(...this.board.middle(), false);
      this.cursorSet = true;
      this.note = this.typing.letter(event.key, event.shiftKey && event.key !== event.key.toLowerCase() && !event.getModifierState("CapsLock"));
      if (this.note) say(this.note);
      this.changed();
    }
  }

  // what is sent

  async submit() {
    if (!this.mine || this.sending || !this.hand.laid.length) return;
    if (!this.hand.faced) {
      this.tell("Choose which letter the blank shows before you play.");
      return;
    }
    const tiles = this.hand.tiles;
    const verdict = this.verdict;
    const costs = verdict && !verdict.legal ? verdict.costs : null;
    const free = this.state.again !== null || /try_again/.test(String(this.view.table?.rules["failed_play"]));
    if (verdict && costs && !free) {
      const { lines } = verdictText({ ...verdict, costs: null });
      if (!(await confirmed(`${lines.join(" ")} Sent, this play ${costs}.`, "Send it all the same"))) return;
    }
    this.send({ type: "play", tiles });
  }

  /** @param {Message} message */
  async send(message) {
    if (!this.mine || this.sending) return false;
    this.sending = true;
    this.note = "";
    this.knobbed();
    try {
      await this.view.live.ask({ ...message, game: this.view.game, turn: this.state.turn });
    } catch (error) {
      const complaint = /** @type {import("../types.js").Complaint} */ (/** @type {unknown} */ (error));
      this.tell(sentence({ code: complaint.code, where: "", problem: complaint.problem ?? "that failed", remedy: complaint.remedy ?? "" }));
      if (complaint.code === "state") this.view.live.again(this.view.game);
      return false;
    } finally {
      this.sending = false;
      this.knobbed();
      if (this.small) this.view.cells?.show(this.state.position, this.mine);
    }
    return true;
  }

  async challenge() {
    const open = this.state.challenge;
    if (!this.mine || this.sending) return;
    if (!open) {
      this.tell("There is no play to challenge.");
      say(this.note);
      return;
    }
    const play = this.state.moves[open.move];
    const rule = this.view.table?.rules["challenge"];
    const cost = rule === "single" ? "nothing happens" : rule === "double" ? "you lose this turn" : `${this.view.nameOf(play?.seat ?? 0)} gains ${rule} points`;
    const words = play?.words.map(([word]) => word).join(", ") || play?.text;
    if (await confirmed(`Challenge ${words}? If every word is good, ${cost}.`, "Challenge")) this.send({ type: "challenge" });
  }

  async pass() {
    if (this.state.challenge?.closing) {
      this.send({ type: "pass" });
      return;
    }
    if (await confirmed("Pass this turn?", "Pass")) this.send({ type: "pass" });
  }

  startGiving() {
    this.rack.giving = new Set();
    this.rack.chosen = null;
    this.giveBar(true);
  }

  stopGiving() {
    if (!this.rack.giving) return;
    this.rack.giving = null;
    this.giveBar(false);
  }

  /** @param {boolean} on */
  giveBar(on) {
    if (this.ordinary) this.ordinary.hidden = on;
    if (this.giving) this.giving.hidden = !on;
    this.changed();
    (on ? this.rack.querySelector("button") : this.knobs?.exchange)?.focus();
  }

  async give() {
    const tiles = this.hand.slots.filter((slot) => this.rack.giving?.has(slot.id)).map((slot) => slot.tile);
    if (!tiles.length) return;
    const against = await this.changeRefused(tiles);
    if (against && !(await confirmed(against, "Send it all the same"))) return;
    this.stopGiving();
    await this.send({ type: "change", tiles });
  }

  /**
   * Return what the rules have against an exchange, and what it costs, "" for nothing.
   * @param {number[]} tiles
   */
  async changeRefused(tiles) {
    const verdict = /** @type {any} */ (await this.view.live.ask({ type: "judge", game: this.view.game, change: tiles }));
    return verdict.legal ? "" : `${verdict.lines.join(" ")} Sent all the same, it ${verdict.costs}.`;
  }

  /**
   * Take a line as it was typed; returns what is to be said.
   * @param {string} text
   */
  async typed(text) {
    const answer = this.view.answer(text);
    if (answer !== null) return answer;
    if (this.small) return (await this.send({ type: "move", move: text })) ? "" : this.lines?.textContent || "It is not your turn.";
    try {
      const read = await this.view.live.ask({ type: "read", game: this.view.game, text });
      if (!this.mine) return "It is not your turn.";
      if (read["kind"] === "play") {
        const tiles = /** @type {import("../types.js").Tile[]} */ (read["tiles"]);
        this.hand.layAll(tiles.filter(({ at }) => !this.taken(...at))); // what cannot lie there is told by the server
        this.board.follow(tiles.map(({ at }) => at));
        this.changed();
        const verdict = /** @type {any} */ (await this.view.live.ask({ type: "judge", game: this.view.game, tiles: read["tiles"] }));
        const free = this.state.again !== null || /try_again/.test(String(this.view.table?.rules["failed_play"]));
        if (!verdict.legal && !free && this.warnedOf !== text) {
          this.warnedOf = text;
          return `${verdictText(verdict).lines.join(" ")} Go once more to send it all the same.`;
        }
        this.warnedOf = "";
        return (await this.send({ type: "play", tiles: read["tiles"] })) ? "" : this.lines?.textContent || "It could not be sent.";
      }
      if (read["kind"] === "change" && this.warnedOf !== text) {
        const against = await this.changeRefused(read["change"]);
        if (against) {
          this.warnedOf = text;
          return `${against} Go once more to send it.`;
        }
      }
      this.warnedOf = "";
      if (read["kind"] === "change") return (await this.send({ type: "change", tiles: read["change"] })) ? "" : this.lines?.textContent || "It could not be sent.";
      if (read["kind"] === "challenge") return (await this.send({ type: "challenge" })) ? "" : this.lines?.textContent || "It could not be sent.";
      if (read["kind"] === "pass") return (await this.send({ type: "pass" })) ? "" : this.lines?.textContent || "It could not be sent.";
      await this.view.resign();
      return "";
    } catch (error) {
      const complaint = /** @type {import("../types.js").Complaint} */ (/** @type {unknown} */ (error));
      return sentence({ code: "", where: "", problem: complaint.problem ?? "that cannot be read", remedy: complaint.remedy ?? "" });
    }
  }

  // hints

  async hints() {
    const box = this.hintBox;
    if (!box) return;
    try {
      const turn = this.state.turn;
      const by = this.hintBy?.value ?? "points";
      const told = await this.view.live.ask({ type: "hints", game: this.view.game, most: 10, by });
      if (this.state.turn !== turn || told["turn"] !== turn) return;
      this.hinted = turn;
      if (told["advice"]) {
        const { move } = told["advice"];
        box.replaceChildren(h("p", null, `The best move found: ${move}`));
        say(`The best move found: ${move}`);
        return;
      }
      const plays = /** @type {Play[]} */ (told["plays"] ?? []);
      say(plays.length ? `The best: ${plays.slice(0, 3).map((play) => (play.kind === "change" ? play.text : `${play.text} for ${play.points}`)).join(", ")}.` : "There is no play.");
      box.replaceChildren(
        plays.length ? h("p", { class: "note" }, `The best of ${told["count"]} ${by === "equity" ? "moves, by equity" : "plays, by points"}`) : h("p", null, "There is no play with these tiles."),
        playList(plays, {
          show: (play) => {
            this.pointed = play;
            if (play?.tiles.length) this.board.follow(play.tiles.map((tile) => tile.at));
            this.show();
          },
          lay: (play) => {
            this.pointed = null;
            if (!play.tiles.length) return; // an exchange is made with its own button
            this.hand.layAll(play.tiles);
            this.board.follow(play.tiles.map((tile) => tile.at));
            this.changed();
          },
        }),
      );
    } catch (error) {
      box.replaceChildren(h("p", null, /** @type {{problem?: string}} */ (error).problem ?? "There is no hint now."));
    }
  }

  /** Take away what was shown for an earlier turn. */
  dropHints() {
    if (this.hinted === null || this.hinted === this.state.turn) return;
    this.hinted = null;
    this.pointed = null;
    this.hintBox?.replaceChildren();
  }
}

/**
 * Let go of a knob that was clicked with the mouse or a finger: Enter typed next sends the play, and does not press the knob again.
 * @param {Event} event
 */
function release(event) {
  const knob = document.activeElement;
  if (event instanceof PointerEvent && event.pointerType && knob instanceof HTMLButtonElement && event.target instanceof Node && knob.contains(event.target)) knob.blur();
}
