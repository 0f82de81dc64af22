/** The table of verdicts, row by row: what a look settles, and what it never settles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvidenceVerdict } from "@svc/provider-kit";
import { cutoffMs } from "../../../src/domain/clock/judge.ts";
import type { UncountedSpan } from "../../../src/domain/clock/port.ts";
import { judgeLook, type JudgeContext } from "../../../src/domain/evidence/judge.ts";
import type { KeptLook } from "../../../src/domain/records/documents.ts";

const minute = 60_000;
const quietMs = 10 * minute;
/** The request may have been in flight until then. */
const lastSentMs = 1_000_000;
const afterQuiet = lastSentMs + quietMs;

function timeAt(nowMs: number, spans: readonly UncountedSpan[] = []) {
  return { nowMs, cutoffMs: (keptMs: number) => cutoffMs(nowMs, keptMs, spans) };
}

function at(nowMs: number, change: Partial<JudgeContext> = {}): JudgeContext {
  return {
    strength: "strong",
    settlesByState: false,
    settlesByAbsence: false,
    atMs: nowMs,
    time: timeAt(nowMs),
    lastSentMs,
    quietMs,
    looks: [],
    lateResponse: null,
    ...change,
  };
}

const absentAt = (atMs: number, change: Partial<KeptLook> = {}): KeptLook => {
  return { at: atMs, verdict: "not_applied", basis: "absence", detail: null, counts: true, ...change };
};

const early = lastSentMs + 1;
const output = { saved: true };
const marker: EvidenceVerdict = { verdict: "applied", basis: "marker", output };
const ourVersion: EvidenceVerdict = { verdict: "applied", basis: "fence", output };
const becameSo: EvidenceVerdict = { verdict: "applied", basis: "state", wasDifferent: true, output };
const isSo: EvidenceVerdict = { verdict: "applied", basis: "state", wasDifferent: false, output };
const theirVersion: EvidenceVerdict = { verdict: "not_applied", basis: "fence", mayRestart: false };
const theirPerhaps: EvidenceVerdict = { verdict: "not_applied", basis: "fence", mayRestart: true };
const expired: EvidenceVerdict = { verdict: "not_applied", basis: "expiry", expiresAt: afterQuiet + minute };
const absent: EvidenceVerdict = { verdict: "not_applied", basis: "absence", isAnchored: true };
const unsure: EvidenceVerdict = { verdict: "undetermined", why: "Two versions are alike." };

type Line = [
  what: string,
  verdict: EvidenceVerdict,
  context: JudgeContext,
  becomes: "succeeded" | "failed" | "unknown",
];

