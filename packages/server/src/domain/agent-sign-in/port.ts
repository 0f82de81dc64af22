/** Stored sign-ins of agents' hosts. */
import type { DelegatedTokenRow, ServiceClientRow } from "../service-clients/port.ts";
import type { AgentAuthorizationRow, RefreshTokenRow, RegisteredHost } from "../generated/rows.ts";
import type { Actor } from "../journal/port.ts";

export type { AgentAuthorizationRow, RefreshTokenRow, RegisteredHost };

/**
 * Stored sign-ins. Every method is one transaction. Every step is a conditional update, so only one caller makes it.
 */
export type AgentSignInStore = {
  /** Finds a decided sign-in of any service client. */
  find(id: string): Promise<AgentAuthorizationRow | null>;
  /** Creates the row of a decided sign-in, unless there is one. */
  decide(authorization: AgentAuthorizationRow, by: Actor): Promise<boolean>;
  /** Uses the continue secret: an approved sign-in gets a code, a denied one is `completed`. */
  proceed(
    authorization: Pick<AgentAuthorizationRow, "id" | "clientId" | "status" | "secretHash">,
    next: Pick<AgentAuthorizationRow, "status" | "codeHash" | "usableUntil">,
    at: number,
  ): Promise<boolean>;
  /** Ends a sign-in that was decided but not completed, and records why if it changed. */
  end(authorization: AgentAuthorizationRow, reason: string): Promise<boolean>;
  findByCode(hashes: readonly string[]): Promise<AgentAuthorizationRow | null>;
  /** Uses the code: sets the sign-in to `completed` and creates its tokens. */
  redeem(
    authorization: AgentAuthorizationRow,
    tokens: { grant: DelegatedTokenRow; access: DelegatedTokenRow; refresh: RefreshTokenRow },
    at: number,
  ): Promise<boolean>;
  findRefresh(hashes: readonly string[]): Promise<RefreshTokenRow | null>;
  /** Uses a refresh token: creates its successor and a new access token. */
  rotate(
    used: RefreshTokenRow,
    next: { access: DelegatedTokenRow; refresh: RefreshTokenRow },
    at: number,
  ): Promise<boolean>;
  /**
   * Finds the client whose app decides on sign-ins for a tenant; null if there is none, or its app has no such page.
   */
  clientOfTenant(tenantId: string): Promise<ServiceClientRow | null>;
  /** Returns the clients whose apps have such a page, at most two. */
  clientsWithPage(): Promise<readonly ServiceClientRow[]>;
  /**
   * Returns the host of a sign-in's refresh tokens, and whether it has signed its requests; null if the token represents
   * no sign-in.
   */
  hostOfGrant(
    grant: Pick<DelegatedTokenRow, "id" | "clientId">,
  ): Promise<Pick<RefreshTokenRow, "hostId" | "isSigned"> | null>;
  /** Uses a host's assertion up. @param hash names the assertion. @returns false if it was used before. */
  useAssertion(hash: string, expiresAt: number): Promise<boolean>;
  /** Deletes at most `limit` used assertions that expired before a time. @returns how many. */
  pruneAssertions(before: number, limit: number): Promise<number>;
  /**
   * Registers a host. If there are `max`, the oldest one that was never used for a sign-in is deleted.
   * @returns false, and registers none, if all have been used.
   */
  register(host: RegisteredHost, max: number): Promise<boolean>;
  registered(id: string): Promise<RegisteredHost | null>;
  /** Notes that a sign-in of a host is being completed; does nothing for one that didn't register. */
  hostUsed(id: string, at: number): Promise<void>;
  /** Deletes at most `limit` hosts that were last used, or registered, before a time. @returns how many. */
  pruneHosts(before: number, limit: number): Promise<number>;
  /** Deletes at most `limit` sign-ins that expired before a time. @returns how many. */
  prune(before: number, limit: number): Promise<number>;
};
