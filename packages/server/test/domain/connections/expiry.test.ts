/** The steps that are due before a credential expires, and when it does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { dueStep, expiryAfterTest, expiryOf } from "../../../src/domain/connections/expiry.ts";

const end = 1_800_000_000_000;

test("a notice is due 7 days before the expiry and one a day before it, and then the expiry itself", () => {
  const seven = { kind: "notice", daysBefore: 7, nextDueAt: end - dayMs };
  const one = { kind: "notice", daysBefore: 1, nextDueAt: end };
  for (const [at, step] of [
    [end - 7 * dayMs - 1, null],
    [end - 7 * dayMs, seven],
    [end - dayMs - 1, seven],
    [end - dayMs, one],
    [end - 1, one],
    [end, { kind: "end" }],
    [end + 30 * dayMs, { kind: "end" }],
  ] as const) {
    assert.deepEqual(dueStep(end, at), step, `${at - end} ms after the end`);
  }
});

test("goes through every step once, whenever it is checked", () => {
  const walk = (times: readonly number[]) => {
    let { expiryDueAt: dueAt } = expiryOf(end);
    return times.flatMap((at) => {
      const step = dueAt !== null && dueAt <= at ? dueStep(end, at) : null;
      if (step !== null) dueAt = step.kind === "end" ? null : step.nextDueAt;
      return step === null ? [] : [step.kind === "end" ? "end" : `${step.daysBefore} days`];
    });
  };
  const daily = Array.from({ length: 40 }, (_, day) => end + (day - 30) * dayMs);
  assert.deepEqual(walk(daily), ["7 days", "1 days", "end"]);
  assert.deepEqual(walk([end - 3 * dayMs, end - 3 * dayMs + 1, end - 1, end, end]), ["7 days", "1 days", "end"]);
  assert.deepEqual(walk([end - dayMs / 2, end - dayMs / 3, end + 1]), ["1 days", "end"]);
  assert.deepEqual(walk([end + dayMs, end + 2 * dayMs]), ["end"]);
});

test("a credential without a known expiry is never due", () => {
  assert.deepEqual(expiryOf(null), { credentialExpiresAt: null, expiryDueAt: null });
  assert.deepEqual(expiryOf(end), { credentialExpiresAt: end, expiryDueAt: end - 7 * dayMs });
});

test("a test that finds the same expiry changes nothing; one that finds none or the first one starts over", () => {
  const noticed = { credentialExpiresAt: end, expiryDueAt: end - dayMs };
  assert.equal(expiryAfterTest(noticed, end, end - 2 * dayMs), noticed);
  assert.deepEqual(expiryAfterTest(noticed, null, end - 2 * dayMs), expiryOf(null));
  assert.deepEqual(expiryAfterTest(expiryOf(null), end, end - 2 * dayMs), expiryOf(end));
});

test("after a renewal, a notice that was sent is due again only if its time is still ahead", () => {
  const now = end - 12 * 3_600_000;
  const due = (given: 0 | 1 | 2 | 3, newEnd: number) => {
    const expiryDueAt = [end - 7 * dayMs, end - dayMs, end, null][given] ?? null;
    return expiryAfterTest({ credentialExpiresAt: end, expiryDueAt }, newEnd, now);
  };
  const later = now + 32 * dayMs;
  for (const given of [0, 1, 2, 3] as const) {
    assert.deepEqual(due(given, later), { credentialExpiresAt: later, expiryDueAt: later - 7 * dayMs }, `${given}`);
  }
  const soon = now + 3 * dayMs;
  assert.equal(due(0, soon).expiryDueAt, soon - 7 * dayMs, "no notice was sent yet");
  for (const given of [1, 2, 3] as const) assert.equal(due(given, soon).expiryDueAt, soon - dayMs, `${given}`);
  const verySoon = now + 3_600_000;
  assert.equal(due(1, verySoon).expiryDueAt, verySoon - dayMs, "the last notice wasn't sent yet");
  for (const given of [2, 3] as const) assert.equal(due(given, verySoon).expiryDueAt, verySoon, `${given}`);
});
