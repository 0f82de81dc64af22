/**
 * Bounds on what asks providers at once in this process, executions, tests of connections and verifications in Connect
 * together: in all, and of one service client, tenant and connection.
 */
import { ServiceError } from "@svc/contract";

/**
 * Whose execution it is. Ids of tenants and connections are unique among all clients. What verifies a credential that is no
 * connection's yet has its session's id for the connection's.
 */
export type Place = { clientId: string; tenantId: string; connectionId: string };

/** Executions at once; 0 for no bound, but for the process, which always has one. */
export type SlotLimits = { process: number; perClient: number; perTenant: number; perConnection: number };

/**
 * Takes a slot; the given function, called once, frees it.
 * @throws ServiceError RATE_LIMITED where the connection, tenant or client has no free slot; OVERLOADED where the process
 *   has none, or none for a tenant that holds its fair share already.
 */
export type TakeSlot = (place: Place) => () => void;

/** The slots of a process. */
export type ExecutionSlots = {
  take: TakeSlot;
  /** Slots that are taken just now. */
  taken(): number;
};

/** From here on a tenant gets no more than its share of the process, so that what is left stays open to the others. */
const fairFromShare = 0.8;

/** Makes the slots, all free. */
export function createExecutionSlots(limits: SlotLimits): ExecutionSlots {
  const { process, perClient, perTenant, perConnection } = limits;
  const counts = {
    client: new Map<string, number>(),
    tenant: new Map<string, number>(),
    connection: new Map<string, number>(),
  };
  let total = 0;
  return {
    taken: () => total,
    take({ clientId, tenantId, connectionId }) {
      const ofTenant = counts.tenant.get(tenantId) ?? 0;
      if (isFull(counts.connection.get(connectionId), perConnection)) {
        throw tooMany("This connection", perConnection, { connection_id: connectionId });
      }
      if (isFull(ofTenant, perTenant)) throw tooMany("This tenant", perTenant, { tenant_id: tenantId });
      if (isFull(counts.client.get(clientId), perClient)) throw tooMany("This service client", perClient, {});
      const tenants = counts.tenant.size + (ofTenant === 0 ? 1 : 0);
      if (!hasRoomFor({ total, ofTenant, tenants, process }))
        throw new ServiceError("OVERLOADED", { detail: fullDetail });
      total += 1;
      add(counts.client, clientId, 1);
      add(counts.tenant, tenantId, 1);
      add(counts.connection, connectionId, 1);
      return () => {
        total -= 1;
        add(counts.client, clientId, -1);
        add(counts.tenant, tenantId, -1);
        add(counts.connection, connectionId, -1);
      };
    },
  };
}

/**
 * Whether the process takes one more execution of a tenant: while it has slots, and once few are left only of a tenant that
 * holds less than its share of them. A tenant that is alone leaves room for one that comes.
 * @param facts `ofTenant`: what the tenant holds; `tenants`: how many hold any, this one included.
 */
export function hasRoomFor(facts: { total: number; ofTenant: number; tenants: number; process: number }): boolean {
  const { total, ofTenant, tenants, process } = facts;
  if (total >= process) return false;
  return total < process * fairFromShare || ofTenant < Math.max(1, Math.floor(process / Math.max(2, tenants)));
}

const fullDetail =
  "The server asks providers as much at once as it can hold; nothing was done. Wait for `Retry-After`, then send the same request.";

function isFull(taken: number | undefined, limit: number): boolean {
  return limit > 0 && (taken ?? 0) >= limit;
}

function tooMany(whose: string, limit: number, named: { connection_id?: string; tenant_id?: string }): ServiceError {
  const detail = `${whose} already has ${limit} executions, tests or verifications under way. Send it again when one has ended.`;
  return new ServiceError("RATE_LIMITED", { ...named, detail });
}

function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
