/**
 * A credential on its way into the vault (contract §5.6): checked against the provider's schema, verified at the provider
 * outside any transaction, and only then stored. Nothing of it is in an error, a log line or an audit event.
 */
import { ServiceError, type SubmittedCredential } from "@svc/contract";
import type { Refusal, StaticCredentialAuth } from "@svc/provider-kit";
import { compileSchema, type SchemaCheck } from "../schema/compile.ts";
import { checkOpen, checkStillAllowed, type SessionSubject } from "./completion.ts";
import { rejectionsMax, takeSlot, verificationMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow } from "./port.ts";
import { failedByRejection, sessionEnd } from "./session-end.ts";
import { knownAnswer, storeVerified } from "./verified.ts";

/** Verifies and stores what the end user submitted for a session. */
export type SubmitCredential = (session: ConnectSessionRow, submission: unknown) => Promise<SubmittedCredential>;

/** Makes it; the schemas are compiled at their first use. */
export function createCredentialSubmission(deps: ConnectDeps): SubmitCredential {
  const checks = new Map<StaticCredentialAuth, SchemaCheck>();
  const checkFor = (auth: StaticCredentialAuth): SchemaCheck => {
    const check = checks.get(auth) ?? compileSchema(auth.submission);
    checks.set(auth, check);
    return check;
  };
  return async (session, submission) => {
    // Before anything else: the completion code of an OAuth session is for the browser that authorized, and no other.
    if (session.authKind !== "static_credential") {
      throw new ServiceError("CREDENTIAL_INVALID", { detail: authorizeInstead });
    }
    const known = knownAnswer(deps, session);
    if (known !== null) return known;
    const subject = await checkStillAllowed(deps, session);
    const { auth } = subject;
    if (auth.kind !== "static_credential") throw new ServiceError("PROVIDER_NOT_AVAILABLE");
    checkSubmission(auth, checkFor(auth), submission);
    const free = takeSlot(deps, session);
    try {
      const nowMs = deps.platform.nowMs();
      const begun = await deps.store.beginVerification(session.id, nowMs, nowMs + verificationMs);
      return begun ? await verify(deps, session, subject, submission) : await answerOfOther(deps, session.id);
    } finally {
      free();
    }
  };
}

const authorizeInstead = "This provider gives the credential itself: the session goes on by `/connect/v1/authorize`.";

async function answerOfOther(deps: ConnectDeps, sessionId: string): Promise<SubmittedCredential> {
  const now = await deps.store.findById(sessionId);
  if (now === null) throw new ServiceError("CONNECT_SESSION_NOT_OPEN");
  const known = knownAnswer(deps, now);
  if (known !== null) return known;
  checkOpen(now, deps.platform.nowMs());
  throw new ServiceError("CONNECT_SESSION_NOT_OPEN", {
    detail: "Another credential of this session is being verified. Wait for its answer, or try again in a moment.",
    retryAfterSeconds: 2,
  });
}

/** @throws ServiceError CREDENTIAL_INVALID, without any part of what was submitted. */
function checkSubmission(auth: StaticCredentialAuth, check: SchemaCheck, submission: unknown): void {
  const errors = check(submission);
  if (errors.length === 0) return;
  const fields = new Set(auth.fields.map(({ name }) => `/${name}`));
  // A stranger's field name is the stranger's text, and could be the credential itself.
  const known = errors.map((error) => (fields.has(error.pointer) ? error : { ...error, pointer: "" }));
  throw new ServiceError("CREDENTIAL_INVALID", { errors: known, detail: auth.explain(submission) ?? undefined });
}

async function verify(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  subject: SessionSubject,
  credential: unknown,
): Promise<SubmittedCredential> {
  try {
    const result = await deps.identify(subject, credential);
    if (result.kind === "unsure") throw unverified(result.refusal);
    if (result.kind === "alive") return await storeVerified(deps, session, { credential, account: result.account });
    return await refuse(deps, session, result.refusal);
  } catch (error) {
    // A counted refusal has let go of the session already; another verification may hold it by now.
    const counted = error instanceof ServiceError && error.code === "CREDENTIAL_REJECTED";
    if (!counted) await deps.store.endVerification(session.id);
    throw error;
  }
}

async function refuse(deps: ConnectDeps, session: ConnectSessionRow, refusal: Refusal): Promise<never> {
  const failed = sessionEnd(deps, session, failedByRejection);
  const count = await deps.store.reject(session.id, rejectionsMax, deps.platform.nowMs(), failed);
  await deps.recordUserEvent(session, "connect_session.credential_rejected", { code: refusal.code, count });
  // A provider's text about a dead credential speaks of a connection, which there is none of yet.
  const reason = refusal.code === "PROVIDER_REJECTED" ? refusal.detail : undefined;
  if (count < rejectionsMax) throw new ServiceError("CREDENTIAL_REJECTED", { detail: reason });
  const detail =
    "The provider refused the credential for the fifth time and the session has failed. The application creates a new one.";
  throw new ServiceError("CREDENTIAL_REJECTED", { detail });
}

function unverified({ retryAfterSeconds }: Refusal): ServiceError {
  return new ServiceError("CREDENTIAL_UNVERIFIED", { retryAfterSeconds });
}
