/** The calls of `client.tenant(id).proposals`, generated from the contract's operations by `npm run generate`. */
import type { DecideProposal, Proposal } from "@svc/contract";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions } from "../transport.ts";

/** The calls of `client.tenant(id).proposals`. */
export type ProposalsScope = ReturnType<typeof createProposalsScope>;

/** @param calls sends the requests. @param tenant the tenant's path. */
export function createProposalsScope(calls: Calls, tenant: string) {
  return {
    /** Returns the tenant's proposals, newest first. */
    list: (
      query: {
        connection_id?: string;
        status?: "pending" | "approved" | "accepted" | "denied" | "expired" | "withdrawn";
        limit?: number;
        cursor?: string;
      } = {},
      options?: CallOptions,
    ): List<Proposal> => calls.page<Proposal>(`${tenant}/proposals`, "proposals", query, options),
    /** Returns a proposal: what the call would do, and the person's decision if there is one. */
    get: async (proposalId: string, options?: CallOptions): Promise<Proposal> =>
      calls.call({ method: "GET", path: `${tenant}/proposals/${segment(proposalId)}`, options }),
    /**
     * Records a decision that a person made in your app. It requires a service key that an operator allowed to
     * decide, and not the key that made the proposal, directly or through a token. A delegated token can't decide.
     * The first decision counts.
     */
    decide: async (proposalId: string, body: DecideProposal, options?: CallOptions): Promise<Proposal> =>
      calls.call({ method: "POST", path: `${tenant}/proposals/${segment(proposalId)}:decide`, body, options }),
  };
}
