// What is asked once, over HTTP. A refusal becomes a Refused with the server's own words.

/** @typedef {import("./types.js").Complaint} Complaint */

export class Refused extends Error {
  /**
   * @param {Complaint} complaint
   * @param {Complaint[]} [more]
   */
  constructor(complaint, more = []) {
    super(sentence(complaint));
    this.name = "Refused";
    this.code = complaint.code;
    this.complaints = [complaint, ...more];
  }
}

/**
 * Return a complaint as people read it.
 * @param {Complaint} complaint
 */
export function sentence({ where, problem, remedy }) {
  const told = problem.charAt(0).toUpperCase() + problem.slice(1);
  const place = where && /[.[\]]/.test(where) ? ` (${where})` : "";
  return `${told}${place}.${remedy ? ` ${remedy.replace(/[^.?!]$/, "$&.")}` : ""}`;
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, { ...options, credentials: "same-origin" });
  } catch {
    throw new Refused({ code: "server", where: "", problem: "the server does not answer", remedy: "Is it still running?" });
  }
  const text = await answer.text();
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    throw new Refused({ code: "server", where: "", problem: `the server answered ${answer.status}`, remedy: "Try again" });
  }
  if (!answer.ok) throw new Refused(told.error ?? { code: "server", where: "", problem: "that failed", remedy: "" }, told.more);
  return told;
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query]
 * @returns {Promise<any>}
 */
export function get(path, query = {}) {
  return ask(address(path, query), {});
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/**
 * Return a path with its parameters; those that are null are left out.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} query
 */
export function address(path, query) {
  const told = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined) told.set(name, String(value));
  const text = told.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Call tiles as players do: a blank is a tile of several faces that are all worth nothing; others show all their faces.
 * @param {import("./types.js").Table} table
 */
function named(table) {
  for (const kind of table.tiles) {
    kind.wild = kind.faces.length > 1 && kind.faces.every(([, points]) => points === 0);
    if (!kind.wild && kind.label === "?") kind.label = kind.faces.map(([char]) => char).join("/");
  }
  return table;
}

/** @type {Map<string, Promise<import("./types.js").Table>>} */
const tables = new Map();

/**
 * Return what is public of a table; asked once.
 * @param {string} id
 */
export function table(id) {
  let found = tables.get(id);
  if (!found) {
    found = get(`/api/tables/${encodeURIComponent(id)}`).then(named);
    found.catch(() => tables.delete(id));
    tables.set(id, found);
  }
  return found;
}
