/** Proposals for their callers and for operators: list, show, decide (contract §1.16). */
import {
  dropSecrets,
  dropUnrecorded,
  idPrefixes,
  isId,
  ServiceError,
  type DecideProposal,
  type PolicyVerdict,
  type Proposal,
  type TestPolicy,
} from "@svc/contract";
import type { Actor } from "../journal/port.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { ActionLookup } from "../catalog/catalog.ts";
import type { Page } from "../listings/page.ts";
import { decidePolicy, type LayerVerdict, layersOf } from "../policy/decide.ts";
import { actorOf, coversConnection, coversExecution, type Caller } from "../service-clients/caller.ts";
import type { ServiceClientRow, ServiceClientStore } from "../service-clients/port.ts";
import type { TenantStore } from "../tenants/port.ts";
import { decidedInConsole, decidedOnPage, decidedWithKey } from "./deciders.ts";
import { findIdentifyingKey, mayKeyDecide } from "./deciding-keys.ts";
import { sealDecision } from "./digest.ts";
import type { ProposalQuery, ProposalRow, ProposalStore } from "./port.ts";
import { approvalUrlOf, presentProposal } from "./present.ts";
import { openInput, type OpenInputDeps } from "./sealed-input.ts";
import type { Platform } from "../../platform.ts";
import type { Decision } from "../records/documents.ts";

/** An operator's decision in the console. */
export type OperatorDecision = Omit<DecideProposal, "decidedBy"> & {
  clientId: string;
  /** The public id and name of the operator's token. */
  operator: { id: string; name: string };
};

/** A person's decision on the approval page. */
export type PageDecision = Omit<DecideProposal, "decidedBy"> & {
  /** The person, as identified by the consumer's app. */
  subject: string;
  /** The agent authorization in which the app identified them. */
  authorizationId: string;
  /** The public id of the key with which the app identified them. */
  identifiedByKey: string;
};

/** The operations on proposals. */
export type Proposals = {
  present(client: Pick<ServiceClientRow, "agentSignInUrl">, row: ProposalRow): Proposal;
  /**
   * Returns the proposal, to a caller that may decide about it with its content.
   * @throws ServiceError PROPOSAL_NOT_FOUND; OVERLOADED while the vault is locked.
   */
  get(caller: Caller, tenantId: string, id: string): Promise<Proposal>;
  /** @throws ServiceError PROPOSAL_NOT_FOUND, also for a proposal not made through MCP under this grant. */
  getMadeUnder(grant: string, caller: Caller, tenantId: string, id: string): Promise<Proposal>;
  /** Lists the proposals that the caller covers. */
  list(caller: Caller, tenantId: string, query: Omit<ProposalQuery, "covered">): Promise<Page<ProposalRow>>;
  /**
   * Records a decision that the caller's backend got from a person.
   * @throws ServiceError PROPOSAL_NOT_FOUND, DECISION_NOT_ALLOWED, DIGEST_MISMATCH, PROPOSAL_NOT_PENDING.
   */
  decide(caller: Caller, tenantId: string, id: string, decided: DecideProposal): Promise<Proposal>;
  /** Records an operator's decision. @throws ServiceError as `decide`. */
  decideByOperator(tenantId: string, id: string, decided: OperatorDecision): Promise<void>;
  /** Records a decision on the approval page. @throws ServiceError as `decide`. */
  decideOnPage(row: Pick<ProposalRow, "clientId" | "tenantId" | "id">, decided: PageDecision): Promise<void>;
  /** Returns the policy's verdict on a call. @throws ServiceError CONNECTION_NOT_FOUND, ACTION_NOT_FOUND. */
  testPolicy(caller: Caller, tenantId: string, call: TestPolicy): Promise<PolicyVerdict>;
};

