/** The frontend API (contract §5.4), for the hosted page or a frontend with its own form. */
import type { TrailTypeName } from "../journal/types.ts";
import {
  cellMarkOf,
  ServiceError,
  type ConnectAuthorization,
  type ConnectStatus,
  type ExchangedConnectToken,
  type FrontendSession,
  type SubmittedCredential,
} from "@svc/contract";
import { strategyFor } from "../auth-kinds/table.ts";
import { minuteMs } from "../clock/units.ts";
import type { KeyedHashes } from "../vault/port.ts";
import { firstFound } from "./authorization-flow.ts";
import { startAuthorization } from "./authorization.ts";
import { checkOpen, deriveCompletionCode } from "./completion.ts";
import type { ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow } from "./port.ts";
import { presentFrontendSession, presentSession, statusAt } from "./present.ts";
import { cancelSession } from "./sessions.ts";
import { createCredentialSubmission } from "./submission.ts";

/**
 * The calls of a frontend. `origin` is the single `Origin` header, null if it is missing or repeated; `secret` is the
 * bearer session secret, null if there is none.
 * All errors except CONNECT_TOKEN_INVALID and ORIGIN_NOT_ALLOWED are thrown only after the origin matched the
 * session's, so the response may be shown to that origin (CORS).
 */
export type ConnectFrontend = {
  /**
   * Opens the session, once. If the origin is rejected, the token stays unused. With a `proof` (256 random bits that
   * the browser generated), the same call returns the same secret again for a short time, in case the response was
   * lost.
   * @throws ServiceError CONNECT_TOKEN_INVALID, ORIGIN_NOT_ALLOWED, CONNECT_TOKEN_USED, CONNECT_SESSION_EXPIRED,
   * CONNECT_SESSION_NOT_OPEN, PROVIDER_NOT_AVAILABLE.
   */
  exchange(
    origin: string | null,
    token: string,
    languages?: readonly string[],
    proof?: string | null,
  ): Promise<ExchangedConnectToken>;
  /**
   * Returns the status of a token's session, used or not, without consuming anything. It leaves out the completion
   * code: the creator of the link knows the token, but only the browser that submitted the credential may get the code.
   * @throws ServiceError CONNECT_TOKEN_INVALID, ORIGIN_NOT_ALLOWED.
   */
  status(origin: string | null, token: string): Promise<ConnectStatus>;
  /** @throws ServiceError CONNECT_TOKEN_INVALID, ORIGIN_NOT_ALLOWED. */
  session(origin: string | null, secret: string | null, languages?: readonly string[]): Promise<FrontendSession>;
  /** @throws ServiceError as `session`; CONNECT_SESSION_NOT_OPEN. */
  cancel(origin: string | null, secret: string | null): Promise<FrontendSession>;
  /**
   * Verifies a credential with the provider, then stores it sealed. A repeat after a lost response returns the same
   * connection.
   * @throws ServiceError as `session`; CONNECT_SESSION_EXPIRED, CREDENTIAL_INVALID, CREDENTIAL_REJECTED,
   * CREDENTIAL_UNVERIFIED, CONNECTION_ACCOUNT_MISMATCH, CONNECTION_NOT_ACTIVE, PROVIDER_NOT_AVAILABLE.
   */
  credential(origin: string | null, secret: string | null, submission: unknown): Promise<SubmittedCredential>;
  /**
   * Starts the flow with an OAuth provider; returns its one-time address. A repeat starts a new flow.
   * @throws ServiceError as `session`; CONNECT_SESSION_NOT_OPEN, CONNECT_SESSION_EXPIRED, PROVIDER_NOT_AVAILABLE,
   * CONNECTION_NOT_ACTIVE.
   */
  authorize(origin: string | null, secret: string | null, languages?: readonly string[]): Promise<ConnectAuthorization>;
};

