/** The bound on deliveries that are recorded at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { receiveAtMost } from "../../../src/domain/provider-events/at-once.ts";
import type { Incoming } from "../../../src/domain/provider-events/receive.ts";

const incoming: Incoming = { provider: "github", appId: "app-1", header: () => null, body: new Uint8Array() };
const isOverloaded = (error: unknown): boolean => error instanceof ServiceError && error.code === "OVERLOADED";

test("refuses deliveries while there are too many, before and after their body is read", async () => {
  const waiting: PromiseWithResolvers<{ text: string }>[] = [];
  let shed = 0;
  const receive = (): Promise<{ text: string }> => {
    const one = Promise.withResolvers<{ text: string }>();
    waiting.push(one);
    return one.promise;
  };
  const bounded = receiveAtMost(receive, { atOnceMax: 2, onShed: () => (shed += 1) });
  const [first, second] = [bounded.receive(incoming), bounded.receive(incoming)];
  assert.throws(() => bounded.checkRoom(), isOverloaded);
  await assert.rejects(bounded.receive(incoming), isOverloaded);
  assert.deepEqual([waiting.length, shed], [2, 2]);

  waiting[0]?.resolve({ text: "" });
  await first;
  bounded.checkRoom();
  const third = bounded.receive(incoming);
  assert.throws(() => bounded.checkRoom(), isOverloaded);

  // One that fails gives its place back too.
  waiting[1]?.reject(new Error("the database is away"));
  await assert.rejects(second);
  bounded.checkRoom();
  waiting[2]?.resolve({ text: "" });
  assert.deepEqual(await third, { text: "" });
});
