/** An error that isn't about a field: announced immediately, and focused. */
import { element, icon } from "./dom.ts";

/** A summary, hidden while it is empty. */
export type Summary = { node: HTMLElement; show(text: string): void; hide(): void };

export function createSummary(): Summary {
  const node = element("div", { class: "summary", role: "alert", tabindex: "-1", hidden: true });
  return {
    node,
    show(text) {
      node.replaceChildren(icon("stop"), element("p", {}, text));
      node.hidden = false;
      node.focus();
    },
    hide() {
      node.hidden = true;
    },
  };
}
