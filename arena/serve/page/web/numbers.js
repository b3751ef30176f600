// Numbers as tables show them. What is not known, or has no end, is null.

/** @typedef {number | null | undefined} Figure */

/** @param {Figure} number */
export const whole = (number) => (typeof number === "number" ? String(Math.round(number)).replace("-", "\u2212") : "");

/** A share as per cent. @param {Figure} number */
export const percent = (number) => (typeof number === "number" ? `${(number * 100).toFixed(1)} %` : "");

/**
 * Return an interval; who won or lost everything has one with only one end.
 * @param {Figure} low
 * @param {Figure} high
 */
export function interval(low, high) {
  if (typeof low === "number" && typeof high === "number") return `${whole(low)} to ${whole(high)}`;
  if (typeof low === "number") return `above ${whole(low)}`;
  return typeof high === "number" ? `below ${whole(high)}` : "";
}

/** @param {number} count @param {string} one */
export const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;
