/**
 * The second step: the consumer's app shows the request to its own user, and decides (contract §10.4). If the user
 * wants to decide on a proposal, the app only identifies them.
 */
import {
  ServiceError,
  type AgentAuthorization,
  type ApproveAgentAuthorization,
  type DecidedAgentAuthorization,
} from "@svc/contract";
import { byCaller } from "../journal/entry.ts";
import type { RecordRefusal } from "../journal/repeats.ts";
import type { ConnectionStore } from "../connections/port.ts";
import { timestamp } from "../clock/timestamp.ts";
import { mayKeyDecide } from "../proposals/deciding-keys.ts";
import type { ProposalStore } from "../proposals/port.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import { allRights, rightsOf } from "../service-clients/rights.ts";
import type { Tenants } from "../tenants/tenants.ts";
import { continueMs, type AgentSignInDeps } from "./deps.ts";
import { approvalPaths, signInPaths } from "./metadata.ts";
import type { AgentAuthorizationRow } from "./port.ts";
import { type AgentRequest, openRequest, redirectOriginOf, rowIdIn, withParameters } from "./requests.ts";
import type { Approval, TokenRights } from "../records/documents.ts";

/** The operations of the consumer's app. */
export type AgentAuthorizations = {
  /** @throws ServiceError AGENT_AUTHORIZATION_NOT_FOUND. */
  get(caller: Caller, id: string): Promise<AgentAuthorization>;
  /**
   * Grants the permissions in the request, for the app's own user; or identifies the user who decides on a proposal.
   * @throws ServiceError as `get`; INVALID_REQUEST, TENANT_NOT_FOUND, CONNECTION_NOT_FOUND, DECISION_NOT_ALLOWED;
   *   AGENT_AUTHORIZATION_NOT_PENDING.
   */
  approve(caller: Caller, id: string, request: ApproveAgentAuthorization): Promise<DecidedAgentAuthorization>;
  /** @throws ServiceError as `get`; AGENT_AUTHORIZATION_NOT_PENDING. */
  deny(caller: Caller, id: string): Promise<DecidedAgentAuthorization>;
};

/** Dependencies of the operations. */
export type DecisionDeps = AgentSignInDeps & {
  tenants: Pick<Tenants, "require" | "reaches">;
  connections: Pick<ConnectionStore, "find">;
  proposals: Pick<ProposalStore, "find">;
  serviceClients: Pick<ServiceClientStore, "keys">;
  /** Records a refused identification. */
  recordRefusal: RecordRefusal;
};

/** Creates the operations. */
export function createAgentAuthorizations(deps: DecisionDeps): AgentAuthorizations {
  const find = async (caller: Caller, id: string): Promise<Found> => {
    const rowId = rowIdIn(id);
    const row = rowId === null ? null : await deps.store.find(rowId);
    const found = row ?? openRequest(deps.requestSeals, id);
    const isOwn = found?.clientId === caller.client.id;
    const isReached = isOwn && (found.tenantId === "" || (await deps.tenants.reaches(caller, found.tenantId)));
    if (found === null || !isReached) throw new ServiceError("AGENT_AUTHORIZATION_NOT_FOUND");
    return found;
  };
  return {
    get: async (caller, id) => present(await find(caller, id), id, deps.platform.nowMs()),
    async approve(caller, id, request) {
      const found = await find(caller, id);
      const approval = await approvalOf(deps, caller, found, request);
      return await decide(deps, caller, found, approval);
    },
    deny: async (caller, id) => await decide(deps, caller, await find(caller, id), null),
  };
}

/** A decided authorization, or a request that is stored nowhere but in its id. */
type Found = AgentAuthorizationRow | AgentRequest;

/** @param id as the app knows it. */
function present(row: Found, id: string, nowMs: number): AgentAuthorization {
  return {
    id,
    purpose: row.proposalId === "" ? "sign_in" : "approval",
    status: statusOf(row, nowMs),
    host:
      row.proposalId === ""
        ? { id: row.hostId, name: row.hostName, redirectOrigin: redirectOriginOf(row.redirectUri) }
        : null,
    proposal_id: row.proposalId === "" ? null : row.proposalId,
    tenant_id: row.tenantId === "" ? null : row.tenantId,
    createdAt: timestamp(row.createdAt),
    expiresAt: timestamp(row.expiresAt),
  };
}

function statusOf(row: Found, nowMs: number): AgentAuthorization["status"] {
  if ("status" in row) return row.status;
  return row.expiresAt <= nowMs ? "expired" : "pending";
}

