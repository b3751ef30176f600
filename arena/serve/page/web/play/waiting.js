// A game that waits: links for the free seats, each to be given to one person.

import { button, h } from "../dom.js";
import { say } from "../say.js";

/** @typedef {{seat: number, name: string, invitation: string}} Invitation */

const KEY = "arena.invitations.";

/** @param {string} game @param {Invitation[]} invitations */
export function keepInvitations(game, invitations) {
  try {
    if (invitations.length) localStorage.setItem(KEY + game, JSON.stringify(invitations));
  } catch {
    // then they are shown once
  }
}

/** @param {string} game @returns {Invitation[]} */
export function invitationsOf(game) {
  try {
    const told = JSON.parse(localStorage.getItem(KEY + game) ?? "[]");
    return Array.isArray(told) ? told : [];
  } catch {
    return [];
  }
}

/** @param {string} game */
export function dropInvitations(game) {
  try {
    localStorage.removeItem(KEY + game);
  } catch {
    // nothing was kept
  }
}

/** @param {string} game @param {string} invitation */
export const invitationLink = (game, invitation) => `${location.origin}/join/${encodeURIComponent(game)}#${invitation}`;

/**
 * @param {string} game
 * @param {import("../types.js").Seat[]} seats
 */
export function invitations(game, seats) {
  const free = seats.filter((seat) => !seat.sat && seat.kind === "person");
  const links = invitationsOf(game).filter((one) => free.some((seat) => seat.seat === one.seat));
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  return h(
    "section",
    { class: "panel invite" },
    h("h2", null, "Waiting for players"),
    h("p", null, links.length ? "Send each person one of these links. The first who opens it and sits down has the seat." : "The seats are free until those who were invited sit down."),
    links.map((one) => {
      const link = invitationLink(game, one.invitation);
      const text = h("input", { type: "text", readonly: true, value: link, "aria-label": `Invitation for ${one.name || `seat ${one.seat + 1}`}`, on: { focus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() } });
      const copy = button("Copy", async () => {
        text.select();
        try {
          await navigator.clipboard.writeText(link);
          copy.textContent = "Copied";
          say("The link is copied.");
        } catch {
          say("The link is selected.");
        }
      });
      return h("div", { class: "field" }, h("span", null, one.name || `Seat ${one.seat + 1}`), h("div", { class: "row nowrap" }, text, copy));
    }),
    links.length && loopback ? h("p", { class: "note" }, "These links work on this machine only. To play from other devices, start the server with ", h("code", null, "--bind"), ".") : null,
  );
}
