/** Stored delegated tokens. */
import type { actionEffects, DelegatedTokenStatus, TokenAudience } from "@svc/contract";
import type { AuditEvent } from "../audit/port.ts";
import type { Page, PageAfter } from "../paging/page.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../service-clients/port.ts";
import type { TenantReach } from "../tenants/port.ts";

/** What an action does to the provider's state, from weakest to strongest. */
export type Effect = (typeof actionEffects)[number];

/** A delegated token. Lists are null if the token doesn't narrow them. Times are milliseconds since the epoch. */
export type DelegatedTokenRow = {
  id: string;
  clientId: string;
  tenantId: string;
  /** The service key that it, or its first ancestor, was made with. */
  keyId: string;
  /** "" if it was made with the key itself. */
  parentId: string;
  /** Keyed hash of the whole token, bound to its row. */
  hash: string;
  connections: readonly string[] | null;
  /** Patterns. */
  actions: readonly string[] | null;
  maxEffect: Effect;
  maxExecutions: number | null;
  /** Counted only if there is a maximum. */
  usedExecutions: number;
  /** Whether a person has to approve every call that changes something. */
  requireApproval: boolean;
  audience: readonly TokenAudience[];
  /** These three are "" if not given. */
  subject: string;
  agent: string;
  label: string;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
};

/** A token as a request uses it. */
export type UsedToken = {
  client: ServiceClientRow;
  key: ServiceKeyRow;
  /** Its ancestors and itself, the oldest first. */
  chain: readonly DelegatedTokenRow[];
  isTenantDeleted: boolean;
  /** The tenant's label now. */
  tenantLabel: string | null;
};

/** What a delegated token covers. A list is null if neither the token nor its ancestors narrow it. */
export type Covered = {
  /** Ids. */
  connections: readonly string[] | null;
  /** `provider/action.id` of each action. */
  actions: readonly string[] | null;
};

/** Which tokens; null for a filter that is not set. */
export type TokenFilter = {
  tenantId: string | null;
  label: string | null;
  /** Which tenants the caller reaches. */
  tenants: TenantReach;
};

/** Filters and position of a listing. */
export type TokenQuery = TokenFilter & {
  status: DelegatedTokenStatus | null;
  nowMs: number;
  after: PageAfter;
  limit: number;
};

/** Creates the audit event of a revoked token. */
export type RevokedEvent = (token: DelegatedTokenRow) => AuditEvent;

/** Stored delegated tokens. Every method is one transaction. */
export type DelegatedTokenStore = {
  /** @param event appended in the same transaction. */
  create(token: DelegatedTokenRow, event: AuditEvent): Promise<void>;
  find(clientId: string, id: string): Promise<DelegatedTokenRow | null>;
  /** Finds a token with everything that decides what it may do, whatever its state. */
  findForUse(id: string): Promise<UsedToken | null>;
  list(clientId: string, query: TokenQuery): Promise<Page<DelegatedTokenRow>>;
  /**
   * Revokes the active tokens with this id or matching this filter, and all active tokens made from them.
   * @returns how many were revoked.
   */
  revoke(clientId: string, tokens: { id: string } | TokenFilter, at: number, eventOf: RevokedEvent): Promise<number>;
  /** Deletes tokens that expired before a time, at most `limit`. @returns how many. */
  prune(before: number, limit: number): Promise<number>;
};
