/** Delegated tokens: narrow, short-lived tokens for agents. */
import type {
  CreateDelegatedToken,
  CreatedDelegatedToken,
  DelegatedToken,
  RevokeDelegatedTokens,
  RevokedDelegatedTokens,
} from "@svc/contract";
import { cursorQuery, createList, parsePage, type List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { ApiRequest, CallOptions, Transport } from "./transport.ts";

/** The calls for delegated tokens; returned by `client.delegatedTokens`. */
export type DelegatedTokensScope = ReturnType<typeof createDelegatedTokensScope>;

/** The filters of a listing. */
export type DelegatedTokenFilter = {
  tenant_id?: string;
  label?: string;
  status?: DelegatedToken["status"];
  limit?: number;
  cursor?: string;
};

/** @param transport sends the requests. */
export function createDelegatedTokensScope(transport: Transport) {
  const base = "/v1/delegated-tokens";
  const pathOf = (id: string): string => `${base}/${segment(id)}`;
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  return {
    /** Returns the token, only this once. With a delegated token as `accessToken`, creates a narrower one. */
    create: async (body: CreateDelegatedToken, options?: CallOptions): Promise<CreatedDelegatedToken> =>
      call({ method: "POST", path: base, body, options }),
    list: (query: DelegatedTokenFilter = {}, options?: CallOptions): List<DelegatedToken> =>
      createList(async (cursor) => {
        const page = await call({ method: "GET", path: base, query: { ...query, ...cursorQuery(cursor) }, options });
        return parsePage<DelegatedToken>(page, "delegatedTokens");
      }),
    get: async (id: string, options?: CallOptions): Promise<DelegatedToken> =>
      call({ method: "GET", path: pathOf(id), options }),
    /** Revokes the token and every token created from it. */
    revoke: async (id: string, options?: CallOptions): Promise<DelegatedToken> =>
      call({ method: "POST", path: `${pathOf(id)}:revoke`, options }),
    /** Revokes a tenant's active tokens, those with a label, or those that match both. */
    revokeAll: async (body: RevokeDelegatedTokens, options?: CallOptions): Promise<RevokedDelegatedTokens> =>
      call({ method: "POST", path: `${base}:revoke`, body, options }),
  };
}
