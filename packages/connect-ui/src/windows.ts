/** The windows of the page: its own, and one at the provider where the page itself is only a frame. */

/** A window that was opened for the provider. */
export type ProviderWindow = { go(url: string): void; close(): void };

/** What the page can do with windows. */
export type Windows = {
  /** Whether the page is in a frame: a provider does not let itself be shown in one. */
  isFramed: boolean;
  /** Leads this very window to an address; "back" leads here again. */
  go(url: string): void;
  /** Opens an empty window. Call it in the handler of a click; null where the browser blocks it. */
  open(text: string): ProviderWindow | null;
  /** The address, where it is one of the service's own; null for every other. */
  own(url: string): string | null;
};

const features = "popup,width=600,height=760";

/** The windows of a page. */
export function createWindows(page: Window): Windows {
  return {
    isFramed: page.parent !== page,
    go: (url) => page.location.assign(url),
    open(text) {
      const opened = openEmpty(page);
      if (opened === null) return null;
      // It keeps its opener, so that it can be closed at the end: a frame, which this page is then, no stranger leads away.
      opened.document.title = text;
      return { go: (url) => opened.location.replace(url), close: () => opened.close() };
    },
    own(url) {
      const { origin } = page.location;
      return URL.canParse(url) && new URL(url).origin === origin ? url : null;
    },
  };
}

/** A sandboxed page may be refused by an error instead of null. */
function openEmpty(page: Window): Window | null {
  try {
    return page.open("", "_blank", features);
  } catch {
    return null;
  }
}
