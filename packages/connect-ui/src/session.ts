/** The way of one session through the page: opened by its token or by what a reload kept, then the form, then its end. */
import type { FrontendSession } from "@svc/contract";
import type { Activity } from "./activity.ts";
import { isPassing, type Api, type Called } from "./api.ts";
import { showAuthorization } from "./authorization.ts";
import { isOAuth } from "./consent.ts";
import type { Embedder } from "./embedder.ts";
import type { Endings } from "./endings.ts";
import type { Keeper, Kept } from "./keeper.ts";
import type { PageData } from "./page-data.ts";
import type { Ending } from "./return-url.ts";
import { showForm } from "./submission.ts";
import type { View } from "./view.ts";
import type { Windows } from "./windows.ts";
import type { Words } from "./words.ts";

/** What the way is made from. */
export type SessionParts = {
  data: PageData;
  words: Words;
  api: Api;
  view: View;
  keeper: Keeper;
  embedder: Embedder;
  endings: Endings;
  windows: Windows;
};

/** The way of one session. */
export type SessionWay = {
  /** @param token from the address, or null where none came that way. */
  begin(token: string | null): Promise<void>;
  /** Looks whether the session is still what is shown; for a page that was asleep, offline or in the background. */
  recheck(): void;
  /** The user leaves by the embedder: cancels what can still be cancelled, then lets the embedder take the page away. */
  leave(): void;
};

/** How long an embedder may take to send the token before the page says that it is missing. */
const tokenWithinMs = 10_000;
/** Timers hold no longer than this; a session lives shorter. */
const timerMaxMs = 2_000_000_000;
/** How long a user who leaves waits for the cancelling; its request goes on without the page. */
const leaveWithinMs = 1000;

