/** Delegated tokens: create, list, show and revoke (contract §1.15). */
import {
  idPrefixes,
  isId,
  ServiceError,
  tokenAudiences,
  tokenSecondsDefault,
  tokenSecondsMax,
  type CreateDelegatedToken,
  type CreatedDelegatedToken,
  type DelegatedToken,
  type DelegatedTokenList,
  type DelegatedTokenStatus,
  type IdPrefix,
  type RevokeDelegatedTokens,
} from "@svc/contract";
import { byCaller } from "../journal/entry.ts";
import type { RecordRefusal } from "../journal/repeats.ts";
import { secondMs } from "../clock/units.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import type { CreateOutcome } from "../idempotency/run-idempotently.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { Cursors, PageQuery } from "../listings/page.ts";
import type { Platform } from "../../platform.ts";
import { actorOf, coversConnection, type Caller } from "./caller.ts";
import type { ServiceKeys, DelegatedTokenRow, DelegatedTokenStore, TokenFilter } from "./port.ts";
import type { Tenants } from "../tenants/tenants.ts";
import { presentToken } from "./present-token.ts";
import { describeWidening, rightsBelow, rightsOf } from "./rights.ts";

/** The filters and cursor of a listing. */
export type DelegatedTokenQuery = PageQuery & {
  tenant_id?: string | undefined;
  label?: string | undefined;
  status?: DelegatedTokenStatus | undefined;
};

/** The operations on delegated tokens. */
export type DelegatedTokens = {
  /**
   * Claims the key and creates a token that can do what its caller can, or less. The response contains the token; the
   * stored response does not.
   * @throws ServiceError TENANT_NOT_FOUND, CONNECTION_NOT_FOUND, TOKEN_TOO_WIDE; all before anything is stored.
   */
  create(caller: Caller, request: CreateDelegatedToken, claim: KeyClaim): Promise<CreateOutcome>;
  list(caller: Caller, query: DelegatedTokenQuery): Promise<DelegatedTokenList>;
  /** @throws ServiceError DELEGATED_TOKEN_NOT_FOUND. */
  get(caller: Caller, id: string): Promise<DelegatedToken>;
  /** Revokes a token and all tokens created from it; repeatable. @throws ServiceError DELEGATED_TOKEN_NOT_FOUND. */
  revoke(caller: Caller, id: string): Promise<DelegatedToken>;
  /**
   * Revokes the active tokens that match, and all tokens created from them.
   * @returns how many. @throws ServiceError TENANT_NOT_FOUND, because 0 for a wrong id would look like success.
   */
  revokeAll(caller: Caller, filter: RevokeDelegatedTokens): Promise<number>;
};

/** Dependencies of the operations. */
export type DelegatedTokenDeps = {
  store: DelegatedTokenStore;
  tenants: Pick<Tenants, "require" | "reaches">;
  connections: Pick<ConnectionStore, "find">;
  keys: Pick<ServiceKeys, "makeDelegatedToken" | "hashToken">;
  cursors: Cursors;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** Records a refused request for a token that would be wider than its parent. */
  recordRefusal: RecordRefusal;
};

