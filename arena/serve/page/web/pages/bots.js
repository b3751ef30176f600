// What is said of a bot where an opponent is chosen.

import { whole } from "../numbers.js";

/** @typedef {{name: string, about: string, games?: string[], strength?: {elo: number, results: string} | null}} BotChoice */

/**
 * Return what a bot does, and how strong it is as far as that is known.
 * @param {BotChoice | undefined} bot
 */
export function botTold(bot) {
  if (!bot) return "";
  const strength = bot.strength ? `Elo ${whole(bot.strength.elo)} in ${bot.strength.results}.` : "";
  return [bot.about, strength].filter(Boolean).join(" ");
}

/**
 * Return a bot as a list shows it.
 * @param {BotChoice} bot
 */
export const botNamed = (bot) => `${bot.name}${bot.strength ? ` (Elo ${whole(bot.strength.elo)})` : ""}`;
