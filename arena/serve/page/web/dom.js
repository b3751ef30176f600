// Elements made in one expression. Nothing is set as markup, so no text of a player can become part of the page.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown> & {on?: Record<string, (event: any) => unknown>}} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Give an element attributes: `on` holds listeners, true is an attribute without a value, null and false leave it out.
 * @param {Element} node
 * @param {Props} props
 */
export function set(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(props.on ?? {})) node.addEventListener(event, listener);
    } else if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (name === "value" && "value" in node) node.value = String(value);
    else if (name === "checked" && "checked" in node) node.checked = Boolean(value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Return an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  node.append(...nodes(children));
  if (props) set(node, props);
  return node;
}

/**
 * Return an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  if (props) set(node, props);
  node.append(...nodes(children));
  return node;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const found = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    found.push(child instanceof Node ? child : String(child));
  }
  return found;
}

/**
 * Return a button that does something, named by its text.
 * @param {string} text
 * @param {(event: MouseEvent) => unknown} act
 * @param {Props} [props]
 */
export function button(text, act, props = {}) {
  return h("button", { type: "button", ...props, on: { click: act, ...props.on } }, text);
}

/**
 * Replace an element's children only where they would be others, so that focus and scrolling stay.
 * @param {Element} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Return a table that may be wider than its place: it scrolls there, by keys as well, and fades at the side where more is.
 * @param {string} label
 * @param {...(Child | Child[])} children
 */
export function wide(label, ...children) {
  const box = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);
  new MutationObserver(fading(box)).observe(box, { childList: true, subtree: true });
  return box;
}

/**
 * Let an element that scrolls sideways fade at the side where more is; what is returned looks anew where that is.
 * @param {HTMLElement} box
 */
export function fading(box) {
  const look = () => {
    box.classList.toggle("cut-left", box.scrollLeft > 1);
    box.classList.toggle("cut-right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  };
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
  return look;
}

let numbered = 0;

/**
 * Return an id that no other element has.
 * @param {string} stem
 */
export function fresh(stem) {
  numbered += 1;
  return `${stem}-${numbered}`;
}

/**
 * Return a labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [note] what is said below it
 */
export function field(label, control, note = "") {
  control.id ||= fresh("field");
  const told = note ? h("small", { id: `${control.id}-note` }, note) : null;
  if (told) control.setAttribute("aria-describedby", told.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, told);
}

/**
 * Return a list to choose from.
 * @param {[string, string][]} options value and text
 * @param {string} chosen
 * @param {Props} [props]
 */
export function select(options, chosen, props = {}) {
  const made = h(
    "select",
    props,
    options.map(([value, text]) => h("option", { value }, text)),
  );
  if (options.some(([value]) => value === chosen)) made.value = chosen;
  return made;
}
