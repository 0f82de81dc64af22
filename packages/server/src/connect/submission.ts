/**
 * A credential on its way into the vault (contract §5.6): checked against the provider's schema, verified at the provider
 * outside any transaction, and only then stored. Nothing of it is in an error, a log line or an audit event.
 */
import { ServiceError, type SubmittedCredential } from "@svc/contract";
import type { ProviderAccount, Refusal, StaticCredentialAuth } from "@svc/provider-kit";
import { compileSchema, type SchemaCheck } from "../schema/compile.ts";
import {
  checkOpen,
  checkStillAllowed,
  connectionFor,
  recordCompletion,
  vaultPlace,
  type SessionSubject,
} from "./completion.ts";
import { completionCodeOf } from "./completion-code.ts";
import { confirmationMs, rejectionsMax, verificationMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, SessionCompletion } from "./port.ts";
import { statusAt } from "./present.ts";

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
    const known = knownAnswer(deps, session);
    if (known !== null) return known;
    const subject = await checkStillAllowed(deps, session);
    const { auth } = subject;
    if (auth.kind !== "static_credential") throw new ServiceError("CREDENTIAL_INVALID", { detail: authorizeInstead });
    checkSubmission(auth, checkFor(auth), submission);
    const nowMs = deps.platform.nowMs();
    if (!(await deps.store.beginVerification(session.id, nowMs, nowMs + verificationMs)))
      return answerOfOther(deps, session.id);
    return verify(deps, session, subject, submission);
  };
}

const authorizeInstead = "This provider gives the credential itself: the session goes on by `/connect/v1/authorize`.";

/** The answer of a session that has one already: a repeat after a lost answer makes no second connection. */
function knownAnswer(deps: ConnectDeps, session: ConnectSessionRow): SubmittedCredential | null {
  if (session.status === "completed") return { status: "completed", connection_id: session.connectionId };
  if (statusAt(session, deps.platform.nowMs()) !== "awaiting_confirmation") return null;
  return { status: "awaiting_confirmation", completionCode: completionCodeOf(deps.hashes, session.id) };
}

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
    if (result.kind === "alive") return await store(deps, session, subject, { credential, account: result.account });
    return await refuse(deps, session, result.refusal);
  } catch (error) {
    // A counted refusal has let go of the session already; another verification may hold it by now.
    const counted = error instanceof ServiceError && error.code === "CREDENTIAL_REJECTED";
    if (!counted) await deps.store.endVerification(session.id);
    throw error;
  }
}

async function refuse(deps: ConnectDeps, session: ConnectSessionRow, refusal: Refusal): Promise<never> {
  const count = await deps.store.reject(session.id, rejectionsMax, deps.platform.nowMs());
  await record(deps, session, "connect_session.credential_rejected", { code: refusal.code, count });
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

async function store(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  { reconnected }: SessionSubject,
  { credential, account }: { credential: unknown; account: ProviderAccount },
): Promise<SubmittedCredential> {
  if (reconnected !== null && reconnected.accountSlug !== account.slug) {
    await record(deps, session, "connect_session.account_mismatch", { account: account.slug });
    throw new ServiceError("CONNECTION_ACCOUNT_MISMATCH", { connection_id: reconnected.id });
  }
  // The provider took its time: what held before the question must hold after it.
  await checkStillAllowed(deps, session);
  const at = deps.platform.nowMs();
  const connection = connectionFor(deps, session, { account, reconnected, at });
  if (session.completion === "confirmed") {
    const sealed = await deps.credentials.seal(vaultPlace(connection, "pending-credential"), credential);
    const answer = await awaitConfirmation(deps, session, { connection, record: sealed, at });
    await record(deps, session, "connect_session.awaits_confirmation", { account: account.slug });
    return answer;
  }
  const sealed = await deps.credentials.seal(vaultPlace(connection, "credential"), credential);
  if (!(await deps.store.complete(session.id, { connection, record: sealed, at }))) return lost(deps, session.id);
  await recordCompletion(deps, session, connection, "end_user");
  return { status: "completed", connection_id: connection.id };
}

async function awaitConfirmation(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  pending: SessionCompletion,
): Promise<SubmittedCredential> {
  const completionCode = completionCodeOf(deps.hashes, session.id);
  const completionCodeHash = deps.hashes.hash("completion-code", completionCode);
  const confirmBy = Math.min(session.expiresAt, deps.platform.nowMs() + confirmationMs);
  const kept = await deps.store.awaitConfirmation(session.id, { ...pending, completionCodeHash, confirmBy });
  return kept ? { status: "awaiting_confirmation", completionCode } : lost(deps, session.id);
}

/** A condition of the store's no longer held: tells which, or gives the answer of whoever was faster. */
async function lost(deps: ConnectDeps, sessionId: string): Promise<SubmittedCredential> {
  const now = await deps.store.findById(sessionId);
  const known = now === null ? null : knownAnswer(deps, now);
  if (known !== null) return known;
  if (now !== null) await checkStillAllowed(deps, now);
  const detail = "The session or its connection changed meanwhile, so nothing was stored. Submit the credential again.";
  throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
}

function record(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  type: string,
  data: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { clientId, tenantId, id: subject } = session;
  return deps.audit.record(type, { clientId, tenantId, subject, actor: "end_user", data });
}