/** The rights of an agent for which the app names none. */
const rightsByDefault: TokenRights = { ...allRights, actions: [], maxEffect: "read" };

async function approvalOf(
  deps: DecisionDeps,
  caller: Caller,
  row: Found,
  request: ApproveAgentAuthorization,
): Promise<Approval> {
  const { tenants, connections } = deps;
  const { tenantId, proposalId } = row;
  const { tenant_id, subject } = request;
  refuseOtherPurpose(request, proposalId);
  await tenants.require(caller, tenant_id);
  if (tenantId !== "" && tenantId !== tenant_id) {
    const what = proposalId === "" ? "This sign-in is for the address" : "The proposal is one";
    const detail = `${what} of another tenant. Approve it for a user of that one, or deny it.`;
    throw new ServiceError("TENANT_NOT_FOUND", { detail });
  }
  if (proposalId !== "") await refuseInterestedKey(deps, caller, row, subject);
  for (const id of request.connections ?? []) {
    if ((await connections.find(caller.client.id, tenant_id, id)) === null)
      throw new ServiceError("CONNECTION_NOT_FOUND");
  }
  const named = request.name === undefined ? {} : { name: request.name };
  return { tenantId: tenant_id, keyId: caller.keyId, subject, ...named, ...rightsOf(request, rightsByDefault) };
}

/**
 * Refuses a key that may not identify who decides: a key that names the person can decide as that person.
 * @throws ServiceError DECISION_NOT_ALLOWED.
 */
async function refuseInterestedKey(
  deps: DecisionDeps,
  caller: Caller,
  { id, tenantId, proposalId }: Found,
  person: string,
): Promise<void> {
  const proposal = await deps.proposals.find(caller.client.id, tenantId, proposalId);
  if (proposal === null) throw new ServiceError("AGENT_AUTHORIZATION_NOT_FOUND");
  const { keyId, mayDecide = false } = caller;
  if (await mayKeyDecide(deps, { id: keyId, mayDecide }, proposal)) return;
  const data = { authorization: id, decidedBy: person, reason: "DECISION_NOT_ALLOWED" };
  const attempt = { ...byCaller(caller), tenantId, subject: proposalId, data };
  await deps.recordRefusal({ type: "proposal.decision_refused", ...attempt });
  const detail =
    "The key that says who decides needs the right to decide, and can't be the key that made the proposal; nothing was " +
    "decided. Use a second key, to which an operator gave the right with `--may-decide`.";
  throw new ServiceError("DECISION_NOT_ALLOWED", { detail });
}

/** Refuses fields for the other purpose. A sign-in must say what the agent may do; an approval accepts no limits. */
function refuseOtherPurpose(request: ApproveAgentAuthorization, proposalId: string): void {
  const { tenant_id: _tenant, subject: _subject, name: _name, ...limits } = request;
  if (proposalId === "" && request.actions === undefined)
    throw invalid("/actions", "required", "This field is required for a `sign_in`.");
  const [name] = Object.keys(limits);
  if (proposalId !== "" && name !== undefined)
    throw invalid(`/${name}`, "additionalProperties", "An `approval` doesn't accept this field.");
}

function invalid(pointer: string, keyword: string, message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { errors: [{ pointer, keyword, message }] });
}

/** Records the decision. @param approval null to deny. */
async function decide(
  deps: DecisionDeps,
  caller: Caller,
  found: Found,
  approval: Approval | null,
): Promise<DecidedAgentAuthorization> {
  const { id, proposalId } = found;
  const at = deps.platform.nowMs();
  if (statusOf(found, at) !== "pending") throw new ServiceError("AGENT_AUTHORIZATION_NOT_PENDING");
  const secret = deps.makeSecret("aas_");
  const secretHash = deps.hashes.hash("agent-secret", [id, secret]);
  const status = approval === null ? "denied" : "approved";
  const decision = { status, approval, secretHash, codeHash: "", usableUntil: at + continueMs, grantId: "" } as const;
  const isFirst = await deps.store.decide({ ...found, ...decision }, actorOf(caller));
  if (!isFirst) throw new ServiceError("AGENT_AUTHORIZATION_NOT_PENDING");
  const path = proposalId === "" ? signInPaths.continue : approvalPaths.continue(proposalId);
  return { continueUrl: withParameters(deps.apiUrl + path, { agent_authorization_id: id, secret }) };
}
