// An invitation: who opened the link says a name and sits down.

import { post } from "../api.js";
import { field, h } from "../dom.js";
import { keep, mine, seatLink } from "../mine.js";
import { keepName, lastName } from "./new.js";

/** @param {import("../main.js").Place} place */
export function show({ main, parts }) {
  const game = parts[1] ?? "";
  const invitation = location.hash.slice(1);
  const seats = mine().filter((one) => one.game === game);
  const name = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: lastName() });
  const trouble = h("div", { class: "trouble", role: "alert" });
  const form = h("form", null, field("Your name", name, "Left empty, you are called Player."), trouble, h("div", { class: "row" }, h("button", { type: "submit", class: "strong big" }, "Sit down"), h("a", { class: "button big", href: `/game/${encodeURIComponent(game)}` }, "Only look on")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    trouble.replaceChildren();
    const wanted = name.value.trim();
    try {
      const told = await post("/api/join", wanted ? { game, invitation, name: wanted } : { game, invitation });
      if (wanted) keepName(wanted);
      keep({ game: told.game, token: told.token, seat: told.seat });
      location.assign(seatLink(told));
    } catch (error) {
      trouble.replaceChildren(h("p", null, error instanceof Error ? error.message : String(error)));
    }
  });
  main.replaceChildren(
    h(
      "section",
      { class: "narrow" },
      h("h1", null, "You are invited to a game"),
      seats.map((seat) => h("p", null, "You sit in this game already: ", h("a", { href: seatLink(seat) }, "go on with it"), ".")),
      form,
    ),
  );
}
