/** Readiness: shared checks, answered in time even if one hangs, and named where shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createReadiness, fine, type ReadinessCheck, type ReadinessReport } from "../../../src/entry/rest/readiness.ts";

const bad = { ok: false, reason: "it is away" };

function watched(asked: readonly ReadinessCheck[], known: Parameters<typeof createReadiness>[0]["known"] = []) {
  const clock = { nowMs: 0 };
  const changes: ReadinessReport[] = [];
  const onChange = (report: ReadinessReport): void => void changes.push(report);
  const readiness = createReadiness({ asked, known }, () => clock.nowMs, onChange, { keptMs: 500, checkMs: 50 });
  return { clock, changes, readiness };
}

test("runs checks once per half second, however many ask", async () => {
  let asked = 0;
  const look = async () => {
    asked += 1;
    return fine;
  };
  const { clock, readiness } = watched([{ name: "database", look }]);
  await Promise.all(Array.from({ length: 100 }, readiness));
  clock.nowMs = 499;
  assert.deepEqual(await readiness(), { ready: true, checks: [{ name: "database", ok: true, reason: "" }] });
  assert.equal(asked, 1);
  clock.nowMs = 500;
  await readiness();
  assert.equal(asked, 2);
});

test("runs cheap checks for every request", async () => {
  let draining = false;
  const accepting = { name: "accepting", look: () => (draining ? bad : fine) };
  const { readiness } = watched([{ name: "database", look: () => fine }], [accepting]);
  assert.equal((await readiness()).ready, true);
  draining = true;
  assert.equal((await readiness()).ready, false);
});

test("reports a hanging check as not ready, and doesn't start it again meanwhile", async () => {
  let begun = 0;
  const hang = Promise.withResolvers<typeof fine>();
  const look = () => {
    begun += 1;
    return hang.promise;
  };
  const { clock, readiness } = watched([{ name: "database", look }]);
  for (const round of [1, 2, 3]) {
    clock.nowMs = round * 1000;
    const { ready, checks } = await readiness();
    assert.deepEqual([ready, checks[0]?.reason], [false, "no response within 50 ms"]);
  }
  assert.equal(begun, 1);
  hang.resolve(fine);
  clock.nowMs = 10_000;
  assert.equal((await readiness()).ready, true);
});

test("reports a check that throws as not ready, without the error", async () => {
  const look = async () => {
    throw new Error("postgres://user:password@host");
  };
  const { readiness } = watched([{ name: "database", look }]);
  assert.deepEqual(await readiness(), {
    ready: false,
    checks: [{ name: "database", ok: false, reason: "the check failed" }],
  });
});

test("reports a change once, with the failing checks", async () => {
  let result = fine;
  const { clock, changes, readiness } = watched([{ name: "vault", look: () => result }]);
  const ask = async (found: typeof fine): Promise<void> => {
    result = found;
    clock.nowMs += 1000;
    await readiness();
  };
  for (const found of [fine, bad, bad, fine]) await ask(found);
  assert.deepEqual(
    changes.map(({ ready, checks }) => [ready, checks[0]?.reason]),
    [
      [false, "it is away"],
      [true, ""],
    ],
  );
});
