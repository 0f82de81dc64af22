/** Which tools a tenant has: what is effective for its client, through the connections that it has. */
import { connectionsOf } from "./connections.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { offeredTools, type OfferedTool } from "./tools.ts";

/** The tools that a tenant has now. */
export async function toolsOf(
  services: Pick<McpServices, "connections" | "actions" | "isEffective">,
  scope: Pick<McpScope, "caller" | "tenantId">,
): Promise<OfferedTool[]> {
  const { client } = scope.caller;
  return offeredTools(services.actions, await connectionsOf(services, scope), (slug, actionId) =>
    services.isEffective(client, slug, actionId),
  );
}
