/** Where the hosted page is shown, whichever way: a modal, a popup, or this very window. */

/** One open place. Every method may be called again at any time. */
export type Surface = {
  /** The window that may speak for the session; null where there is none. */
  window: () => Window | null;
  /** False once the user, or anything else, has closed or removed it. */
  isOpen: () => boolean;
  /** The hosted page runs. */
  pageReady: () => void;
  /** Takes it out of sight and undoes what opening changed, but leaves its window alive; nothing for a popup. */
  hide: () => void;
  /** Takes it away and undoes what opening changed. */
  close: () => void;
};
