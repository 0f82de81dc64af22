/** Tenants: the customers of a service client. Another client's tenant is treated as missing. */
import {
  idPrefixes,
  isId,
  ServiceError,
  type CreateTenant,
  type IdPrefix,
  type Tenant,
  type TenantList,
  type UpdateTenant,
} from "@svc/contract";
import { keepError, type CreateOutcome } from "../idempotency/run-idempotently.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import type { Cursors, PageQuery } from "../listings/page.ts";
import { timestamp } from "../clock/timestamp.ts";
import type { Platform } from "../../platform.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import { type TenantRow, type TenantStore, isReached, reachesTenant } from "./port.ts";
import type { KeptResponse } from "../records/documents.ts";

/** The filters and cursor of a listing. */
export type TenantQuery = PageQuery & { externalId?: string | undefined; label?: string | undefined };

/** The operations on tenants. */
export type Tenants = {
  /**
   * Returns the caller's tenant, if its key or token reaches it. Every route under a tenant calls this first.
   * @param options.deleted whether to return a deleted tenant too, for looking up its executions.
   * @throws ServiceError TENANT_NOT_FOUND.
   */
  require(caller: Caller, tenantId: string, options?: { deleted?: boolean }): Promise<TenantRow>;
  /** Whether the caller's key or token reaches a tenant, even a deleted one. */
  reaches(caller: Caller, tenantId: string): Promise<boolean>;
  /** Claims the key, and creates the tenant (201) or finds that its externalId is taken (409 `TENANT_EXISTS`). */
  create(caller: Caller, input: CreateTenant, claim: KeyClaim): Promise<CreateOutcome>;
  get(caller: Caller, tenantId: string): Promise<Tenant>;
  list(caller: Caller, query: TenantQuery): Promise<TenantList>;
  /**
   * Changes the name or the label. A label decides which keys reach the tenant, so only a key that reaches all tenants
   * may set it.
   * @throws ServiceError TENANT_NOT_FOUND, NOT_PERMITTED.
   */
  update(caller: Caller, tenantId: string, change: UpdateTenant): Promise<Tenant>;
  /**
   * Deletes the tenant, its connections, their credentials and its vault key.
   * @throws ServiceError TENANT_NOT_FOUND; TENANT_HAS_UNRESOLVED unless forced.
   */
  remove(caller: Caller, tenantId: string, force: boolean): Promise<void>;
};

/**
 * Lists a tenant's resources. Only an existing tenant has rows, so the tenant is looked up only if there are none. It
 * is also looked up before rejecting a malformed request: for another client's tenant, the error must be that the
 * tenant doesn't exist.
 * @param require throws if the tenant doesn't exist. @param list returns only rows of the caller's own tenant.
 */
export async function listForTenant<Listed>(
  require: () => Promise<unknown>,
  list: () => Promise<Listed>,
  isEmpty: (listed: Listed) => boolean,
): Promise<Listed> {
  let listed: Listed;
  try {
    listed = await list();
  } catch (error) {
    await require();
    throw error;
  }
  if (isEmpty(listed)) await require();
  return listed;
}

/** Dependencies of the operations. */
export type TenantDeps = {
  store: TenantStore;
  /** Destroys the tenant's key, in the database and in the vault's cache. */
  destroyTenantKey: (tenantId: string) => Promise<unknown>;
  cursors: Cursors;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
};

/** Creates the operations on tenants. */
export function createTenants(deps: TenantDeps): Tenants {
  const { store, cursors } = deps;
  const require: Tenants["require"] = async (caller, tenantId, options) => {
    const known = isId(idPrefixes.tenant, tenantId);
    const row = known ? await store.find(caller.client.id, tenantId, options) : null;
    if (row === null || !isReached(caller.tenants, row)) throw new ServiceError("TENANT_NOT_FOUND");
    return row;
  };
  return {
    require,
    async reaches(caller, tenantId) {
      // No tenant has a malformed id, and the store doesn't accept every text.
      if (caller.tenants !== null && !isId(idPrefixes.tenant, tenantId)) return false;
      return await reachesTenant(store, caller, tenantId);
    },
    create: (caller, input, claim) => create(deps, caller, input, claim),
    get: async (caller, tenantId) => presentTenant(await require(caller, tenantId)),
    async list(caller, { limit, cursor, externalId = null, label = null }) {
      const clientId = caller.client.id;
      const scope = { listing: "tenants", clientId, tenantId: "", filters: [externalId, label] };
      const page = await store.list(clientId, {
        externalId,
        label,
        reach: caller.tenants,
        after: cursors.read(scope, cursor),
        limit,
      });
      return { tenants: page.rows.map(presentTenant), nextCursor: cursors.next(scope, page) };
    },
    async update(caller, tenantId, change) {
      await require(caller, tenantId);
      if (change.label !== undefined && caller.tenants !== null) throw labelNotPermitted();
      const row = await store.update(caller.client.id, tenantId, change, actorOf(caller));
      if (row === null) throw new ServiceError("TENANT_NOT_FOUND");
      return presentTenant(row);
    },
    async remove(caller, tenantId, force) {
      await require(caller, tenantId);
      const removed = await store.remove(caller.client.id, tenantId, deps.platform.nowMs(), force, actorOf(caller));
      if (removed === "absent") throw new ServiceError("TENANT_NOT_FOUND");
      if (removed === "unresolved") throw new ServiceError("TENANT_HAS_UNRESOLVED", { tenant_id: tenantId });
      await deps.destroyTenantKey(tenantId);
    },
  };
}

function labelNotPermitted(): ServiceError {
  const detail =
    "A label decides which keys reach a tenant, so only a key that isn't narrowed can change it; nothing was changed.";
  return new ServiceError("NOT_PERMITTED", { detail });
}

/** Presents the tenant in the contract's form. */
export function presentTenant(row: TenantRow): Tenant {
  return {
    id: row.id,
    externalId: row.externalId,
    displayName: row.displayName,
    label: row.label,
    createdAt: timestamp(row.createdAt),
  };
}

async function create(deps: TenantDeps, caller: Caller, input: CreateTenant, claim: KeyClaim): Promise<CreateOutcome> {
  const tenant: TenantRow = {
    id: deps.newId(idPrefixes.tenant),
    clientId: caller.client.id,
    externalId: input.externalId,
    displayName: input.displayName,
    label: input.label ?? null,
    createdAt: deps.platform.nowMs(),
    deletedAt: null,
  };
  const created: KeptResponse = { status: 201, body: presentTenant(tenant) };
  const exists = (tenantId: string): KeptResponse =>
    keepError(new ServiceError("TENANT_EXISTS", { tenant_id: tenantId }));
  const made = await deps.store.create(tenant, claim, { created, exists }, actorOf(caller));
  if (made.kind === "key_taken") return { kind: "taken", row: made.row };
  if (made.kind === "exists") return { kind: "made", response: exists(made.tenantId) };
  return { kind: "made", response: created };
}
