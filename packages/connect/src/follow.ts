/** Follows one session to its end: listens to the page and the browser, asks the service, and decides by its answers. */
import { askStatus, canReach, judgeStatus, type ConnectResult } from "./status.ts";
import type { Leaving } from "./leaving.ts";
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

/** A session lives 30 minutes; after this nothing more can become of it. */
const lifeMaxMs = 31 * 60_000;
const pollEveryMs = 3000;
const backoffMaxMs = 30_000;
const watchEveryMs = 250;
/** Once the page is closed, a credential that was sent before may still be verified: so often it is asked, a second apart. */
const asksAfterClose = 5;
/** So many answers that this page may not read, from a service that can be reached, are a refusal. */
const refusalsMax = 3;
/** How long the page may show its last word before it is taken away. */
const showEndMs = { completed: 3000, awaiting_confirmation: 3000, cancelled: 1000, failed: 15_000, expired: 15_000 };

type Ends = { stop: AbortController; abort: AbortSignal | undefined };

/** What was noticed so far, and waiting that ends when something is. */
type Notices = {
  pageReady: boolean;
  completionCode: string | null;
  closed: boolean;
  /** The page itself has said that the user is done: there is nothing left to cancel. */
  isDone: boolean;
  aborted: boolean;
  forbidden: boolean;
  overdue: boolean;
  wake: () => void;
  /** Waits, or not at all where something was noticed since the last pause. */
  pause: (ms: number) => Promise<void>;
};

/**
 * Gives what became of the session; never rejects.
 * @param ends.leaving takes the page away where the user leaves or the caller aborts; what is left to take away otherwise
 *   is the caller's. @param ends.stop stopped here when the caller's `abort` fires, and by the caller afterwards: every listener ends with it.
 */
export async function follow(
  target: Target,
  surface: Surface,
  ends: Ends & { leaving: Leaving },
): Promise<ConnectResult> {
  const notices = createNotices(ends.stop.signal);
  listenToPage(target, surface, notices, ends.stop.signal);
  listenToBrowser(target, surface, notices, ends);
  const aborted = (): ConnectResult => {
    // Not waited for: who aborts has its answer at once.
    void ends.leaving.leave(notices.pageReady);
    return { status: "cancelled" };
  };
  let misses = 0;
  let refusals = 0;
  let askedAfterClose = 0;
  let wasAnswered = false;
  // A popup that has gone on to a provider does not come back to the hosted page.
  let isAway = false;
  for (let delayMs = pollEveryMs; ;) {
    await notices.pause(delayMs);
    if (notices.aborted) return aborted();
    if (notices.closed) await ends.leaving.leave(notices.pageReady && !notices.isDone);
    if (notices.forbidden) return { status: "failed", code: "CONTENT_SECURITY_POLICY" };
    const asked = await askStatus(target, ends.stop.signal);
    if (notices.aborted) return aborted();
    const verdict = judgeStatus(asked, target.sessionId, notices.completionCode);
    if (verdict.kind === "ended") {
      if (!isAway) await letPageShow(verdict.result, notices);
      return verdict.result;
    }
    if (notices.overdue) return verdict.kind === "open" ? { status: "expired" } : failedAs("UNREACHABLE");
    if (verdict.kind === "open") {
      wasAnswered = true;
      misses = 0;
      isAway = verdict.isAway && target.mode === "popup";
      delayMs = notices.closed || isAway ? 1000 : pollEveryMs;
      if (!notices.closed) continue;
      // A popup that the provider has cut off from this page looks closed as well; its user is there, and not here.
      if (verdict.isAway && !document.hasFocus()) continue;
      // An unused token: nothing was submitted, and now nobody can.
      askedAfterClose += 1;
      if (!verdict.used || askedAfterClose > asksAfterClose) return { status: "cancelled" };
      continue;
    }
    misses += 1;
    delayMs = Math.min(backoffMaxMs, 500 * 2 ** misses);
    // What this page may not read looks like a lost network. The service shows its answer to the session's origin alone,
    // and a hosted page that runs proves the origin; what is left is a token of no session.
    const mayBeRefused = asked.kind === "unreadable" && !wasAnswered && (notices.closed || !notices.pageReady);
    refusals = mayBeRefused && (await canReach(target, ends.stop.signal)) ? refusals + 1 : 0;
    if (refusals >= refusalsMax) return failedAs(notices.pageReady ? "CONNECT_TOKEN_INVALID" : "ORIGIN_NOT_ALLOWED");
  }
}

