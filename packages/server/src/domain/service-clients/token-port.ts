/** Stored delegated tokens. */
import type { actionEffects, DelegatedTokenStatus } from "@svc/contract";
import type { AuditEvent } from "../journal/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { ServiceClientRow, ServiceKeyRow } from "./port.ts";
import type { TenantReach } from "../tenants/port.ts";
import type { DelegatedTokenRow } from "../generated/rows.ts";

export type { DelegatedTokenRow };

/** An action's effect on the provider's state, from weakest to strongest. */
export type Effect = (typeof actionEffects)[number];

/** A token in use, with everything that decides what it may do. */
export type UsedToken = {
  client: ServiceClientRow;
  key: ServiceKeyRow;
  /** Its ancestors and itself, oldest first. */
  chain: readonly DelegatedTokenRow[];
  isTenantDeleted: boolean;
  /** The tenant's current label. */
  tenantLabel: string | null;
};

/** What a delegated token covers. A list is null if neither the token nor its ancestors restrict it. */
export type Covered = {
  /** Connection ids. */
  connections: readonly string[] | null;
  /** `provider/action.id` of each action. */
  actions: readonly string[] | null;
};

/** Filters for tokens; null for a filter that isn't set. */
export type TokenFilter = {
  tenantId: string | null;
  label: string | null;
  /** The tenants that the caller reaches. */
  tenants: TenantReach;
};

/** The filters and cursor of a listing. */
export type TokenQuery = TokenFilter & {
  status: DelegatedTokenStatus | null;
  nowMs: number;
  after: PageAfter;
  limit: number;
};

/** Creates the audit event for a revoked token. */
export type RevokedEvent = (token: DelegatedTokenRow) => AuditEvent;

/** Stored delegated tokens. Every method is one transaction. */
export type DelegatedTokenStore = {
  /** @param event appended in the same transaction. */
  create(token: DelegatedTokenRow, event: AuditEvent): Promise<void>;
  /** @param options.altered whether to return a row that another program changed, too. */
  find(clientId: string, id: string, options?: { altered: boolean }): Promise<DelegatedTokenRow | null>;
  /**
   * Finds a token with everything that decides what it may do, regardless of its state. Null if another program changed
   * any of it.
   */
  findForUse(id: string): Promise<UsedToken | null>;
  list(clientId: string, query: TokenQuery): Promise<Page<DelegatedTokenRow>>;
  /**
   * Revokes the active tokens with this id or matching this filter, and all active tokens created from them.
   * @returns the number of revoked tokens.
   */
  revoke(clientId: string, tokens: { id: string } | TokenFilter, at: number, eventOf: RevokedEvent): Promise<number>;
  /** Deletes at most `limit` tokens that expired before a time. @returns how many. */
  prune(before: number, limit: number): Promise<number>;
};
