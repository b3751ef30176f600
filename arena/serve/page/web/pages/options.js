// The options of a bot that is chosen for a seat, as fields; what is wrong with one is said beside it.

import { field, fresh, h, write } from "../dom.js";

/** @typedef {{name: string, whole: boolean, default: number | null, least: number | null, most: number | null}} BotOption */

/**
 * Return what may be written, and what counts where nothing is.
 * @param {BotOption} option
 */
function note(option) {
  const limits = !option.whole ? "" : option.least === null ? "A whole number" : option.most === null ? `A whole number from ${option.least}` : `${option.least} to ${option.most}`;
  const usual = option.default === null ? "" : `${option.default} if left empty`;
  return [limits, usual].filter(Boolean).join("; ") || "May be left empty";
}

/**
 * Return a text as the value that it writes: numbers, true and false are such, all else is text.
 * @param {string} text
 */
function valueOf(text) {
  return /^(true|false|-?\d+(\.\d+)?)$/.test(text) ? JSON.parse(text.replace(/^(-?)0+(?=\d)/, "$1")) : text;
}

export class Options {
  /** @param {number} seat counted from 1, for the names of the fields */
  constructor(seat) {
    this.seat = seat;
    this.bot = "";
    /** @type {Map<string, {option: BotOption, input: HTMLInputElement, wrong: HTMLElement}>} */
    this.fields = new Map();
    this.summary = h("summary", null);
    this.box = h("div", { class: "fields" });
    this.node = h("details", { class: "options" }, this.summary, this.box);
    this.node.hidden = true;
  }

  /**
   * Show the options of a bot; what was written for another one is forgotten.
   * @param {{name: string, options?: BotOption[]} | undefined} bot
   */
  show(bot) {
    if (bot && bot.name === this.bot) return;
    const options = bot?.options ?? [];
    this.bot = bot?.name ?? "";
    this.fields.clear();
    this.node.open = false;
    this.node.hidden = !options.length;
    if (bot) this.node.setAttribute("aria-label", `Options of ${bot.name}, seat ${this.seat}`);
    write(this.summary, `Options of ${this.bot}: ${options.map((one) => one.name).join(", ")}`);
    this.box.replaceChildren(...options.map((option) => this.made(option)));
  }

  /** @param {BotOption} option */
  made(option) {
    const input = h("input", { type: "text", inputmode: option.whole ? "numeric" : null, maxlength: 400, autocomplete: "off", spellcheck: "false", placeholder: option.default });
    const wrong = h("small", { id: fresh("wrong"), class: "wrong", role: "alert" });
    const node = field(option.name, input, note(option));
    node.append(wrong);
    input.setAttribute("aria-describedby", `${input.getAttribute("aria-describedby")} ${wrong.id}`);
    input.addEventListener("input", () => this.tell(option.name, ""));
    input.addEventListener("change", () => this.tell(option.name, this.problem(option, input.value.trim())));
    this.fields.set(option.name, { option, input, wrong });
    return node;
  }

  /**
   * Return what is wrong with a text, "" for nothing.
   * @param {BotOption} option
   * @param {string} text
   */
  problem(option, text) {
    if (!text || !option.whole) return "";
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    const wrong = Number.isNaN(number) || (option.least !== null && number < option.least) || (option.most !== null && number > option.most);
    if (!wrong) return "";
    return option.least === null ? "Write a whole number, or nothing." : option.most === null ? `Write a whole number from ${option.least}, or nothing.` : `Write a whole number from ${option.least} to ${option.most}, or nothing.`;
  }

  /**
   * Say beside a field what is wrong with it, "" for nothing; return whether there is such a field.
   * @param {string} name
   * @param {string} told
   */
  tell(name, told) {
    const found = this.fields.get(name);
    if (!found) return false;
    write(found.wrong, told);
    if (told) {
      found.input.setAttribute("aria-invalid", "true");
      this.node.open = true;
    } else found.input.removeAttribute("aria-invalid");
    return true;
  }

  /** Say beside each field what is wrong with it; return the first such field, null where all may be sent. */
  check() {
    let first = null;
    for (const [name, { option, input }] of this.fields) {
      const told = this.problem(option, input.value.trim());
      this.tell(name, told);
      if (told) first ??= input;
    }
    return first;
  }

  /** What is to be sent: the options that something is written for. */
  get value() {
    /** @type {Record<string, unknown>} */
    const given = {};
    for (const [name, { input }] of this.fields) if (input.value.trim()) given[name] = valueOf(input.value.trim());
    return given;
  }
}
