/** The dependencies of the MCP entry point. */
import type { ServiceError } from "@svc/contract";
import type { Connections } from "../../domain/connections/connections.ts";
import type { ProspectOf } from "../../domain/evidence/examine.ts";
import type { ExecuteResult } from "../../domain/executions/replay.ts";
import type { ExecuteRequest } from "../../domain/executions/request.ts";
import type { ExecutionRecords } from "../../domain/executions/records.ts";
import type { ProposalRow } from "../../domain/proposals/port.ts";
import type { Proposals } from "../../domain/proposals/proposals.ts";
import type { Caller } from "../../domain/service-clients/caller.ts";
import type { ServiceClientRow } from "../../domain/service-clients/port.ts";
import type { Tenants } from "../../domain/tenants/tenants.ts";
import type { McpAction } from "./tools.ts";

/** The domain as the tools use it. */
export type McpServices = {
  tenants: Pick<Tenants, "require">;
  connections: Pick<Connections, "list" | "get">;
  records: Pick<ExecutionRecords, "list" | "getMadeUnder">;
  proposals: Pick<Proposals, "getMadeUnder" | "present">;
  /** Executes an action, as the REST route does. */
  execute: (request: ExecuteRequest) => Promise<ExecuteResult<ProposalRow>>;
  /** Whether svc will look for the effect of an unknown outcome. */
  prospectOf: ProspectOf;
  /** Whether deployment and policy allow an action. */
  isEffective: (client: ServiceClientRow, slug: string, actionId: string) => boolean;
  /** The actions that agents may call, by tool name. */
  actions: () => ReadonlyMap<string, McpAction>;
  newUuid: () => string;
  docsUrl: string;
};

/** Who calls, for which tenant, in which request. */
export type McpScope = {
  caller: Caller;
  tenantId: string;
  requestId: string;
  /** Whether the session of the request is of a client that opens URLs for its user. */
  opensUrls: boolean;
  /** The protocol revision that the request names; "" if it names none, as the first ones don't. */
  revision: string;
  /** Converts any error into one that may be shown, and logs a defect. */
  errorOf: (error: unknown) => ServiceError;
};
