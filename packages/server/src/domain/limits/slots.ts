/**
 * Limits concurrent provider requests in this process, for executions, connection tests and Connect verifications
 * together: in total, and per service client, tenant and connection.
 */
import { ServiceError } from "@svc/contract";

/**
 * The owner of an execution. Ids of tenants and connections are unique across clients. When a credential has no
 * connection yet, its verification uses the Connect session's id instead.
 */
export type SlotOwner = { clientId: string; tenantId: string; connectionId: string };

/** Maximum concurrent executions; 0 for no limit, except for the process, which always has one. */
export type SlotLimits = { process: number; perClient: number; perTenant: number; perConnection: number };

/**
 * Takes a slot. Call the returned function once to free it.
 * @throws ServiceError RATE_LIMITED if the connection, tenant or client has no free slot; OVERLOADED if the process has
 * none, or none for a tenant that already has its fair share.
 */
export type TakeSlot = (owner: SlotOwner) => () => void;

/** The slots of a process. */
export type ExecutionSlots = {
  take: TakeSlot;
  /** Returns the number of slots in use. */
  taken(): number;
};

/**
 * Above this share of used slots, a tenant gets no more than its fair share, so that the rest stays available to
 * others.
 */
const fairFromShare = 0.8;

/** Creates the slots, all free. */
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
 * Decides whether the process takes another execution for a tenant: it must have slots and, once few are left,
 * the tenant must have less than its fair share. A tenant that is alone leaves room for another.
 * @param facts `ofTenant`: the tenant's slots; `tenants`: how many tenants have any, including this one.
 */
export function hasRoomFor(facts: { total: number; ofTenant: number; tenants: number; process: number }): boolean {
  const { total, ofTenant, tenants, process } = facts;
  if (total >= process) return false;
  return total < process * fairFromShare || ofTenant < Math.max(1, Math.floor(process / Math.max(2, tenants)));
}

const fullDetail =
  "The server is already making as many provider requests as it can; nothing was done. Wait for `Retry-After`, then send the same request.";

function isFull(taken: number | undefined, limit: number): boolean {
  return limit > 0 && (taken ?? 0) >= limit;
}

function tooMany(whose: string, limit: number, named: { connection_id?: string; tenant_id?: string }): ServiceError {
  const detail = `${whose} already has ${limit} executions, tests or verifications in progress. Send the request again when one has finished.`;
  return new ServiceError("RATE_LIMITED", { ...named, detail });
}

function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
