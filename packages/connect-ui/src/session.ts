/**
 * Controls one session on the page: opens it with its token or after a reload, then shows the form, then the result.
 */
import type { FrontendSession } from "@svc/contract";
import type { Activity } from "./activity.ts";
import { isTemporary, type Api, type CallResult } from "./api.ts";
import { showAuthorization } from "./authorization.ts";
import { isOAuth } from "./consent.ts";
import type { Embedder } from "./embedder.ts";
import type { ResultScreens } from "./result-screens.ts";
import type { SessionStorage, StoredSession } from "./session-storage.ts";
import type { PageData } from "./page-data.ts";
import type { SessionResult } from "./return-url.ts";
import { showForm } from "./submission.ts";
import type { View } from "./view.ts";
import type { Windows } from "./windows.ts";
import type { Texts } from "./i18n.ts";

/** The parts that the controller uses. */
export type SessionParts = {
  data: PageData;
  texts: Texts;
  api: Api;
  view: View;
  storage: SessionStorage;
  embedder: Embedder;
  screens: ResultScreens;
  windows: Windows;
};

/** Controls one session. */
export type SessionController = {
  /** @param token from the address, or null if it isn't there. */
  start(token: string | null): Promise<void>;
  /** Checks whether the page is up to date after it was asleep, offline or in the background. */
  recheck(): void;
  /**
   * The user leaves through the embedder: cancels the session if possible, then tells the embedder to remove the page.
   */
  leave(): void;
};

/** How long to wait for the token from an embedder before the page says that it is missing. */
const tokenWithinMs = 10_000;
/** The longest delay for a timer; sessions are shorter. */
const timerMaxMs = 2_000_000_000;
/** How long a user who leaves waits for the cancellation. Its request continues without the page. */
const leaveWithinMs = 1000;

