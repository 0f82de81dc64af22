/** Connect sessions as the domain sees them (contract §4.10 and §5). */
import type { AuthKind, Completion, ConnectSessionStatus } from "@svc/contract";
import type { AuditEvent } from "../audit/port.ts";
import type { ConnectionRow } from "../connections/port.ts";
import type { KeptAnswer, KeyClaim, KeyRow } from "../idempotency/port.ts";
import type { Page, PageAfter } from "../tenants/port.ts";

export type { ConnectSessionStatus };

/** The statuses from which a session can still be completed. */
export const openSessionStatuses: readonly ConnectSessionStatus[] = [
  "pending",
  "opened",
  "authorizing",
  "awaiting_confirmation",
];

/** A one-time invitation to attach a credential to a tenant. */
export type ConnectSessionRow = {
  id: string;
  clientId: string;
  tenantId: string;
  provider: string;
  authKind: AuthKind;
  status: ConnectSessionStatus;
  allowedOrigin: string;
  returnUrl: string;
  requestedActions: readonly string[];
  completion: Completion;
  /** The connection that is made or, from the start, the one that is reconnected; "" until there is one. */
  connectionId: string;
  reconnect: boolean;
  /** Keyed hash of the one-time token. */
  tokenHash: string;
  /** When the token was exchanged; null while it is unused. */
  tokenUsedAt: number | null;
  /** Keyed hash of the frontend's session secret; "" before the exchange. */
  secretHash: string;
  /** Keyed hash of the one-time completion code; "" where none is open. */
  completionCodeHash: string;
  /** Until when a verification holds the session; 0 when none runs. */
  verifyingUntil: number;
  rejections: number;
  errorCode: string;
  createdAt: number;
  expiresAt: number;
  completedAt: number | null;
  /** Keyed hash of what it was made with, which the store's wrapping puts here (session-seals.ts). */
  seal: string;
};

/** What a finished verification writes. */
export type SessionCompletion = {
  connection: ConnectionRow;
  record: Uint8Array;
  at: number;
};

/** Whose session it is. */
export type SessionOwner = Pick<ConnectSessionRow, "id" | "clientId" | "tenantId">;