/** Creates the calls of a frontend. */
export function createConnectFrontend(deps: ConnectDeps): ConnectFrontend {
  const submit = createCredentialSubmission(deps);
  const bySecret = async (origin: string | null, secret: string | null): Promise<ConnectSessionRow> => {
    const formed = secret !== null && deps.hasTokenForm("css_", secret) ? secret : null;
    const hashes = formed === null ? [] : deps.hashes.hashUnderEveryKey("session-secret", formed);
    const session = await firstFound(hashes, (hash) => deps.store.findBySecretHash(hash));
    if (session === null) throw new ServiceError("CONNECT_TOKEN_INVALID");
    await checkOrigin(deps, session, origin, "connect_session.call_refused");
    return session;
  };
  return {
    exchange: (origin, token, languages = [], proof = null) => exchange(deps, origin, { token, proof }, languages),
    status: (origin, token) => status(deps, origin, token),
    session: async (origin, secret, languages = []) => show(deps, await bySecret(origin, secret), languages),
    async cancel(origin, secret) {
      const session = await bySecret(origin, secret);
      await cancelSession(deps, session, "end_user");
      return show(deps, (await deps.store.findById(session.id)) ?? session, []);
    },
    credential: async (origin, secret, submission) => submit(await bySecret(origin, secret), submission),
    authorize: async (origin, secret, languages = []) =>
      startAuthorization(deps, await bySecret(origin, secret), languages),
  };
}

async function exchange(
  deps: ConnectDeps,
  origin: string | null,
  { token, proof }: { token: string; proof: string | null },
  languages: readonly string[],
): Promise<ExchangedConnectToken> {
  const session = await byToken(deps, token);
  await checkOrigin(deps, session, origin, "connect_session.exchange_refused");
  const sessionSecret = proof === null ? deps.makeToken("css_") : provenSecret(deps.hashes, session.id, proof);
  const isRepeat = (row: ConnectSessionRow): boolean =>
    proof !== null && isRepeatedExchange(deps.hashes, row, sessionSecret, deps.platform.nowMs());
  let opened: ConnectSessionRow | null = session;
  let exchanged = false;
  if (!isRepeat(session)) {
    checkUnused(session, deps.platform.nowMs());
    // Checked before the token is used, so that the token stays unused if the session can't be shown.
    await show(deps, session, languages);
    const secretHash = deps.hashes.hash("session-secret", sessionSecret);
    exchanged = await deps.store.exchange(session.id, secretHash, deps.platform.nowMs(), origin ?? "");
    opened = await deps.store.findById(session.id);
  }
  if (opened === null) throw new ServiceError("CONNECT_SESSION_NOT_OPEN");
  if (!exchanged && !isRepeat(opened)) {
    checkUnused(opened, deps.platform.nowMs());
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN");
  }
  if (!exchanged) await deps.recordUserEvent(session, "connect_session.exchange_repeated", { origin: origin ?? "" });
  const shown = await show(deps, opened, languages);
  return { session: shown, provider: shown.form, sessionSecret };
}

async function status(deps: ConnectDeps, origin: string | null, token: string): Promise<ConnectStatus> {
  const session = await byToken(deps, token);
  await checkOrigin(deps, session, origin, "connect_session.call_refused");
  const shown = presentSession(session, { nowMs: deps.platform.nowMs(), publicUrl: deps.publicUrl() });
  const connection_id = shown.status === "completed" ? shown.connection_id : null;
  return { session: shown.id, status: shown.status, connection_id, error: shown.error };
}

/** @throws ServiceError CONNECT_TOKEN_INVALID. */
async function byToken(deps: ConnectDeps, token: string): Promise<ConnectSessionRow> {
  const hashes = deps.hasTokenForm("cst_", token) ? deps.hashes.hashUnderEveryKey("connect-token", token) : [];
  const session = await firstFound(hashes, (hash) => deps.store.findByTokenHash(hash));
  if (session === null) throw new ServiceError("CONNECT_TOKEN_INVALID");
  return session;
}