export function createSessionController(parts: SessionParts): SessionController {
  const { data, api, storage, embedder, screens } = parts;
  let kept: StoredSession | null = null;
  let token: string | null = null;
  let isOpening = false;
  let isOver = false;
  let activity: Activity | null = null;

  const open = async (isEmbedded: boolean): Promise<void> => {
    if (isOpening || kept !== null || token === null) return;
    isOpening = true;
    const called = await api.exchange(token, storage.proof());
    isOpening = false;
    if (called.kind === "ok") {
      hold({ secret: called.response.sessionSecret, isEmbedded });
      return present(called.response.session, called.remainingMs);
    }
    if (!isDefinitive(called)) return later(called, () => open(isEmbedded));
    if (called.code === "CONNECT_TOKEN_USED") return noteUsed();
    if (called.code === "CONNECT_SESSION_NOT_OPEN") return presentStatus(await api.status(token), isEmbedded);
    refused(called.code, isEmbedded);
  };

  const hold = (own: StoredSession): void => {
    kept = own;
    storage.write(own);
    storage.hold(() => {
      kept = null;
      end();
      storage.clear();
      screens.note("moved", [], true);
    });
  };

  const load = async (): Promise<void> => {
    if (kept === null) return;
    const { secret, isEmbedded } = kept;
    const called = await api.session(secret);
    if (called.kind === "ok") return present(called.response, called.remainingMs);
    if (!isDefinitive(called)) return later(called, load);
    if (called.code !== "CONNECT_TOKEN_INVALID" || token === null) return refused(called.code, isEmbedded);
    kept = null;
    await open(isEmbedded);
  };

  const present = (session: FrontendSession, remainingMs?: (expiresAt: string) => number): void => {
    if (kept === null || isOver) return;
    const { secret } = kept;
    const ends = {
      present: (now: FrontendSession) => present(now),
      refused: (code: string) => refused(code, kept?.isEmbedded ?? false),
    };
    end();
    if (!isStillOpen(session)) return finish(toSessionResult(session), session);
    if (isOAuth(session)) activity = showAuthorization(parts, session, secret, ends);
    else
      activity = showForm(parts, session, secret, {
        ...ends,
        async submitted(response) {
          // One more request for the account's name; the result doesn't depend on it.
          const now = await api.session(secret);
          finish(response, now.kind === "ok" ? now.response : null);
        },
      });
    const leftMs = remainingMs?.(session.expiresAt) ?? Number.NaN;
    if (leftMs > 0 && leftMs < timerMaxMs) setTimeout(() => void activity?.recheck(), leftMs + 1000);
  };

  const finish = (ending: SessionResult, session: FrontendSession | null): void => {
    if (isOver || kept === null) return;
    isOver = true;
    end();
    // The session continues until its backend has confirmed it, and a reload must return the code again.
    if (ending.status !== "awaiting_confirmation") storage.clear();
    screens.ended(ending, session, kept.isEmbedded);
  };

  const presentStatus = (called: CallResult<{ status: string }>, isEmbedded: boolean): void => {
    const status = called.kind === "ok" ? called.response.status : "";
    if (isEnd(status)) screens.ended({ status }, null, isEmbedded);
    else screens.note("unavailable");
  };

  const refused = (code: string, isEmbedded: boolean): void => {
    end();
    if (code === "CONNECT_SESSION_EXPIRED") {
      storage.clear();
      return screens.ended({ status: "expired" }, null, isEmbedded);
    }
    if (code === "CONNECT_TOKEN_INVALID") {
      storage.clear();
      return screens.note("unknown", [], true);
    }
    screens.note(code === "ORIGIN_NOT_ALLOWED" ? "refused" : "unavailable", [], true);
  };

  const end = (): void => {
    activity?.stop();
    activity = null;
  };

  const leave = async (): Promise<void> => {
    if (kept !== null && !isOver && activity?.mayBeCancelled() === true) {
      const cancelled = api.cancel(kept.secret);
      const waited = new Promise<null>((resolve) => setTimeout(() => resolve(null), leaveWithinMs));
      const called = await Promise.race([cancelled, waited]);
      if (called?.kind === "ok") present(called.response);
    }
    embedder.close();
  };

  const noteUsed = async (): Promise<void> => screens.note((await storage.isElsewhere()) ? "elsewhere" : "used");

  /** The link arrived without its token. If this browser has the session open, the user continues in that tab. */
  const noteIncomplete = async (): Promise<void> => {
    const isElsewhere = data.state !== "pending" && (await storage.isElsewhere());
    screens.note(isElsewhere ? "elsewhere" : "incomplete");
  };

  const later = ({ kind }: CallResult<unknown>, again: () => Promise<void>): void => {
    const run = (): void => {
      screens.note("loading", [], true);
      void again();
    };
    screens.note(
      kind === "network" ? "offline" : "error",
      [{ label: parts.texts.text("retry"), run, isMain: true }],
      true,
    );
  };

  const resume = async (own: StoredSession): Promise<void> => {
    const take = async (): Promise<void> => {
      hold(own);
      await load();
    };
    if (!(await storage.isElsewhere())) return take();
    const label = parts.texts.text("elsewhere.take");
    screens.note("elsewhere", [{ label, run: () => void take(), isMain: true }]);
  };

  return {
    async start(fromAddress) {
      token = fromAddress;
      if (isEnd(data.state) || data.state === "unknown") {
        storage.clear();
        embedder.ready();
        if (isEnd(data.state)) screens.ended({ status: data.state }, null, embedder.isThere());
        else screens.note("unknown");
        return;
      }
      embedder.listen({
        token(sent) {
          token ??= sent;
          void open(true);
        },
        cancel: () => void leave(),
      });
      const before = storage.read();
      if (before !== null) await resume(before);
      else if (fromAddress !== null) await open(false);
      else if (!embedder.isThere()) await noteIncomplete();
      else {
        setTimeout(() => {
          if (kept === null && token === null) screens.note("incomplete");
        }, tokenWithinMs);
      }
      // Last, so that the page is ready for a token that arrives immediately.
      embedder.ready();
    },
    recheck: () => void activity?.recheck(),
    leave: () => void leave(),
  };
}

/** Whether the call got a definitive response: not a network failure or a temporary error. */
function isDefinitive<Body>(called: CallResult<Body>): called is Exclude<CallResult<Body>, { kind: "network" }> {
  return called.kind === "ok" || (called.kind === "refused" && !isTemporary(called.code));
}

/** Whether there is more to do in the session. With OAuth, the page also waits for the application's confirmation. */
function isStillOpen(session: FrontendSession): boolean {
  const { status } = session;
  if (status === "awaiting_confirmation") return isOAuth(session);
  return status === "opened" || status === "pending" || status === "authorizing";
}

function isEnd(status: string): status is Exclude<SessionResult["status"], "awaiting_confirmation"> {
  return ["completed", "cancelled", "failed", "expired"].includes(status);
}

function toSessionResult({ status, connection_id, completionCode }: FrontendSession): SessionResult {
  if (status === "awaiting_confirmation") return completionCode === undefined ? { status } : { status, completionCode };
  if (status === "completed") return connection_id === null ? { status } : { status, connection_id };
  return isEnd(status) ? { status } : { status: "failed" };
}
