/** Refused decisions in the audit trail: by a backend, in the console and on the approval page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError, type ErrorCode } from "@svc/contract";
import type { NewTrailEntry } from "../../../src/domain/journal/port.ts";
import type { Proposals } from "../../../src/domain/proposals/proposals.ts";
import { createRecordRefusal } from "../../../src/domain/journal/repeats.ts";
import { recordRefusedDecisions } from "../../../src/domain/proposals/refused-decisions.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";

/** Operations whose decisions all fail with this error, and the trail. */
function refusing(code: ErrorCode): { proposals: Proposals; trail: NewTrailEntry[] } {
  const refuse = () => Promise.reject(new ServiceError(code));
  const inner = { decide: refuse, decideByOperator: refuse, decideOnPage: refuse } as Partial<Proposals> as Proposals;
  const trail: NewTrailEntry[] = [];
  const record = (entry: NewTrailEntry): Promise<void> => {
    trail.push(entry);
    return Promise.resolve();
  };
  return { proposals: recordRefusedDecisions(inner, createRecordRefusal({ record })), trail };
}

const decided = { decision: "approve", digest: "1.x" } as const;
const caller = { client: { id: "scl_1" }, keyId: "abc" } as Partial<Caller> as Caller;
const refused = { type: "proposal.decision_refused", clientId: "scl_1", tenantId: "ten_1", subject: "prp_1" };

test("records a refused decision with the person who tried it, and still refuses it", async () => {
  for (const reason of ["DECISION_NOT_ALLOWED", "DIGEST_MISMATCH", "PROPOSAL_NOT_PENDING"] as const) {
    const { proposals, trail } = refusing(reason);
    const isRefused = (error: unknown) => error instanceof ServiceError && error.code === reason;
    await assert.rejects(proposals.decide(caller, "ten_1", "prp_1", { ...decided, decidedBy: "maria" }), isRefused);
    const operator = { id: "opt_1", name: "Olga" };
    await assert.rejects(
      proposals.decideByOperator("ten_1", "prp_1", { ...decided, clientId: "scl_1", operator }),
      isRefused,
    );
    const row = { clientId: "scl_1", tenantId: "ten_1", id: "prp_1" };
    await assert.rejects(
      proposals.decideOnPage(row, { ...decided, subject: "ann", identifiedByKey: "k2", authorizationId: "aau_1" }),
      isRefused,
    );
    assert.deepEqual(trail, [
      { ...refused, actor: "key:abc", data: { decidedBy: "maria", reason } },
      { ...refused, actor: "operator:opt_1", data: { decidedBy: "Olga", reason } },
      {
        ...refused,
        actor: "end_user",
        data: { decidedBy: "ann", authorization: "aau_1", identifiedBy: "key:k2", reason },
      },
    ]);
  }
});

test("repeated refusals don't fill the trail", async () => {
  const { proposals, trail } = refusing("DIGEST_MISMATCH");
  for (let times = 1; times <= 100; times += 1) {
    await assert.rejects(proposals.decide(caller, "ten_1", "prp_1", { ...decided, decidedBy: "maria" }), ServiceError);
  }
  assert.deepEqual(
    trail.map(({ data }) => data["count"]),
    [undefined, 10, 100],
  );
});

test("a proposal that the caller doesn't see leaves nothing in the trail", async () => {
  const { proposals, trail } = refusing("PROPOSAL_NOT_FOUND");
  await assert.rejects(proposals.decide(caller, "ten_1", "prp_1", { ...decided, decidedBy: "maria" }), ServiceError);
  assert.deepEqual(trail, []);
});
