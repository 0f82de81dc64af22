/** Verdicts on samples of the raw clock, case by case. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSample, judgeStart, offMaxMs, toleranceMs, type Finding } from "../../../src/domain/clock/judge.ts";
import type { ClockRow } from "../../../src/domain/clock/port.ts";

const now = 1_800_000_000_000;
const day = 86_400_000;
const fine: ClockRow = { offsetMs: 0, markMs: now, generation: 1, jump: null, gap: null };
const jumped = (offsetMs: number, cause: "ran" | "behind" = "ran"): ClockRow => {
  return { ...fine, offsetMs, jump: { cause, atMs: now - 1000 } };
};
const gap = { fromMs: now - 30 * day, toMs: now };
const offTooLong: ClockRow = { ...fine, jump: { cause: "ahead", atMs: now }, gap };

type Expected = { finding: Finding; serviceMs: number; offsetMs: number; cause: string };
const summarize = ({ finding, serviceMs, row }: ReturnType<typeof judgeStart>): Expected => {
  return { finding, serviceMs, offsetMs: row.offsetMs, cause: row.jump?.cause ?? "" };
};

const starts: [string, { rawMs: number; row: ClockRow }, Expected][] = [
  [
    "a new database accepts any time",
    { rawMs: 5, row: { ...fine, markMs: 0 } },
    { finding: "ok", serviceMs: 5, offsetMs: 0, cause: "" },
  ],
  [
    "a start soon after the mark",
    { rawMs: now + 60_000, row: fine },
    { finding: "ok", serviceMs: now + 60_000, offsetMs: 0, cause: "" },
  ],
  [
    "a start a little before the mark",
    { rawMs: now - toleranceMs, row: fine },
    { finding: "ok", serviceMs: now - toleranceMs, offsetMs: 0, cause: "" },
  ],
  [
    "a week off is plausible",
    { rawMs: now + offMaxMs, row: fine },
    { finding: "ok", serviceMs: now + offMaxMs, offsetMs: 0, cause: "" },
  ],
  [
    "two years before the mark: time continues from the mark",
    { rawMs: now - 730 * day, row: fine },
    { finding: "jumped", serviceMs: now, offsetMs: 730 * day, cause: "behind" },
  ],
  [
    "500 days after the mark: uses the clock's time, and deletion waits",
    { rawMs: now + 500 * day, row: fine },
    { finding: "jumped", serviceMs: now + 500 * day, offsetMs: 0, cause: "ahead" },
  ],
  [
    "an earlier jump stays, with its offset",
    { rawMs: now + 500 * day, row: jumped(-500 * day) },
    { finding: "ok", serviceMs: now, offsetMs: -500 * day, cause: "ran" },
  ],
  [
    "a clock that was corrected while the server was off is healed",
    { rawMs: now + 3600, row: jumped(-500 * day) },
    { finding: "healed", serviceMs: now + 3600, offsetMs: 0, cause: "" },
  ],
  [
    "uses the nearer of two plausible times: the clock was corrected",
    { rawMs: now + 3600, row: jumped(3 * day) },
    { finding: "healed", serviceMs: now + 3600, offsetMs: 0, cause: "" },
  ],
  [
    "uses the nearer of two plausible times: the clock is still wrong",
    { rawMs: now + 3 * day, row: jumped(3600 - 3 * day) },
    { finding: "ok", serviceMs: now + 3600, offsetMs: 3600 - 3 * day, cause: "ran" },
  ],
];

for (const [what, sample, outcome] of starts) {
  test(`at a start: ${what}`, () => assert.deepEqual(summarize(judgeStart(sample)), outcome));
}

test("a start long after the mark records the gap, which later starts extend", () => {
  assert.deepEqual(judgeStart({ rawMs: now + 500 * day, row: fine }).row.gap, { fromMs: now, toMs: now + 500 * day });
  const again = judgeStart({ rawMs: now + 500 * day, row: offTooLong }).row;
  assert.deepEqual(again.gap, { fromMs: gap.fromMs, toMs: now + 500 * day });
});

const expected = { serviceMs: now, generation: 1, ownMarkMs: now };
const old = { ...fine, markMs: now - 60_000 };
const samples: [string, { rawMs: number; row: ClockRow }, Expected, Partial<typeof expected>?][] = [
  ["as expected", { rawMs: now + 40, row: fine }, { finding: "ok", serviceMs: now + 40, offsetMs: 0, cause: "" }],
  [
    "off by the tolerance",
    { rawMs: now - toleranceMs, row: fine },
    { finding: "ok", serviceMs: now - toleranceMs, offsetMs: 0, cause: "" },
  ],
  ...[500 * day, -730 * day, 100_000, -100_000, 300_000, -300_000, toleranceMs + 1].map(
    (by): [string, { rawMs: number; row: ClockRow }, Expected] => [
      `off by ${by} ms: time continues as expected`,
      { rawMs: now + by, row: fine },
      { finding: "jumped", serviceMs: now, offsetMs: -by, cause: "ran" },
    ],
  ),
  [
    "with the offset of a replica that noticed the jump first",
    { rawMs: now + 500 * day, row: jumped(-500 * day) },
    { finding: "ok", serviceMs: now, offsetMs: -500 * day, cause: "ran" },
  ],
  [
    "a second jump on top of the first",
    { rawMs: now + 600 * day, row: jumped(-500 * day) },
    { finding: "jumped", serviceMs: now, offsetMs: -600 * day, cause: "ran" },
  ],
  [
    "the raw clock is right again",
    { rawMs: now + 800, row: jumped(-500 * day) },
    { finding: "healed", serviceMs: now + 800, offsetMs: 0, cause: "" },
  ],
  [
    "a clock that was behind at the start is corrected, within the tolerance of a start",
    { rawMs: now + 600_000, row: jumped(730 * day, "behind") },
    { finding: "healed", serviceMs: now + 600_000, offsetMs: 0, cause: "" },
  ],
  [
    "a clock that was behind at the start is set months ahead",
    { rawMs: now + 90 * day, row: jumped(730 * day, "behind") },
    { finding: "jumped", serviceMs: now, offsetMs: -90 * day, cause: "ran" },
  ],
  [
    "a jump of a running clock ends only at the expected time",
    { rawMs: now + 600_000, row: jumped(730 * day) },
    { finding: "jumped", serviceMs: now, offsetMs: -600_000, cause: "ran" },
  ],
  [
    "healing keeps an unresolved gap",
    { rawMs: now, row: { ...offTooLong, offsetMs: 90_000 } },
    { finding: "healed", serviceMs: now, offsetMs: 0, cause: "ahead" },
  ],
  [
    "an operator has accepted the clock",
    { rawMs: now + 500 * day, row: { ...fine, generation: 2 } },
    { finding: "accepted", serviceMs: now + 500 * day, offsetMs: 0, cause: "" },
  ],
  [
    "another process has just confirmed the clock: this one was suspended",
    { rawMs: now + 20_000, row: { ...fine, markMs: now + 19_000 } },
    { finding: "followed", serviceMs: now + 20_000, offsetMs: 0, cause: "" },
  ],
  [
    "no other process has confirmed the clock: it jumped",
    { rawMs: now + 20_000, row: old },
    { finding: "jumped", serviceMs: now, offsetMs: -20_000, cause: "ran" },
  ],
  [
    "a mark from this process confirms nothing",
    { rawMs: now - 60_000, row: old },
    { finding: "jumped", serviceMs: now, offsetMs: 60_000, cause: "ran" },
    { ownMarkMs: now - 60_000 },
  ],
];

for (const [what, sample, outcome, more] of samples) {
  test(`while running: ${what}`, () =>
    assert.deepEqual(summarize(judgeSample(sample, { ...expected, ...more })), outcome));
}

test("keeps the time at which a jump was first noticed", () => {
  const { row } = judgeSample({ rawMs: now + 600 * day, row: jumped(-500 * day) }, expected);
  assert.deepEqual(row.jump, { cause: "ran", atMs: now - 1000 });
});
