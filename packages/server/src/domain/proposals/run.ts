/** Executes approved proposals, on any replica and once, after repeating every check. */
import { errorTable, ServiceError } from "@svc/contract";
import { secondMs } from "../clock/units.ts";
import type {
  DelegatedTokenStore,
  ServiceClientRow,
  ServiceClientStore,
  ServiceKeyRow,
  DelegatedTokenRow,
} from "../service-clients/port.ts";
import type { KnownAction } from "../service-clients/rights.ts";
import { backgroundPlaces, createClientTurns } from "../limits/client-turns.ts";
import { toCaller } from "../service-clients/authenticate.ts";
import type { Caller } from "../service-clients/caller.ts";
import { type TenantStore, reachesTenant } from "../tenants/port.ts";
import type { Platform } from "../../platform.ts";
import { executeApproved, type ApprovedDeps } from "./approved-call.ts";
import { isApproved } from "./digest.ts";
import type { ProposalRow, ProposalStore, Withdrawal } from "./port.ts";
import { openInput, type OpenInputDeps } from "./sealed-input.ts";

/** How often a process leases approved proposals, in milliseconds. */
export const runsEveryMs = secondMs;

/** The lease on a proposal, in milliseconds. After that, another process may take it. */
const leaseMs = 5 * secondMs;

/** How long to wait before retrying a proposal that svc or its limits can't execute now. */
const retryMs = 2 * secondMs;

/** The maximum number of proposals to end in one transaction. */
const endMax = 100;

/** The reason to withdraw a proposal whose proposer has lost its access. */
const goneWithAsker: Withdrawal = {
  code: "UNAUTHENTICATED",
  detail:
    "The key or delegated token that it was proposed with was revoked or no longer reaches its tenant, or the tenant was deleted. Nothing was sent.",
};

/** The reason to withdraw a proposal that was altered in the database. */
const altered: Withdrawal = {
  code: "INTERNAL",
  detail: "The proposal was changed in the database, so it wasn't executed. Nothing was sent.",
};

/** Dependencies for executing approved proposals. */
export type RunDeps = {
  platform: Pick<Platform, "monotonicMs" | "nowMs">;
  proposals: ProposalStore;
  executing: ApprovedDeps;
  tokens: Pick<DelegatedTokenStore, "findForUse">;
  tenants: Pick<TenantStore, "find">;
  serviceClients: Pick<ServiceClientStore, "findByKeyId">;
  actions: () => readonly KnownAction[];
  /** Work that a graceful shutdown waits for. */
  inFlight: Set<Promise<unknown>>;
  /** Called with the id of an altered proposal. */
  onAltered: (proposalId: string) => void;
  /** Called if executing a proposal fails within svc, for example in its store. */
  onFailure: (error: unknown) => void;
} & OpenInputDeps;

/** Creates one process's task: end due proposals, and start approved ones. Run it every {@link runsEveryMs}. */
export function createProposalRuns(deps: RunDeps): (stopping: AbortSignal) => Promise<void> {
  const { platform, inFlight, onFailure } = deps;
  const start = createClientTurns({
    limits: backgroundPlaces,
    roundMs: runsEveryMs,
    platform,
    take: (turn) => deps.proposals.take({ ...turn, leaseMs }),
    run: (row: ProposalRow) => runApproved(deps, row),
    onFailure,
    inFlight,
  });
  return async (stopping) => {
    await deps.proposals.endDue(endMax, goneWithAsker);
    await start(stopping);
  };
}

async function runApproved(deps: RunDeps, row: ProposalRow): Promise<void> {
  const withdraw = (why: Withdrawal) => deps.proposals.withdraw(row, why);
  const putOff = (ms: number) => deps.proposals.putOff(row, deps.platform.nowMs() + ms);
  const caller = await findCaller(deps, row);
  if (caller === null) return void (await withdraw(goneWithAsker));
  const opened = isApproved(deps.hashes, row) ? await openInput(deps, row) : "altered";
  if (opened === "later") return await putOff(retryMs);
  if (opened === "altered") {
    // Deleting a tenant destroys its sealed inputs and their key.
    if ((await deps.tenants.find(row.clientId, row.tenantId)) === null) return void (await withdraw(goneWithAsker));
    deps.onAltered(row.id);
    return void (await withdraw(altered));
  }
  const { tenantId, connectionId, actionId, mcpGrant, idempotencyKey } = row;
  const { input } = opened;
  try {
    // The approval is used up once the record exists, regardless of the outcome.
    const request = {
      caller,
      mcpGrant,
      tenantId,
      connectionId,
      actionId,
      idempotencyKey: () => idempotencyKey,
      content: () => ({ input, identity: { method: "", path: "", body: undefined } }),
    };
    await executeApproved(deps.executing, request, { proposal: row, input });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Another process has used the approval.
    if (error.code === "PROPOSAL_NOT_PENDING") return;
    if (errorTable[error.code].retryable || error.code === "PROVIDER_UNREACHABLE") {
      return await putOff((error.retryAfterSeconds ?? 0) * secondMs || retryMs);
    }
    await withdraw({ code: error.code, detail: error.detail });
  }
}

type Found = {
  client: ServiceClientRow;
  key: ServiceKeyRow;
  chain: readonly DelegatedTokenRow[];
  isTenantDeleted: boolean;
  tenantLabel: string | null;
};

/**
 * Returns the caller in its current state; null if it was revoked, or its key was restricted to other tenants. It
 * doesn't matter if its key or token has expired in the meantime.
 */
async function findCaller(deps: RunDeps, { keyId, tokenId, tenantId }: ProposalRow): Promise<Caller | null> {
  const found = tokenId === "" ? await findKey(deps, keyId) : await deps.tokens.findForUse(tokenId);
  if (found === null || isRevoked(found)) return null;
  const caller = toCaller(deps, found);
  return (await reachesTenant(deps.tenants, caller, tenantId)) ? caller : null;
}

async function findKey({ serviceClients }: RunDeps, keyId: string): Promise<Found | null> {
  const found = await serviceClients.findByKeyId(keyId);
  return found === null ? null : { ...found, chain: [], isTenantDeleted: false, tenantLabel: null };
}

function isRevoked({ client, key, chain, isTenantDeleted }: Found): boolean {
  return isTenantDeleted || [client, key, ...chain].some(({ revokedAt }) => revokedAt !== null);
}
