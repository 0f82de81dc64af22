/** Circuit breakers: when they open, for which calls, and how they close again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import fc from "fast-check";
import {
  decideAdmission,
  mustOpen,
  circuitAfter,
  type CircuitRules,
  type OpenCircuit,
} from "../../../src/domain/limits/circuit.ts";
import { createCircuits, type Circuits, judgeHealth } from "../../../src/domain/limits/circuits.ts";
import { testClock, type TestClock } from "./clock.ts";

const limits = { faultsMin: 10, openMs: 5000, openMsMax: 60_000, writeProbeAfterMs: 5000, probeMs: 30_000 };

type Fixture = { clock: TestClock; circuits: Circuits };

function makeFixture(faultsMin = limits.faultsMin): Fixture {
  const clock = testClock();
  return { clock, circuits: createCircuits({ ...limits, faultsMin }, clock) };
}

/** Seconds to wait, or null if the call is let through; `leave` releases an unused probe. */
function enter({ circuits }: Fixture, connectionId: string, effect: "read" | "write" = "read") {
  try {
    return { waitSeconds: null, leave: circuits.enter({ provider: "acme", connectionId, effect }) };
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, "PROVIDER_UNREACHABLE");
    assert.equal(error.connection_id, connectionId);
    return { waitSeconds: error.retryAfterSeconds ?? 0, leave: () => undefined };
  }
}

const passes = (fixture: Fixture, connectionId: string, effect: "read" | "write" = "read"): boolean => {
  const { waitSeconds, leave } = enter(fixture, connectionId, effect);
  leave();
  return waitSeconds === null;
};

function faults({ circuits }: Fixture, connectionId: string, count: number): void {
  for (let nth = 0; nth < count; nth += 1) circuits.report({ provider: "acme", connectionId }, "fault");
}

const respond = ({ circuits }: Fixture, connectionId: string): void => {
  circuits.report({ provider: "acme", connectionId }, "response");
};

test("ten consecutive faults open a connection's breaker; one response among them prevents it", () => {
  const fixture = makeFixture();
  faults(fixture, "con_1", 9);
  respond(fixture, "con_1");
  faults(fixture, "con_1", 9);
  assert.ok(passes(fixture, "con_1"));
  faults(fixture, "con_1", 1);
  assert.equal(enter(fixture, "con_1").waitSeconds, 5);
});

test("one broken connection never blocks the others; three do, if they are half of those in use", () => {
  const fixture = makeFixture();
  faults(fixture, "con_1", 500);
  assert.ok(!passes(fixture, "con_1"));
  assert.ok(passes(fixture, "con_2"));
  faults(fixture, "con_2", 1);
  assert.ok(passes(fixture, "con_3"), "two are too few sources");
  for (const one of ["con_4", "con_5", "con_6", "con_7"]) respond(fixture, one);
  assert.ok(passes(fixture, "con_4"));
  faults(fixture, "con_3", 1);
  assert.ok(passes(fixture, "con_4"), "three of seven are less than half");
  faults(fixture, "con_4", 1);
  assert.ok(!passes(fixture, "con_5"));
  assert.ok(!passes(fixture, "con_new"));
});

test("the response that closes a provider's breaker clears the counts of all its connections", () => {
  const fixture = makeFixture();
  for (const one of ["con_1", "con_2", "con_3"]) faults(fixture, one, 5);
  assert.ok(!passes(fixture, "con_4"));
  respond(fixture, "con_4");
  faults(fixture, "con_5", 1);
  assert.ok(passes(fixture, "con_4"));
});

test("probes an open breaker with one read at a time, and with a write only if there is no read", () => {
  const fixture = makeFixture();
  faults(fixture, "con_1", 10);
  fixture.clock.nowMs += 5000;
  assert.equal(enter(fixture, "con_1", "write").waitSeconds, 5, "reads first");
  const probe = enter(fixture, "con_1");
  assert.equal(probe.waitSeconds, null);
  assert.equal(enter(fixture, "con_1").waitSeconds, 30, "a probe is running");
  probe.leave();
  assert.ok(passes(fixture, "con_1"), "an unused probe is released");
  fixture.clock.nowMs += 5000;
  assert.ok(passes(fixture, "con_1", "write"), "there was no read");
  respond(fixture, "con_1");
  assert.ok(passes(fixture, "con_1", "write"));
  faults(fixture, "con_1", 9);
  assert.ok(passes(fixture, "con_1"), "a response clears the earlier counts");
});

test("a failed probe opens it again for twice as long, up to a minute; faults in between add nothing", () => {
  const fixture = makeFixture();
  faults(fixture, "con_1", 10);
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    faults(fixture, "con_1", 3);
    assert.equal(enter(fixture, "con_1").waitSeconds, seconds);
    fixture.clock.nowMs += seconds * 1000;
    assert.equal(enter(fixture, "con_1").waitSeconds, null);
    faults(fixture, "con_1", 1);
  }
});

test("forgets faults after an hour and sources inactive for a minute", () => {
  const fixture = makeFixture();
  faults(fixture, "con_1", 9);
  fixture.clock.nowMs += 3_600_000;
  faults(fixture, "con_1", 1);
  assert.ok(passes(fixture, "con_1"));
  for (const one of ["con_2", "con_3"]) faults(fixture, one, 4);
  fixture.clock.nowMs += 61_000;
  faults(fixture, "con_4", 2);
  assert.ok(passes(fixture, "con_5"));
});

