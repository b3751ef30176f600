// A new game: who plays, on what, with which clock. The first choice is one click away.

import { get, post, Refused, sentence } from "../api.js";
import { button, field, fresh, h, select, write } from "../dom.js";
import { keep, seatLink } from "../mine.js";
import { keepInvitations } from "../play/waiting.js";
import { botNamed, botTold } from "./bots.js";
import { Options } from "./options.js";

/** @typedef {{kind: string, name: HTMLInputElement, bot: HTMLSelectElement, who: HTMLSelectElement, told: HTMLElement, options: Options, node: HTMLElement}} SeatField */

/** @type {[string, string, string][]} how much help there is: what the server calls it, what the list says, and what it means */
const HELP = [
  ["", "As usual", "Hints where one person plays; none where plays may be challenged."],
  ["none", "None", "Not even whether words exist."],
  ["check", "Words are checked", "While a play is laid."],
  ["hints", "Hints and look-up of words", "Words are checked as well."],
];

const PHONIES = "A play with a wrong word stays unless it is challenged. Most bots challenge every one, and play none.";
/** @type {[string, string, string][]} who asks for the words of a play, as with the help */
const CHALLENGES = [
  ["", "As in the rules", "Those that come with arena refuse a wrong word at once."],
  ["void", "None: words are judged at once", "A play with a wrong word is refused."],
  ["single", "A wrong one is free", PHONIES],
  ["double", "A wrong one loses the turn", PHONIES],
  ["5", "A wrong one gives 5 points", PHONIES],
  ["10", "A wrong one gives 10 points", PHONIES],
];

/**
 * Ask the server for a game and go there.
 * @param {any} body
 */
export async function begin(body) {
  const told = await post("/api/games", body);
  keepInvitations(told.game, told.invitations ?? []);
  if (told.me) {
    keep({ game: told.game, token: told.me.token, seat: told.me.seat });
    location.assign(seatLink({ game: told.game, token: told.me.token }));
  } else location.assign(`/game/${encodeURIComponent(told.game)}`);
}

/** @param {import("../main.js").Place} place */
export async function show({ main, query }) {
  const [choices, about] = await Promise.all([get("/api/choices"), get("/api/about")]);
  new Form(main, choices, query, about.given).draw();
}

class Form {
  /** @param {HTMLElement} main @param {any} choices @param {URLSearchParams} query @param {any} given the game of the server's own files */
  constructor(main, choices, query, given) {
    this.main = main;
    this.given = given;
    this.choices = choices;
    this.query = query;
    /** @type {SeatField[]} */
    this.seats = [];
  }

