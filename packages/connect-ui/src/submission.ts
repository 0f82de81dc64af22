/** The form on the screen, from the first character to the server's answer about it. */
import type { FrontendSession, SubmittedCredential } from "@svc/contract";
import type { Activity, ActivityEnds } from "./activity.ts";
import { isPassing, type Api, type Called } from "./api.ts";
import { cancelOf } from "./cancelling.ts";
import { consentNodes, valuesOf } from "./consent.ts";
import { createForm } from "./form.ts";
import type { View } from "./view.ts";
import type { Words } from "./words.ts";

/** Where a submission leads when it is over. */
export type SubmissionEnds = ActivityEnds & { submitted(answer: SubmittedCredential): Promise<void> };

const slowAfterMs = 8000;

/** Codes after which the user can try again, and the text of each. */
const mendable: Readonly<Record<string, string>> = {
  CREDENTIAL_INVALID: "error.invalid",
  CREDENTIAL_REJECTED: "error.rejected",
  CREDENTIAL_UNVERIFIED: "error.unverified",
  CONNECTION_ACCOUNT_MISMATCH: "error.mismatch",
  CONNECT_SESSION_NOT_OPEN: "error.busy",
};

/** Of these, the ones that say that this very credential will not do. */
const refusals: ReadonlySet<string> = new Set([
  "CREDENTIAL_INVALID",
  "CREDENTIAL_REJECTED",
  "CONNECTION_ACCOUNT_MISMATCH",
]);

/** Codes after which the session says how it stands: it may have ended by this very answer. */
const mayHaveEnded: ReadonlySet<string> = new Set(["CREDENTIAL_REJECTED", "CONNECT_SESSION_NOT_OPEN"]);

/** Shows the form of a session. */
export function showForm(
  { words, api, view }: { words: Words; api: Api; view: View },
  session: FrontendSession,
  secret: string,
  ends: SubmissionEnds,
): Activity {
  const values = valuesOf(session);
  let running: AbortController | null = null;
  /** The answer about a credential got lost: the session may have ended by it. */
  let isUnsure = false;
  const form = createForm(words, session, {
    submit: (fields) => void submit(fields),
    cancel: () => void cancel(),
  });
  view.show("form", [...consentNodes(words, session), ...form.nodes], false);

  const submit = async (fields: Record<string, string>): Promise<void> => {
    const own = new AbortController();
    running = own;
    form.busy(words.text("checking", values));
    const slow = setTimeout(() => form.busy(words.text("checking.slow", values)), slowAfterMs);
    const called = await api.credential(secret, fields, own.signal);
    clearTimeout(slow);
    if (own.signal.aborted) return;
    isUnsure = called.kind === "network";
    if (called.kind === "ok") {
      form.empty();
      await ends.submitted(called.answer);
    } else await explain(called);
    running = null;
    form.busy(null);
  };

  const explain = async (called: Exclude<Called<unknown>, { kind: "ok" }>): Promise<void> => {
    if (called.kind === "network") return failed("error.network");
    const { code } = called;
    const key = mendable[code];
    if (key === undefined) return isPassing(code) ? failed("error.server") : ends.refused(code);
    const now = mayHaveEnded.has(code) ? await api.session(secret) : null;
    if (now?.kind === "ok" && now.answer.status !== "opened") return ends.present(now.answer);
    failed(key, refusals.has(code));
  };
  const failed = (key: string, isRefused = false): void => {
    form.busy(null);
    form.fail(words.text(key, values), isRefused);
  };

  const cancel = async (): Promise<void> => {
    running?.abort();
    running = new AbortController();
    form.busy("");
    const cancelled = await cancelOf(api, secret);
    running = null;
    if (cancelled.kind === "ended") ends.present(cancelled.session);
    else if (cancelled.kind === "refused") ends.refused(cancelled.code);
    else failed("error.cancel");
  };

  return {
    async recheck() {
      if (running !== null) return;
      const now = await api.session(secret);
      if (running !== null) return;
      if (now.kind === "ok" && now.answer.status !== "opened") ends.present(now.answer);
      if (now.kind === "refused" && !isPassing(now.code)) ends.refused(now.code);
    },
    mayBeCancelled: () => running === null && !isUnsure,
    stop: () => running?.abort(),
  };
}
