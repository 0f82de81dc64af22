/** The error summary: announced at once, and focused. */
import { element } from "./dom.ts";
import type { Texts } from "./i18n.ts";

/** A summary, hidden while it is empty. */
export type Summary = { node: HTMLElement; show(text: string): void; hide(): void };

/** Creates a summary. */
export function createSummary(texts: Texts): Summary {
  const node = element("div", { class: "summary", role: "alert", tabindex: "-1", hidden: true });
  return {
    node,
    show(text) {
      node.replaceChildren(element("h2", {}, texts.text("error.title")), element("p", {}, text));
      node.hidden = false;
      node.focus();
    },
    hide() {
      node.hidden = true;
    },
  };
}