/** Creates the operations. */
export function createDelegatedTokens(deps: DelegatedTokenDeps): DelegatedTokens {
  const { store, cursors, platform } = deps;
  const find = async (caller: Caller, id: string, options?: { altered: boolean }): Promise<DelegatedTokenRow> => {
    const row = isId(idPrefixes.delegatedToken, id) ? await store.find(caller.client.id, id, options) : null;
    if (row === null || !(await deps.tenants.reaches(caller, row.tenantId))) {
      throw new ServiceError("DELEGATED_TOKEN_NOT_FOUND");
    }
    return row;
  };
  return {
    create: (caller, request, claim) => create(deps, caller, request, claim),
    async list(caller, { tenant_id = null, label = null, status = null, cursor, limit }) {
      const clientId = caller.client.id;
      const scope = { listing: "delegated_tokens", clientId, tenantId: "", filters: [tenant_id, label, status] };
      const filter = filterOf(caller, tenant_id, label);
      const nowMs = platform.nowMs();
      const page = await store.list(clientId, { ...filter, status, nowMs, after: cursors.read(scope, cursor), limit });
      return {
        delegatedTokens: page.rows.map((row) => presentToken(row, nowMs)),
        nextCursor: cursors.next(scope, page),
      };
    },
    get: async (caller, id) => presentToken(await find(caller, id), platform.nowMs()),
    async revoke(caller, id) {
      await find(caller, id, { altered: true });
      await store.revoke(caller.client.id, { id }, platform.nowMs(), { actor: actorOf(caller) });
      return presentToken(await find(caller, id), platform.nowMs());
    },
    async revokeAll(caller, { tenant_id = null, label = null }) {
      if (tenant_id !== null) await deps.tenants.require(caller, tenant_id);
      const by = { actor: actorOf(caller) };
      return await store.revoke(caller.client.id, filterOf(caller, tenant_id, label), platform.nowMs(), by);
    },
  };
}

function filterOf({ tenants }: Caller, tenantId: string | null, label: string | null): TokenFilter {
  return { tenantId, label, tenants };
}

async function create(
  deps: DelegatedTokenDeps,
  caller: Caller,
  request: CreateDelegatedToken,
  claim: KeyClaim,
): Promise<CreateOutcome> {
  const { platform, keys, store } = deps;
  const { tenant_id: tenantId } = request;
  await deps.tenants.require(caller, tenantId);
  await requireConnections(deps, caller, tenantId, request.connections ?? []);
  const createdAt = platform.nowMs();
  const { row: parent = null, chain = [] } = caller.token ?? {};
  const remainingMs = parent === null ? tokenSecondsMax * secondMs : parent.expiresAt - createdAt;
  if (parent !== null) {
    const widening = describeWidening(chain, request, remainingMs);
    if (widening !== null) {
      const data = { reason: "TOKEN_TOO_WIDE" };
      const about = { ...byCaller(caller), tenantId, subject: parent.id };
      await deps.recordRefusal({ type: "delegated_token.refused", ...about, data });
      throw tooWide(widening);
    }
  }
  const ref = { id: deps.newId(idPrefixes.delegatedToken), clientId: caller.client.id, tenantId };
  const token = keys.makeDelegatedToken(ref.id);
  const { expiresIn = tokenSecondsDefault } = request;
  const row: DelegatedTokenRow = {
    ...ref,
    keyId: caller.keyId,
    parentId: parent?.id ?? "",
    hash: keys.hashToken(ref, token),
    ...rightsOf(request, rightsBelow(parent)),
    usedExecutions: 0,
    audience: request.audience ?? parent?.audience ?? tokenAudiences,
    subject: request.subject ?? parent?.subject ?? "",
    agent: request.agent ?? parent?.agent ?? "",
    label: request.label ?? "",
    createdAt,
    expiresAt: createdAt + Math.min(expiresIn * secondMs, remainingMs),
    revokedAt: null,
  };
  const shown = presentToken(row, createdAt);
  const kept = { claim, response: { status: 201, body: shown } };
  const made = await store.create(row, actorOf(caller), kept);
  if (made.kind === "key_taken") return { kind: "taken", row: made.row };
  const body: CreatedDelegatedToken = { ...shown, token };
  return { kind: "made", response: { status: 201, body } };
}

/** @throws ServiceError CONNECTION_NOT_FOUND, also for a connection that the caller isn't allowed to see. */
async function requireConnections(
  { connections }: DelegatedTokenDeps,
  caller: Caller,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const isFound = coversConnection(caller, id) && (await connections.find(caller.client.id, tenantId, id)) !== null;
    if (!isFound) throw new ServiceError("CONNECTION_NOT_FOUND");
  }
}

function tooWide(detail: string): ServiceError {
  return new ServiceError("TOKEN_TOO_WIDE", {
    detail: `A delegated token can only create narrower ones. ${detail} Nothing was created.`,
  });
}
