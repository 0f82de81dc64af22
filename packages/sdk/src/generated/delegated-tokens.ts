/** The calls of `client.delegatedTokens`, generated from the contract's operations by `npm run generate`. */
import type {
  CreateDelegatedToken,
  CreatedDelegatedToken,
  DelegatedToken,
  RevokeDelegatedTokens,
  RevokedDelegatedTokens,
} from "@svc/contract";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";

/** The calls of `client.delegatedTokens`. */
export type DelegatedTokensScope = ReturnType<typeof createDelegatedTokensScope>;

/** @param calls sends the requests. */
export function createDelegatedTokensScope(calls: Calls) {
  return {
    /**
     * Creates a short-lived token for one tenant, to give to an agent. It can do what its parent can, or less; the
     * parent is the service key or the delegated token of this call. The response contains the token, which is shown
     * only once: a replay of this response doesn't include it.
     */
    create: async (body: CreateDelegatedToken, options: KeyedOptions = {}): Promise<CreatedDelegatedToken> =>
      calls.call({
        method: "POST",
        path: "/v1/delegated-tokens",
        body,
        idempotencyKey: options.idempotencyKey ?? calls.newKey(),
        options,
      }),
    /** Returns the service client's tokens, newest first, without their secrets. */
    list: (
      query: {
        tenant_id?: string;
        label?: string;
        status?: "active" | "expired" | "revoked";
        limit?: number;
        cursor?: string;
      } = {},
      options?: CallOptions,
    ): List<DelegatedToken> => calls.page<DelegatedToken>("/v1/delegated-tokens", "delegatedTokens", query, options),
    /** Returns a token, without its secret. */
    get: async (delegatedTokenId: string, options?: CallOptions): Promise<DelegatedToken> =>
      calls.call({ method: "GET", path: `/v1/delegated-tokens/${segment(delegatedTokenId)}`, options }),
    /**
     * Revokes the token and every token created from it, within a second. Repeating the call returns the same
     * response.
     */
    revoke: async (delegatedTokenId: string, options?: CallOptions): Promise<DelegatedToken> =>
      calls.call({ method: "POST", path: `/v1/delegated-tokens/${segment(delegatedTokenId)}:revoke`, options }),
    /** Revokes every active token that matches, and every token created from one of them, within a second. */
    revokeAll: async (body: RevokeDelegatedTokens, options?: CallOptions): Promise<RevokedDelegatedTokens> =>
      calls.call({ method: "POST", path: "/v1/delegated-tokens:revoke", body, options }),
  };
}
