/**
 * The trip to the provider's consent page and back (OAuth). The server's status decides. The provider's window isn't
 * observed, because it may be isolated from this page.
 */
import type { FrontendSession } from "@svc/contract";
import type { Activity, ActivityEvents } from "./activity.ts";
import { isTemporary, type Api, type CallResult } from "./api.ts";
import { createAuthorizationView } from "./authorization-view.ts";
import { cancelSession } from "./cancel.ts";
import type { View } from "./view.ts";
import type { ProviderWindow, Windows } from "./windows.ts";
import type { Texts } from "./i18n.ts";

const pollFirstMs = 1000;
const pollMaxMs = 3000;
const pollGrowth = 1.25;
/** If the page is still there this long after it should have left for the provider, it shows how to continue. */
const leavingMs = 4000;

/**
 * Sends the user to the provider through the server's consent page, which shows what is requested. An unframed page
 * goes there immediately, so the user reads it only once; a framed one needs a click to open a window.
 */
export function showAuthorization(
  parts: { texts: Texts; api: Api; view: View; windows: Windows },
  session: FrontendSession,
  secret: string,
  ends: ActivityEvents,
): Activity {
  const { api, windows } = parts;
  let phase: "consent" | "authorizing" | "awaiting_confirmation" = "consent";
  /** The server has recorded that the user left. If it reports `opened` again, the provider sent the user back. */
  let isAway = false;
  let isCalling = false;
  let isAsking = false;
  /** Counts calls that change the session's status. Responses to earlier requests are outdated. */
  let round = 0;
  let isOver = false;
  let delayMs = pollFirstMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let provider: ProviderWindow | null = null;

  const view = createAuthorizationView(parts, session, {
    go: () => void go(),
    cancel: () => void cancel(),
  });

  const schedule = (): void => {
    clearTimeout(timer);
    if (isOver || phase === "consent") return;
    timer = setTimeout(() => void ask(), delayMs);
    delayMs = Math.min(pollMaxMs, delayMs * pollGrowth);
  };
  const ask = async (): Promise<void> => {
    if (isAsking || isCalling || isOver) return;
    isAsking = true;
    const asked = round;
    const now = await api.session(secret);
    isAsking = false;
    if (isOver || asked !== round) return;
    if (now.kind === "ok") follow(now.response);
    else if (now.kind === "refused" && !isTemporary(now.code)) leave(() => ends.refused(now.code));
    schedule();
  };

  const follow = (now: FrontendSession): void => {
    const { status } = now;
    if (status === "awaiting_confirmation") {
      if (phase !== status) view.awaiting();
      phase = status;
    } else if (status === "authorizing") {
      isAway = true;
      if (phase !== status) view.authorizing(null);
      phase = status;
    } else if (status === "opened" || status === "pending") {
      if (phase === "consent" || !isAway) return;
      isAway = false;
      phase = "consent";
      view.consent("error.returned");
    } else {
      leave(() => ends.present(now));
    }
  };
  const leave = (end: () => void): void => {
    stop();
    end();
  };
  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
    provider?.close();
  };

  const go = async (): Promise<void> => {
    if (isCalling || isOver) return;
    isCalling = true;
    round += 1;
    // Before any await: browsers allow opening a window only during the click itself.
    const opened = windows.isFramed ? windows.open(parts.texts.text("loading.title")) : null;
    view.busy("authorizing.opening");
    const called = await api.authorize(secret);
    isCalling = false;
    if (isOver) return opened?.close();
    const url = called.kind === "ok" ? windows.own(called.response.authorizationUrl) : null;
    if (url === null) {
      opened?.close();
      await explain(called);
    } else depart(url, opened);
    schedule();
  };
  const depart = (url: string, opened: ProviderWindow | null): void => {
    isAway = true;
    delayMs = pollFirstMs;
    provider?.close();
    provider = opened;
    if (!windows.isFramed) {
      windows.replace(url);
      setTimeout(stayed, leavingMs);
      return;
    }
    opened?.go(url);
    phase = "authorizing";
    view.authorizing(opened === null ? url : null);
  };
  const stayed = (): void => {
    if (isOver || isCalling || phase !== "consent") return;
    phase = "authorizing";
    view.authorizing(null);
    schedule();
  };
  const explain = async (called: CallResult<unknown>): Promise<void> => {
    if (called.kind === "network") return view.fail("error.authorize");
    if (called.kind === "ok" || isTemporary(called.code)) return view.fail("error.server");
    const now = called.code === "CONNECT_SESSION_NOT_OPEN" ? await api.session(secret) : null;
    if (isOver) return;
    if (now?.kind !== "ok") return leave(() => ends.refused(called.code));
    follow(now.response);
    if (!isOver) view.fail("error.server");
  };

  const cancel = async (): Promise<void> => {
    if (isCalling || isOver) return;
    isCalling = true;
    round += 1;
    view.busy(null);
    const cancelled = await cancelSession(api, secret);
    isCalling = false;
    if (isOver) return;
    if (cancelled.kind === "ended") follow(cancelled.session);
    else if (cancelled.kind === "refused") leave(() => ends.refused(cancelled.code));
    else view.fail("error.cancel");
    schedule();
  };

  view.consent(null);
  follow(session);
  schedule();
  if (!windows.isFramed && phase === "consent" && !isOver) void go();
  return {
    recheck: () => ((delayMs = pollFirstMs), ask()),
    mayBeCancelled: () => !isOver && phase !== "awaiting_confirmation",
    stop,
  };
}
