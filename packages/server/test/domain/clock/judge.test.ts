/** What a look at the raw clock means, case by case. */
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

type Wanted = { finding: Finding; serviceMs: number; offsetMs: number; cause: string };
const seen = ({ finding, serviceMs, row }: ReturnType<typeof judgeStart>): Wanted => {
  return { finding, serviceMs, offsetMs: row.offsetMs, cause: row.jump?.cause ?? "" };
};

const starts: [string, { rawMs: number; row: ClockRow }, Wanted][] = [
  [
    "a new database has any time",
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
    "two years before the mark: time goes on from the mark",
    { rawMs: now - 730 * day, row: fine },
    { finding: "jumped", serviceMs: now, offsetMs: 730 * day, cause: "behind" },
  ],
  [
    "500 days after the mark: time is the clock's, and removal waits",
    { rawMs: now + 500 * day, row: fine },
    { finding: "jumped", serviceMs: now + 500 * day, offsetMs: 0, cause: "ahead" },
  ],
  [
    "a jump that was noticed before stays, with its offset",
    { rawMs: now + 500 * day, row: jumped(-500 * day) },
    { finding: "ok", serviceMs: now, offsetMs: -500 * day, cause: "ran" },
  ],
  [
    "a jump that was put right while the server was off is over",
    { rawMs: now + 3600, row: jumped(-500 * day) },
    { finding: "healed", serviceMs: now + 3600, offsetMs: 0, cause: "" },
  ],
  [
    "of two plausible times the nearer one counts: the clock was put right",
    { rawMs: now + 3600, row: jumped(3 * day) },
    { finding: "healed", serviceMs: now + 3600, offsetMs: 0, cause: "" },
  ],
  [
    "of two plausible times the nearer one counts: the clock is still wrong",
    { rawMs: now + 3 * day, row: jumped(3600 - 3 * day) },
    { finding: "ok", serviceMs: now + 3600, offsetMs: 3600 - 3 * day, cause: "ran" },
  ],
];

for (const [what, sample, wanted] of starts) {
  test(`at a start: ${what}`, () => assert.deepEqual(seen(judgeStart(sample)), wanted));
}

test("a start long after the mark remembers the gap from the first such start on", () => {
  assert.deepEqual(judgeStart({ rawMs: now + 500 * day, row: fine }).row.gap, { fromMs: now, toMs: now + 500 * day });
  const again = judgeStart({ rawMs: now + 500 * day, row: offTooLong }).row;
  assert.deepEqual(again.gap, { fromMs: gap.fromMs, toMs: now + 500 * day });
});

const expected = { serviceMs: now, generation: 1, ownMarkMs: now };
const old = { ...fine, markMs: now - 60_000 };
const samples: [string, { rawMs: number; row: ClockRow }, Wanted, Partial<typeof expected>?][] = [
  ["as expected", { rawMs: now + 40, row: fine }, { finding: "ok", serviceMs: now + 40, offsetMs: 0, cause: "" }],
  [
    "off by the tolerance",
    { rawMs: now - toleranceMs, row: fine },
    { finding: "ok", serviceMs: now - toleranceMs, offsetMs: 0, cause: "" },
  ],
  ...[500 * day, -730 * day, 100_000, -100_000, 300_000, -300_000, toleranceMs + 1].map(
    (by): [string, { rawMs: number; row: ClockRow }, Wanted] => [
      `off by ${by} ms: time goes on as expected`,
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
    "a clock that was behind at the start is set right, some minutes later by it",
    { rawMs: now + 600_000, row: jumped(730 * day, "behind") },
    { finding: "healed", serviceMs: now + 600_000, offsetMs: 0, cause: "" },
  ],
  [
    "a clock that was behind at the start is set to months later",
    { rawMs: now + 90 * day, row: jumped(730 * day, "behind") },
    { finding: "jumped", serviceMs: now, offsetMs: -90 * day, cause: "ran" },
  ],
  [
    "a jump of a running clock is over only where the clock is as expected",
    { rawMs: now + 600_000, row: jumped(730 * day) },
    { finding: "jumped", serviceMs: now, offsetMs: -600_000, cause: "ran" },
  ],
  [
    "healing leaves a gap that nobody has accounted for",
    { rawMs: now, row: { ...offTooLong, offsetMs: 90_000 } },
    { finding: "healed", serviceMs: now, offsetMs: 0, cause: "ahead" },
  ],
  [
    "an operator has accepted the clock",
    { rawMs: now + 500 * day, row: { ...fine, generation: 2 } },
    { finding: "accepted", serviceMs: now + 500 * day, offsetMs: 0, cause: "" },
  ],
  [
    "another process has just confirmed it: this one stood still",
    { rawMs: now + 20_000, row: { ...fine, markMs: now + 19_000 } },
    { finding: "followed", serviceMs: now + 20_000, offsetMs: 0, cause: "" },
  ],
  [
    "nobody has confirmed it since: the clock jumped",
    { rawMs: now + 20_000, row: old },
    { finding: "jumped", serviceMs: now, offsetMs: -20_000, cause: "ran" },
  ],
  [
    "a mark of this process is no witness",
    { rawMs: now - 60_000, row: old },
    { finding: "jumped", serviceMs: now, offsetMs: 60_000, cause: "ran" },
    { ownMarkMs: now - 60_000 },
  ],
];

for (const [what, sample, wanted, more] of samples) {
  test(`while running: ${what}`, () => assert.deepEqual(seen(judgeSample(sample, { ...expected, ...more })), wanted));
}

test("the row of a jump keeps the time at which it was noticed first", () => {
  const { row } = judgeSample({ rawMs: now + 600 * day, row: jumped(-500 * day) }, expected);
  assert.deepEqual(row.jump, { cause: "ran", atMs: now - 1000 });
});
