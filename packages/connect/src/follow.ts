/** Follows one session to its result: listens to the page and the browser, and decides from the server's responses. */
import { fetchStatus, canReach, judgeStatus, type ConnectResult } from "./status.ts";
import type { Leaving } from "./leaving.ts";
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

/** A session lives 30 minutes, so nothing can change after this. */
const lifeMaxMs = 31 * 60_000;
const pollEveryMs = 3000;
const backoffMaxMs = 30_000;
const watchEveryMs = 250;
/** Number of checks after the page is closed, one second apart: a credential may still be being verified. */
const checksAfterCloseMax = 5;
/** Number of unreadable responses, from a reachable server, that count as a refusal. */
const refusalsMax = 3;
/** How long the page may show its final message before it closes. */
const showEndMs = { completed: 3000, awaiting_confirmation: 3000, cancelled: 1000, failed: 15_000, expired: 15_000 };

type Ends = { stop: AbortController; abort: AbortSignal | undefined };

/** The notices so far, and a pause that ends at the next one. */
type Notices = {
  pageReady: boolean;
  completionCode: string | null;
  closed: boolean;
  /** The page has reported that the user is done, so there is nothing left to cancel. */
  isDone: boolean;
  aborted: boolean;
  forbidden: boolean;
  overdue: boolean;
  wake: () => void;
  /** Waits, or returns immediately if there was a notice since the last pause. */
  pause: (ms: number) => Promise<void>;
};

/**
 * Returns the session's result; never rejects.
 * @param ends.leaving closes the page if the user leaves or the caller aborts; otherwise the caller closes it.
 * @param ends.stop aborted here if the caller's `abort` fires, and otherwise by the caller; removes every listener.
 */
export async function follow(
  target: Target,
  surface: Surface,
  ends: Ends & { leaving: Leaving },
): Promise<ConnectResult> {
  const notices = createNotices(ends.stop.signal);
  listenToPage(target, surface, notices, ends.stop.signal);
  listenToBrowser(target, surface, notices, ends);
  const resolveAborted = (): ConnectResult => {
    // Not awaited: an abort resolves immediately.
    void ends.leaving.leave(notices.pageReady);
    return { status: "cancelled" };
  };
  let misses = 0;
  let refusals = 0;
  let checksAfterClose = 0;
  let wasAnswered = false;
  // A popup that has moved to a provider doesn't return to the hosted page.
  let isAway = false;
  for (let delayMs = pollEveryMs; ;) {
    await notices.pause(delayMs);
    if (notices.aborted) return resolveAborted();
    if (notices.closed) await ends.leaving.leave(notices.pageReady && !notices.isDone);
    if (notices.forbidden) return { status: "failed", code: "CONTENT_SECURITY_POLICY" };
    const response = await fetchStatus(target, ends.stop.signal);
    if (notices.aborted) return resolveAborted();
    const verdict = judgeStatus(response, target.sessionId, notices.completionCode);
    if (verdict.kind === "ended") {
      if (!isAway) await letPageFinish(verdict.result, notices);
      return verdict.result;
    }
    if (notices.overdue) return verdict.kind === "open" ? { status: "expired" } : createFailure("UNREACHABLE");
    if (verdict.kind === "open") {
      wasAnswered = true;
      misses = 0;
      isAway = verdict.isAway && target.mode === "popup";
      delayMs = notices.closed || isAway ? 1000 : pollEveryMs;
      if (!notices.closed) continue;
      // If the provider isolates its popup from this page, the popup looks closed too. The user is then there, not
      // here.
      if (verdict.isAway && !document.hasFocus()) continue;
      // The token is unused: nothing was submitted, and nothing can be anymore.
      checksAfterClose += 1;
      if (!verdict.used || checksAfterClose > checksAfterCloseMax) return { status: "cancelled" };
      continue;
    }
    misses += 1;
    delayMs = Math.min(backoffMaxMs, 500 * 2 ** misses);
    // An unreadable response looks like a lost network, because the server shows its answers only to the session's
    // origin. A running hosted page proves that the origin is right, so the token must be wrong.
    const mayBeRefused = response.kind === "unreadable" && !wasAnswered && (notices.closed || !notices.pageReady);
    refusals = mayBeRefused && (await canReach(target, ends.stop.signal)) ? refusals + 1 : 0;
    if (refusals >= refusalsMax)
      return createFailure(notices.pageReady ? "CONNECT_TOKEN_INVALID" : "ORIGIN_NOT_ALLOWED");
  }
}

function createFailure(code: string): ConnectResult {
  return { status: "failed", code };
}

/** Leaves the page's final message on screen until it is closed. A page that never ran has none. */
async function letPageFinish({ status }: ConnectResult, notices: Notices): Promise<void> {
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

/** Accepts messages only from the page's own window, at the server's origin, about this session. */
function listenToPage(target: Target, surface: Surface, notices: Notices, signal: AbortSignal): void {
  const onMessage = (event: MessageEvent<unknown>): void => {
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
  window.addEventListener("message", onMessage, { signal });
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
