/** The form on the screen, from the first character to the server's response. */
import type { FrontendSession, SubmittedCredential } from "@svc/contract";
import type { Activity, ActivityEvents } from "./activity.ts";
import { isTemporary, type Api, type CallResult } from "./api.ts";
import { cancelSession } from "./cancel.ts";
import { consentNodes, placeholderValues } from "./consent.ts";
import { createForm } from "./form.ts";
import type { View } from "./view.ts";
import type { Texts } from "./i18n.ts";

/** Called when a submission ends. */
export type SubmissionEvents = ActivityEvents & { submitted(response: SubmittedCredential): Promise<void> };

const slowAfterMs = 8000;

/** Codes after which the form stays, with their texts. */
const retryTexts: Readonly<Record<string, string>> = {
  CREDENTIAL_INVALID: "error.invalid",
  CREDENTIAL_REJECTED: "error.rejected",
  CREDENTIAL_UNVERIFIED: "error.unverified",
  ACCOUNT_UNREADABLE: "error.unreadable",
  CONNECTION_ACCOUNT_MISMATCH: "error.mismatch",
  CONNECT_SESSION_NOT_OPEN: "error.busy",
};

/** The codes among them that mean that this credential is invalid. */
const refusals: ReadonlySet<string> = new Set([
  "CREDENTIAL_INVALID",
  "CREDENTIAL_REJECTED",
  "CONNECTION_ACCOUNT_MISMATCH",
]);

/** Codes after which to read the session again, because this response may have ended it. */
const mayHaveEnded: ReadonlySet<string> = new Set(["CREDENTIAL_REJECTED", "CONNECT_SESSION_NOT_OPEN"]);

/** Shows the form for a session. */
export function showForm(
  { texts, api, view }: { texts: Texts; api: Api; view: View },
  session: FrontendSession,
  secret: string,
  ends: SubmissionEvents,
): Activity {
  const values = placeholderValues(session);
  /** A provider that asks for no credential. */
  const isOpen = session.form.fields.length === 0;
  let running: AbortController | null = null;
  /** The response about a credential was lost, so the session may have ended. */
  let isUnsure = false;
  const form = createForm(texts, session, {
    submit: (fields) => void submit(fields),
    cancel: () => void cancel(),
  });
  view.show("form", [...consentNodes(texts, session), ...form.nodes], false);

  const submit = async (fields: Record<string, string>): Promise<void> => {
    const own = new AbortController();
    running = own;
    form.busy(texts.text(isOpen ? "loading.title" : "checking", values));
    const slow = setTimeout(() => form.busy(texts.text("checking.slow", values)), slowAfterMs);
    const called = await api.credential(secret, fields, own.signal);
    clearTimeout(slow);
    if (own.signal.aborted) return;
    isUnsure = called.kind === "network";
    if (called.kind === "ok") {
      form.empty();
      await ends.submitted(called.response);
    } else await explain(called);
    running = null;
    form.busy(null);
  };

  const explain = async (called: Exclude<CallResult<unknown>, { kind: "ok" }>): Promise<void> => {
    if (called.kind === "network") return failed("error.network");
    const { code } = called;
    const key = retryTexts[code];
    if (key === undefined) return isTemporary(code) ? failed("error.server") : ends.refused(code);
    const now = mayHaveEnded.has(code) ? await api.session(secret) : null;
    if (now?.kind === "ok" && now.response.status !== "opened") return ends.present(now.response);
    failed(isOpen && key !== "error.busy" ? "error.open" : key, refusals.has(code));
  };
  const failed = (key: string, isRefused = false): void => {
    form.busy(null);
    form.fail(texts.text(key, values), isRefused);
  };

  const cancel = async (): Promise<void> => {
    running?.abort();
    running = new AbortController();
    form.busy("");
    const cancelled = await cancelSession(api, secret);
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
      if (now.kind === "ok" && now.response.status !== "opened") ends.present(now.response);
      if (now.kind === "refused" && !isTemporary(now.code)) ends.refused(now.code);
    },
    mayBeCancelled: () => running === null && !isUnsure,
    stop: () => running?.abort(),
  };
}
