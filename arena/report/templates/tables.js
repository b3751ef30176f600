"use strict";
// Tables sort by a click on a column's head, long ones and whole parts fold, and one that is cut says so.
(() => {
  const LONG = 20, SHOWN = 10; // rows: a longer table starts with so many
  const make = (name, text, kind) => { const made = document.createElement(name); if (text) made.textContent = text; if (kind) made.className = kind; return made; };

  // what a cell sorts by: its first number (">= +140.2", "77-0-3"), else its text; null where it says nothing
  function worth(row, column) {
    const text = (row.cells[column]?.textContent || "").trim();
    if (!text || text === "-") return null;
    const number = /^\*?(?:[<>]=\s*)?([+-]?\d[\d,]*(?:\.\d+)?)/.exec(text);
    return number ? Number(number[1].replaceAll(",", "")) : text;
  }

  function sort(table, rows, column, order) {
    const way = order === "descending" ? -1 : 1;
    const keyed = rows.map((row, at) => [worth(row, column), at, row]);
    const text = keyed.some(([key]) => typeof key === "string");
    keyed.sort(([a, i], [b, j]) => {
      if (!order) return i - j;
      if (a === null || b === null) return (a === null) - (b === null) || i - j; // what says nothing stays last
      return way * (text ? String(a).localeCompare(String(b), "en", { numeric: true }) : a - b) || i - j;
    });
    table.tBodies[0].append(...keyed.map(([, , row]) => row));
  }

  function sortable(table, rows, changed) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = make("button", "", "sort");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const firstWay = rows.some((row) => typeof worth(row, column) === "string") ? "ascending" : "descending";
        const order = !now ? firstWay : now === firstWay ? (now === "ascending" ? "descending" : "ascending") : "";
        for (const other of heads) other.removeAttribute("aria-sort");
        if (order) head.setAttribute("aria-sort", order);
        sort(table, rows, column, order);
        changed();
      });
    });
  }

  function foldable(box, table, rows) {
    if (rows.length <= LONG) return () => {};
    let all = false;
    const button = make("button", "", "more");
    button.type = "button";
    const draw = () => {
      [...table.tBodies[0].rows].forEach((row, at) => row.classList.toggle("away", !all && at >= SHOWN));
      button.textContent = all ? `Show the first ${SHOWN} of ${rows.length}` : `Show all ${rows.length}`;
      button.setAttribute("aria-expanded", String(all));
    };
    button.addEventListener("click", () => { all = !all; draw(); });
    box.after(button);
    draw();
    return draw;
  }

  // a table wider than its box fades at the side where more is, and says so below
  function cuttable(box) {
    const hint = make("p", "There is more at the side: scroll the table.", "note cut");
    hint.hidden = true;
    box.after(hint);
    const look = () => {
      const left = box.scrollLeft > 1, right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
      box.classList.toggle("cut-left", left);
      box.classList.toggle("cut-right", right);
      hint.hidden = !left && !right;
    };
    box.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(look).observe(box);
    look();
  }

  for (const box of document.querySelectorAll(".wide")) {
    const table = box.querySelector("table"), rows = [...table.tBodies[0].rows];
    cuttable(box);
    if (!table.tHead || table.matches(".heat, .prose") || rows.length < 2) continue;
    sortable(table, rows, foldable(box, table, rows));
  }

  // parts with a heading fold as wholes; a link into a folded one opens it
  const parts = [...document.querySelectorAll("main > section:not(#replay), .part")];
  for (const part of parts) {
    const head = part.querySelector("h2, h3"), button = make("button", "", "fold");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    const set = (folded) => { part.classList.toggle("folded", folded); button.setAttribute("aria-expanded", String(!folded)); };
    button.addEventListener("click", () => set(!part.classList.contains("folded")));
    part.unfold = () => set(false);
    set(false);
  }
  addEventListener("click", (event) => {
    const name = event.target.closest?.("a[href^='#']")?.getAttribute("href").slice(1);
    document.getElementById(name)?.closest("section")?.unfold?.();
  });
})();
