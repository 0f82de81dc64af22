/** The steps of the proposal cases. */
import assert from "node:assert/strict";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import type { ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { roomFor, sampleProposal } from "./agent-samples.ts";
import { keyedExecution, makeConnectedTenant, sampleKey, type Holder, type Place } from "./samples.ts";
import type { Decision } from "../../../src/domain/records/documents.ts";

/** Decisions. */
export const approved: Decision = { decision: "approved", decidedBy: "ann", reason: "", decidedAt: 2000 };
export const denied: Decision = { ...approved, decision: "denied" };
/** Why a proposal is withdrawn once its asker is gone. */
export const gone = { code: "UNAUTHENTICATED", detail: "Its key was revoked." };
export function proposalSteps(store: () => Store) {
  const makeAsker = async (key: Partial<ServiceKeyRow> = {}): Promise<Holder> => {
    const place = await makeConnectedTenant(store());
    const row = sampleKey(place.clientId, key);
    await store().serviceClients.addKey(row, "operator");
    return { ...place, keyId: row.id };
  };
  const claimFor = ({ clientId, tenantId, idempotencyKey: key, fingerprint }: ProposalRow) => {
    return { clientId, tenantId, key, fingerprint, ownerId: "owner_a", createdAt: 1000 };
  };
  const create = async (
    asker: Holder,
    change: Partial<ProposalRow> = {},
    limits = roomFor(9),
  ): Promise<ProposalRow> => {
    const row = sampleProposal(asker, `con_of_${asker.tenantId}`, { keyId: asker.keyId, ...change });
    const outcome = await store().proposals.create(row, claimFor(row), limits, "key:k");
    assert.equal(outcome, "created");
    return row;
  };
  const find = async ({ clientId, tenantId, id }: ProposalRow) => {
    const found = await store().proposals.find(clientId, tenantId, id);
    assert.ok(found !== null);
    return found;
  };
  const decide = (row: ProposalRow, decision: Decision) =>
    store().proposals.decide(row, { decision, seal: "1.s" }, { actor: "key:k", data: {} });
  const approve = async (row: ProposalRow) => assert.ok((await decide(row, approved)) !== null);
  /** Claims the execution of an approved proposal. */
  const execute = (row: ProposalRow, budgets: readonly string[] = [], createdAt = row.createdAt) => {
    const { connectionId, idempotencyKey, id: proposalId } = row;
    const keyed = keyedExecution(row, { connectionId, idempotencyKey, proposalId, createdAt });
    const key = { ...keyed.claim, fingerprint: row.fingerprint };
    return store().executions.claim(keyed.row, key, undefined, undefined, budgets);
  };
  const trail = async ({ clientId }: Place) =>
    (await store().audit.page(clientId, 0, 100)).map(({ type }) => type).filter((type) => type.startsWith("proposal."));
  const told = async ({ clientId }: Place) => {
    const page = await store().events.list(clientId, { type: null, tenantId: null, afterSeq: 0, limit: 50 });
    return page.rows.map(({ type }) => type).filter((type) => type.startsWith("proposal."));
  };
  return { makeAsker, claimFor, create, find, decide, approve, execute, trail, told };
}
