/** Rows of agents' calls to test the store with: proposals and delegated tokens. */
import type { DelegatedTokenRow } from "../../../src/domain/service-clients/port.ts";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import type { WaitingLimits } from "../../../src/domain/proposals/waiting.ts";
import { newId, record, type Holder, type Place } from "./samples.ts";

/** The same limit for a connection, an asker and a token. */
export function roomFor(count: number): WaitingLimits {
  return { perConnection: count, perAsker: count, perToken: count };
}

/** A pending proposal with an unused key. */
export function sampleProposal(
  { clientId, tenantId }: Place,
  connectionId: string,
  change: Partial<ProposalRow> = {},
): ProposalRow {
  return {
    id: newId("prp"),
    clientId,
    tenantId,
    connectionId,
    provider: "doppler",
    listedOrigin: "",
    actionId: "secrets.set",
    effect: "write",
    status: "pending",
    summaryInput: { name: "API_KEY" },
    sealed: record,
    digest: "1.d",
    actionVersion: "v",
    grantGeneration: 1,
    preview: "API_KEY exists and would be replaced.",
    precondition: "1.p",
    askedBy: "service_client",
    rule: 1,
    approver: "any",
    idempotencyKey: newId("key"),
    fingerprint: "1.f",
    mcpGrant: "",
    tokenChain: [],
    subject: "",
    agent: "",
    keyId: newId("key"),
    tokenId: "",
    decision: null,
    decisionSeal: "",
    executionId: "",
    errorCode: "",
    errorDetail: "",
    createdAt: 1000,
    expiresAt: 9e15,
    nextAt: 0,
    endedAt: null,
    ...change,
  };
}

/** A delegated token that is active until 9000. */
export function sampleDelegatedToken(holder: Holder, change: Partial<DelegatedTokenRow> = {}): DelegatedTokenRow {
  return {
    id: newId("dtk"),
    ...holder,
    parentId: "",
    hash: "1.hash",
    connections: null,
    actions: null,
    maxEffect: "destructive",
    maxExecutions: null,
    usedExecutions: 0,
    requireApproval: false,
    audience: ["api", "mcp"],
    subject: "",
    agent: "",
    label: "",
    createdAt: 1000,
    expiresAt: 9000,
    revokedAt: null,
    ...change,
  };
}
