/** The gate: what it refuses, and when a request stops counting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createGate, slowLoopInFlightMin, findShortage, type Gate } from "../../../src/domain/limits/gate.ts";

const limits = { inFlightMax: 100, loopDelayMsMax: 200, databaseWaitingMax: 500 };
const idle = { inFlight: 0, loopDelayMs: 0, databaseWaiting: 0 };

test("refuses when there are too many requests, too many waiting statements, or a slow loop under work", () => {
  assert.equal(findShortage(idle, limits), null);
  assert.equal(findShortage({ ...idle, inFlight: 99 }, limits), null);
  assert.equal(findShortage({ ...idle, inFlight: 100 }, limits), "requests");
  assert.equal(findShortage({ ...idle, databaseWaiting: 499 }, limits), null);
  assert.equal(findShortage({ ...idle, databaseWaiting: 500 }, limits), "database");
  const slow = { ...idle, loopDelayMs: 201 };
  assert.equal(findShortage(slow, limits), null, "refusing does not help a loop that is slow without work");
  assert.equal(findShortage({ ...slow, inFlight: slowLoopInFlightMin - 1 }, limits), null);
  assert.equal(findShortage({ ...slow, inFlight: slowLoopInFlightMin }, limits), "event_loop");
  assert.equal(findShortage({ ...slow, inFlight: slowLoopInFlightMin, loopDelayMs: 200 }, limits), null);
  assert.equal(
    findShortage({ ...slow, inFlight: 99 }, { ...limits, loopDelayMsMax: 0 }),
    null,
    "0 disables the delay check",
  );
});

function isFull(gate: Gate): boolean {
  try {
    gate.enter().answered();
    return false;
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === "OVERLOADED" && (error.retryAfterSeconds ?? 0) > 0);
    return true;
  }
}

const gateOfOne = (): Gate => createGate({ ...limits, inFlightMax: 1 }, () => idle);

test("a request counts until it was answered and no work is left, in either order", () => {
  const gate = gateOfOne();
  const hungUp = gate.enter();
  const end = hungUp.work();
  hungUp.answered();
  hungUp.answered();
  assert.ok(isFull(gate), "its caller has hung up, and it is still being worked on");
  end();
  assert.ok(!isFull(gate));
  const slow = gate.enter();
  slow.work()();
  assert.ok(isFull(gate), "its response is still being sent");
  slow.answered();
  assert.ok(!isFull(gate));
});

test("work that starts after the caller has hung up counts again", () => {
  const gate = gateOfOne();
  const visit = gate.enter();
  visit.answered();
  const end = visit.work();
  assert.ok(isFull(gate));
  end();
  assert.ok(!isFull(gate));
});

test("a dismissed request stops counting for good", () => {
  const gate = gateOfOne();
  const stream = gate.enter();
  const end = stream.work();
  stream.dismiss();
  assert.ok(!isFull(gate));
  end();
  stream.answered();
  const next = gate.enter();
  assert.ok(isFull(gate), "it was subtracted once");
  next.answered();
});

test("a request that waits for somebody else's server doesn't count until it continues", () => {
  const gate = gateOfOne();
  const visit = gate.enter();
  const end = visit.work();
  const [resume, resumeOther] = [visit.pause(), visit.pause()];
  assert.ok(!isFull(gate));
  resume();
  assert.ok(!isFull(gate), "it still waits for another");
  resumeOther();
  assert.ok(isFull(gate));
  const last = visit.pause();
  visit.answered();
  end();
  last();
  assert.equal(gate.inFlight(), 0);
});
