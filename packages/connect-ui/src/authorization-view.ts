/**
 * The views around the consent page: the way there, waiting, and errors. Only the consent page lists what is requested.
 */
import type { FrontendSession } from "@svc/contract";
import { leadNodes, placeholderValues } from "./consent.ts";
import { element } from "./dom.ts";
import { footElement } from "./screen.ts";
import { createSummary } from "./summary.ts";
import type { View } from "./view.ts";
import type { Texts } from "./i18n.ts";

/** The three views; each replaces the one before. */
export type AuthorizationView = {
  /** Shows which application asks, with one button to continue. @param faultKey the preceding error, or null. */
  consent(faultKey: string | null): void;
  /** Shows that the user is at the provider. @param url a link for a browser that blocked the window, or null. */
  authorizing(url: string | null): void;
  /** Shows that the provider granted access and the application has to finish connecting. */
  awaiting(): void;
  /** Locks the buttons; `textKey` names the progress text, or is null for none. */
  busy(textKey: string | null): void;
  /** Unlocks the buttons, shows the error and moves the focus to it. */
  fail(textKey: string): void;
};

export function createAuthorizationView(
  { texts, view }: { texts: Texts; view: View },
  session: FrontendSession,
  on: { go(): void; cancel(): void },
): AuthorizationView {
  const values = placeholderValues(session);
  const summary = createSummary();
  const progress = element("p", { class: "progress", role: "status" });
  let buttons: readonly HTMLButtonElement[] = [];
  const button = (label: string, look: string, run: () => void): HTMLButtonElement => {
    const made = element("button", { class: look, type: "button" }, label);
    made.addEventListener("click", () => made.getAttribute("aria-disabled") === "true" || run());
    return made;
  };
  const lock = (isBusy: boolean): void => {
    // Not `disabled`, which would lose focus.
    for (const each of buttons) each.setAttribute("aria-disabled", String(isBusy));
  };
  const show = (state: string, nodes: readonly Node[], isFirst: boolean): void => {
    summary.hide();
    progress.textContent = "";
    lock(false);
    view.show(state, nodes, !isFirst);
  };
  const cancelButton = (): HTMLButtonElement => button(texts.text("cancel"), "quiet", on.cancel);
  let wasShown = false;

  return {
    consent(faultKey) {
      buttons = [button(texts.text("authorize.submit", values), "primary", on.go), cancelButton()];
      const nodes = [
        ...leadNodes(texts, session, element("p", { class: "lead" }, ...texts.nodes("authorize.next", values))),
        footElement(summary.node, progress, element("div", { class: "actions" }, ...buttons)),
      ];
      show("consent", nodes, !wasShown);
      wasShown = true;
      if (faultKey !== null) summary.show(texts.text(faultKey, values));
    },
    authorizing(url) {
      const again = button(texts.text("authorizing.again", values), url === null ? "primary" : "quiet", on.go);
      buttons = [again, cancelButton()];
      const nodes = [
        element("h1", { tabindex: "-1" }, texts.text("authorizing.title", values)),
        element(
          "p",
          { class: "lead" },
          ...texts.nodes(url === null ? "authorizing.text" : "authorizing.blocked", values),
        ),
        footElement(
          summary.node,
          progress,
          element("div", { class: "actions" }, ...(url === null ? [] : [providerLink(texts, url, values)]), ...buttons),
        ),
      ];
      show("authorizing", nodes, false);
    },
    awaiting() {
      buttons = [];
      const back = element("a", { class: "button quiet", href: session.allowedOrigin, rel: "noreferrer" });
      back.append(texts.text("back"));
      const isAlone = window.parent === window;
      const nodes = [
        element("h1", { tabindex: "-1" }, texts.text("awaiting_confirmation.title", values)),
        element("p", { class: "lead" }, ...texts.nodes("awaiting_confirmation.oauth", values)),
        ...(isAlone ? [footElement(element("div", { class: "actions" }, back))] : []),
      ];
      show("awaiting_confirmation", nodes, false);
    },
    busy(textKey) {
      lock(true);
      summary.hide();
      progress.textContent = textKey === null ? "" : texts.text(textKey, values);
    },
    fail(textKey) {
      lock(false);
      progress.textContent = "";
      summary.show(texts.text(textKey, values));
    },
  };
}

/** A link to the provider, which no browser blocks. */
function providerLink(texts: Texts, url: string, values: Readonly<Record<string, string>>): HTMLElement {
  const link = element("a", { class: "button primary", href: url, target: "_blank", rel: "noopener noreferrer" });
  const newTab = element("span", { class: "unseen" }, ` (${texts.text("newTab")})`);
  link.append(texts.text("authorizing.open", values), newTab);
  // The address works once. After that, "open again" requests a new one.
  link.addEventListener("click", () => setTimeout(() => (link.hidden = true)));
  return link;
}
