/** Taking the hosted page away. A user who leaves before the end has the page cancel its session first, where it still can. */
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

/** So long the page may take; the request that it has sent goes on without it. */
const answerWithinMs = 1200;

/** Takes the page away, once. */
export type Leaving = {
  /** The user leaves: out of sight at once, and away when the page has cancelled its session or cannot. Never rejects. */
  leave: (pageReady: boolean) => Promise<void>;
  /** Nothing is left to do; waits for a `leave` that is under way. */
  close: () => void;
};

/** Makes it. */
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

/** Asks the page to cancel and waits for its answer, for its end or for the time limit. */
async function askToCancel({ origin, sessionId: session }: Target, surface: Surface): Promise<void> {
  const page = surface.window();
  if (page === null || page.closed) return;
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const hear = ({ origin: sender, source, data }: MessageEvent<unknown>): void => {
      const { type, session: about } = (data ?? {}) as Readonly<Record<string, unknown>>;
      if (sender === origin && source === page && about === session && type === "svc.connect.close") resolve();
    };
    window.addEventListener("message", hear, { signal: over.signal });
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
