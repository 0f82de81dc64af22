/** Sign-ins of agent hosts, which your app approves or denies for its own signed-in user. */
import type { AgentAuthorization, ApproveAgentAuthorization, DecidedAgentAuthorization } from "@svc/contract";
import { segment } from "./paths.ts";
import type { ApiRequest, CallOptions, Transport } from "./transport.ts";

/** The calls for agent authorizations; returned by `client.agentAuthorizations`. */
export type AgentAuthorizationsScope = ReturnType<typeof createAgentAuthorizationsScope>;

/** @param transport sends the requests. */
export function createAgentAuthorizationsScope(transport: Transport) {
  const pathOf = (id: string): string => `/v1/agent-authorizations/${segment(id)}`;
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  return {
    /** Who wants to act. Show it to the user who arrived with this id. */
    get: async (id: string, options?: CallOptions): Promise<AgentAuthorization> =>
      call({ method: "GET", path: pathOf(id), options }),
    /** Grants the access in the body. Redirect the same user's browser to `continueUrl`. */
    approve: async (
      id: string,
      body: ApproveAgentAuthorization,
      options?: CallOptions,
    ): Promise<DecidedAgentAuthorization> => call({ method: "POST", path: `${pathOf(id)}:approve`, body, options }),
    /** Denies it. Redirect the user's browser to `continueUrl` here too: this informs the host. */
    deny: async (id: string, options?: CallOptions): Promise<DecidedAgentAuthorization> =>
      call({ method: "POST", path: `${pathOf(id)}:deny`, options }),
  };
}
