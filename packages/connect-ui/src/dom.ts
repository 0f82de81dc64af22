/** Builds elements. Texts become text nodes, so that no name is ever parsed as HTML. */

type Child = Node | string | null;
type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with attributes and children. `true` sets an attribute without a value; `false` and `null` omit it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(attribute, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Line drawings on a grid of 24 by 24. */
export const drawings = {
  read: "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  write: "M4 20l1-5L16 4l4 4L9 19l-5 1zM13.5 6.5l4 4",
  destructive: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  done: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.5l2.7 2.7L16 9.8",
  wait: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.4l3.4 2",
  caution: "M12 4 2.8 20h18.4zM12 10v4.5M12 17.4v.1",
  stop: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5v5.5M12 16.4v.1",
} as const;

/** The name of a drawing. */
export type IconName = keyof typeof drawings;

/** A drawing that screen readers skip, because the text next to it says the same. */
export function icon(name: IconName): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon ${name}`);
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", drawings[name]);
  svg.append(path);
  return svg;
}
