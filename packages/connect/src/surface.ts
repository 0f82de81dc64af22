/** Where the hosted page is shown: a modal, a popup, or this window. */

/** An open surface. Every method may be called repeatedly. */
export type Surface = {
  /** The window that may send messages for the session; null if there is none. */
  window: () => Window | null;
  /** False once it has been closed or removed, by the user or otherwise. */
  isOpen: () => boolean;
  /** Called when the hosted page is running. */
  pageReady: () => void;
  /** Hides it and restores the page, but keeps its window alive. Does nothing for a popup. */
  hide: () => void;
  /** Removes it and restores the page. */
  close: () => void;
};
