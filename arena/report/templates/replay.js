// The replay: unpacks the games, shows one, and walks through it. Positions count from 0 (before the first turn).
// Squares and tiles are drawn by the script that stands before this one, as on the page of `arena serve`.
(async () => {
  const $ = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob($("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { games, boards } = await new Response(stream).json();
  if (!games.length) return;
  const classes = { ".": "plain", "'": "l2", '"': "l3", "^": "l4", "-": "w2", "=": "w3", "~": "w4", " ": "hole" };
  const marks = { ".": "", " ": "", "'": "2L", '"': "3L", "^": "4L", "-": "2W", "=": "3W", "~": "4W" };
  const mark = (sign) => marks[sign] ?? sign;
  let game = games[0], at = 0, timer = 0, cells = new Map();

  const SVG = "http://www.w3.org/2000/svg", EDGE = 22, LARGEST = 44, LEAST = 10; // pixels
  const made = (name, attributes, ...children) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const alone = (marks, side) => made("svg", { class: "drawn", width: side, height: side, "aria-hidden": "true" }, ...marks);
  const tileAlone = (char, points, side, { state = "", wild = false } = {}) => alone(tile({ char, points: points || undefined, wild, state }, side), side);

  // letter -> points of a variant's tiles, as far as any game laid them
  const worth = {};
  for (const g of games) for (const laid of [g.o, ...g.m.map((m) => m.t)]) for (const [, , char, points] of laid || []) if (points) (worth[g.v] ||= {})[char] = points;
  const option = (value, text) => { const made = document.createElement("option"); made.value = value; made.textContent = text; return made; };
  const unique = (list) => [...new Set(list)].sort();
  $("variant").append(option("", "all"), ...unique(games.map((g) => g.v)).map((v) => option(v, v)));
  $("bot").append(option("", "all"), ...unique(games.flatMap((g) => g.b)).map((b) => option(b, b)));

  const result = (g) => g.b.map((bot, seat) => (g.s ? `${bot} ${g.s[seat]}` : `${bot} (place ${g.p[seat]})`)).join(", ");
  function list() {
    const v = $("variant").value, b = $("bot").value;
    const shown = games.filter((g) => (!v || g.v === v) && (!b || g.b.includes(b)));
    $("game").replaceChildren(...shown.map((g) => option(g.i, `${g.i}: ${result(g)}`)));
    return shown;
  }

  function windowOf() {
    const board = boards[game.v];
    if (board && board.finite) return [board.x, board.y, board.x + board.rows[0].length - 1, board.y + board.rows.length - 1];
    const tiles = [...(game.o || []), ...game.m.flatMap((m) => m.t || [])];
    if (!tiles.length) return null;
    const xs = tiles.map((t) => t[0]), ys = tiles.map((t) => t[1]);
    return [Math.min(...xs) - 1, Math.min(...ys) - 1, Math.max(...xs) + 1, Math.max(...ys) + 1];
  }

  // the board as large as its place allows; what is drawn anew is what the turn changed
  let around = null, side = 0;
  function build() {
    const board = boards[game.v];
    cells = new Map();
    around = windowOf();
    $("board").hidden = $("key").hidden = !around;
    $("key").replaceChildren(...key(board));
    frame();
    $("moves").replaceChildren(...game.m.map((m, index) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = say(m);
      button.addEventListener("click", () => { stop(); show(index + 1); });
      item.append(button);
      return item;
    }));
    $("turn").max = game.m.length;
  }

  const room = () => {
    const columns = around[2] - around[0] + 1;
    return Math.max(LEAST, Math.min(LARGEST, Math.floor((($("board").clientWidth || 600) - EDGE) / columns)));
  };

  function frame() {
    if (!around) {
      $("board").replaceChildren();
      return;
    }
    const [x0, y0, x1, y1] = around, board = boards[game.v];
    side = room();
    cells = new Map();
    const wide = (x1 - x0 + 1) * side + EDGE, high = (y1 - y0 + 1) * side + EDGE, parts = [];
    const every = Math.max(1, Math.ceil((SMALLEST * 0.7 * Math.max(String(x0).length, String(x1).length) + 2) / side)), down = Math.max(1, Math.ceil(14 / side));
    for (let x = x0; x <= x1; x++) if (x % every === 0) parts.push(label(EDGE + (x - x0 + 0.5) * side, EDGE - 7, SMALLEST, String(x), side * every, "edge"));
    for (let y = y0; y <= y1; y++) {
      if (y % down === 0) parts.push(label(EDGE / 2, EDGE + (y - y0 + 0.5) * side + 4.5, SMALLEST, String(y), EDGE - 2, "edge"));
      for (let x = x0; x <= x1; x++) {
        const sign = board ? (board.rows[y - board.y] || "")[x - board.x] ?? "." : ".";
        const look = classes[sign] === "hole" ? null : { class: classes[sign] || "other", mark: mark(sign) };
        const title = made("title", {}, `x ${x}, y ${y}${board && board.names[sign] ? `: ${board.names[sign]}` : ""}`);
        const node = made("g", { class: "cell", transform: `translate(${EDGE + (x - x0) * side} ${EDGE + (y - y0) * side})` }, title);
        cells.set(`${x},${y}`, { node, title, look, drawn: null });
        parts.push(node);
      }
    }
    $("board").replaceChildren(made("svg", { class: "drawn", width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" }, ...parts));
  }

  // tiles by square; squares that are not named are free
  function fill(tiles) {
    for (const [name, cell] of cells) {
      const look = tiles.get(name), drawn = look ? `${look.char} ${look.points} ${look.state}` : "";
      if (drawn === cell.drawn) continue;
      cell.drawn = drawn;
      cell.node.replaceChildren(cell.title, ...(look ? tile(look, side) : square(cell.look, side)));
    }
  }

  function key(board) {
    const entry = (sample, text) => { const item = document.createElement("li"); if (sample) item.append(sample); item.append(` ${text}`); return item; };
    const sample = (sign) => alone(square({ class: classes[sign] || "other", mark: mark(sign) }, 24), 24);
    const kinds = Object.entries(board ? board.names : {}).filter(([sign]) => sign !== "." && sign !== " ");
    return [
      entry(tileAlone("A", 1, 24, { state: "fresh" }), "laid in this turn"), entry(tileAlone("A", 1, 24), "lies there already"), entry(tileAlone("A", 0, 24, { wild: true }), "a tile worth nothing"),
      ...kinds.map(([sign, name]) => entry(sample(sign), name)), entry(sample("."), "plain square"), entry(null, "no colour: no square"),
      entry(null, "numbers at the edges: x and y; y grows downward"),
    ];
  }

  // the rack as it was printed: [CH] is one tile, #7 one named by its id, ? the wild card
  function rack(m) {
    const held = m && m.h ? m.h.match(/\[[^\[\]]*\]|#\d+|[^\s,]/g) || [] : [];
    const letters = held.map((text) => text.replace(/^\[(.*)\]$/, "$1"));
    const told = document.createElement("span");
    told.textContent = `Rack of ${m ? game.b[m.s] : ""}`;
    $("rack").hidden = !letters.length;
    $("rack").setAttribute("aria-label", `${told.textContent}: ${letters.join(" ")}`);
    $("rack").replaceChildren(told, ...letters.map((text) => tileAlone(text, (worth[game.v] || {})[text], 30, { wild: text === "?" })));
  }

  function say(m) {
    const words = (m.w || []).map((w) => `${w[0]} ${w[1]}`).join(" + ");
    const what = m.t ? words : m.x || (m.f ? m.f[0].toLowerCase().replaceAll("_", " ") : m.k);
    const lost = m.f && m.f[1] && m.t === undefined ? ` (${m.f[1]})` : "";
    return `${game.b[m.s]}: ${what}${m.p ? ` = ${m.p}` : ""}${m.x || m.t ? "" : lost}`;
  }

  function show(position) {
    at = Math.max(0, Math.min(game.m.length, position));
    const scores = game.b.map((_, seat) => game.q?.[seat] ?? 0); // of an opening: what lay there, and its points
    const tiles = new Map((game.o || []).map(([x, y, char, points]) => [`${x},${y}`, { char, points: points || undefined, wild: !points, state: "" }]));
    game.m.slice(0, at).forEach((m, index) => {
      scores[m.s] += m.p || 0;
      if (m.g) scores[m.g[0]] += m.g[1]; // by a challenge that was wrong
      for (const [x, y, char, points] of m.t || []) {
        tiles.set(`${x},${y}`, { char, points: points || undefined, wild: !points, state: index === at - 1 ? "fresh" : "" });
      }
    });
    fill(tiles);
    const over = at === game.m.length, m = game.m[at - 1];
    rack(m);
    const total = over && game.s ? game.s : scores;
    const rows = game.b.map((bot, seat) => {
      const row = document.createElement("tr"), name = document.createElement("th"), cell = document.createElement("td");
      name.scope = "row"; name.className = "name"; name.textContent = bot;
      cell.textContent = game.s ? total[seat] : over ? `place ${game.p[seat]}` : "";
      row.append(name, cell);
      return row;
    });
    $("score").replaceChildren(...rows);
    const hand = m && m.h ? `, from ${m.h}` : "", time = m && m.ms !== undefined ? `, ${m.ms} ms` : "";
    const left = over ? game.f.map((f) => ` ${game.b[f[0]]} left: ${f[2] || f[1]}.`).join("") : "";
    const end = over ? ` The game is over (${game.r}): ${result(game)}.${left}` : "";
    $("told").textContent = (at ? `Turn ${at} of ${game.m.length}: ${say(m)}${hand}${time}.` : `${game.i}: before the first turn${game.n ? `, after ${game.n}` : ""}.`) + end;
    $("board").setAttribute("aria-label", `The board of ${game.i} after turn ${at}`);
    $("turn").value = at;
    $("turn").setAttribute("aria-valuetext", `turn ${at} of ${game.m.length}`);
    [...$("moves").children].forEach((item, index) => {
      const button = item.firstChild;
      if (index === at - 1) {
        button.setAttribute("aria-current", "step");
        const box = $("moves");
        if (item.offsetTop < box.scrollTop + box.offsetTop || item.offsetTop > box.scrollTop + box.offsetTop + box.clientHeight - 30) box.scrollTop = item.offsetTop - box.offsetTop - box.clientHeight / 2;
      } else button.removeAttribute("aria-current");
    });
    if (over) stop();
  }

  function open(chosen, position) {
    stop();
    game = chosen;
    $("game").value = game.i;
    build();
    show(position);
  }

  const pause = () => 5000 / Number($("speed").value);
  function stop() { clearInterval(timer); timer = 0; $("play").textContent = "Play"; $("play").setAttribute("aria-pressed", "false"); }
  function start() {
    clearInterval(timer);
    if (at >= game.m.length) show(0);
    timer = setInterval(() => show(at + 1), pause());
    $("play").textContent = "Stop";
    $("play").setAttribute("aria-pressed", "true");
  }
  const toggle = () => (timer ? stop() : start());
  const step = (position) => { stop(); show(position); };

  $("first").addEventListener("click", () => step(0));
  $("back").addEventListener("click", () => step(at - 1));
  $("next").addEventListener("click", () => step(at + 1));
  $("last").addEventListener("click", () => step(game.m.length));
  $("play").addEventListener("click", toggle);
  $("turn").addEventListener("input", () => step(Number($("turn").value)));
  $("speed").addEventListener("input", () => { if (timer) start(); });
  $("choice").addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["variant", "bot"]) $(id).addEventListener("change", () => { const shown = list(); if (shown.length) open(shown[0], 0); });
  $("game").addEventListener("change", () => open(games.find((g) => g.i === $("game").value), 0));
  $("player").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, input")) return;
    const quicker = (by) => { $("speed").value = Number($("speed").value) + by; if (timer) start(); };
    const keys = { ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(0), End: () => step(game.m.length), "+": () => quicker(1), "-": () => quicker(-1) };
    if (event.key === " " && !event.target.matches("button")) keys[" "] = toggle;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  function fromAddress() {
    const named = new URLSearchParams(location.hash.slice(1));
    const found = games.find((g) => g.i === named.get("game"));
    if (!found) return;
    $("variant").value = $("bot").value = "";
    list();
    open(found, Number(named.get("turn") || 0));
    $("replay").scrollIntoView();
    $("board").focus({ preventScroll: true });
  }
  addEventListener("hashchange", fromAddress);
  new ResizeObserver(() => {
    if (!around || room() === side) return;
    frame();
    show(at);
  }).observe($("board"));
  $("player").hidden = false;
  list();
  open(games[0], 0);
  fromAddress();
})();
