/** Errors' texts for operators, and times in words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCodes, errorTable, type ErrorCode } from "@svc/contract";
import {
  errorText,
  formatDuration,
  formatNumber,
  formatPercent,
  relativeTime,
} from "../../../src/entry/console/texts.ts";

/** The codes that an execution's record or an operator's own action can have. */
const shown = errorCodes.filter((code) =>
  /^(?:ACTION|PROVIDER|INPUT|SECRET|EXECUTION|TENANT_NOT|CONNECTION_NOT|WEBHOOK_ENDPOINT|EVENT|NOT_FOUND)/.test(code),
);

test("speaks to an operator: no header, no endpoint and no raw Markdown of the API", () => {
  assert.ok(shown.length > 15);
  for (const code of shown) {
    const { html } = errorText(code, errorTable[code].detail);
    assert.doesNotMatch(html, /`|Retry-After|:resolve|same request|openapi|new key/, code);
  }
});

test("keeps what a record says beyond the table, with code as code, and escapes it", () => {
  const code: ErrorCode = "PROVIDER_REJECTED";
  assert.equal(errorText(code, "No <b> in `name`.").html, "No &lt;b&gt; in <code>name</code>.");
  assert.equal(errorText("LATER_CODE", "Why.").html, "Why.");
  assert.match(errorText("ACTION_OUTCOME_UNKNOWN", "").html, /may or may not have taken effect/);
});

test("says how far away a time is, and its date if that is more than a month", () => {
  const nowMs = Date.UTC(2026, 10, 24, 12);
  const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
  const textFor = (distanceMs: number): string => relativeTime(nowMs + distanceMs, nowMs);
  assert.equal(textFor(-59_999), "just now");
  assert.equal(textFor(-minuteMs), "1 min ago");
  assert.equal(textFor(-59.9 * minuteMs), "59 min ago");
  assert.equal(textFor(-hourMs), "1 h ago");
  assert.equal(textFor(-dayMs), "1 day ago");
  assert.equal(textFor(-31 * dayMs), "31 days ago");
  assert.equal(textFor(-32 * dayMs), "Oct 23, 2026");
  assert.equal(textFor(30_000), "in a moment");
  assert.equal(textFor(20 * dayMs), "in 20 days");
});

test("never rounds a small number to zero", () => {
  assert.deepEqual([0, 0.2, 1, 1234.4].map(formatNumber), ["0", "<1", "1", "1,234"]);
  assert.deepEqual(
    [formatPercent(0, 0), formatPercent(0, 5), formatPercent(1, 5000), formatPercent(1, 80), formatPercent(1, 2)],
    ["–", "0%", "<0.1%", "1.3%", "50%"],
  );
  assert.deepEqual([null, 420, 1250].map(formatDuration), ["–", "420 ms", "1.3 s"]);
});