test("0 faults mean no breaker", () => {
  const fixture = makeFixture(0);
  faults(fixture, "con_1", 1000);
  assert.ok(passes(fixture, "con_1", "write"));
});

test("classifies an exchange as a fault, a response, or inconclusive", () => {
  const answered = (status: number, kind: "complete" | "truncated" = "complete") => {
    const body = kind === "complete" ? ({ kind, text: "" } as const) : ({ kind: "unreadable", reason: kind } as const);
    return { kind: "answered", status, requestId: null, retryAfterSeconds: null, headers: {}, body } as const;
  };
  for (const reason of ["dns", "connect", "connect_timeout", "tls"] as const) {
    assert.equal(judgeHealth("POST", { kind: "not_sent", reason }), "fault", reason);
  }
  for (const reason of ["deadline", "not_allowed", "refused_address"] as const) {
    assert.equal(judgeHealth("POST", { kind: "not_sent", reason }), null, reason);
  }
  for (const reason of ["reset", "closed", "timeout", "protocol_error"] as const) {
    assert.equal(judgeHealth("GET", { kind: "lost", reason }), "fault", reason);
  }
  for (const status of [500, 502, 503, 599, 408, 421, 425, 103]) {
    assert.equal(judgeHealth("GET", answered(status)), "fault", String(status));
  }
  for (const status of [200, 204, 400, 401, 403, 404, 422, 429]) {
    assert.equal(judgeHealth("POST", answered(status)), "response", String(status));
  }
  assert.equal(judgeHealth("GET", answered(302)), "response");
  assert.equal(judgeHealth("POST", answered(307)), "fault", "a redirected change is unknown");
  assert.equal(judgeHealth("GET", answered(200, "truncated")), "fault");
  assert.equal(judgeHealth("GET", answered(404, "truncated")), "response");
});

const rules: CircuitRules = { ...limits, sourcesMin: 1 };
const openings = fc.option(
  fc.record({ count: fc.integer({ min: 1, max: 60 }), untilMs: fc.nat(100_000), probeUntilMs: fc.nat(100_000) }),
);

test("a response closes the circuit, a closed one lets every call through, and every wait ends", () => {
  const tally = fc.record({ faults: fc.nat(30), faultySources: fc.nat(5), sources: fc.nat(10) });
  const effect = fc.constantFrom("read", "write", "destructive");
  fc.assert(
    fc.property(openings, tally, effect, fc.nat(100_000), (opening: OpenCircuit | null, counts, what, nowMs) => {
      assert.equal(circuitAfter(opening, "response", counts, nowMs, rules), null);
      const after = circuitAfter(opening, "fault", counts, nowMs, rules);
      if (opening === null) assert.equal(after !== null, mustOpen(counts, rules));
      else assert.ok(after !== null && after.count >= opening.count && after.count <= opening.count + 1);
      assert.ok((after?.untilMs ?? 0) <= Math.max(nowMs, opening?.untilMs ?? 0) + rules.openMsMax);
      assert.deepEqual(decideAdmission(null, what, nowMs, rules), { kind: "pass", isProbe: false });
      const admission = decideAdmission(opening, what, nowMs, rules);
      if (opening === null || admission.kind === "pass") return;
      assert.ok(admission.retryAfterMs > 0);
      const then = decideAdmission(opening, what, nowMs + admission.retryAfterMs, rules);
      assert.deepEqual(then, { kind: "pass", isProbe: true }, "a call that waits for `retryAfterMs` is let through");
    }),
  );
});

test("in any sequence, no call waits without ten faults since the last response, and one source blocks only itself", () => {
  const step = fc.record({
    what: fc.constantFrom("fault", "fault", "fault", "response", "enter", "wait"),
    connection: fc.integer({ min: 0, max: 3 }),
    effect: fc.constantFrom<"read" | "write">("read", "write"),
    ms: fc.integer({ min: 1, max: 20_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), fc.boolean(), (steps, isOneBroken) => {
      const fixture = makeFixture();
      let consecutive = 0;
      for (const { what, connection, effect, ms } of steps) {
        const id = `con_${connection}`;
        if (what === "wait") fixture.clock.nowMs += ms;
        else if (what === "fault") {
          faults(fixture, isOneBroken ? "con_0" : id, 1);
          consecutive += 1;
        } else if (what === "response" && !(isOneBroken && connection === 0)) {
          respond(fixture, id);
          if (!isOneBroken) consecutive = 0;
        } else if (what === "enter") {
          const { waitSeconds, leave } = enter(fixture, id, effect);
          if (waitSeconds !== null) {
            assert.ok(consecutive >= limits.faultsMin, "refused without faults");
            assert.ok(!isOneBroken || connection === 0, "blocked by another's faults");
            assert.ok(waitSeconds >= 1 && waitSeconds <= 65);
          }
          leave();
        }
      }
      const last = enter(fixture, "con_9", "read");
      fixture.clock.nowMs += 65_000;
      last.leave();
      const probe = enter(fixture, "con_0");
      assert.equal(probe.waitSeconds, null, "after a minute a call is let through");
    }),
  );
});
