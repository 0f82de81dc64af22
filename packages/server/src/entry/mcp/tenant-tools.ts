/** Determines a tenant's tools: the actions that its client may use through its active connections. */
import type { Connection } from "@svc/contract";
import type { McpScope, McpServices } from "./deps.ts";
import { offeredTools, type OfferedTool } from "./tools.ts";

/** Returns the tenant's current tools. */
export async function listTools(
  services: Pick<McpServices, "connections" | "actions" | "isEffective">,
  scope: Pick<McpScope, "caller" | "tenantId">,
): Promise<OfferedTool[]> {
  const { client } = scope.caller;
  return offeredTools(services.actions(), await listActiveConnections(services, scope), (slug, actionId) =>
    services.isEffective(client, slug, actionId),
  );
}

const pageSize = 100;

/** Returns every active connection of the scope's tenant. */
export async function listActiveConnections(
  services: Pick<McpServices, "connections">,
  { caller, tenantId }: Pick<McpScope, "caller" | "tenantId">,
): Promise<Connection[]> {
  const found: Connection[] = [];
  let cursor: string | undefined;
  do {
    const page = await services.connections.list(caller, tenantId, { status: "active", limit: pageSize, cursor });
    found.push(...page.connections);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