/** Dependencies of the operations. */
export type ProposalsDeps = {
  platform: Pick<Platform, "nowMs">;
  store: Pick<ProposalStore, "find" | "list" | "decide">;
  connections: Pick<ConnectionStore, "find">;
  serviceClients: Pick<ServiceClientStore, "findByKeyId" | "keys">;
  tenants: Pick<TenantStore, "find">;
  actions: Pick<ActionLookup, "find" | "isEffective">;
  /** The API's external base URL. */
  apiUrl: string;
  /**
   * Refuses a decision while the database may have lost an earlier one, or the use of an approval.
   * @throws ServiceError OVERLOADED.
   */
  refuseWhileClosed: () => void;
} & OpenInputDeps;

/** Creates the operations. */
export function createProposals(deps: ProposalsDeps): Proposals {
  const { store } = deps;
  const present = (client: Pick<ServiceClientRow, "agentSignInUrl">, row: ProposalRow): Proposal =>
    presentProposal(row, approvalUrlOf(deps.apiUrl, client, row.id));
  const findAny = async (clientId: string, tenantId: string, id: string): Promise<ProposalRow> => {
    const row = isId(idPrefixes.proposal, id) ? await store.find(clientId, tenantId, id) : null;
    if (row === null) throw new ServiceError("PROPOSAL_NOT_FOUND");
    return row;
  };
  const find = async (caller: Caller, tenantId: string, id: string): Promise<ProposalRow> => {
    const row = await findAny(caller.client.id, tenantId, id);
    if (!coversExecution(caller, row)) throw new ServiceError("PROPOSAL_NOT_FOUND");
    return row;
  };
  return {
    present,
    async get(caller, tenantId, id) {
      const row = await find(caller, tenantId, id);
      const approvalUrl = approvalUrlOf(deps.apiUrl, caller.client, row.id);
      return presentProposal(row, approvalUrl, await inputFor(deps, caller, row));
    },
    async getMadeUnder(grant, caller, tenantId, id) {
      const row = await find(caller, tenantId, id);
      if (grant === "" || row.mcpGrant !== grant) throw new ServiceError("PROPOSAL_NOT_FOUND");
      return present(caller.client, row);
    },
    list: (caller, tenantId, query) => store.list(caller.client.id, tenantId, { ...query, covered: caller.token }),
    async decide(caller, tenantId, id, { decidedBy: person, ...decided }) {
      const row = await find(caller, tenantId, id);
      await refuseInterested(deps, caller, row, { person, decision: decided.decision });
      const { client, keyId } = caller;
      const decidedBy = decidedWithKey(person, client, keyId);
      return present(client, await decide(deps, row, decided, { decidedBy, person, actor: actorOf(caller) }));
    },
    async decideByOperator(tenantId, id, { clientId, operator, ...decided }) {
      const row = await findAny(clientId, tenantId, id);
      if (decided.decision === "approve" && !mayApprove(row, operator.name)) {
        throw new ServiceError("DECISION_NOT_ALLOWED");
      }
      const decidedBy = decidedInConsole(operator);
      await decide(deps, row, decided, { decidedBy, person: operator.name, actor: `operator:${operator.id}` });
    },
    async decideOnPage({ clientId, tenantId, id }, { subject, authorizationId, identifiedByKey, ...decided }) {
      const row = await findAny(clientId, tenantId, id);
      const found = await findIdentifyingKey(deps, identifiedByKey, row);
      if (found === null) throw new ServiceError("DECISION_NOT_ALLOWED");
      if (decided.decision === "approve" && !mayApprove(row, subject)) throw new ServiceError("DECISION_NOT_ALLOWED");
      const { client } = found;
      const decidedBy = decidedOnPage(subject, client, identifiedByKey);
      const identified = { authorization: authorizationId, identifiedBy: `key:${identifiedByKey}` };
      await decide(deps, row, decided, { decidedBy, person: subject, actor: "end_user", identified });
    },
    testPolicy: (caller, tenantId, call) => testPolicy(deps, caller, tenantId, call),
  };
}

