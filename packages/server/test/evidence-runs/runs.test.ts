/**
 * Thousands of lost responses, on a clock that the runs control: every changing action of every provider, each way to
 * lose a response, another writer, and reads that lag. `SVC_TEST_EVIDENCE_RUNS` sets the number, `SVC_TEST_SEED` the
 * first seed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeBooks, findWrongs, mayBeContradicted } from "./books.ts";
import { openDeployment } from "./deployment.ts";
import { subjects } from "./labs.ts";
import { planOf } from "./plan.ts";
import { runPlan } from "./run.ts";
import { Tally } from "./tally.ts";

const runs = Number(process.env["SVC_TEST_EVIDENCE_RUNS"] ?? "100");
const firstSeed = Number(process.env["SVC_TEST_SEED"] ?? Math.floor(Math.random() * 1_000_000_000));

test(`${runs} lost responses: no settlement is wrong`, async () => {
  console.log(`SVC_TEST_SEED=${firstSeed}`);
  const deployment = await openDeployment();
  const tally = new Tally();
  const wrongs: string[] = [];
  const contradictable: string[] = [];
  try {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const books = await runPlan(deployment, planOf(seed));
      tally.add(books);
      if (mayBeContradicted(books)) contradictable.push(books.record.id);
      const found = findWrongs(books);
      if (found.length > 0) wrongs.push(`${found.join("; ")} (SVC_TEST_SEED=${seed}):\n${describeBooks(books)}`);
    }
  } finally {
    await deployment.close();
  }
  for (const line of tally.lines()) console.log(line);
  console.log(`settled within ${(tally.p95Ms() / 1000).toFixed(1)} s at the 95th percentile of ${tally.soonMs.length}`);
  console.log(
    `${tally.documented} settled as failed by SVC_SETTLE_ABSENCE=on in cases that the documentation names as wrong`,
  );
  console.log(`${tally.settled} settlements by evidence`);
  console.log(`${tally.runs - wrongs.length} runs without a wrong settlement`);
  assert.equal(wrongs.length, 0, `${wrongs.length} of ${runs} runs are wrong:\n${wrongs.slice(0, 3).join("\n")}`);
  const isExpected = (defect: string) => contradictable.some((id) => defect.includes(id));
  assert.deepEqual(
    deployment.defects.filter((defect) => !isExpected(defect)),
    [],
  );
  // One run repeats a seed.
  if (runs < 100) return;
  assert.ok(tally.settled > runs / 10, `only ${tally.settled} were settled`);
  assert.ok(tally.p95Ms() <= 10_000, `${tally.p95Ms()} ms`);
  assert.equal(tally.tried.size, subjects.length, "an action was never tried");
});
