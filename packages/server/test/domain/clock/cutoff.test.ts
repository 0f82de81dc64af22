/** How far back retention reaches where some of the time on the clock did not pass. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutoffMs, spansAfterAccept } from "../../../src/domain/clock/cutoff.ts";
import type { UncountedSpan } from "../../../src/domain/clock/port.ts";

const span = (fromMs: number, toMs: number): UncountedSpan => ({ fromMs, toMs });

const cases: [string, [nowMs: number, keptMs: number, spans: UncountedSpan[]], number][] = [
  ["no span", [1000, 100, []], 900],
  ["a span before the cutoff", [1000, 100, [span(200, 500)]], 900],
  ["a span in between", [1000, 100, [span(450, 950)]], 400],
  ["a span up to now", [1000, 100, [span(500, 1000)]], 400],
  [
    "a cutoff at a span's end goes to its beginning: what is older has been kept for longer",
    [1000, 100, [span(500, 900)]],
    500,
  ],
  ["two spans, in any order", [1000, 100, [span(300, 460), span(500, 960)]], 280],
  ["two spans with the cutoff in between", [1000, 100, [span(300, 400), span(500, 920)]], 480],
  ["a span of which now is the middle", [700, 100, [span(500, 1000)]], 400],
  ["before the epoch", [1000, 5000, [span(500, 900)]], -4400],
];

for (const [what, args, wanted] of cases) test(what, () => assert.equal(cutoffMs(...args), wanted));

test("nothing goes before it has been kept for as long as it is to be, wherever the spans are", () => {
  const spans = [span(100, 300), span(350, 400), span(600, 900)];
  const passed = (fromMs: number, toMs: number): number => {
    let ms = 0;
    for (let at = fromMs; at < toMs; at += 1) if (!spans.some((one) => at >= one.fromMs && at < one.toMs)) ms += 1;
    return ms;
  };
  for (let kept = 0; kept <= 400; kept += 7) {
    const cutoff = cutoffMs(1000, kept, spans);
    for (let made = 0; made < 1000; made += 1) {
      if (made < cutoff) assert.ok(passed(made, 1000) > kept, `${made} goes after ${passed(made, 1000)} of ${kept}`);
      else assert.ok(passed(made, 1000) <= kept, `${made} stays after ${passed(made, 1000)} of ${kept}`);
    }
  }
});

const forward = { serviceMs: 1000, rawMs: 1500, gap: null, timePassed: false };
const accepted: [string, [UncountedSpan[], Parameters<typeof spansAfterAccept>[1]], UncountedSpan[]][] = [
  ["forward: what lies between did not pass", [[], forward], [span(1000, 1500)]],
  ["forward, and the time passed", [[], { ...forward, timePassed: true }], []],
  [
    "a gap at a start did not pass",
    [[], { serviceMs: 900, rawMs: 900, gap: span(500, 880), timePassed: false }],
    [span(500, 880)],
  ],
  ["a gap at a start passed", [[], { serviceMs: 900, rawMs: 900, gap: span(500, 880), timePassed: true }], []],
  ["gap and jump", [[], { ...forward, gap: span(500, 880) }], [span(500, 880), span(1000, 1500)]],
  ["earlier spans stay", [[span(1, 2)], forward], [span(1, 2), span(1000, 1500)]],
  [
    "back: what was remembered beyond is forgotten",
    [[span(1, 2), span(600, 990)], { ...forward, rawMs: 600 }],
    [span(1, 2)],
  ],
  ["back into a span: it ends there", [[span(600, 990)], { ...forward, rawMs: 700 }], [span(600, 700)]],
];

for (const [what, args, wanted] of accepted) {
  test(`accepting ${what}`, () => assert.deepEqual(spansAfterAccept(...args), wanted));
}