/** Returns the input without secrets, to a caller that may decide about it now; null to every other. */
async function inputFor(
  deps: ProposalsDeps,
  { keyId: id, mayDecide = false }: Caller,
  row: ProposalRow,
): Promise<unknown> {
  const isWaiting = row.status === "pending" && row.expiresAt > deps.platform.nowMs();
  const schema = deps.actions.find(row.provider, row.actionId)?.action.input ?? null;
  if (!isWaiting || schema === null || !(await mayKeyDecide(deps, { id, mayDecide }, row))) return null;
  const opened = await openInput(deps, row);
  if (opened === "later") throw new ServiceError("OVERLOADED");
  return opened === "altered" ? null : dropSecrets(schema, opened.input);
}

/**
 * Refuses a caller that may not decide, the key that proposed the call, and an approval by a person who may not give
 * it.
 * @throws ServiceError DECISION_NOT_ALLOWED.
 */
async function refuseInterested(
  deps: ProposalsDeps,
  { keyId: id, mayDecide = false }: Caller,
  row: ProposalRow,
  { person, decision }: { person: string; decision: DecideProposal["decision"] },
): Promise<void> {
  const mayPersonDecide = decision === "deny" || mayApprove(row, person);
  if (!mayPersonDecide || !(await mayKeyDecide(deps, { id, mayDecide }, row))) {
    throw new ServiceError("DECISION_NOT_ALLOWED");
  }
}

/** Whether a person may approve. If the rule requires another person, the agent's own user may not. */
export function mayApprove({ approver, subject }: Pick<ProposalRow, "approver" | "subject">, person: string): boolean {
  return approver !== "other" || subject === "" || !sameName(person, subject);
}

function sameName(left: string, right: string): boolean {
  return left.normalize("NFKC").trim().toLowerCase() === right.normalize("NFKC").trim().toLowerCase();
}

/** @throws ServiceError OVERLOADED, DIGEST_MISMATCH, PROPOSAL_NOT_PENDING. */
async function decide(
  deps: ProposalsDeps,
  row: ProposalRow,
  { decision: response, digest, reason = "" }: Omit<DecideProposal, "decidedBy">,
  by: {
    decidedBy: string;
    person: string;
    actor: Actor;
    identified?: { authorization: string; identifiedBy: string };
  },
): Promise<ProposalRow> {
  deps.refuseWhileClosed();
  if (digest !== row.digest) throw new ServiceError("DIGEST_MISMATCH");
  const decidedAt = deps.platform.nowMs();
  const decision: Decision = {
    decision: response === "approve" ? "approved" : "denied",
    decidedBy: by.decidedBy,
    reason,
    decidedAt,
  };
  // The reason is free text, so it is kept only in the proposal and not in the audit trail.
  const data = { ...by.identified, decidedBy: by.person, proposedBy: `key:${row.keyId}` };
  const sealed = { decision, seal: sealDecision(deps.hashes, row, decision) };
  const decided = await deps.store.decide(row, sealed, { actor: by.actor, data });
  if (decided === null) throw new ServiceError("PROPOSAL_NOT_PENDING");
  return decided;
}

function reasonOf({ layer, id, rule, decision }: LayerVerdict): PolicyVerdict["reasons"][number] {
  return { layer, id, rule, decision };
}

async function testPolicy(
  { connections, actions }: ProposalsDeps,
  caller: Caller,
  tenantId: string,
  { connection_id: connectionId, action_id: actionId, input = {} }: TestPolicy,
): Promise<PolicyVerdict> {
  const connection = coversConnection(caller, connectionId)
    ? await connections.find(caller.client.id, tenantId, connectionId)
    : null;
  if (connection === null) throw new ServiceError("CONNECTION_NOT_FOUND");
  const { provider } = connection;
  const known = actions.find(provider, actionId);
  const isCovered =
    actions.isEffective(caller.client, provider, actionId) &&
    coversExecution(caller, { connectionId, provider, actionId });
  if (known === null || !isCovered) throw new ServiceError("ACTION_NOT_FOUND", { connection_id: connectionId });
  const { effect, input: schema } = known.action;
  const call = { tenantId, provider, actionId, effect, input: dropUnrecorded(schema, input) };
  const { decision, approver, reasons } = decidePolicy(layersOf(caller), call);
  return { decision, approver, reasons: reasons.map(reasonOf) };
}
