/** Connect sessions as the domain sees them (contract §4.10 and §5). */
import type { ConnectSessionStatus } from "@svc/contract";
import type { Actor, AuditData, NewEntry } from "../journal/port.ts";
import type { ConnectionRow } from "../connections/port.ts";
import type { KeyClaim, KeyRow } from "../idempotency/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { ConnectSessionRow, OAuthFlowRow } from "../generated/rows.ts";
import type { KeptResponse } from "../records/documents.ts";

export type { ConnectSessionRow, OAuthFlowRow };

export type { ConnectSessionStatus };

/** The statuses from which a session can still complete. */
export const openSessionStatuses: readonly ConnectSessionStatus[] = [
  "pending",
  "opened",
  "authorizing",
  "awaiting_confirmation",
];

/** The rows that a finished verification writes. */
export type SessionCompletion = {
  connection: ConnectionRow;
  record: Uint8Array;
  at: number;
};

/** A rejected credential, or a wrong completion code. */
export type Rejection = {
  by: Actor;
  /** With what the session fails if this was the last permitted one. */
  failsWith: "CREDENTIAL_REJECTED" | "COMPLETION_CODE_INVALID";
  /** What the provider said about the credential; the same as `failsWith` for a completion code. */
  code: string;
};

/** Stored Connect sessions. Every method is one transaction. */
export type ConnectSessionStore = {
  /** Claims the key, creates the session and stores the response. */
  create(
    session: ConnectSessionRow,
    claim: KeyClaim,
    response: KeptResponse,
    by: Actor,
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
  /**
   * Changes `pending` to `opened`, consumes the token, and records it; false if the token was used, or the session has
   * expired or ended.
   * @param origin the page that exchanged it; "" if unknown.
   */
  exchange(sessionId: string, secretHash: string, at: number, origin: string): Promise<boolean>;
  /** Locks the session for one verification until `until`; false if another is running or the session is not open. */
  beginVerification(sessionId: string, at: number, until: number): Promise<boolean>;
  endVerification(sessionId: string): Promise<void>;
  /**
   * Counts a rejected credential (or a wrong code, while awaiting confirmation), ends the verification, and fails the
   * session at `limit`; records both. Returns the new count.
   */
  reject(sessionId: string, limit: number, at: number, rejection: Rejection): Promise<number>;
  /**
   * Completes the session, if it is open and unexpired, its tenant active, its client not revoked and, for a reconnect,
   * the connection not disconnected, of the same account, and one credential version below the new one. Writes the
   * connection (new, or replaced in place), stores its record, destroys the old record, and sets the session to
   * `completed`, and records it. Writes nothing and returns false if a condition no longer holds.
   */
  complete(sessionId: string, completion: SessionCompletion, by: Actor): Promise<boolean>;
  /**
   * Under the same conditions, stores the sealed credential with the session, ends the verification, restarts
   * `rejections` at 0 (from then on it counts wrong codes), and makes the session expire at `confirmBy`. Records it.
   */
  awaitConfirmation(
    sessionId: string,
    pending: SessionCompletion & { completionCodeHash: string; confirmBy: number },
  ): Promise<boolean>;
  /** Returns the pending completion of a session that awaits confirmation. */
  pendingCompletion(sessionId: string): Promise<SessionCompletion | null>;
  /**
   * Ends a session from any open status and destroys a pending credential. False if it had already ended.
   * @param why who ended it, and what the audit trail says about it.
   */
  end(
    sessionId: string,
    status: "failed" | "cancelled" | "expired",
    errorCode: string,
    at: number,
    why: { actor: Actor; data?: AuditData },
  ): Promise<boolean>;
  /**
   * Expires sessions that are past their `expiresAt` and destroys their pending credentials.
   * @returns how many sessions expired.
   */
  sweep(nowMs: number, limit: number): Promise<number>;
  /** Prunes ended sessions that were created before a time, with their flows. @returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>;
};

/** Stored flows, at most one per session. Every method is one transaction. */
export type OAuthFlowStore = {
  /**
   * Sets the session to `authorizing` with a new flow, and drops the previous flow. Writes nothing and returns false if
   * the session is not `opened` or `authorizing`, has expired, or is being verified.
   * @param recorded appended in the same transaction; null for a repeat that isn't recorded.
   */
  start(flow: OAuthFlowRow, recorded: NewEntry | null): Promise<boolean>;
  findByTicketHash(ticketHash: string): Promise<OAuthFlowRow | null>;
  findByStateHash(stateHash: string): Promise<OAuthFlowRow | null>;
  /** Binds the flow to a browser, once; false if it is already bound or has expired. */
  open(flowId: string, browserHash: string, at: number): Promise<boolean>;
  /**
   * Sets the state, replacing an earlier one, and the flow's new expiry; false if the flow is not bound, was used, or
   * has expired.
   */
  approve(
    flowId: string,
    approval: { stateHash: string; appId: string; at: number; expiresAt: number },
    recorded: NewEntry | null,
  ): Promise<boolean>;
  /**
   * Uses the state and locks its session for one verification until `until`. `spent`: the state was used or replaced,
   * or has expired. `busy`: the session is being verified or has ended. In both cases, writes nothing.
   */
  use(flow: OAuthFlowRow, at: number, until: number): Promise<"taken" | "spent" | "busy">;
  /** Ends a failed flow: its session is `opened` again and unlocked, unless it has ended or progressed. */
  giveUp(flowId: string, recorded: NewEntry | null): Promise<void>;
  /** Prunes flows that expired before a time. @returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>;
};
