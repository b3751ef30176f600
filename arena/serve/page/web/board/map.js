// The small map of a board that is larger than what is seen, and the buttons for who has no wheel.

import { button, h, s } from "../dom.js";

/** @typedef {import("./board.js").ArenaBoard} ArenaBoard */

const [WIDE, HIGH] = [132, 96];

/**
 * The size of what is seen, for who has no wheel and no two fingers.
 * @param {ArenaBoard} board
 */
export function makeKnobs(board) {
  return h(
    "div",
    { class: "knobs", role: "group", "aria-label": "Size of the board" },
    button("+", () => board.zoom(1.25), { "aria-label": "Larger", title: "Larger (+)" }),
    button("\u2212", () => board.zoom(0.8), { "aria-label": "Smaller", title: "Smaller (\u2212)" }),
    button("All", () => board.fit(), { title: "Show all tiles (0)" }),
  );
}

/**
 * What moves the view, for who cannot drag it: on a board without end beside the map, else at the sides of the board.
 * @param {ArenaBoard} board
 */
export function makeArrows(board) {
  const node = h("div", { class: "arrows", role: "group", "aria-label": "View of the board" });
  const ways = [
    ["\u2190", "Left", -1, 0], ["\u2191", "Up", 0, -1], ["\u2193", "Down", 0, 1], ["\u2192", "Right", 1, 0],
  ];
  for (const [sign, name, dx, dy] of ways) {
    node.append(
      button(String(sign), () => {
        board.port.pan(Number(dx) * board.port.side * 3, Number(dy) * board.port.side * 3);
        board.moved();
      }, { class: `to-${String(name).toLowerCase()}`, "aria-label": `View: ${String(name).toLowerCase()}`, title: `${name} (Shift and arrow)` }),
    );
  }
  return node;
}

/** @param {ArenaBoard} board */
export function makeMap(board) {
  const dots = s("g", {});
  const frame = s("rect", { class: "frame" });
  const svg = s("svg", { class: "map", width: WIDE, height: HIGH, "aria-hidden": "true" }, dots, frame);
  const arrows = makeArrows(board);
  const node = h("div", { class: "overview" }, h("div", { class: "mapframe" }, svg));
  let [unit, left, top] = [1, 0, 0];

  const go = (/** @type {PointerEvent} */ event) => {
    if (!(event.buttons & 1)) return;
    const box = svg.getBoundingClientRect();
    board.port.centre((event.clientX - box.left) / unit + left - 0.5, (event.clientY - box.top) / unit + top - 0.5);
    board.moved();
  };
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    go(event);
  });
  svg.addEventListener("pointermove", go);

  let drawn = "";
  return {
    node,
    /** Put buttons where they belong: the map is that of a board without end only. */
    settle() {
      if (board.port.bounds) board.append(arrows);
      else node.append(arrows);
      (board.port.bounds ? board.knobsHome : node)?.append(board.knobs);
    },
    draw() {
      if (board.port.bounds) return;
      const [x0, y0, x1, y1] = board.box();
      const [a, b, c, d] = board.port.window;
      const [l, t, r, e] = [Math.min(x0 - 2, a), Math.min(y0 - 2, b), Math.max(x1 + 3, c + 1), Math.max(y1 + 3, d + 1)];
      unit = Math.min(WIDE / (r - l), HIGH / (e - t));
      left = l - (WIDE / unit - (r - l)) / 2;
      top = t - (HIGH / unit - (e - t)) / 2;
      const told = `${unit} ${left} ${top} ${board.tiles.size}`;
      if (told !== drawn) {
        drawn = told;
        const side = Math.max(1.5, unit);
        dots.replaceChildren(
          ...[...board.tiles].map(([name, tile]) => {
            const [x, y] = name.split(",").map(Number);
            return s("rect", { x: (Number(x) - left) * unit, y: (Number(y) - top) * unit, width: side, height: side, class: tile.state === "fresh" ? "dot fresh" : "dot" });
          }),
        );
      }
      for (const [name, value] of Object.entries({
        x: (board.port.x / board.port.side - left) * unit, y: (board.port.y / board.port.side - top) * unit,
        width: (board.port.width / board.port.side) * unit, height: (board.port.height / board.port.side) * unit,
      })) frame.setAttribute(name, String(Math.max(0, value)));
    },
  };
}
