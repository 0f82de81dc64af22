/** Closes the hosted page. If the user leaves early, the page first cancels its session if it still can. */
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

/** How long to wait for the page. Its cancellation request continues after that. */
const answerWithinMs = 1200;

/** Closes the page, once. */
export type Leaving = {
  /**
   * The user leaves: hides the page immediately, and closes it after it has cancelled its session or can't. Never
   * rejects.
   */
  leave: (pageReady: boolean) => Promise<void>;
  /** Closes the page, unless `leave` is already doing so. */
  close: () => void;
};

/** Creates the closer for one surface. */
export function createLeaving(target: Target, surface: Surface): Leaving {
  let isUnderWay = false;
  return {
    async leave(pageReady) {
      if (isUnderWay) return;
      isUnderWay = true;
      surface.hide();
      if (pageReady) await askToCancel(target, surface);
      surface.close();
    },
    close() {
      if (!isUnderWay) surface.close();
    },
  };
}

/** Asks the page to cancel. Waits for its response, for the page to close, or for the time limit. */
async function askToCancel({ origin, sessionId: session }: Target, surface: Surface): Promise<void> {
  const page = surface.window();
  if (page === null || page.closed) return;
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const onMessage = ({ origin: sender, source, data }: MessageEvent<unknown>): void => {
      const { type, session: about } = (data ?? {}) as Readonly<Record<string, unknown>>;
      if (sender === origin && source === page && about === session && type === "svc.connect.close") resolve();
    };
    window.addEventListener("message", onMessage, { signal: over.signal });
    const watch = setInterval(() => page.closed && resolve(), 50);
    const timer = setTimeout(resolve, answerWithinMs);
    over.signal.addEventListener("abort", () => {
      clearInterval(watch);
      clearTimeout(timer);
    });
    page.postMessage({ type: "svc.connect.cancel", session }, origin);
  });
  over.abort();
}
