/** The screen: shows one page at a time, with its heading as the title, and focus where reading continues. */
import type { Texts } from "./i18n.ts";

/** Shows pages. */
export type View = {
  /**
   * @param state a name for the screen.
   *
   * @param moveFocus whether the user has acted, so reading restarts at the top.
   */
  show(state: string, nodes: readonly Node[], moveFocus: boolean): void;
};

/** Shows pages in the document's `main`. */
export function createView(page: Document, texts: Texts): View {
  const main = page.getElementById("main");
  return {
    show(state, nodes, moveFocus) {
      if (main === null) return;
      page.body.dataset["state"] = state;
      main.removeAttribute("aria-busy");
      main.replaceChildren(...nodes);
      const heading = main.querySelector("h1");
      const brand = page.body.dataset["brand"] ?? "";
      page.title = [heading?.textContent ?? texts.text("loading.title"), brand]
        .filter((text) => text !== "")
        .join(" · ");
      if (moveFocus) heading?.focus();
    },
  };
}