function failedAs(code: string): ConnectResult {
  return { status: "failed", code };
}

/** Leaves the page's last word to be read, until it is closed. A page that never ran has none. */
async function letPageShow({ status }: ConnectResult, notices: Notices): Promise<void> {
  if (!notices.pageReady) return;
  const end = { isOver: false };
  const timer = setTimeout(() => {
    end.isOver = true;
    notices.wake();
  }, showEndMs[status]);
  while (!end.isOver && !notices.closed && !notices.aborted) await notices.pause(showEndMs[status]);
  clearTimeout(timer);
}

function createNotices(signal: AbortSignal): Notices {
  let noticed = false;
  let resume = (): void => {};
  const notices: Notices = {
    pageReady: false,
    completionCode: null,
    closed: false,
    isDone: false,
    aborted: false,
    forbidden: false,
    overdue: false,
    wake() {
      noticed = true;
      resume();
    },
    async pause(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (!noticed) {
        await new Promise<void>((resolve) => {
          resume = resolve;
          timer = setTimeout(resolve, ms);
        });
      }
      clearTimeout(timer);
      noticed = false;
    },
  };
  signal.addEventListener("abort", () => notices.wake(), { once: true });
  return notices;
}

/** Only the page's own window, at the service's own origin, about this session, is heard. */
function listenToPage(target: Target, surface: Surface, notices: Notices, signal: AbortSignal): void {
  const hear = (event: MessageEvent<unknown>): void => {
    const page = surface.window();
    if (event.origin !== target.origin || page === null || event.source !== page) return;
    const { type, session, completionCode } = (event.data ?? {}) as Readonly<Record<string, unknown>>;
    if (session !== target.sessionId) return;
    if (type === "svc.connect.ready") {
      notices.pageReady = true;
      surface.pageReady();
      page.postMessage({ type: "svc.connect.token", session, token: target.token }, target.origin);
    } else if (type === "svc.connect.status") {
      if (typeof completionCode === "string") notices.completionCode = completionCode;
      notices.wake();
    } else if (type === "svc.connect.close") {
      notices.closed = true;
      notices.isDone = true;
      notices.wake();
    }
  };
  window.addEventListener("message", hear, { signal });
}

function listenToBrowser(target: Target, surface: Surface, notices: Notices, { stop, abort }: Ends): void {
  const { signal } = stop;
  const { wake } = notices;
  window.addEventListener("online", wake, { signal });
  window.addEventListener("pageshow", wake, { signal });
  document.addEventListener("visibilitychange", wake, { signal });
  document.addEventListener(
    "securitypolicyviolation",
    ({ disposition, effectiveDirective, blockedURI }) => {
      const isOurs = URL.canParse(blockedURI) && new URL(blockedURI).origin === target.origin;
      if (disposition !== "enforce" || !isOurs || !/^(frame|connect)-src$/.test(effectiveDirective)) return;
      notices.forbidden = true;
      wake();
    },
    { signal },
  );
  abort?.addEventListener(
    "abort",
    () => {
      notices.aborted = true;
      stop.abort();
    },
    { signal },
  );
  const watch = setInterval(() => {
    if (notices.closed || surface.isOpen()) return;
    notices.closed = true;
    wake();
  }, watchEveryMs);
  const life = setTimeout(() => {
    notices.overdue = true;
    wake();
  }, lifeMaxMs);
  signal.addEventListener("abort", () => {
    clearInterval(watch);
    clearTimeout(life);
  });
}