/** Connect sessions at rest. Every method is one transaction. */
export type ConnectSessionStore = {
  /**
   * Claims the key, makes the session and keeps the answer.
   * @param event what tells of it, appended to its chain in the same transaction.
   */
  create(
    session: ConnectSessionRow,
    claim: KeyClaim,
    answer: KeptAnswer,
    event?: AuditEvent,
  ): Promise<{ kind: "created" } | { kind: "key_taken"; row: KeyRow }>;
  find(clientId: string, tenantId: string, sessionId: string): Promise<ConnectSessionRow | null>;
  findById(sessionId: string): Promise<ConnectSessionRow | null>;
  findByTokenHash(tokenHash: string): Promise<ConnectSessionRow | null>;
  findBySecretHash(secretHash: string): Promise<ConnectSessionRow | null>;
  list(
    clientId: string,
    tenantId: string,
    query: { status: ConnectSessionStatus | null; after: PageAfter; limit: number; nowMs: number },
  ): Promise<Page<ConnectSessionRow>>;
  /** `pending` → `opened`, consuming the token; false when it was used, or the session has expired or ended. */
  exchange(sessionId: string, secretHash: string, at: number): Promise<boolean>;
  /** Takes the session for one verification until `until`; false when another runs or the session is not open. */
  beginVerification(sessionId: string, at: number, until: number): Promise<boolean>;
  endVerification(sessionId: string): Promise<void>;
  /**
   * Counts a `CREDENTIAL_REJECTED` (or, while it awaits confirmation, a wrong code), ends the verification, and fails the
   * session with `CREDENTIAL_REJECTED` at `limit`; gives the new count.
   * @param failed the event of that failure, which joins its chain in the same transaction.
   */
  reject(sessionId: string, limit: number, at: number, failed?: AuditEvent): Promise<number>;
  /**
   * Completes: the session is open and unexpired, its tenant alive, its client not revoked, and for a reconnect the
   * connection not disconnected and of the same account and the credential version one below the new one; then the
   * connection is written (made, or replaced in place), its record stored, the old record destroyed, the session
   * `completed`. False, and nothing written, where a condition no longer holds.
   */
  complete(sessionId: string, completion: SessionCompletion): Promise<boolean>;
  /**
   * The same conditions; keeps the sealed credential with the session, ends the verification, counts `rejections` from 0
   * again (from then on they are wrong codes) and lets the session end at `confirmBy`.
   */
  awaitConfirmation(
    sessionId: string,
    pending: SessionCompletion & { completionCodeHash: string; confirmBy: number },
  ): Promise<boolean>;
  /** The pending completion of a session that awaits confirmation. */
  pendingCompletion(sessionId: string): Promise<SessionCompletion | null>;
  /**
   * From any open status to an end; destroys a pending credential. False when it had already ended.
   * @param ended the event of the end, which joins its chain in the same transaction.
   */
  end(
    sessionId: string,
    status: "failed" | "cancelled" | "expired",
    errorCode: string,
    at: number,
    ended?: AuditEvent,
  ): Promise<boolean>;
  /**
   * Expires sessions that are past their `expiresAt` and destroys their pending credentials.
   * @param expired makes the event of a session's expiry, which joins its chain in the same transaction.
   * @returns how many sessions expired.
   */
  sweep(nowMs: number, limit: number, expired?: (session: SessionOwner) => AuditEvent): Promise<number>;
  /** Deletes ended sessions that were created before a time, with their flows. @returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>;
};

/** One way of a session's user to the provider and back. Its secrets are keyed hashes, "" until there is one. */
export type OAuthFlowRow = {
  id: string;
  sessionId: string;
  provider: string;
  /** BCP 47 languages of the pages on the way, the most wanted first; none of them holds a comma. */
  languages: readonly string[];
  /** Of the one-time ticket in the address that leads to the consent. */
  ticketHash: string;
  /** Of the secret in the cookie of the one browser that the ticket was opened in. */
  browserHash: string;
  /** Of the `state` of the authorization request, made at the user's consent. */
  stateHash: string;
  createdAt: number;
  expiresAt: number;
  /** When the provider's answer was taken; null before that. */
  usedAt: number | null;
};

/** Flows at rest, one a session at most. Every method is one transaction. */
export type OAuthFlowStore = {
  /**
   * Makes the session `authorizing` by a new flow, and drops the flow before. False, and nothing written, where the
   * session is not `opened` or `authorizing`, has expired, or is being verified.
   */
  start(flow: OAuthFlowRow): Promise<boolean>;
  findByTicketHash(ticketHash: string): Promise<OAuthFlowRow | null>;
  findByStateHash(stateHash: string): Promise<OAuthFlowRow | null>;
  /** Binds the flow to a browser, once; false where it is bound, or has expired. */
  open(flowId: string, browserHash: string, at: number): Promise<boolean>;
  /**
   * Sets the state, in the place of one before, and the flow's new end; false where the flow is not bound, was used, or
   * has expired.
   */
  approve(flowId: string, approval: { stateHash: string; at: number; expiresAt: number }): Promise<boolean>;
  /**
   * Spends the state and takes its session for one verification until `until`. `spent`: the state was used, replaced or
   * has expired; `busy`: the session is being verified or can no longer be. Nothing is written then.
   */
  use(flow: OAuthFlowRow, at: number, until: number): Promise<"taken" | "spent" | "busy">;
  /** The flow came to nothing: its session is `opened` again and no longer verified, unless it has ended or moved on. */
  giveUp(flowId: string): Promise<void>;
  /** Deletes flows that expired before a time. @returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>;
};
