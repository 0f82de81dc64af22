/** What is on the screen: one page at a time, its heading in the title, and the focus where reading goes on. */
import type { Words } from "./words.ts";

/** Shows pages. */
export type View = {
  /** @param state what is shown, as a name; @param moveFocus whether the user has acted, so that reading starts anew. */
  show(state: string, nodes: readonly Node[], moveFocus: boolean): void;
};

/** Shows pages in the document's `main`. */
export function createView(page: Document, words: Words): View {
  const main = page.getElementById("main");
  return {
    show(state, nodes, moveFocus) {
      if (main === null) return;
      page.body.dataset["state"] = state;
      main.removeAttribute("aria-busy");
      main.replaceChildren(...nodes);
      const heading = main.querySelector("h1");
      const brand = page.body.dataset["brand"] ?? "";
      page.title = [heading?.textContent ?? words.text("loading.title"), brand]
        .filter((text) => text !== "")
        .join(" · ");
      if (moveFocus) heading?.focus();
    },
  };
}
