// The games that this browser has seats in: their links are all that is kept, and they stay here.

/** @typedef {{game: string, token: string, seat: number}} Mine */

const KEY = "arena.games";
const MOST = 200;

/** @returns {Mine[]} newest first */
export function mine() {
  try {
    const told = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(told) ? told.filter((one) => typeof one?.game === "string" && typeof one?.token === "string") : [];
  } catch {
    return [];
  }
}

/** @param {Mine} seat */
export function keep(seat) {
  store([seat, ...mine().filter((one) => one.token !== seat.token || one.game !== seat.game)].slice(0, MOST));
}

/** @param {Mine} seat */
export function forget(seat) {
  store(mine().filter((one) => one.token !== seat.token || one.game !== seat.game));
}

/** @param {Mine[]} seats */
function store(seats) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // a browser that keeps nothing: the link in the address still leads back
  }
}

/**
 * Return the link of a seat.
 * @param {Mine | {game: string, token: string}} seat
 */
export const seatLink = (seat) => `/play/${encodeURIComponent(seat.game)}#${seat.token}`;
