// The one socket of the page: things are opened on it, asked again when something was missed, and it comes back by itself.

/** @typedef {Record<string, any> & {type: string}} Message */
/** @typedef {{message: (message: Message) => void, cut: (cut: boolean) => void}} Listener */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const QUIET = 15_000; // ms without a message after which a ping is sent
const DEAD = 8_000; // ms that an answer to it may take

export class Live {
  constructor() {
    /** @type {Map<string, {open: () => Message, listener: Listener}>} */
    this.things = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.heard = 0;
    this.numbered = 0;
    /** @type {Map<number, {done: (message: Message) => void, failed: (message: Message) => void}>} */
    this.asked = new Map();
    this.watch = window.setInterval(() => this.lookAlive(), 2000);
    window.addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.ready) this.connect();
    });
  }

  get ready() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Hold a thing open. open: returns the message that opens it, from what is known then.
   * @param {string} name of the game or tournament
   * @param {() => Message} open
   * @param {Listener} listener
   */
  hold(name, open, listener) {
    this.things.set(name, { open, listener });
    if (this.ready) this.send(open());
    else this.connect();
  }

  /** @param {string} name */
  again(name) {
    const thing = this.things.get(name);
    if (thing && this.ready) this.send(thing.open());
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    window.clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.heard = Date.now();
      for (const thing of this.things.values()) {
        thing.listener.cut(false);
        this.send(thing.open());
      }
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.hear(String(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.socket) this.lost();
    });
  }

  lost() {
    this.socket = null;
    for (const { failed } of this.asked.values()) failed({ type: "error", code: "cut", problem: "the connection was lost" });
    this.asked.clear();
    for (const thing of this.things.values()) thing.listener.cut(true);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  lookAlive() {
    if (!this.ready) return;
    const silent = Date.now() - this.heard;
    if (silent > QUIET + DEAD) {
      const socket = this.socket;
      this.lost(); // a connection that died without a word
      socket?.close();
    } else if (silent > QUIET) this.send({ type: "ping" });
  }

  /** @param {string} text */
  hear(text) {
    this.heard = Date.now();
    /** @type {Message} */
    const message = JSON.parse(text);
    const name = message.game ?? message.watch;
    const waits = typeof message.id === "number" ? this.asked.get(message.id) : undefined;
    if (waits) {
      this.asked.delete(message.id);
      if (message.type === "error") waits.failed(message);
      else waits.done(message);
    }
    if (name !== undefined) this.things.get(name)?.listener.message(message);
    else if (message.type === "error" && !waits) {
      for (const thing of this.things.values()) thing.listener.message(message);
    }
  }

  /** @param {Message} message */
  send(message) {
    if (this.ready) this.socket?.send(JSON.stringify(message));
  }

  /**
   * Send a message and return its answer; rejects with the message of type `error`.
   * @param {Message} message
   * @returns {Promise<Message>}
   */
  ask(message) {
    return new Promise((done, failed) => {
      if (!this.ready) {
        failed({ type: "error", code: "cut", problem: "the connection was lost", remedy: "It comes back by itself" });
        return;
      }
      this.numbered += 1;
      this.asked.set(this.numbered, { done, failed });
      this.send({ ...message, id: this.numbered });
    });
  }
}
