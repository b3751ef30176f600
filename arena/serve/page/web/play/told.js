// A move in words: as an entry of a list, and as a sentence about whoever made it, by name or as "you".

import { counted } from "../numbers.js";

/** @typedef {import("../types.js").Move} Move */

/**
 * Return a move as a line that follows its player's name, or "You": what was done. Small letters are blanks.
 * @param {Move} move
 * @param {boolean} [you] whether "You" goes before it
 */
export function moveText(move, you = false) {
  const [is, passes, s] = you ? ["are", "pass", ""] : ["is", "passes", "s"];
  switch (move.kind) {
    case "change":
      return `exchange${s} ${move.count === null ? "tiles" : counted(move.count, "tile")}`;
    case "pass":
      return passes;
    case "timeout":
      return `${is} late, and ${passes}`;
    case "failed":
      return `${move.text || "a play"} is refused${move.lines.length ? `: ${move.lines.join(" ")}` : ""}`;
    case "challenge":
      return `challenge${s}${move.challenge ? `, and ${is} ${challengeText(move.challenge)}` : ""}`;
    case "forfeit":
      return `leave${s} the game${move.detail ? `: ${you ? `you ${move.detail.replace(/^was /, "were ")}` : move.detail}` : ""}`;
    default:
      return move.text;
  }
}

/**
 * Return a move as a sentence.
 * @param {Move} move
 * @param {string} name its player's
 * @param {boolean} [you] whether that is who hears it
 * @param {boolean} [more] whether a bonus in the points is named
 */
export function moveTold(move, name, you = false, more = false) {
  const who = you ? "You" : name;
  switch (move.kind) {
    case "play": {
      const bonus = more && move.bonus ? ` with a bonus of ${move.bonus}` : "";
      return `${who} ${you ? "play" : "plays"} ${move.text} for ${counted(move.points, "point")}${bonus}, ${move.total} in all.`;
    }
    case "move":
      return `${who}: ${move.text}.`;
    case "failed":
      return ended(`${you ? "Your" : `${name}\u2019s`} play ${moveText({ ...move, text: move.text || "of these tiles" })}`);
    default:
      return ended(`${who} ${moveText(move, you)}`);
  }
}

/** @param {string} text */
const ended = (text) => (/[.?!]$/.test(text) ? text : `${text}.`);

/**
 * Return what came of a challenge, after "is".
 * @param {import("../types.js").Challenged} challenge
 */
function challengeText({ phonies, points, lost_turn }) {
  const words = phonies.length > 1 ? `${phonies.slice(0, -1).join(", ")} and ${phonies.at(-1)} are no words` : `${phonies[0]} is no word`;
  if (phonies.length) return `right: ${words}, the play is taken back (${points})`;
  return `wrong: the play stands${lost_turn ? ", the turn is lost" : points ? ` and brings ${counted(points, "point")} more` : ""}`;
}
