/** The calls of `client.agentAuthorizations`, generated from the contract's operations by `npm run generate`. */
import type { AgentAuthorization, ApproveAgentAuthorization, DecidedAgentAuthorization } from "@svc/contract";
import type { Calls } from "../calls.ts";
import { segment } from "../paths.ts";
import type { CallOptions } from "../transport.ts";

/** The calls of `client.agentAuthorizations`. */
export type AgentAuthorizationsScope = ReturnType<typeof createAgentAuthorizationsScope>;

/** @param calls sends the requests. */
export function createAgentAuthorizationsScope(calls: Calls) {
  return {
    /**
     * Returns the request with which your signed-in user arrived at your `agentSignInUrl`. A `sign_in` says who
     * wants to act and where the browser would return; show this to the user. An `approval` names the proposal the
     * user wants to decide on.
     */
    get: async (agentAuthorizationId: string, options?: CallOptions): Promise<AgentAuthorization> =>
      calls.call({ method: "GET", path: `/v1/agent-authorizations/${segment(agentAuthorizationId)}`, options }),
    /**
     * Allows the agent to act for your signed-in user, in one tenant, with these actions. Approve only after your
     * user has seen who is asking and has agreed. Then redirect the same user's browser to `continueUrl`. For an
     * `approval`, this call only confirms who your user is and that they may decide on their tenant's proposals;
     * they make the decision on svc's page. It then requires a service key that may decide, and not the key that
     * made the proposal, as `decideProposal` does.
     */
    approve: async (
      agentAuthorizationId: string,
      body: ApproveAgentAuthorization,
      options?: CallOptions,
    ): Promise<DecidedAgentAuthorization> =>
      calls.call({
        method: "POST",
        path: `/v1/agent-authorizations/${segment(agentAuthorizationId)}:approve`,
        body,
        options,
      }),
    /**
     * Denies the agent's sign-in, or your user's request to decide on a proposal. Redirect your user's browser to
     * `continueUrl`, which informs the host or your user.
     */
    deny: async (agentAuthorizationId: string, options?: CallOptions): Promise<DecidedAgentAuthorization> =>
      calls.call({ method: "POST", path: `/v1/agent-authorizations/${segment(agentAuthorizationId)}:deny`, options }),
  };
}
