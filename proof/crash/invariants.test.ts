/** The judge itself: it must detect each deliberately broken invariant. */
import assert from "node:assert/strict";
import { verifies } from "../../conformance/harness/index.ts";
import { breachesOf, invariants, type Evidence, type Invariant, type RecordEntry, type Told } from "./invariants.ts";

const done: Told = { status: 200, isReplay: true, substance: "done" };
const record: RecordEntry = { id: "act_1", key: "K1", status: "succeeded", isDispatched: true, isResolved: false };

/** A key that succeeded, one that failed before dispatch and then succeeded, and one with an unknown outcome. */
const sound: Evidence = {
  keys: [
    { key: "K1", first: { ...done, isReplay: false }, again: done },
    { key: "K2", first: null, again: { ...done, isReplay: false } },
    { key: "K3", first: { ...done, status: 504, isReplay: false }, again: { ...done, status: 504 } },
    { key: "K4", first: { ...done, status: 422, isReplay: false }, again: { ...done, status: 422 } },
  ],
  requests: new Map([
    ["K1", 1],
    ["K2", 1],
    ["K3", 1],
  ]),
  effects: new Map([
    ["K1", 1],
    ["K2", 1],
  ]),
  records: [
    record,
    { ...record, id: "act_2", key: "K2", status: "failed", isDispatched: false },
    { ...record, id: "act_3", key: "K2" },
    { ...record, id: "act_4", key: "K3", status: "outcome_unknown" },
    { ...record, id: "act_5", key: "K4", status: "failed", isDispatched: false },
  ],
  earlier: [record],
  transitions: ["absent → accepted", "accepted → dispatched"],
  openTooLong: [],
  leaks: [],
  auditFaults: [],
};

const [first, ...otherKeys] = sound.keys;
assert.ok(first !== undefined);
const withKey = (change: Partial<typeof first>): Partial<Evidence> => ({
  keys: [{ ...first, ...change }, ...otherKeys],
});
const withRecord = (change: Partial<RecordEntry>): Partial<Evidence> => ({
  records: sound.records.map((one) => (one.id === "act_1" ? { ...one, ...change } : one)),
});
const counted = (name: "requests" | "effects", key: string, count: number): Partial<Evidence> => ({
  [name]: new Map([...sound[name], [key, count]]),
});

/** Planted breaches; the judge must detect each. */
const planted: readonly (readonly [Invariant, string, Partial<Evidence>])[] = [
  ["I1", "two effects", counted("effects", "K1", 2)],
  ["I1", "two requests", counted("requests", "K3", 2)],
  ["I2", "succeeded without an effect", counted("effects", "K1", 0)],
  ["I2", "told 200, and nothing was done", { ...counted("effects", "K1", 0), ...withRecord({ status: "failed" }) }],
  ["I3", "failed, and done", { ...withRecord({ status: "failed" }) }],
  ["I3", "reported as failed, and done", counted("effects", "K4", 1)],
  ["I4", "an effect without a record", { records: sound.records.filter(({ key }) => key !== "K1") }],
  ["I4", "a request whose record was never dispatched", withRecord({ isDispatched: false })],
  ["I4", "two records that were sent", { records: [...sound.records, { ...record, id: "act_6" }] }],
  ["I5", "another response than the first", withKey({ again: { ...done, substance: "other" } })],
  ["I5", "the first response lost", withKey({ again: { ...done, status: 504 } })],
  ["I5", "acted again in place of a replay", withKey({ again: { ...done, isReplay: false } })],
  ["I6", "a change that the model has not", { transitions: ["dispatched → accepted"] }],
  ["I6", "an ended record changed", { earlier: [{ ...record, status: "failed" }] }],
  ["I6", "an ended record gone", { earlier: [{ ...record, id: "act_9" }] }],
  ["I7", "a record left open", { openTooLong: ["act_1"] }],
  ["I8", "a secret in a log", { leaks: ["output: value (raw)"] }],
  ["I9", "a chain that does not verify", { auditFaults: ["1 of 1 chains do not verify"] }],
];

verifies("proof.judge", "finds no breach in sound evidence", async () => {
  assert.deepEqual(breachesOf(sound), []);
  const resolved = {
    ...sound,
    ...withRecord({ isResolved: true }),
    earlier: [{ ...record, status: "outcome_unknown" }],
  };
  assert.deepEqual(breachesOf(resolved), []);
  const refused = sound.records.map((one) => (one.key === "K4" ? { ...one, isDispatched: true } : one));
  assert.deepEqual(breachesOf({ ...sound, ...counted("requests", "K4", 1), records: refused }), []);
});

verifies("proof.judge", "finds a breach of each invariant", async () => {
  for (const [invariant, how, change] of planted) {
    const seen = breachesOf({ ...sound, ...change }).map((breach) => breach.invariant);
    assert.ok(seen.includes(invariant), `${invariant} is not seen by ${how}: ${seen.join(", ")}`);
  }
  assert.deepEqual(new Set(planted.map(([invariant]) => invariant)), new Set(Object.keys(invariants)));
});
