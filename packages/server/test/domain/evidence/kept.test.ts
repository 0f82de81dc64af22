/** A dispatch's facts, version and digests, and the marker. */
import assert from "node:assert/strict";
import { randomBytes, createSecretKey } from "node:crypto";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { defineAction, factsMaxBytes, type Action } from "@svc/provider-kit";
import { Type, type TObject } from "typebox";
import { keyedHashes, tenantDigests } from "../../../src/adapters/vault/hashing.ts";
import type { Keyset } from "../../../src/adapters/vault/keyset.ts";
import { acceptsFacts, evidenceVersion, digestsOf, createMarkers } from "../../../src/domain/evidence/facts.ts";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";

const closed = { additionalProperties: false };

function actionWith(facts: TObject | undefined, change: { compares?: string[]; quietSeconds?: number } = {}): Action {
  return defineAction({
    id: "things.put",
    title: "Put",
    description: "Puts.",
    consent: "Put",
    effect: "write",
    idempotency: "unsafe",
    requiredScopes: [],
    mcp: false,
    sensitiveOutput: false,
    input: Type.Object({ value: sensitive(Type.String()), name: Type.String() }, closed),
    output: Type.Object({}, closed),
    run: () => Promise.resolve({}),
    evidence: {
      strength: "strong",
      needs: ["things.get"],
      ...(facts === undefined ? {} : { facts }),
      ...change,
      settle: () => Promise.resolve({ verdict: "undetermined", why: "No." }),
    },
  });
}

const conforms = (action: Action, facts: unknown) =>
  compileSchema(action.evidence?.facts ?? { not: {} })(facts).length === 0;

test("accepts the declared facts, or none", () => {
  const action = actionWith(Type.Object({ version: Type.String({ maxLength: 9 }) }, closed));
  assert.equal(acceptsFacts(action, null, conforms), true);
  assert.equal(acceptsFacts(action, { version: "7" }, conforms), true);
  assert.equal(acceptsFacts(actionWith(undefined), null, conforms), true);
});

test("rejects facts that are undeclared, unknown, malformed, or too large", () => {
  const text = Type.Object({ text: Type.String({ maxLength: 10_000 }) }, closed);
  const sized = (bytes: number) => ({ text: "x".repeat(bytes - '{"text":""}'.length) });
  const refused: readonly [TObject | undefined, unknown][] = [
    [undefined, {}],
    [text, { text: "a", more: 1 }],
    [text, { text: 1 }],
    [text, "text"],
    [text, sized(factsMaxBytes + 1)],
    [text, { text: "€".repeat(factsMaxBytes / 3) }],
  ];
  for (const [schema, facts] of refused) {
    assert.equal(acceptsFacts(actionWith(schema), facts, conforms), false, JSON.stringify(facts).slice(0, 40));
  }
  assert.equal(acceptsFacts(actionWith(text), sized(factsMaxBytes), conforms), true);
});

test("rejects a sensitive field, which the kit wouldn't let an action declare", () => {
  const action = actionWith(Type.Object({ version: Type.String({ maxLength: 9 }) }, closed));
  const facts = Type.Object({ version: sensitive(Type.String({ maxLength: 9 })) }, closed);
  const unsafe = { ...action, evidence: action.evidence === null ? null : { ...action.evidence, facts } };
  assert.equal(conforms(unsafe, { version: "7" }), true);
  assert.equal(acceptsFacts(unsafe, { version: "7" }, conforms), false);
});

test("a declaration's version changes only with the meaning of its facts", () => {
  const facts = Type.Object({ version: Type.String({ maxLength: 9 }) }, closed);
  const version = evidenceVersion(actionWith(facts));
  assert.equal(evidenceVersion(actionWith(facts)), version);
  assert.equal(evidenceVersion(actionWith(facts, { quietSeconds: 5 })), version);
  assert.equal(evidenceVersion({ ...actionWith(facts), description: "Puts it." }), version);
  assert.notEqual(evidenceVersion(actionWith(undefined)), version);
  assert.notEqual(evidenceVersion(actionWith(facts, { compares: ["value"] })), version);
});

const tenantId = "ten_1";
const keyset = (): Keyset => ({ sealing: randomBytes(32), retired: [] });

test("digests the compared fields that were sent, each for one execution and field only", () => {
  const keys = tenantDigests(keyset(), tenantId);
  const input = { value: "canary", name: "n" };
  const kept = digestsOf({ compares: ["value", "missing"] }, "act_1", input, keys);
  assert.deepEqual(Object.keys(kept), ["value"]);
  assert.doesNotMatch(JSON.stringify(kept), /canary/);
  const digest = kept["value"] ?? "";
  assert.equal(keys.isOf(["act_1", "value", "canary"], digest), true);
  assert.equal(keys.isOf(["act_1", "value", "canarY"], digest), false);
  assert.equal(keys.isOf(["act_2", "value", "canary"], digest), false);
  assert.equal(keys.isOf(["act_1", "name", "canary"], digest), false);
  assert.notEqual(digestsOf({ compares: ["value"] }, "act_2", input, keys)["value"], digest);
  assert.deepEqual(digestsOf({}, "act_1", input, keys), {});
});

test("a retired key still compares; without its key, a digest compares with nothing", () => {
  const before = keyset();
  const digest = tenantDigests(before, tenantId).digest(["act_1", "value", "a"]);
  const rekeyed: Keyset = { ...keyset(), retired: [{ key: before.sealing, retiredAtMs: 1 }] };
  const after = tenantDigests(rekeyed, tenantId);
  assert.equal(after.isOf(["act_1", "value", "a"], digest), true);
  assert.equal(after.isOf(["act_1", "value", "b"], digest), false);
  assert.notEqual(after.digest(["act_1", "value", "a"]), digest);
  assert.equal(tenantDigests(keyset(), tenantId).isOf(["act_1", "value", "a"], digest), null);
  assert.equal(tenantDigests(before, "ten_2").isOf(["act_1", "value", "a"], digest), null);
  assert.equal(after.isOf(["act_1"], "not a digest"), null);
});

test("a marker belongs to one client, tenant and execution, and stays the same when a hashing key is added", () => {
  const first = createSecretKey(randomBytes(32));
  const markerOf = createMarkers(keyedHashes(new Map([[1, first]])));
  const execution = { clientId: "scl_1", tenantId: "ten_1", id: "act_1" };
  const { hex } = markerOf(execution);
  assert.match(hex, /^[0-9a-f]{32}$/);
  const later = createMarkers(
    keyedHashes(
      new Map([
        [1, first],
        [2, createSecretKey(randomBytes(32))],
      ]),
    ),
  );
  assert.equal(later(execution).hex, hex);
  const others = [{ clientId: "scl_2" }, { tenantId: "ten_2" }, { id: "act_2" }].map(
    (change) => markerOf({ ...execution, ...change }).hex,
  );
  assert.equal(new Set([hex, ...others]).size, 4);
  assert.notEqual(createMarkers(keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]])))(execution).hex, hex);
});
