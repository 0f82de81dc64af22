/** How far back retention reaches if some of the time on the clock did not really pass. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutoffMs, spansAfterAccept } from "../../../src/domain/clock/judge.ts";
import type { UncountedSpan } from "../../../src/domain/clock/port.ts";

const span = (fromMs: number, toMs: number): UncountedSpan => ({ fromMs, toMs });

const cases: [string, [nowMs: number, keptMs: number, spans: UncountedSpan[]], number][] = [
  ["no span", [1000, 100, []], 900],
  ["a span before the cutoff", [1000, 100, [span(200, 500)]], 900],
  ["a span in between", [1000, 100, [span(450, 950)]], 400],
  ["a span up to now", [1000, 100, [span(500, 1000)]], 400],
  ["a cutoff at a span's end moves to the span's start", [1000, 100, [span(500, 900)]], 500],
  ["two spans, in any order", [1000, 100, [span(300, 460), span(500, 960)]], 280],
  ["two spans with the cutoff in between", [1000, 100, [span(300, 400), span(500, 920)]], 480],
  ["a span that now is in the middle of", [700, 100, [span(500, 1000)]], 400],
  ["before the epoch", [1000, 5000, [span(500, 900)]], -4400],
];

for (const [what, args, expected] of cases) test(what, () => assert.equal(cutoffMs(...args), expected));

test("deletes nothing before it has been kept for its whole retention period", () => {
  const spans = [span(100, 300), span(350, 400), span(600, 900)];
  const passed = (fromMs: number, toMs: number): number => {
    let ms = 0;
    for (let at = fromMs; at < toMs; at += 1) if (!spans.some((one) => at >= one.fromMs && at < one.toMs)) ms += 1;
    return ms;
  };
  for (let kept = 0; kept <= 400; kept += 7) {
    const cutoff = cutoffMs(1000, kept, spans);
    for (let createdMs = 0; createdMs < 1000; createdMs += 1) {
      const age = passed(createdMs, 1000);
      if (createdMs < cutoff) assert.ok(age > kept, `${createdMs} is deleted after ${age} of ${kept}`);
      else assert.ok(age <= kept, `${createdMs} is kept after ${age} of ${kept}`);
    }
  }
});

const forward = { serviceMs: 1000, rawMs: 1500, gap: null, timePassed: false };
const accepted: [string, [UncountedSpan[], Parameters<typeof spansAfterAccept>[1]], UncountedSpan[]][] = [
  ["a jump forward: the time in between did not pass", [[], forward], [span(1000, 1500)]],
  ["a jump forward whose time really passed", [[], { ...forward, timePassed: true }], []],
  [
    "a gap at a start did not pass",
    [[], { serviceMs: 900, rawMs: 900, gap: span(500, 880), timePassed: false }],
    [span(500, 880)],
  ],
  ["a gap at a start passed", [[], { serviceMs: 900, rawMs: 900, gap: span(500, 880), timePassed: true }], []],
  ["a gap and a jump", [[], { ...forward, gap: span(500, 880) }], [span(500, 880), span(1000, 1500)]],
  ["a jump forward keeps earlier spans", [[span(1, 2)], forward], [span(1, 2), span(1000, 1500)]],
  ["a jump back drops the spans after it", [[span(1, 2), span(600, 990)], { ...forward, rawMs: 600 }], [span(1, 2)]],
  ["a jump back into a span shortens the span", [[span(600, 990)], { ...forward, rawMs: 700 }], [span(600, 700)]],
];

for (const [what, args, expected] of accepted) {
  test(`accepting ${what}`, () => assert.deepEqual(spansAfterAccept(...args), expected));
}
