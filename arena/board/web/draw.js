// Draws squares and tiles as SVG; knows no game and no page. The page of `arena serve` and the report's page share it.
// Sizes are pixels. What cannot be written at SMALLEST pixels is not written: colours say it then, and names for who listens.

/** @typedef {{class: string, mark: string}} SquareLook */
/** @typedef {{char: string, points?: number | undefined, wild?: boolean | undefined, state?: string | undefined}} TileLook */

const SVG = "http://www.w3.org/2000/svg";
export const SMALLEST = 12;
const WIDE = 0.66; // of a letter, in units of its height

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 * @returns {SVGElement}
 */
function made(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/**
 * Return a text in the middle of a place, squeezed into the room that it has.
 * @param {number} x
 * @param {number} y its base line
 * @param {number} high
 * @param {string} text
 * @param {number} room
 * @param {string} name its class
 */
export function label(x, y, high, text, room, name) {
  const node = made("text", { x: round(x), y: round(y), "font-size": round(high), class: name }, text);
  if ([...text].length * high * WIDE > room) {
    node.setAttribute("textLength", String(round(room)));
    node.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return node;
}

/** @param {number} number */
const round = (number) => Math.round(number * 100) / 100;

/**
 * Return the marks of a square without a tile; none for a hole.
 * @param {SquareLook | null} look null: there is no square
 * @param {number} side
 * @returns {SVGElement[]}
 */
export function square(look, side) {
  if (!look) return [];
  const gap = side >= 16 ? 0.5 : 0;
  const found = [made("rect", { x: gap, y: gap, width: side - 2 * gap, height: side - 2 * gap, rx: round(side * 0.1), class: `square ${look.class}` })];
  const high = Math.max(SMALLEST, side * 0.34);
  if (look.mark && side >= (look.mark.length > 1 ? 18 : 14)) {
    found.push(label(side / 2, side / 2 + high * 0.36, high, look.mark, side - 3, "mark"));
  }
  return found;
}

/**
 * Return the marks of a tile. state: "fresh" (of the last play), "laid" (not sent yet), "wrong", "shown" (only proposed) or "".
 * @param {TileLook} look
 * @param {number} side
 * @returns {SVGElement[]}
 */
export function tile(look, side) {
  const inset = side >= 16 ? 1 : 0.5;
  const body = made("rect", {
    x: inset, y: inset, width: side - 2 * inset, height: side - 2 * inset, rx: round(side * 0.12), class: `tile ${look.state ?? ""}`,
  });
  const found = [body];
  if (side < SMALLEST) return found;
  const many = [...look.char].length > 1;
  const two = (look.points ?? 0) > 9;
  const high = Math.max(SMALLEST, side * (many ? 0.46 : two ? 0.54 : 0.6));
  const corner = Math.max(SMALLEST, side * 0.27);
  const points = look.points !== undefined && look.points !== 0 && side >= 30;
  const name = look.wild ? "letter wild" : "letter";
  found.push(label(side / 2 - (points ? side * (two ? 0.14 : 0.08) : 0), side / 2 + high * 0.36 - (points ? side * 0.03 : 0), high, look.char, side - (points ? side * 0.3 : 4), name));
  if (points) {
    const text = String(look.points);
    found.push(label(side - 2.5 - text.length * corner * 0.3, side - side * 0.1, corner, text, side * 0.5, "points"));
  }
  return found;
}

/**
 * Return a column's letters, counted from 0: A to Z, AA and so on.
 * @param {number} index
 */
export function columnName(index) {
  let name = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
