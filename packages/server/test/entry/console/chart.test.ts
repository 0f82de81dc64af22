/** The chart: every part that isn't empty is visible, and a table has the same numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { activityChart } from "../../../src/entry/console/chart.ts";

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 24, 10);
const none = { succeeded: 0, failed: 0, unknown: 0, running: 0 };
const bars = [
  { ...none, fromMs: startMs, untilMs: startMs + hourMs, succeeded: 9000, failed: 1 },
  { ...none, fromMs: startMs + hourMs, untilMs: startMs + 2 * hourMs },
];
const rest = { providers: [], isSampled: false, isCut: false };

test("draws one failure among thousands, and has every number as text", () => {
  const { html } = activityChart({ ...rest, bars, total: { ...none, succeeded: 9000, failed: 1 } }, "24h");
  const heights = [...html.matchAll(/<rect class="(succeeded|failed)"[^>]* height="([\d.]+)"/g)];
  assert.deepEqual(
    heights.map(([, kind, height]) => `${kind} ${height}`),
    ["succeeded 180", "failed 3"],
  );
  assert.match(html, /role="img" aria-label="Executions per hour over the last 24 hours: 9,000 succeeded, 1 failed\./);
  assert.match(html, /<title>10:00–11:00: 9,000 succeeded, 1 failed<\/title>/);
  assert.match(html, /<title>11:00–12:00: none<\/title>/);
  assert.match(html, /<details class="numbers"><summary>Show the numbers<\/summary><table/);
  assert.equal(html.match(/<tr role="row">/g)?.length, 3);
  assert.doesNotMatch(html, / style=/);
});

test("says what to expect if there is nothing to draw", () => {
  const { html } = activityChart({ ...rest, bars, total: none }, "7d");
  assert.match(html, /No executions in the last 7 days/);
  assert.doesNotMatch(html, /<svg/);
});
