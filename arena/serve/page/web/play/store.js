// What a viewer knows of a game: the server's state, carried on by its events. Nothing is guessed here.

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../live.js").Message} Message */

/**
 * Return whether an event follows on the state that is known; if not, the state has to be asked for again.
 * @param {State} state
 * @param {Message} event
 */
export const follows = (state, event) => event["epoch"] === state.epoch && event["seq"] === state.seq + 1;

/**
 * Carry a state on by one event; changes the state.
 * @param {State} state
 * @param {Message} event
 */
export function apply(state, event) {
  for (const name of /** @type {const} */ (["seq", "status", "turn", "to_move", "clocks", "running", "challenge"])) {
    if (event[name] !== undefined) /** @type {Record<string, unknown>} */ (state)[name] = event[name];
  }
  switch (event["event"]) {
    case "sat": {
      const seat = state.seats[event["seat"]];
      if (seat) Object.assign(seat, { sat: true, connected: true, name: event["name"] });
      break;
    }
    case "connected": {
      const seat = state.seats[event["seat"]];
      if (seat) seat.connected = event["connected"];
      break;
    }
    case "begun":
      take(state, event, ["first", "begins", "seats", "bag", "unseen", "racks", "rack", "position"]);
      break;
    case "move":
      moved(state, event);
      break;
    case "refused":
      state.again = event["refused"];
      break;
    case "over":
      take(state, event, ["over", "racks"]);
      if (event["over"]) state.over?.scores?.forEach((score, seat) => score !== null && scored(state, seat, score));
      break;
    case "rematch":
      state.rematch = event["rematch"];
      break;
    case "failed":
      take(state, event, ["over"]);
      break;
    default:
  }
}

/** @param {State} state @param {Message} event */
function moved(state, event) {
  const move = event["move"];
  if (move) {
    state.moves.push(move);
    if (move.kind === "play") for (const tile of move.tiles) state.board.push({ ...tile, move: state.moves.length - 1 });
    if (move.challenge?.phonies.length) state.board = state.board.filter((tile) => tile.move !== state.moves.length - 2);
    const seat = state.seats[move.seat];
    if (move.kind === "forfeit" && seat) seat.left = move.detail || "left the game";
  }
  state.again = null;
  if (event["scores"]) event["scores"].forEach((/** @type {number} */ score, /** @type {number} */ seat) => scored(state, seat, score));
  if (event["held"]) {
    event["held"].forEach((/** @type {number} */ count, /** @type {number} */ number) => {
      const seat = state.seats[number];
      if (seat) seat.rack = count;
    });
  }
  take(state, event, ["bag", "racks", "rack", "unseen", "position", "over"]); // the last move brings the end with it
}

/** @param {State} state @param {number} number @param {number} score */
function scored(state, number, score) {
  const seat = state.seats[number];
  if (seat) seat.score = score;
}

/** @param {State} state @param {Message} event @param {(keyof State)[]} names */
function take(state, event, names) {
  for (const name of names) if (event[name] !== undefined) /** @type {Record<string, unknown>} */ (state)[name] = event[name];
}
