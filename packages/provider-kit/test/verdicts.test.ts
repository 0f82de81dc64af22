/** The rule for wrong verdicts: each line of it, next to a similar case that is right. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvidenceVerdict } from "../src/index.ts";
import { isFinal, misjudgment, type Seen } from "../src/testing/verdicts.ts";

const nothing: Seen = {
  strength: "strong",
  verdict: null,
  isOurs: false,
  holds: false,
  held: false,
  heldBefore: false,
  shows: false,
  isLagging: false,
};
const ours: Seen = { ...nothing, isOurs: true, holds: true, shows: true };
const so: Seen = { ...nothing, strength: "state", holds: true };

const marker: EvidenceVerdict = { verdict: "applied", basis: "marker", output: null };
const fence: EvidenceVerdict = { verdict: "applied", basis: "fence", output: null };
const state: EvidenceVerdict = { verdict: "applied", basis: "state", wasDifferent: false, output: null };
const proved: EvidenceVerdict = { ...state, wasDifferent: true };
const undetermined: EvidenceVerdict = { verdict: "undetermined", why: "It isn't known." };
const absence: EvidenceVerdict = { verdict: "not_applied", basis: "absence", isAnchored: false };
const anchored: EvidenceVerdict = { ...absence, isAnchored: true };
const denied: EvidenceVerdict = { verdict: "not_applied", basis: "fence", mayRestart: false };
const expired: EvidenceVerdict = { verdict: "not_applied", basis: "expiry", expiresAt: 1 };

const cases: readonly (readonly [name: string, seen: Seen, verdict: EvidenceVerdict | null, wrong: RegExp | null])[] = [
  ["a marker with our effect", ours, marker, null],
  ["a marker without our effect", nothing, marker, /took no effect/],
  ["a fence with our effect, deleted since", { ...ours, shows: false, holds: false }, fence, null],
  ["a fence without our effect", { ...nothing, holds: true }, fence, /took no effect/],
  ["our marker not found", ours, undetermined, /wasn't found/],
  ["our marker not found, exact", { ...ours, strength: "exact" }, absence, /wasn't found/],
  ["our marker not found because a read failed", ours, null, /wasn't found/],
  ["our marker mistaken for a state", ours, state, /wasn't found/],
  ["our marker not found by reads that lag", { ...ours, isLagging: true }, absence, null],
  ["a weak marker not found", { ...ours, strength: "weak" }, undetermined, null],
  ["a state that holds", so, proved, null],
  ["a state that doesn't hold", { ...so, holds: false, isOurs: true }, state, /doesn't hold/],
  ["a state that used to hold", { ...so, holds: false, held: true }, state, /doesn't hold/],
  ["a state that used to hold, by reads that lag", { ...so, holds: false, held: true, isLagging: true }, state, null],
  ["a state that never held, by reads that lag", { ...so, holds: false, isLagging: true }, state, /doesn't hold/],
  ["a state that held before", { ...so, heldBefore: true }, state, null],
  ["a state proved to be new that held before", { ...so, heldBefore: true }, proved, /held before/],
  ["a denial without our effect", nothing, denied, null],
  ["a denial with our effect", { ...ours, shows: false }, denied, /took effect/],
  ["an expiry with our effect", { ...ours, shows: false }, expired, /took effect/],
  ["an absence with our effect, deleted since", { ...ours, shows: false }, absence, null],
  ["an anchored absence without our effect", nothing, anchored, null],
  ["an anchored absence with our effect", { ...ours, shows: false }, anchored, /isn't anchored/],
];

for (const [name, seen, verdict, wrong] of cases) {
  test(`${name} is ${wrong === null ? "right" : "wrong"}`, () => {
    const found = misjudgment({ ...seen, verdict });
    if (wrong === null) assert.equal(found, null);
    else assert.match(found ?? "", wrong);
  });
}

test("only a fence and an expiry are final", () => {
  for (const verdict of [denied, expired]) assert.equal(isFinal(verdict), true);
  for (const verdict of [marker, fence, state, undetermined, absence, anchored]) assert.equal(isFinal(verdict), false);
});