const anyAbsence = { settlesByAbsence: true };
const twice = { ...anyAbsence, looks: [absentAt(afterQuiet)] };
const long = afterQuiet + 2 * minute;
const table: readonly Line[] = [
  ["our marker, immediately", marker, at(early), "succeeded"],
  ["our marker, through an index that lags", marker, at(early, { strength: "weak" }), "succeeded"],
  ["our id", marker, at(early, { strength: "exact" }), "succeeded"],
  ["a marker where only the state can be read", marker, at(early, { strength: "state" }), "unknown"],
  ["our version, immediately", ourVersion, at(early), "succeeded"],
  ["our version by mere likeness", ourVersion, at(early, { strength: "weak" }), "unknown"],
  ["a state that the facts prove to be new", becameSo, at(early, { strength: "state" }), "succeeded"],
  ["a state that may not be new", isSo, at(early, { strength: "state" }), "unknown"],
  ["the same, if the policy allows it", isSo, at(early, { strength: "state", settlesByState: true }), "succeeded"],
  ["a state by mere likeness", becameSo, at(early, { strength: "weak", settlesByState: true }), "unknown"],
  ["someone else's version, immediately", theirVersion, at(early), "failed"],
  ["the same while the clock can't be trusted", theirVersion, at(early, { time: null }), "failed"],
  ["someone else's version by mere likeness", theirVersion, at(long, { strength: "weak" }), "unknown"],
  ["a version that may restart, in the quiet time", theirPerhaps, at(afterQuiet - 1), "unknown"],
  ["a version that may restart, after it", theirPerhaps, at(afterQuiet), "failed"],
  ["a version that may restart, on a clock that jumped", theirPerhaps, at(afterQuiet, { time: null }), "unknown"],
  ["before the expiry", expired, at(afterQuiet, { looks: [absentAt(early, { basis: "expiry" })] }), "unknown"],
  ["after the expiry, seen once", expired, at(long), "unknown"],
  [
    "after the expiry, seen twice",
    expired,
    at(long + minute, { looks: [absentAt(long, { basis: "expiry" })] }),
    "failed",
  ],
  [
    "after the expiry, seen twice within a minute",
    expired,
    at(long + minute - 1, { looks: [absentAt(long, { basis: "expiry" })] }),
    "unknown",
  ],
  [
    "after the expiry, once before it counted",
    expired,
    at(long + minute, { looks: [absentAt(long, { basis: "expiry", counts: false })] }),
    "unknown",
  ],
  ["an absence twice, which the deployment doesn't allow", absent, at(long, { looks: twice.looks }), "unknown"],
  ["an absence twice, which it allows", absent, at(long, twice), "failed"],
  ["an absence once", absent, at(long, anyAbsence), "unknown"],
  ["an absence twice within a minute", absent, at(afterQuiet + minute - 1, twice), "unknown"],
  ["an absence twice, a minute apart", absent, at(afterQuiet + minute, twice), "failed"],
  ["an absence whose history others can remove", { ...absent, isAnchored: false }, at(long, twice), "unknown"],
  ["an absence in the quiet time", absent, at(afterQuiet - 1, { ...anyAbsence, looks: [absentAt(early)] }), "unknown"],
  ["an absence on a clock that jumped", absent, at(long, { ...twice, time: null }), "unknown"],
  ["an absence where only the state can be read", absent, at(long, { ...twice, strength: "state" }), "unknown"],
  ["an absence in an index that lags", absent, at(long, { ...twice, strength: "weak" }), "unknown"],
  [
    "an absence, with the effect found in between",
    absent,
    at(long, { ...twice, looks: [...twice.looks, absentAt(afterQuiet + 1, { verdict: "applied", basis: "state" })] }),
    "unknown",
  ],
  [
    "an absence, with an expiry before it",
    absent,
    at(long, { ...twice, looks: [absentAt(afterQuiet, { basis: "expiry" })] }),
    "unknown",
  ],
  [
    "an absence, with a look in between that proved nothing",
    absent,
    at(long, {
      ...twice,
      looks: [...twice.looks, absentAt(afterQuiet + 1, { verdict: "undetermined", basis: null, counts: false })],
    }),
    "failed",
  ],
  ["our marker, against a late refusal", marker, at(early, { lateResponse: "failed" }), "unknown"],
  ["our marker, and a late response that proves nothing", marker, at(early, { lateResponse: "unknown" }), "succeeded"],
  ["our marker, and a late response that agrees", marker, at(early, { lateResponse: "succeeded" }), "succeeded"],
  ["someone else's version, against a late success", theirVersion, at(long, { lateResponse: "succeeded" }), "unknown"],
  ["someone else's version, and a late refusal", theirVersion, at(long, { lateResponse: "failed" }), "failed"],
  ["nothing", unsure, at(long, { ...twice, settlesByState: true }), "unknown"],
];

for (const [what, verdict, context, becomes] of table) {
  test(`${what}: ${becomes}`, () => {
    const judged = judgeLook(verdict, context);
    assert.equal(judged.outcome, becomes);
    assert.equal(judged.look.at, context.atMs);
    if (judged.outcome === "succeeded") assert.deepEqual(judged.output, output);
  });
}

test("keeps each look with its verdict, basis and a sentence, and proves nothing on a basis beyond its strength", () => {
  const kept = (verdict: EvidenceVerdict, context: JudgeContext) => judgeLook(verdict, context).look;
  assert.deepEqual(kept(unsure, at(early)), {
    at: early,
    verdict: "undetermined",
    basis: null,
    detail: "Two versions are alike.",
    counts: false,
  });
  const { verdict, basis } = kept(absent, at(long, { strength: "weak" }));
  assert.deepEqual([verdict, basis], ["undetermined", null]);
  assert.equal(kept({ verdict: "undetermined", why: "x".repeat(900) }, at(early)).detail?.length, 500);
});

test("an absence counts after the quiet time, which a jump of the clock doesn't shorten", () => {
  const counts = (context: JudgeContext) => judgeLook(absent, context).look.counts;
  assert.equal(counts(at(afterQuiet - 1)), false);
  assert.equal(counts(at(afterQuiet)), true);
  assert.equal(counts(at(afterQuiet, { time: null })), false);
  // An operator set the clock an hour ahead, and accepted that none of it passed.
  const jumped = [{ fromMs: early, toMs: early + 60 * minute }];
  const later = afterQuiet + 30 * minute;
  assert.equal(counts(at(later, { time: timeAt(later, jumped) })), false);
  const passed = afterQuiet + 60 * minute;
  assert.equal(counts(at(passed, { time: timeAt(passed, jumped) })), true);
  // The same between two absences: the whole minute is in the jump.
  const between = [{ fromMs: afterQuiet + 1, toMs: afterQuiet + 60 * minute }];
  const twiceAt = { ...twice, time: timeAt(afterQuiet + 60 * minute, between) };
  assert.equal(judgeLook(absent, at(afterQuiet + 60 * minute, twiceAt)).outcome, "unknown");
});
