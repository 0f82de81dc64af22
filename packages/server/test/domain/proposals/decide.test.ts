/** Who may decide in the operator console. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import { createProposals } from "../../../src/domain/proposals/proposals.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { newId, sampleProposal } from "../../adapters/store/samples.ts";

const unused = () => assert.fail("not needed");

function proposalsOf(row: ProposalRow) {
  const decided: string[] = [];
  const proposals = createProposals({
    store: {
      find: () => Promise.resolve(row),
      list: unused,
      decide: (_row, { decision }) => {
        decided.push(decision.decision);
        return Promise.resolve(row);
      },
    },
    connections: { find: unused },
    serviceClients: { keys: unused },
    actions: { find: unused, isEffective: unused },
    hashes: { hash: () => "1.seal", verify: unused },
    apiUrl: "https://svc.example",
    platform: systemPlatform,
    newId,
  });
  return { proposals, decided };
}

test("an operator with the name of the agent's own user doesn't approve where another person has to", async () => {
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
