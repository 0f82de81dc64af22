/** Determines a tenant's tools: the actions that its client may use through its connections. */
import { listActiveConnections } from "./connections.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { offeredTools, type OfferedTool } from "./tools.ts";

/** Returns the tenant's current tools. */
export async function listTools(
  services: Pick<McpServices, "connections" | "actions" | "isEffective">,
  scope: Pick<McpScope, "caller" | "tenantId">,
): Promise<OfferedTool[]> {
  const { client } = scope.caller;
  return offeredTools(services.actions, await listActiveConnections(services, scope), (slug, actionId) =>
    services.isEffective(client, slug, actionId),
  );
}
