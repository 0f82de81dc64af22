/** The dependencies of the MCP entry point. */
import type { ServiceError } from "@svc/contract";
import type { Connections } from "../connections/connections.ts";
import type { ExecuteResult } from "../executions/replay.ts";
import type { ExecuteRequest } from "../executions/request.ts";
import type { ExecutionRecords } from "../executions/records.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import type { Tenants } from "../tenants/tenants.ts";
import type { McpAction } from "./tools.ts";

/** The domain as the tools use it. */
export type McpServices = {
  tenants: Pick<Tenants, "require">;
  connections: Pick<Connections, "list" | "get">;
  records: Pick<ExecutionRecords, "list">;
  /** Executes an action, as the REST route does. */
  execute: (request: ExecuteRequest) => Promise<ExecuteResult>;
  /** Whether deployment and policy allow an action. */
  isEffective: (client: ServiceClientRow, slug: string, actionId: string) => boolean;
  /** The actions that agents may call, by tool name. */
  actions: ReadonlyMap<string, McpAction>;
  /** Generates an unused idempotency key. */
  newKey: () => string;
  docsUrl: string;
};

/** Who calls, for which tenant, in which request. */
export type McpScope = {
  caller: Caller;
  tenantId: string;
  requestId: string;
  /** Converts any error into one that may be shown, and logs a defect. */
  errorOf: (error: unknown) => ServiceError;
};
