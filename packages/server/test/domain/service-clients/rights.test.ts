/** A delegated token's rights, and when they would be wider than its parent's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CreateDelegatedToken } from "@svc/contract";
import type { DelegatedTokenRow } from "../../../src/domain/service-clients/port.ts";
import {
  describeWidening,
  isWithin,
  narrowActions,
  narrowConnections,
  type KnownAction,
} from "../../../src/domain/service-clients/rights.ts";
import { sampleDelegatedToken } from "../../adapters/store/agent-samples.ts";

const known: readonly KnownAction[] = [
  { slug: "github", actionId: "issues.list", effect: "read" },
  { slug: "github", actionId: "issues.create", effect: "write" },
  { slug: "github", actionId: "files.delete", effect: "destructive" },
  { slug: "doppler", actionId: "secrets.get", effect: "read" },
];

const open = { connections: null, actions: null, maxEffect: "destructive" } as const;

function actionsOf(policy: readonly string[], ...chain: Parameters<typeof narrowActions>[1]): string[] | null {
  const narrowed = narrowActions(policy, chain, () => known);
  return narrowed === null ? null : [...narrowed];
}

test("a chain allows what the policy and each of its tokens allow", () => {
  assert.equal(actionsOf(["*/*"], open, open), null);
  assert.deepEqual(actionsOf(["*/*"], { ...open, actions: ["github/*"] }), [
    "github/issues.list",
    "github/issues.create",
    "github/files.delete",
  ]);
  assert.deepEqual(actionsOf(["github/issues.*"], { ...open, actions: ["*/*"] }), [
    "github/issues.list",
    "github/issues.create",
  ]);
  assert.deepEqual(actionsOf(["*/*"], { ...open, maxEffect: "write" }, { ...open, actions: ["github/*"] }), [
    "github/issues.list",
    "github/issues.create",
  ]);
  assert.deepEqual(actionsOf(["*/*"], { ...open, maxEffect: "read" }, open), [
    "github/issues.list",
    "doppler/secrets.get",
  ]);
  const disjoint = [
    { ...open, actions: ["github/*"] },
    { ...open, actions: ["doppler/*"] },
  ] as const;
  assert.deepEqual(actionsOf(["*/*"], ...disjoint), []);
  assert.deepEqual(actionsOf(["*/*"], { ...open, actions: [] }), []);
});

test("a chain sees the connections that all of its tokens name", () => {
  assert.equal(narrowConnections([open, open]), null);
  assert.deepEqual(narrowConnections([{ ...open, connections: ["a", "b"] }, open]), ["a", "b"]);
  assert.deepEqual(narrowConnections([open, { ...open, connections: ["b"] }]), ["b"]);
  assert.deepEqual(
    narrowConnections([
      { ...open, connections: ["a", "b"] },
      { ...open, connections: ["b", "c"] },
    ]),
    ["b"],
  );
  assert.deepEqual(narrowConnections([{ ...open, connections: [] }, open]), []);
});

test("a pattern is within another one only if it can't match more", () => {
  const cases: [inner: string, outer: string[] | null, within: boolean][] = [
    ["*/*", null, true],
    ["*/*", ["*/*"], true],
    ["*/*", ["github/*"], false],
    ["github/*", ["*/*"], true],
    ["github/*", ["github/*"], true],
    ["github/*", ["github/issues.*"], false],
    ["github/issues.*", ["github/*"], true],
    ["github/issues.create", ["github/issues.*"], true],
    ["github/issues.create", ["github/issues.list", "github/issues.create"], true],
    ["github/issuesx.create", ["github/issues.*"], false],
    ["github-x/issues.create", ["github/*"], false],
    ["github/issues", ["github/issues.*"], false],
    ["github/issues.create", [], false],
  ];
  for (const [inner, outer, within] of cases)
    assert.equal(isWithin(inner, outer), within, `${inner} in ${String(outer)}`);
});

const parent = sampleDelegatedToken(
  { clientId: "scl_1", tenantId: "ten_1", keyId: "k" },
  {
    actions: ["github/*"],
    maxEffect: "write",
    maxExecutions: 10,
    audience: ["mcp"],
    subject: "ann",
    agent: "bot",
    expiresAt: 0,
  },
);

/** @param chain what differs from `parent` in each token of the chain, the oldest first. */
function widening(
  request: Omit<CreateDelegatedToken, "tenant_id">,
  ...chain: Partial<DelegatedTokenRow>[]
): string | null {
  const tokens = (chain.length === 0 ? [{}] : chain).map((change) => ({ ...parent, ...change }));
  return describeWidening(tokens, { tenant_id: "ten_1", ...request }, 60_000);
}

test("a token is at most as wide as its parent in every respect", () => {
  const narrower: Omit<CreateDelegatedToken, "tenant_id">[] = [
    {},
    { actions: [] },
    { actions: ["github/issues.*"], maxEffect: "write", maxExecutions: 10, expiresIn: 60, audience: ["mcp"] },
    { subject: "ann", agent: "bot", maxEffect: "read" },
  ];
  for (const request of narrower) assert.equal(widening(request), null, JSON.stringify(request));
  const wider: Omit<CreateDelegatedToken, "tenant_id">[] = [
    { actions: ["github/*", "doppler/*"] },
    { actions: ["*/*"] },
    { maxEffect: "destructive" },
    { maxExecutions: 11 },
    { expiresIn: 61 },
    { audience: ["api"] },
    { audience: ["mcp", "api"] },
    { subject: "bob" },
    { agent: "another" },
  ];
  for (const request of wider) assert.notEqual(widening(request), null, JSON.stringify(request));
  assert.equal(widening({ subject: "bob", agent: "another" }, { subject: "", agent: "" }), null);
  // The first name in the chain stays, whatever is in between.
  assert.notEqual(widening({ agent: "another" }, {}, { agent: "" }), null);
  assert.equal(widening({ maxExecutions: 1_000_000 }, { maxExecutions: null }), null);
  assert.equal(widening({ requireApproval: false }), null);
  assert.notEqual(widening({ requireApproval: false }, { requireApproval: true }), null);
  assert.equal(widening({ requireApproval: true }, { requireApproval: true }), null);
});

test("a grandchild is limited by the grandparent if its parent sets no limit", () => {
  const grandparent = { actions: ["github/issues.list"], maxExecutions: 5 };
  const open = { actions: null, maxExecutions: null };
  assert.equal(widening({ actions: ["github/issues.list"], maxExecutions: 5 }, grandparent, open), null);
  assert.notEqual(widening({ actions: ["github/issues.create"] }, grandparent, open), null);
  assert.notEqual(widening({ maxExecutions: 6 }, grandparent, open), null);
});

test("a chain has three tokens at most", () => {
  assert.equal(widening({}, {}, {}), null);
  assert.notEqual(widening({}, {}, {}, {}), null);
});
