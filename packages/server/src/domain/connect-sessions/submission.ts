/**
 * Handles a submitted credential (contract §5.6): checks it against the provider's schema, verifies it with the
 * provider outside any transaction, and only then stores it. No part of it gets into an error, a log line or an audit
 * event.
 */
import { ServiceError, type SubmittedCredential } from "@svc/contract";
import type { Refusal } from "@svc/provider-kit";
import { createSubmissionCheck } from "../auth-kinds/submission.ts";
import { strategyFor } from "../auth-kinds/table.ts";
import { rejectionReason, verifyCredential } from "../provider-calls/identify.ts";
import { checkOpen, checkStillAllowed, existingResult, storeVerified, type SessionSubject } from "./completion.ts";
import { rejectionsMax, takeSlot, verificationMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow } from "./port.ts";

/** Verifies and stores the credential that the end user submitted for a session. */
export type SubmitCredential = (session: ConnectSessionRow, submission: unknown) => Promise<SubmittedCredential>;

/** Creates the function; schemas are compiled on first use. */
export function createCredentialSubmission(deps: ConnectDeps): SubmitCredential {
  const checkSubmission = createSubmissionCheck();
  return async (session, submission) => {
    // Check this first: only the browser that authorized may get an OAuth session's completion code.
    const strategy = strategyFor(session.authKind);
    if (strategy.connectsWith !== "form") {
      throw new ServiceError("CREDENTIAL_INVALID", { detail: authorizeInstead });
    }
    const known = existingResult(deps, session);
    if (known !== null) return known;
    const subject = await checkStillAllowed(deps, session);
    const form = strategy.form(subject.auth);
    if (form === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
    checkSubmission(form, submission);
    const credential = form.toCredential(submission);
    if (credential === null) {
      throw new ServiceError("CREDENTIAL_INVALID", { detail: form.explain(submission) ?? undefined });
    }
    const listedOrigin = deps.catalog.origins.choose(subject.provider, submission);
    const free = takeSlot(deps, session);
    try {
      const nowMs = deps.platform.nowMs();
      const begun = await deps.store.beginVerification(session.id, nowMs, nowMs + verificationMs);
      return begun
        ? await verify(deps, session, { ...subject, listedOrigin }, credential)
        : await findConcurrentResult(deps, session.id);
    } finally {
      free();
    }
  };
}

const authorizeInstead =
  "This provider issues the credential itself: continue the session with `/connect/v1/authorize`.";

/**
 * Returns the result of a concurrent submission.
 * @throws ServiceError CONNECT_SESSION_NOT_OPEN while it is being verified.
 */
async function findConcurrentResult(deps: ConnectDeps, sessionId: string): Promise<SubmittedCredential> {
  const now = await deps.store.findById(sessionId);
  if (now === null) throw new ServiceError("CONNECT_SESSION_NOT_OPEN");
  const known = existingResult(deps, now);
  if (known !== null) return known;
  checkOpen(now, deps.platform.nowMs());
  throw new ServiceError("CONNECT_SESSION_NOT_OPEN", {
    detail: "Another credential for this session is being verified. Wait for the result, or try again in a moment.",
    retryAfterSeconds: 2,
  });
}

async function verify(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  subject: SessionSubject & { listedOrigin: string },
  credential: unknown,
): Promise<SubmittedCredential> {
  try {
    const result = await verifyCredential(deps.identify, subject, credential);
    if (result.kind === "alive") {
      const { listedOrigin } = subject;
      const { account, credentialExpiresAt } = result;
      return await storeVerified(deps, session, { credential, account, credentialExpiresAt, listedOrigin });
    }
    return await refuse(deps, session, result.refusal);
  } catch (error) {
    // A counted refusal has already unlocked the session, and another verification may have locked it since.
    const counted = error instanceof ServiceError && error.code === "CREDENTIAL_REJECTED";
    if (!counted) await deps.store.endVerification(session.id);
    throw error;
  }
}

async function refuse(deps: ConnectDeps, session: ConnectSessionRow, refusal: Refusal): Promise<never> {
  const rejection = { by: "end_user", failsWith: "CREDENTIAL_REJECTED", code: refusal.code } as const;
  const count = await deps.store.reject(session.id, rejectionsMax, deps.platform.nowMs(), rejection);
  if (count < rejectionsMax) throw new ServiceError("CREDENTIAL_REJECTED", { detail: rejectionReason(refusal) });
  const detail =
    "The provider refused the credential for the fifth time and the session has failed. The application must create a new one.";
  throw new ServiceError("CREDENTIAL_REJECTED", { detail });
}
