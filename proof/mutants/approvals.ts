/** Faults in policy and approvals: each would make a call that no person approved, or that was approved differently. */
import { at, type Mutant } from "./mutant.ts";

const breaks = "a change that no person approved, or an approval that is used twice";
const store = ["packages/server/test/adapters/store/sqlite.test.ts"] as const;
const fromOutside = ["conformance/suites/proposals.test.ts"] as const;
const proposals = "packages/server/src/domain/proposals";

/** The faults. */
export const approvalMutants: readonly Mutant[] = [
  {
    name: "approval-used-twice",
    breaks,
    ...at(
      "packages/server/src/adapters/store/proposals/accept.ts",
      "and status = 'approved' and expires_at > :createdAt",
      "and expires_at > :createdAt",
    ),
    tests: store,
  },
  {
    name: "approval-used-after-its-end",
    breaks,
    ...at(
      "packages/server/src/adapters/store/proposals/accept.ts",
      "and status = 'approved' and expires_at > :createdAt",
      "and status = 'approved'",
    ),
    tests: store,
  },
  {
    name: "second-decision-counts",
    breaks,
    ...at(
      "packages/server/src/adapters/store/proposals/proposals.ts",
      '          .where("status", "=", "pending")\n',
      "",
    ),
    tests: store,
  },
  {
    name: "input-outlives-a-denial",
    breaks,
    ...at(
      "packages/server/src/adapters/store/proposals/proposals.ts",
      "...(isDenied ? { sealed: null, ended_at: decision.decidedAt } : {}),",
      "...(isDenied ? { ended_at: decision.decidedAt } : {}),",
    ),
    tests: store,
  },
  {
    name: "restored-approvals-stay",
    breaks,
    ...at(
      "packages/server/src/adapters/store/proposals/ends.ts",
      'await withdrawn(context, queries, "all", why, sql<boolean>`true`)',
      "[]",
    ),
    tests: store,
  },
  {
    name: "any-key-decides",
    breaks,
    ...at(`${proposals}/deciding-keys.ts`, "  if (!mayDecide) return false;\n", ""),
    tests: fromOutside,
  },
  {
    name: "rotated-asker-decides",
    breaks,
    ...at(`${proposals}/deciding-keys.ts`, "nameOf(id) !== nameOf(keyId)", "id !== keyId"),
    tests: fromOutside,
  },
  {
    name: "asker-identifies-the-approver",
    breaks,
    ...at(
      "packages/server/src/domain/agent-sign-in/decisions.ts",
      "if (await mayKeyDecide(deps, { id: keyId, mayDecide }, proposal)) return;",
      "if (keyId !== proposal.id) return;",
    ),
    tests: ["conformance/suites/approval-page.test.ts"],
  },
  {
    name: "approver-outlives-their-key",
    breaks,
    ...at(
      `${proposals}/deciding-keys.ts`,
      "return (await mayKeyDecide(deps, key, proposal)) ? found : null;",
      "return found;",
    ),
    tests: ["packages/server/test/entry/approval-page/times.test.ts"],
  },
  {
    name: "digest-not-compared",
    breaks,
    ...at(
      `${proposals}/proposals.ts`,
      'if (digest !== row.digest) throw new ServiceError("DIGEST_MISMATCH");',
      'if (digest === "") throw new ServiceError("DIGEST_MISMATCH");',
    ),
    tests: fromOutside,
  },
  {
    name: "stale-plan-executed",
    breaks,
    ...at(`${proposals}/approved-call.ts`, 'fault: isAsSeen ? null : "PLAN_STALE"', "fault: isAsSeen ? null : null"),
    tests: fromOutside,
  },
  {
    name: "revoked-asker-executes",
    breaks,
    ...at(
      "packages/server/src/adapters/store/proposals/ends.ts",
      "(select coalesce(own.revoked_at, parent.revoked_at, oldest.revoked_at) from",
      "(select null from",
    ),
    tests: fromOutside,
  },
  {
    name: "ask-applies-to-nothing",
    breaks,
    ...at(
      "packages/server/src/domain/executions/execute.ts",
      'return !proposes && policy.decision !== "ask";',
      "return !proposes;",
    ),
    tests: fromOutside,
  },
  {
    name: "denied-call-executed",
    breaks,
    ...at(
      "packages/server/src/domain/executions/request.ts",
      'if (policy.decision === "deny") throw',
      'if (policy.decision === "deny" && policy.by === null) throw',
    ),
    tests: fromOutside,
  },
  {
    name: "content-shown-to-the-asker",
    breaks,
    ...at(
      `${proposals}/proposals.ts`,
      "schema === null || !(await mayKeyDecide(deps, { id, mayDecide }, row))",
      "schema === null || (!mayDecide && row.keyId !== id)",
    ),
    tests: ["packages/server/test/domain/proposals/content.test.ts"],
  },
  {
    name: "altered-decision-executed",
    breaks,
    ...at(
      `${proposals}/run.ts`,
      'const opened = isApproved(deps.hashes, row) ? await openInput(deps, row) : "altered";',
      "const opened = await openInput(deps, row);",
    ),
    tests: ["conformance/suites/altered-proposals.test.ts"],
  },
  {
    name: "altered-proposal-executed",
    breaks,
    ...at(
      `${proposals}/sealed-input.ts`,
      'return isIntact(hashes, row, input) ? { input } : "altered";',
      "return { input };",
    ),
    tests: ["conformance/suites/altered-proposals.test.ts"],
  },
];
