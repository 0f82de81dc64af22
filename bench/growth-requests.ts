/** The requests for a small and a grown service: an action of each kind, and every listing with each filter. */
import type { Filled } from "./growth-fill.ts";
import type { LoadRequest } from "./load.ts";
import { get, scenarios } from "./scenarios.ts";
import type { BenchConnection } from "./targets.ts";

/** A measured request. */
export interface GrowthRequest {
  readonly name: string;
  readonly request: LoadRequest;
}

// Few enough that the small database has as many of the rarest kind.
const rows = "limit=5";

/** Every request. @param port the service's, which returns the cursors. */
export async function growthRequests(
  connection: BenchConnection,
  filled: Filled,
  port: number,
): Promise<readonly GrowthRequest[]> {
  const tenant = `/v1/tenants/${connection.tenantId}`;
  const actions = scenarios
    .filter(({ name }) => ["read", "write", "session"].includes(name))
    .map(({ name, service }) => ({ name, request: service(connection) }));
  const lists = Object.entries({
    executions: `${tenant}/action-executions?limit=20`,
    "executions, connection": `${tenant}/action-executions?${rows}&connection_id=${connection.connectionId}`,
    "executions, rare connection": `${tenant}/action-executions?${rows}&connection_id=${filled.rareConnectionId}`,
    "executions, succeeded": `${tenant}/action-executions?${rows}&status=succeeded`,
    "executions, failed": `${tenant}/action-executions?${rows}&status=failed`,
    "executions, unknown": `${tenant}/action-executions?${rows}&status=outcome_unknown`,
    "executions, dispatched": `${tenant}/action-executions?${rows}&status=dispatched`,
    "executions, action": `${tenant}/action-executions?${rows}&action_id=secrets.get`,
    "executions, rare action": `${tenant}/action-executions?${rows}&action_id=secrets.delete`,
    "executions, absent action": `${tenant}/action-executions?${rows}&action_id=projects.list`,
    "executions, rare and failed": `${tenant}/action-executions?${rows}&connection_id=${filled.rareConnectionId}&status=failed`,
    "executions, key": `${tenant}/action-executions?${rows}&idempotencyKey=${filled.idempotencyKey}`,
    connections: `${tenant}/connections?limit=20`,
    "connections, provider": `${tenant}/connections?${rows}&provider=doppler`,
    "connections, status": `${tenant}/connections?${rows}&status=needs_reconnect`,
    sessions: `${tenant}/connect-sessions?limit=20`,
    "sessions, status": `${tenant}/connect-sessions?${rows}&status=expired`,
    tenants: "/v1/tenants?limit=20",
    "tenants, externalId": `/v1/tenants?${rows}&externalId=${filled.externalId}`,
    "tenants, label": `/v1/tenants?${rows}&label=eu`,
    "audit events": "/v1/audit-events?limit=20",
    "audit events, type": `/v1/audit-events?${rows}&type=connection.tested`,
    "audit events, tenant": `/v1/audit-events?${rows}&tenant_id=${connection.tenantId}`,
    "audit events, subject": `/v1/audit-events?${rows}&subject=${filled.rareConnectionId}`,
    events: "/v1/events?limit=20",
    "events, tenant": `/v1/events?${rows}&tenant_id=${connection.tenantId}`,
    "events, type": `/v1/events?${rows}&type=connection.created`,
    "events, absent type": `/v1/events?${rows}&type=connection.expiring`,
    providers: `${tenant}/providers`,
  }).map(([name, path]) => ({ name, request: get(connection, path) }));
  const deep: GrowthRequest[] = [];
  for (const [name, path] of [
    ["executions, deep", `${tenant}/action-executions`],
    ["connections, deep", `${tenant}/connections`],
    ["tenants, deep", "/v1/tenants"],
  ] as const) {
    const cursor = await deepCursor(connection, port, path);
    deep.push({ name, request: get(connection, `${path}?limit=${deepRows}&cursor=${cursor}`) });
  }
  return [...actions, ...lists, ...deep];
}

// Ten thousand rows deep in a long listing.
const pagesMax = 100;
const deepRows = 20;

/** The cursor of a listing's last full page, or of one deep inside. @throws Error if there is only one page. */
async function deepCursor(connection: BenchConnection, port: number, path: string): Promise<string> {
  let [cursor, earlier] = ["", ""];
  for (let page = 0; page < pagesMax; page += 1) {
    const url = `http://127.0.0.1:${port}${path}?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${connection.serviceKey}` } });
    const { nextCursor: next, ...listed } = (await response.json()) as { nextCursor?: string | null };
    if (typeof next !== "string") {
      // Otherwise a partial page of the small database would be compared with a full one.
      if (Object.values(listed).flat().length < deepRows) cursor = earlier;
      break;
    }
    [earlier, cursor] = [cursor, next];
  }
  if (cursor === "") throw new Error(`${path} has only one page.`);
  return cursor;
}