  draw() {
    const { choices, query } = this;
    const names = (/** @type {any[]} */ list) => list.map((one) => /** @type {[string, string]} */ ([one.name, one.name]));
    const wants = (/** @type {string} */ name) => query.get(name) ?? choices.defaults[name];
    this.kind = select([["word", "The word game"], ["position", "The word game, from a position"], ["small", "A small game"], ...(this.given ? [/** @type {[string, string]} */ (["given", `The server's files: ${this.given.board}, ${this.given.tiles}, words of ${this.given.words}`])] : [])], query.get("cgp") ? "position" : query.get("small") ? "small" : "word");
    const own = (/** @type {[string, string][]} */ list, /** @type {string} */ name) => (list.some(([value]) => value === name) ? list : [/** @type {[string, string]} */ ([name, name]), ...list]);
    this.board = select(own(names(choices.boards), wants("board")), wants("board"));
    this.tiles = select(own(choices.tiles.map((/** @type {any} */ one) => [one.name, one.name]), wants("tiles")), wants("tiles"));
    this.rules = select(own(names(choices.rules), wants("rules")), wants("rules"));
    this.lexicon = select(own(choices.lexica.map((/** @type {any} */ one) => [one.name, { default: "default: English", any: "any: every word counts" }[/** @type {string} */ (one.name)] ?? one.name]), wants("lexicon")), wants("lexicon"));
    this.challenges = select(CHALLENGES.map(([value, text]) => [value, text]), query.get("challenge") ?? "");
    this.hand = h("input", { type: "number", min: 1, max: 60, placeholder: "as in the rules" });
    this.cgp = h("textarea", { rows: 3, spellcheck: "false" }, query.get("cgp") ?? "");
    this.small = select(names(choices.small), query.get("small") ?? "connect");
    this.smallText = h("input", { type: "text", spellcheck: "false" });
    this.first = select([["lot", "Drawn by lot"], ["earliest-letter", "Everybody draws a tile; the earliest letter begins"]], "lot");
    this.clock = select([["none", "No clock"], ["game", "Time for the whole game"], ["move", "Time for each move"]], "none");
    this.minutes = h("input", { type: "number", min: 0.1, max: 600, step: "any", value: 25 });
    this.increment = h("input", { type: "number", min: 0, max: 600, step: "any", value: 0 });
    this.seconds = h("input", { type: "number", min: 1, max: 3600, step: "any", value: 60 });
    this.botSeconds = h("input", { type: "number", min: 0.1, max: 60, step: "any", value: 5 });
    this.help = select(HELP.map(([value, text]) => [value, text]), "");
    this.seatBox = h("div", { class: "seats" });
    this.trouble = h("div", { class: "trouble", role: "alert" });
    this.more = button("Add a seat", () => this.addSeat("bot"));

    const first = query.get("bot") ?? "greedy";
    this.addSeat("me");
    this.addSeat(query.get("with") === "person" ? "person" : "bot", choices.bots.some((/** @type {any} */ bot) => bot.name === first) ? first : undefined);

    const challengeField = field("Challenges", this.challenges, "\u00a0");
    const challengeChanged = () => write(/** @type {HTMLElement} */ (challengeField.querySelector("small")), CHALLENGES.find(([value]) => value === this.challenges?.value)?.[2] ?? "");
    this.challenges.addEventListener("change", challengeChanged);
    challengeChanged();
    const wordFields = h("div", { class: "fields" }, field("Board", this.board, "\u00a0"), field("Tiles", this.tiles), field("Rules", this.rules), field("Words", this.lexicon), field("Tiles on a rack", this.hand), challengeField);
    const positionField = field("Position as CGP", this.cgp, "Tiles that the position does not name are drawn from those unseen.");
    const smallFields = h("div", { class: "fields" }, field("Game", this.small), field("Written as", this.smallText, "Sizes may be changed, such as connect(6,5,4)."));
    const clockFields = { game: h("div", { class: "fields" }, field("Minutes each", this.minutes), field("Seconds added a move", this.increment)), move: h("div", { class: "fields" }, field("Seconds a move", this.seconds)) };
    const firstField = field("Who begins", this.first);
    const helpField = field("Help", this.help, "\u00a0");
    const helpChanged = () => write(/** @type {HTMLElement} */ (helpField.querySelector("small")), HELP.find(([value]) => value === this.help?.value)?.[2] ?? "");
    this.help.addEventListener("change", helpChanged);
    helpChanged();
    this.changed = () => {
      const kind = this.kind?.value;
      wordFields.hidden = kind === "small" || kind === "given";
      positionField.hidden = kind !== "position";
      smallFields.hidden = kind !== "small";
      firstField.hidden = kind === "position";
      clockFields.game.hidden = this.clock?.value !== "game";
      clockFields.move.hidden = this.clock?.value !== "move";
      if (kind === "small") this.limitSeats(this.chosenSmall()?.seats ?? 2);
      if (this.more) this.more.hidden = kind === "small" || this.seats.length >= 8;
      this.firstChoices();
      this.botChoices();
    };
    const boardChanged = () => {
      const about = choices.boards.find((/** @type {any} */ one) => one.name === this.board?.value)?.about ?? "";
      write(/** @type {HTMLElement} */ (wordFields.querySelector("small")), about ? about.charAt(0).toUpperCase() + about.slice(1) : "\u00a0");
    };
    this.board.addEventListener("change", boardChanged);
    boardChanged();
    const smallChanged = () => {
      if (this.smallText) this.smallText.value = this.chosenSmall()?.example ?? "";
      this.changed?.();
    };
    for (const node of [this.kind, this.clock]) node.addEventListener("change", this.changed);
    this.small.addEventListener("change", smallChanged);

    const form = h(
      "form",
      { class: "new" },
      h("fieldset", null, h("legend", null, "The game"), field("What to play", this.kind), positionField, wordFields, smallFields),
      h("fieldset", null, h("legend", null, "Who plays"), this.seatBox, h("div", { class: "row" }, this.more), firstField),
      h("details", null, h("summary", null, "Clock and help"), h("div", { class: "fields" }, field("Clock for people", this.clock), field("Seconds that a bot may think", this.botSeconds), helpField), clockFields.game, clockFields.move),
      this.trouble,
      h("div", { class: "row" }, h("button", { type: "submit", class: "strong big" }, "Begin")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.main.replaceChildren(h("section", { class: "narrow" }, h("h1", null, "New game"), form));
    smallChanged();
  }

  chosenSmall() {
    return this.choices.small.find((/** @type {any} */ one) => one.name === this.small?.value);
  }

  /** @param {string} who @param {string} [bot] */
  addSeat(who, bot) {
    const number = this.seats.length + 1;
    const name = h("input", { type: "text", maxlength: 40, autocomplete: "off", placeholder: who === "me" ? "your name" : "name" });
    const bots = select([], "");
    const whoField = select([["me", "Me"], ["person", "Another person"], ["bot", "A bot"]], who, { "aria-label": `Seat ${number}` });
    name.setAttribute("aria-label", `Name of seat ${number}`);
    bots.setAttribute("aria-label", `Bot of seat ${number}`);
    const drop = button("\u00d7", () => {
      this.seats = this.seats.filter((one) => one !== seat);
      seat.node.remove();
      this.changed?.();
    }, { class: "quiet", "aria-label": `Take seat ${number} away` });
    const told = h("small", { id: fresh("told") });
    bots.setAttribute("aria-describedby", told.id);
    bots.addEventListener("change", () => this.botsTold());
    const options = new Options(number);
    const node = h("div", { class: "seat" }, whoField, name, bots, drop, told, options.node);
    /** @type {SeatField} */
    const seat = { kind: who, name, bot: bots, who: whoField, told, options, node };
    this.seats.push(seat);
    this.seatBox?.append(node);
    bots.dataset["wants"] = bot ?? "";
    const draw = () => {
      if (whoField.value === "me") for (const other of this.seats) if (other !== seat && other.who.value === "me") other.who.value = "person";
      for (const one of this.seats) {
        one.name.hidden = one.who.value === "bot";
        one.bot.hidden = one.told.hidden = one.who.value !== "bot";
      }
      this.botsTold();
      this.firstChoices();
    };
    whoField.addEventListener("change", draw);
    name.addEventListener("input", () => this.firstChoices());
    this.botChoices();
    draw();
    this.changed?.();
  }

  /** @param {number} count */
  limitSeats(count) {
    while (this.seats.length > count) this.seats.pop()?.node.remove();
    while (this.seats.length < count) this.addSeat("bot");
  }

  botChoices() {
    const small = this.kind?.value === "small";
    const able = this.choices.bots.filter((/** @type {any} */ bot) => !bot.games?.length || bot.games.includes(small ? "small" : "word"));
    for (const { bot } of this.seats) {
      const wants = bot.value || bot.dataset["wants"] || (small ? "perfect" : "greedy");
      bot.replaceChildren(
        ...able.map((/** @type {any} */ one) => h("option", { value: one.name }, botNamed(one))),
      );
      const fallback = able.some((/** @type {any} */ one) => one.name === "perfect") && small ? "perfect" : able[0]?.name;
      bot.value = able.some((/** @type {any} */ one) => one.name === wants) ? wants : (fallback ?? "");
    }
    this.botsTold();
  }

  /** Say of each bot that is chosen what it does and how strong it is, and offer its options. */
  botsTold() {
    for (const { bot, told, who, options } of this.seats) {
      const chosen = this.choices.bots.find((/** @type {any} */ one) => one.name === bot.value);
      write(told, botTold(chosen));
      options.show(who.value === "bot" ? chosen : undefined);
    }
  }

  firstChoices() {
    const first = this.first;
    if (!first) return;
    const chosen = first.value;
    /** @type {[string, string][]} */
    const options = [["lot", "Drawn by lot"], ...(this.kind?.value === "small" ? [] : [/** @type {[string, string]} */ (["earliest-letter", "Everybody draws a tile; the earliest letter begins"])])];
    this.seats.forEach((seat, number) => options.push([String(number), `Seat ${number + 1}${seat.who.value === "me" ? " (me)" : ""}`]));
    first.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    first.value = options.some(([value]) => value === chosen) ? chosen : "lot";
  }

  body() {
    const kind = this.kind?.value;
    const names = { board: this.board?.value, tiles: this.tiles?.value, rules: this.rules?.value, lexicon: this.lexicon?.value };
    const said = this.challenges?.value ?? "";
    const challenge = /^\d+$/.test(said) ? Number(said) : said || null;
    const clock = this.clock?.value;
    const me = this.seats.findIndex((seat) => seat.who.value === "me");
    const first = this.first?.value ?? "lot";
    /** @type {Record<string, unknown>} */
    const body = {
      game:
        kind === "small" ? { kind: "small", game: this.smallText?.value.trim() || this.chosenSmall()?.example }
        : kind === "given" ? { kind: "given" }
        : kind === "position" ? { kind: "position", cgp: this.cgp?.value.trim(), ...names, challenge }
        : { kind: "word", ...names, challenge, hand_size: this.hand?.value ? Number(this.hand.value) : null },
      seats: this.seats.map((seat) => {
        if (seat.who.value === "bot") return { kind: "bot", bot: seat.bot.value, options: seat.options.value };
        const name = seat.name.value.trim() || (seat.who.value === "me" ? lastName() : "");
        return name ? { kind: "person", name } : { kind: "person" };
      }),
      me: me < 0 ? null : me,
      clock: clock === "game" ? { kind: "game", seconds: Number(this.minutes?.value) * 60, increment: Number(this.increment?.value) } : clock === "move" ? { kind: "move", seconds: Number(this.seconds?.value) } : { kind: "none" },
      bot_seconds: Number(this.botSeconds?.value),
    };
    if (kind !== "position") body["first"] = /^\d+$/.test(first) ? Number(first) : first;
    if (this.help?.value) body["help"] = this.help.value;
    const mine = this.seats[me]?.name.value.trim();
    if (mine) keepName(mine);
    return body;
  }

  /**
   * Say beside an option of a bot what the server has against it; return whether it is about one.
   * @param {import("../types.js").Complaint} complaint
   */
  besideOption({ code, where, problem, remedy }) {
    const [, seat = "", name = ""] = /^seats\[(\d+)\]\.options\.(.+)$/.exec(where) ?? [];
    return !!name && !!this.seats[Number(seat)]?.options.tell(name, sentence({ code, where: "", problem, remedy }));
  }

  async send() {
    this.trouble?.replaceChildren();
    const wrong = this.seats.map((seat) => seat.options.check()).find((input) => input);
    if (wrong) {
      wrong.focus();
      return;
    }
    try {
      await begin(this.body());
    } catch (error) {
      const told = error instanceof Refused ? error.complaints.filter((one) => !this.besideOption(one)).map(sentence) : [String(error)];
      this.trouble?.replaceChildren(...told.map((line) => h("p", null, line)));
    }
  }
}

/** The name that was used last on this browser. */
export function lastName() {
  try {
    return localStorage.getItem("arena.name") ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function keepName(name) {
  try {
    localStorage.setItem("arena.name", name);
  } catch {
    // then it is typed again
  }
}
