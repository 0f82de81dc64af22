/** The page's own window, and a second one at the provider if the page is in a frame. */

/** A window opened for the provider. */
export type ProviderWindow = { go(url: string): void; close(): void };

/** The window operations of the page. */
export type Windows = {
  /** Whether the page is in a frame, where providers don't allow their pages. */
  isFramed: boolean;
  /** Goes to an address in this window. "Back" then skips this page, which would only go there again. */
  replace(url: string): void;
  /** Opens an empty window. Call it in a click handler; null if the browser blocks it. */
  open(text: string): ProviderWindow | null;
  /** Returns the address if it is at the server's own origin, otherwise null. */
  own(url: string): string | null;
};

const features = "popup,width=600,height=760";

export function createWindows(page: Window): Windows {
  return {
    isFramed: page.parent !== page,
    replace: (url) => page.location.replace(url),
    open(text) {
      const opened = openEmpty(page);
      if (opened === null) return null;
      // It keeps its opener so that it can be closed at the end. This page is in a frame, which a stranger can't
      // navigate.
      opened.document.title = text;
      return { go: (url) => opened.location.replace(url), close: () => opened.close() };
    },
    own(url) {
      const { origin } = page.location;
      return URL.canParse(url) && new URL(url).origin === origin ? url : null;
    },
  };
}

/** In a sandboxed page, the browser may throw instead of returning null. */
function openEmpty(page: Window): Window | null {
  try {
    return page.open("", "_blank", features);
  } catch {
    return null;
  }
}
