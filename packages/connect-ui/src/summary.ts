/** The summary of what went wrong: spoken at once, and the place where the focus goes. */
import { element } from "./dom.ts";
import type { Words } from "./words.ts";

/** A summary; hidden while there is nothing to say. */
export type Summary = { node: HTMLElement; show(text: string): void; hide(): void };

/** Makes one. */
export function createSummary(words: Words): Summary {
  const node = element("div", { class: "summary", role: "alert", tabindex: "-1", hidden: true });
  return {
    node,
    show(text) {
      node.replaceChildren(element("h2", {}, words.text("error.title")), element("p", {}, text));
      node.hidden = false;
      node.focus();
    },
    hide() {
      node.hidden = true;
    },
  };
}
