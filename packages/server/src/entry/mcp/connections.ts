/** Returns all active connections of a tenant. */
import type { Connection } from "@svc/contract";
import type { McpScope, McpServices } from "./deps.ts";

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
