import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { timestamp, timestampOrNull } from "../../../src/domain/clock/timestamp.ts";

test("formats a time like toISOString, regardless of the previous time", () => {
  const time = fc.oneof(
    fc.integer({ min: 1_700_000_000_000, max: 1_700_400_000_000 }),
    fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
    fc.constantFrom(0, -1, 86_399_999, 86_400_000),
  );
  fc.assert(
    fc.property(fc.array(time, { maxLength: 5 }), (times) => {
      for (const ms of times) assert.equal(timestamp(ms), new Date(ms).toISOString());
    }),
  );
  assert.equal(timestampOrNull(null), null);
  assert.throws(() => timestamp(Number.NaN), RangeError);
});
