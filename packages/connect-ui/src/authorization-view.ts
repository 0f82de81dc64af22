/** What is seen on the way to the provider and back: what is agreed to, the waiting, and what went wrong. */
import type { FrontendSession } from "@svc/contract";
import { consentNodes, valuesOf } from "./consent.ts";
import { element, icon } from "./dom.ts";
import { createSummary } from "./summary.ts";
import type { View } from "./view.ts";
import type { Words } from "./words.ts";

/** The three things that are shown; each takes the place of the one before. */
export type AuthorizationView = {
  /** What is agreed to, with the one button. @param faultKey what went wrong before, or null. */
  consent(faultKey: string | null): void;
  /** The user is at the provider. @param url where to go on, for a browser that let no window be opened; or null. */
  authorizing(url: string | null): void;
  /** The provider agreed; the application has to finish. */
  awaiting(): void;
  /** Locks the buttons; `textKey` is what is going on, or null for nothing to say. */
  busy(textKey: string | null): void;
  /** Unlocks the buttons and says what went wrong, with the focus there. */
  fail(textKey: string): void;
};

/** Makes it. */
export function createAuthorizationView(
  { words, view }: { words: Words; view: View },
  session: FrontendSession,
  on: { go(): void; cancel(): void },
): AuthorizationView {
  const values = valuesOf(session);
  const summary = createSummary(words);
  const progress = element("p", { class: "progress", role: "status" });
  let buttons: readonly HTMLButtonElement[] = [];
  const button = (label: string, look: string, run: () => void): HTMLButtonElement => {
    const made = element("button", { class: look, type: "button" }, label);
    made.addEventListener("click", () => made.getAttribute("aria-disabled") === "true" || run());
    return made;
  };
  const lock = (isBusy: boolean): void => {
    // Not `disabled`, which would throw the focus away.
    for (const each of buttons) each.setAttribute("aria-disabled", String(isBusy));
  };
  const show = (state: string, nodes: readonly Node[], isFirst: boolean): void => {
    summary.hide();
    progress.textContent = "";
    lock(false);
    view.show(state, nodes, !isFirst);
  };
  const cancelButton = (): HTMLButtonElement => button(words.text("cancel"), "quiet", on.cancel);
  let wasShown = false;

  return {
    consent(faultKey) {
      buttons = [button(words.text("authorize.submit", values), "primary", on.go), cancelButton()];
      const nodes = [
        ...consentNodes(words, session),
        element(
          "div",
          { class: "part" },
          summary.node,
          element("p", { class: "muted" }, ...words.nodes("authorize.safe", values)),
          progress,
          element("div", { class: "actions" }, ...buttons),
        ),
      ];
      show("consent", nodes, !wasShown);
      wasShown = true;
      if (faultKey !== null) summary.show(words.text(faultKey, values));
    },
    authorizing(url) {
      const again = button(words.text("authorizing.again", values), url === null ? "primary" : "quiet", on.go);
      buttons = [again, cancelButton()];
      const nodes = [
        icon("wait"),
        element("h1", { tabindex: "-1" }, words.text("authorizing.title", values)),
        element(
          "p",
          { class: "lead" },
          ...words.nodes(url === null ? "authorizing.text" : "authorizing.blocked", values),
        ),
        summary.node,
        progress,
        element("div", { class: "actions" }, ...(url === null ? [] : [wayOut(words, url, values)]), ...buttons),
      ];
      show("authorizing", nodes, false);
    },
    awaiting() {
      buttons = [];
      const back = element("a", { class: "button quiet", href: session.allowedOrigin, rel: "noreferrer" });
      back.append(words.text("back", { host: new URL(session.allowedOrigin).host }));
      const isAlone = window.parent === window;
      const nodes = [
        icon("wait"),
        element("h1", { tabindex: "-1" }, words.text("awaiting_confirmation.title", values)),
        element("p", { class: "lead" }, ...words.nodes("awaiting_confirmation.oauth", values)),
        ...(isAlone ? [element("div", { class: "actions" }, back)] : []),
      ];
      show("awaiting_confirmation", nodes, false);
    },
    busy(textKey) {
      lock(true);
      summary.hide();
      progress.textContent = textKey === null ? "" : words.text(textKey, values);
    },
    fail(textKey) {
      lock(false);
      progress.textContent = "";
      summary.show(words.text(textKey, values));
    },
  };
}

/** The way to the provider that no browser blocks: a link that the user follows. */
function wayOut(words: Words, url: string, values: Readonly<Record<string, string>>): HTMLElement {
  const link = element("a", { class: "button primary", href: url, target: "_blank", rel: "noopener noreferrer" });
  const newTab = element("span", { class: "unseen" }, ` (${words.text("newTab")})`);
  link.append(words.text("authorizing.open", values), newTab);
  // The address works once: after that, "open again" asks for another.
  link.addEventListener("click", () => setTimeout(() => (link.hidden = true)));
  return link;
}
