/**
 * The way to the provider and back, where the provider itself asks the user (OAuth). The server's word decides where the
 * session stands: what the provider's window does is not looked at, for it can be cut off from this page.
 */
import type { FrontendSession } from "@svc/contract";
import type { Activity, ActivityEnds } from "./activity.ts";
import { isPassing, type Api, type Called } from "./api.ts";
import { createAuthorizationView } from "./authorization-view.ts";
import { cancelOf } from "./cancelling.ts";
import type { View } from "./view.ts";
import type { ProviderWindow, Windows } from "./windows.ts";
import type { Words } from "./words.ts";

const pollFirstMs = 1000;
const pollMaxMs = 3000;
const pollGrowth = 1.25;
/** A page that is still there this long after it was to go to the provider says how to go on. */
const leavingMs = 4000;

/** Shows what is asked for and leads to the provider. */
export function showAuthorization(
  parts: { words: Words; api: Api; view: View; windows: Windows },
  session: FrontendSession,
  secret: string,
  ends: ActivityEnds,
): Activity {
  const { api, windows } = parts;
  let phase: "consent" | "authorizing" | "awaiting_confirmation" = "consent";
  /** The server knows that the user has left: when it says `opened` again, the provider sent the user back. */
  let isAway = false;
  let isCalling = false;
  let isAsking = false;
  /** Counts the calls that change where the session stands: what was asked before one is no news after it. */
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
    if (now.kind === "ok") follow(now.answer);
    else if (now.kind === "refused" && !isPassing(now.code)) leave(() => ends.refused(now.code));
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
    // Before anything is awaited: only in the click itself does no browser block a window.
    const opened = windows.isFramed ? windows.open(parts.words.text("loading.title")) : null;
    view.busy("authorizing.opening");
    const called = await api.authorize(secret);
    isCalling = false;
    if (isOver) return opened?.close();
    const url = called.kind === "ok" ? windows.own(called.answer.authorizationUrl) : null;
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
      windows.go(url);
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
  const explain = async (called: Called<unknown>): Promise<void> => {
    if (called.kind === "network") return view.fail("error.authorize");
    if (called.kind === "ok" || isPassing(called.code)) return view.fail("error.server");
    const now = called.code === "CONNECT_SESSION_NOT_OPEN" ? await api.session(secret) : null;
    if (isOver) return;
    if (now?.kind !== "ok") return leave(() => ends.refused(called.code));
    follow(now.answer);
    if (!isOver) view.fail("error.server");
  };

  const cancel = async (): Promise<void> => {
    if (isCalling || isOver) return;
    isCalling = true;
    round += 1;
    view.busy(null);
    const cancelled = await cancelOf(api, secret);
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
  return {
    recheck: () => ((delayMs = pollFirstMs), ask()),
    mayBeCancelled: () => !isOver && phase !== "awaiting_confirmation",
    stop,
  };
}
