/**
 * The hosted page in a modal dialog. Its styles are constructed, so that a policy without inline styles allows them.
 */
import type { Labels } from "./labels.ts";
import { createStyleSheet } from "./style.ts";
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

/** After this time the dialog says that the page is slow. */
const slowAfterMs = 10_000;

/** Only the permissions that the page needs. Above all, it can't navigate this window. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";

/** Opens the dialog and moves the focus into it. Closing it restores the focus and scrolling. */
export function openModal(target: Target, labels: Labels): Surface {
  const focusedBefore = deepestFocus();
  const host = document.createElement("div");
  host.dataset["svcConnect"] = target.sessionId;
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [createStyleSheet("dialog")];
  const parts = buildDialog(target, labels);
  const { dialog, frame, notice, closeButton } = parts;
  root.append(dialog);
  document.body.append(host);
  const unlockScroll = lockScroll();
  dialog.showModal();
  closeButton.focus({ preventScroll: true });
  const slow = setTimeout(() => (notice.textContent = labels.slow), slowAfterMs);

  let hidden = false;
  const hide = (): void => {
    if (hidden) return;
    hidden = true;
    clearTimeout(slow);
    if (dialog.open) dialog.close();
    unlockScroll();
    const nowhere = [null, document.body, host].includes(document.activeElement as HTMLElement | null);
    if (nowhere && focusedBefore?.isConnected === true) focusedBefore.focus({ preventScroll: true });
  };
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    hide();
  });
  dialog.addEventListener("close", hide);
  closeButton.addEventListener("click", hide);
  return {
    window: () => frame.contentWindow,
    isOpen: () => !hidden && frame.isConnected,
    pageReady() {
      clearTimeout(slow);
      notice.hidden = true;
      if (root.activeElement === closeButton) frame.focus({ preventScroll: true });
    },
    hide,
    close() {
      host.remove();
      hide();
    },
  };
}

function buildDialog(target: Target, labels: Labels) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", labels.title);
  dialog.lang = labels.language;
  const closeButton = document.createElement("button");
  closeButton.type = "button";
  closeButton.setAttribute("aria-label", labels.close);
  closeButton.textContent = "×";
  const frame = document.createElement("iframe");
  frame.title = labels.title;
  frame.referrerPolicy = "no-referrer";
  frame.setAttribute("sandbox", sandbox);
  frame.src = target.pageUrl;
  const notice = document.createElement("p");
  notice.setAttribute("role", "status");
  notice.textContent = labels.loading;
  // In a native modal, Tab can move to the browser's own controls. These two elements keep it inside.
  const before = edge(() => frame);
  const after = edge(() => closeButton);
  dialog.append(before, closeButton, notice, frame, after);
  return { dialog, frame, notice, closeButton };
}

/** An element at the end of the tab order that moves the focus on. */
function edge(next: () => HTMLElement): HTMLElement {
  const element = document.createElement("span");
  element.tabIndex = 0;
  element.addEventListener("focus", () => next().focus({ preventScroll: true }));
  return element;
}

/** Stops the page behind from scrolling, without changing any style attribute. */
function lockScroll(): () => void {
  // If the scroll bar takes up space, keep that space empty, so the page doesn't shift.
  const takesRoom = window.innerWidth > document.documentElement.clientWidth;
  const sheet = createStyleSheet(takesRoom ? "lock-keeping-gutter" : "lock");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

function deepestFocus(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}