function checkUnused(session: ConnectSessionRow, nowMs: number): void {
  if (session.tokenUsedAt !== null) throw new ServiceError("CONNECT_TOKEN_USED");
  checkOpen(session, nowMs);
}

/** @throws ServiceError ORIGIN_NOT_ALLOWED, audited as `type` while the session is open. */
async function checkOrigin(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  origin: string | null,
  type: TrailTypeName,
): Promise<void> {
  if (origin !== null && (origin === session.allowedOrigin || origin === new URL(deps.publicUrl()).origin)) return;
  // An untrusted header: keep no more than the length of an origin, and no control characters.
  const shown = (origin ?? "").replace(/[^\x21-\x7e]/g, "?").slice(0, 200);
  await deps.recordUserEvent(session, type, { origin: shown });
  throw new ServiceError("ORIGIN_NOT_ALLOWED");
}

async function show(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  languages: readonly string[],
): Promise<FrontendSession> {
  const { clientId, tenantId, connectionId, reconnect } = session;
  const provider = deps.catalog.provider(session.provider);
  const tenant = await deps.tenants.find(clientId, tenantId, { deleted: true });
  if (provider === null || tenant === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  const nowMs = deps.platform.nowMs();
  const status = statusAt(session, nowMs);
  const connection = connectionId === "" ? null : await deps.connections.find(clientId, tenantId, connectionId);
  const pending = status === "awaiting_confirmation" ? await deps.store.pendingCompletion(session.id) : null;
  const verified = status === "completed" ? connection : (pending?.connection ?? null);
  // The holder of the session secret may not be the user who authorized in the browser. Only that user gets the code.
  const isRedirected = strategyFor(session.authKind).connectsWith === "redirect";
  // After completion the connection has everything that was requested, so the earlier grants are no longer known.
  const grantedBefore = reconnect && status !== "completed" ? (connection?.grantedActions ?? []) : [];
  return presentFrontendSession(
    session,
    { nowMs, publicUrl: deps.publicUrl() },
    {
      tenantDisplayName: tenant.displayName,
      provider,
      originNames: deps.catalog.origins.namesOf(provider),
      grantedBefore,
      account: verified === null ? null : { slug: verified.accountSlug, name: verified.accountName },
      credentialExpiresAt: verified?.credentialExpiresAt ?? null,
      granted: verified === null ? null : verified.grantedActions,
      completionCode: pending === null || isRedirected ? null : deriveCompletionCode(deps.hashes, session.id),
      languages,
    },
  );
}

/** How long an exchange can be repeated: long enough to notice a lost response. */
export const repeatableForMs = 2 * minuteMs;

/**
 * Returns the session secret for a session and a proof, in the usual form: `css_`, the mark of its cell, and 43 characters in base64url. The
 * proof makes the exchange of a token repeatable, but only for the browser that sent it: the secret is a keyed hash of
 * session and proof, so only this deployment can compute it, and the same call returns it again.
 */
export function provenSecret(hashes: Pick<KeyedHashes, "hash">, sessionId: string, proof: string): string {
  // Stored hashes are of texts that start with "css_", so this one can't be among them.
  const hash = hashes.hash("session-secret", `exchange:${sessionId}:${proof}`);
  return `css_${cellMarkOf(sessionId)}${hash.slice(hash.indexOf(".") + 1)}`;
}

/**
 * Whether an exchange with this secret was made and may be answered again: in time, and if the session hasn't changed
 * since the exchange.
 */
export function isRepeatedExchange(
  hashes: Pick<KeyedHashes, "verify">,
  session: ConnectSessionRow,
  sessionSecret: string,
  nowMs: number,
): boolean {
  const { tokenUsedAt, status, expiresAt, rejections, verifyingUntil } = session;
  const isFresh = tokenUsedAt !== null && nowMs - tokenUsedAt < repeatableForMs && nowMs < expiresAt;
  const isUntouched = status === "opened" && rejections === 0 && verifyingUntil === 0;
  return isFresh && isUntouched && hashes.verify("session-secret", sessionSecret, session.secretHash);
}
