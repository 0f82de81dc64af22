/** Arriving bodies: how they are counted, and which one is cut off. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createArrivals, type Arrival } from "../../../src/domain/limits/arrivals.ts";

function counted(limits: { requestsMax: number; bytesMax: number }) {
  const arrivals = createArrivals(limits);
  const cut: string[] = [];
  const begin = (name: string, sender = name): Arrival => arrivals.begin(sender, () => cut.push(name));
  return { arrivals, cut, begin };
}

test("counts a body until it is complete, and only once", () => {
  const { arrivals, begin } = counted({ requestsMax: 10, bytesMax: 1000 });
  const one = begin("one");
  one.received(100);
  one.received(50);
  assert.deepEqual(arrivals.now(), { requests: 1, bytes: 150 });
  one.end();
  one.end();
  one.received(70);
  assert.deepEqual(arrivals.now(), { requests: 0, bytes: 0 });
});

test("cuts off the oldest if there are too many bytes, and accepts the new one", () => {
  const { arrivals, cut, begin } = counted({ requestsMax: 10, bytesMax: 1000 });
  const [first, second, third] = [begin("first"), begin("second"), begin("third")];
  for (const arrival of [second, third, first]) arrival.received(400);
  assert.deepEqual(cut, ["first"]);
  assert.deepEqual(arrivals.now(), { requests: 2, bytes: 800 });
  second.end();
  begin("fourth").received(500);
  assert.deepEqual(cut, ["first"], "there is room again");
});

test("cuts off the oldest if there are too many requests", () => {
  const { arrivals, cut, begin } = counted({ requestsMax: 3, bytesMax: 1000 });
  for (const name of ["one", "two", "three", "four", "five"]) begin(name);
  assert.deepEqual(cut, ["one", "two"]);
  assert.equal(arrivals.now().requests, 3);
});

test("limits a sender to half of the room, at no cost to other senders", () => {
  const { cut, begin } = counted({ requestsMax: 8, bytesMax: 1000 });
  begin("honest").received(10);
  for (let index = 0; index < 20; index += 1) begin(`greedy ${index}`, "greedy");
  assert.equal(cut.length, 16);
  assert.ok(!cut.includes("honest"));
  begin("large", "other").received(501);
  assert.equal(cut.at(-1), "large", "more than half of the bytes");
  assert.ok(!cut.includes("honest"));
});
