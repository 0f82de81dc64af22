/** Times, states and colors of terminals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, counted, isTime, relativeTime, takesColor, toneOf } from "@svc/contract/terminal";
import * as values from "@svc/contract/values";

const nowMs = Date.parse("2026-11-29T12:00:00Z");

test("says how long ago a time was, in its largest unit and with the right plural", () => {
  for (const [at, text] of [
    ["2026-11-29T12:00:00.400Z", "now"],
    ["2026-11-29T11:59:59Z", "1 second ago"],
    ["2026-11-29T11:59:01Z", "59 seconds ago"],
    ["2026-11-29T11:58:59Z", "1 minute ago"],
    ["2026-11-29T10:00:00Z", "2 hours ago"],
    ["2026-11-27T12:00:00Z", "2 days ago"],
    ["2026-11-29T12:03:00Z", "in 3 minutes"],
    ["2026-02-01T12:00:00Z", "2026-02-01"],
  ] as const) {
    assert.equal(relativeTime(Date.parse(at), nowMs), text);
  }
  assert.deepEqual([counted(1, "second"), counted(1200, "row")], ["1 second", "1,200 rows"]);
});

test("takes for a time only what has a date, a time and a zone", () => {
  assert.deepEqual(
    ["2026-11-29T12:00:00Z", "2026-11-29T12:00:00.123+01:00", "2026-11-29", "2026-13-29T12:00:00Z", "12:00"].map(
      isTime,
    ),
    [true, true, false, false, false],
  );
});

test("counts down in minutes and seconds", () => {
  assert.deepEqual([clockText(29 * 60_000 + 4_100), clockText(3_600_000), clockText(-5)], ["29:05", "1:00:00", "0:00"]);
});

test("knows the tone of every status in the contract", () => {
  const lists = Object.entries(values).filter(([name]) => /statuses$/i.test(name));
  assert.ok(lists.length >= 6);
  for (const [name, list] of lists) {
    for (const status of list as readonly string[]) assert.notEqual(toneOf(status), null, `${name}: ${status}`);
  }
  assert.deepEqual([toneOf("Done"), toneOf("in progress")], [null, "waiting"]);
});

test("takes colors on a terminal only, unless a variable says otherwise", () => {
  const terminal = { isTerminal: true, term: "xterm", noColor: null, forceColor: null };
  for (const [changed, taken] of [
    [{}, true],
    [{ isTerminal: false }, false],
    [{ term: "dumb" }, false],
    [{ noColor: "1" }, false],
    [{ isTerminal: false, forceColor: "1" }, true],
    [{ forceColor: "0" }, false],
    [{ noColor: "1", forceColor: "1" }, false],
  ] as const) {
    assert.equal(takesColor({ ...terminal, ...changed }), taken, JSON.stringify(changed));
  }
});
