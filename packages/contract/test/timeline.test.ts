/** The steps of an execution's timeline, and their order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Execution } from "@svc/contract";
import { timelineOf } from "@svc/contract/timeline";

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const sent: Execution = {
  id: "act_01k0000000e8r9m2p4s6t8w0y2",
  status: "outcome_unknown",
  action_id: "secrets.set",
  connection_id: "con_01k0000000e8r9m2p4s6t8w0y2",
  tenant_id: "ten_01k0000000e8r9m2p4s6t8w0y2",
  provider: "doppler",
  effect: "write",
  summary: { input: {}, output: null },
  error: { code: "ACTION_OUTCOME_UNKNOWN", detail: "D." },
  providerStatus: null,
  providerRequestId: null,
  idempotencyKey: "k",
  delegatedToken: null,
  proposal_id: null,
  toolDigest: null,
  attempt: 1,
  createdAt: at(0),
  dispatchedAt: at(1),
  completedAt: null,
  lateResponse: null,
  evidence: [],
  settlement: null,
  resolution: null,
};

function told(change: Partial<Execution>): (string | null)[][] {
  return timelineOf({ ...sent, ...change }).map(({ at, what, grounds, detail }) => [
    at?.slice(17, 19) ?? null,
    what,
    grounds,
    detail,
  ]);
}

const begun = [
  ["00", "Accepted", null, null],
  ["01", "Dispatched", null, null],
];
const lost = [null, "No definite response", null, null];

test("lists the steps of a responseed execution", () => {
  assert.deepEqual(
    told({
      status: "succeeded",
      error: null,
      completedAt: at(2),
      settlement: { by: "response", basis: null, at: at(2) },
    }),
    [...begun, ["02", "Succeeded", null, null]],
  );
  const error = { code: "PROVIDER_FORBIDDEN", detail: "D." };
  assert.deepEqual(told({ status: "failed", error, dispatchedAt: null, completedAt: at(2) }), [
    ["00", "Accepted", null, null],
    ["02", "Failed", null, "PROVIDER_FORBIDDEN"],
  ]);
});

test("lists each look and the settlement, with their grounds", () => {
  const evidence: Execution["evidence"] = [
    { at: at(6), verdict: "undetermined", basis: null, detail: "The provider limited the read." },
    { at: at(30), verdict: "not_applied", basis: "absence", detail: null },
    { at: at(59), verdict: "applied", basis: "marker", detail: null },
  ];
  const looks = [
    ["06", "Looked: can't tell", null, "The provider limited the read."],
    ["30", "Looked: not found", "absence", null],
    ["59", "Looked: it took effect", "marker", null],
  ];
  assert.deepEqual(told({ evidence: evidence.slice(0, 2) }), [...begun, lost, ...looks.slice(0, 2)]);
  const settlement = { by: "evidence", basis: "marker", at: at(59) } as const;
  assert.deepEqual(told({ status: "succeeded", error: null, completedAt: at(59), evidence, settlement }), [
    ...begun,
    lost,
    ...looks,
    ["59", "Settled as succeeded by evidence", "marker", null],
  ]);
});

test("says when the response was lost if the execution was settled later", () => {
  const noResponse = ["02", "No definite response", null, null];
  assert.deepEqual(told({ completedAt: at(2) })[2], noResponse);
  const settlement = { by: "evidence", basis: "marker", at: at(9) } as const;
  assert.deepEqual(told({ status: "succeeded", completedAt: at(2), settlement })[2], noResponse);
  assert.deepEqual(told({ status: "succeeded", completedAt: at(9), settlement })[2], lost);
});

test("puts looks during the call after the lost response", () => {
  const evidence: Execution["evidence"] = [{ at: at(2), verdict: "applied", basis: "state", detail: null }];
  const settlement = { by: "evidence", basis: "state", at: at(4) } as const;
  assert.deepEqual(told({ status: "succeeded", completedAt: at(3), evidence, settlement }).slice(2), [
    lost,
    ["02", "Looked: it is as requested", "state", null],
    ["04", "Settled as succeeded by evidence", "state", null],
  ]);
});

test("lists a late response and the resolution at their times", () => {
  const evidence: Execution["evidence"] = [{ at: at(30), verdict: "not_applied", basis: "fence", detail: null }];
  const lateResponse = { verdict: "succeeded", providerStatus: 200, receivedAt: at(10) } as const;
  const resolution = { outcome: "succeeded", note: "Seen.", resolvedAt: at(40), resolvedBy: "operator 1" } as const;
  assert.deepEqual(
    told({ status: "succeeded", error: null, completedAt: at(40), evidence, lateResponse, resolution }),
    [
      ...begun,
      lost,
      ["10", "Late response: succeeded", null, "The provider's status was 200."],
      ["30", "Looked: it had no effect", "fence", null],
      ["40", "Resolved as succeeded", null, "Seen."],
    ],
  );
});

test("claims no more than a matching state, or that an expired request's effect wasn't found", () => {
  const evidence: Execution["evidence"] = [
    { at: at(5), verdict: "applied", basis: "state", detail: null },
    { at: at(6), verdict: "not_applied", basis: "expiry", detail: null },
  ];
  assert.deepEqual(told({ evidence }).slice(3), [
    ["05", "Looked: it is as requested", "state", null],
    ["06", "Looked: not found", "expiry", null],
  ]);
});
