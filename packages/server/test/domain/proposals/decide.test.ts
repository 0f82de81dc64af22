/** Who may decide, and what a decision records about them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Proposal, ServiceError } from "@svc/contract";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import { createProposals } from "../../../src/domain/proposals/proposals.ts";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";
import type { ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { sampleProposal } from "../../adapters/store/agent-samples.ts";
import { sampleClient, sampleKey } from "../../adapters/store/samples.ts";

const unused = () => assert.fail("not needed");

function proposalsOf(row: ProposalRow, keys: readonly ServiceKeyRow[] = [], refuseWhileClosed = () => undefined) {
  const decided: string[] = [];
  const proposals = createProposals({
    store: {
      find: () => Promise.resolve(row),
      list: unused,
      decide: (_row, { decision }) => {
        decided.push(decision.decision);
        return Promise.resolve({ ...row, decision });
      },
    },
    connections: { find: unused },
    serviceClients: { keys: () => Promise.resolve([...keys]), findByKeyId: unused },
    tenants: { find: unused },
    actions: { find: unused, isEffective: unused },
    vault: { openCredential: unused },
    hashes: { hash: () => "1.seal", verify: unused },
    apiUrl: "https://svc.example",
    refuseWhileClosed,
    platform: systemPlatform,
  });
  return { proposals, decided };
}

test("an operator with the name of the agent's own user can't approve if another person has to", async () => {
  const row = sampleProposal({ clientId: "scl_1", tenantId: "ten_1" }, "con_1", { approver: "other", subject: "ada" });
  const { proposals, decided } = proposalsOf({ ...row, id: "prp_01k0000000e8r9m2p4s6t8w0y2" });
  const decide = (name: string, decision: "approve" | "deny") =>
    proposals.decideByOperator(row.tenantId, "prp_01k0000000e8r9m2p4s6t8w0y2", {
      decision,
      digest: row.digest,
      clientId: row.clientId,
      operator: { id: "sop_1", name },
    });
  await assert.rejects(
    decide(" Ada", "approve"),
    (error) => error instanceof ServiceError && error.code === "DECISION_NOT_ALLOWED",
  );
  assert.deepEqual(decided, []);
  await decide("Ada", "deny");
  await decide("Grace", "approve");
  assert.deepEqual(decided, ["denied", "approved"]);
});

test("the longest names fit into a decision's `decidedBy`", async () => {
  const client = sampleClient({ id: "scl_01k0000000e8r9m2p4s6t8w0y2", name: "n".repeat(100) });
  const [asks, decides] = ["01k0000000e8r9m2p4s6t8w0y2", "01k0000000e8r9m2p4s6t8w0y3"].map((id) =>
    sampleKey(client.id, { id, name: id, mayDecide: true }),
  ) as [ServiceKeyRow, ServiceKeyRow];
  const place = { clientId: client.id, tenantId: "ten_01k0000000e8r9m2p4s6t8w0y2" };
  const row = sampleProposal(place, "con_01k0000000e8r9m2p4s6t8w0y2", {
    id: "prp_01k0000000e8r9m2p4s6t8w0y2",
    keyId: asks.id,
    tokenId: "",
    expiresAt: 9000,
  });
  const { proposals } = proposalsOf(row, [asks, decides]);
  const body = { decision: "approve", digest: row.digest, decidedBy: "p".repeat(200) } as const;
  const shown = await proposals.decide(
    { client, keyId: decides.id, mayDecide: true, tenants: null },
    row.tenantId,
    row.id,
    body,
  );
  assert.deepEqual(
    compileSchema(Proposal)(shown).filter(({ pointer }) => pointer.startsWith("/decision")),
    [],
  );
});

test("records no decision while the database may have lost an earlier one", async () => {
  const id = "prp_01k0000000e8r9m2p4s6t8w0y2";
  const row = { ...sampleProposal({ clientId: "scl_1", tenantId: "ten_1" }, "con_1"), id };
  const { proposals, decided } = proposalsOf(row, [], () => {
    throw new ServiceError("OVERLOADED");
  });
  const operator = { id: "sop_1", name: "Grace" };
  for (const decision of ["approve", "deny"] as const) {
    const { clientId, digest } = row;
    await assert.rejects(
      proposals.decideByOperator(row.tenantId, id, { decision, digest, clientId, operator }),
      (error) => error instanceof ServiceError && error.code === "OVERLOADED",
    );
  }
  assert.deepEqual(decided, []);
});