/** Makes it. */
export function createSessionWay(parts: SessionParts): SessionWay {
  const { data, api, keeper, embedder, endings } = parts;
  let kept: Kept | null = null;
  let token: string | null = null;
  let isOpening = false;
  let isOver = false;
  let activity: Activity | null = null;

  const open = async (isEmbedded: boolean): Promise<void> => {
    if (isOpening || kept !== null || token === null) return;
    isOpening = true;
    const called = await api.exchange(token, keeper.proof());
    isOpening = false;
    if (called.kind === "ok") {
      hold({ secret: called.answer.sessionSecret, isEmbedded });
      return present(called.answer.session, called.remainingMs);
    }
    if (!isHeard(called)) return later(called, () => open(isEmbedded));
    if (called.code === "CONNECT_TOKEN_USED") return usedUp();
    if (called.code === "CONNECT_SESSION_NOT_OPEN") return presentStatus(await api.status(token), isEmbedded);
    refused(called.code, isEmbedded);
  };

  const hold = (own: Kept): void => {
    kept = own;
    keeper.write(own);
    keeper.hold(() => {
      kept = null;
      end();
      keeper.clear();
      endings.note("moved", [], true);
    });
  };

  const load = async (): Promise<void> => {
    if (kept === null) return;
    const { secret, isEmbedded } = kept;
    const called = await api.session(secret);
    if (called.kind === "ok") return present(called.answer, called.remainingMs);
    if (!isHeard(called)) return later(called, load);
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
    if (!goesOn(session)) return finish(endingOf(session), session);
    if (isOAuth(session)) activity = showAuthorization(parts, session, secret, ends);
    else if (session.form.fields.length === 0) return endings.note("unavailable");
    else
      activity = showForm(parts, session, secret, {
        ...ends,
        async submitted(answer) {
          // Asked once more for the account's name; the end does not depend on it.
          const now = await api.session(secret);
          finish(answer, now.kind === "ok" ? now.answer : null);
        },
      });
    const leftMs = remainingMs?.(session.expiresAt) ?? Number.NaN;
    if (leftMs > 0 && leftMs < timerMaxMs) setTimeout(() => void activity?.recheck(), leftMs + 1000);
  };

  const finish = (ending: Ending, session: FrontendSession | null): void => {
    if (isOver || kept === null) return;
    isOver = true;
    end();
    // Until its backend has confirmed, the session goes on, and a reload must still hand the code over.
    if (ending.status !== "awaiting_confirmation") keeper.clear();
    endings.ended(ending, session, kept.isEmbedded);
  };

  const presentStatus = (called: Called<{ status: string }>, isEmbedded: boolean): void => {
    const status = called.kind === "ok" ? called.answer.status : "";
    if (isEnd(status)) endings.ended({ status }, null, isEmbedded);
    else endings.note("unavailable");
  };

  const refused = (code: string, isEmbedded: boolean): void => {
    end();
    if (code === "CONNECT_SESSION_EXPIRED") {
      keeper.clear();
      return endings.ended({ status: "expired" }, null, isEmbedded);
    }
    if (code === "CONNECT_TOKEN_INVALID") {
      keeper.clear();
      return endings.note("unknown", [], true);
    }
    endings.note(code === "ORIGIN_NOT_ALLOWED" ? "refused" : "unavailable", [], true);
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
      if (called?.kind === "ok") present(called.answer);
    }
    embedder.close();
  };

  const usedUp = async (): Promise<void> => endings.note((await keeper.isElsewhere()) ? "elsewhere" : "used");

  const later = ({ kind }: Called<unknown>, again: () => Promise<void>): void => {
    const run = (): void => {
      endings.note("loading", [], true);
      void again();
    };
    endings.note(
      kind === "network" ? "offline" : "error",
      [{ label: parts.words.text("retry"), run, isMain: true }],
      true,
    );
  };

  const resume = async (own: Kept): Promise<void> => {
    const take = async (): Promise<void> => {
      hold(own);
      await load();
    };
    if (!(await keeper.isElsewhere())) return take();
    const label = parts.words.text("elsewhere.take");
    endings.note("elsewhere", [{ label, run: () => void take(), isMain: true }]);
  };

  return {
    async begin(fromAddress) {
      token = fromAddress;
      if (isEnd(data.state) || data.state === "unknown") {
        keeper.clear();
        embedder.ready();
        if (isEnd(data.state)) endings.ended({ status: data.state }, null, embedder.isThere());
        else endings.note("unknown");
        return;
      }
      embedder.listen({
        token(sent) {
          token ??= sent;
          void open(true);
        },
        cancel: () => void leave(),
      });
      const before = keeper.read();
      if (before !== null) await resume(before);
      else if (fromAddress !== null) await open(false);
      else if (!embedder.isThere()) await (data.state === "pending" ? endings.note("incomplete") : usedUp());
      else {
        setTimeout(() => {
          if (kept === null && token === null) endings.note("incomplete");
        }, tokenWithinMs);
      }
      // Last, so that a token which comes at once finds the page decided.
      embedder.ready();
    },
    recheck: () => void activity?.recheck(),
    leave: () => void leave(),
  };
}

/** Whether the call came to something that holds: it was answered, and not by what is gone in a moment. */
function isHeard<Answer>(called: Called<Answer>): called is Exclude<Called<Answer>, { kind: "network" }> {
  return called.kind === "ok" || (called.kind === "refused" && !isPassing(called.code));
}

/** Whether the user has something to do in it. With OAuth the page waits until the application has confirmed, too. */
function goesOn(session: FrontendSession): boolean {
  const { status } = session;
  if (status === "awaiting_confirmation") return isOAuth(session);
  return status === "opened" || status === "pending" || status === "authorizing";
}

function isEnd(status: string): status is Exclude<Ending["status"], "awaiting_confirmation"> {
  return ["completed", "cancelled", "failed", "expired"].includes(status);
}

function endingOf({ status, connection_id, completionCode }: FrontendSession): Ending {
  if (status === "awaiting_confirmation") return completionCode === undefined ? { status } : { status, completionCode };
  if (status === "completed") return connection_id === null ? { status } : { status, connection_id };
  return isEnd(status) ? { status } : { status: "failed" };
}
