/** The control routes and the ledger: what another process can read and set, and what is never recorded. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { SimControlError, parseFaultPlan, startSimulator } from "../src/index.ts";
import type { Simulator } from "../src/index.ts";
import { untilHeld } from "./until-held.ts";

const start = (): Promise<Simulator> =>
  startSimulator({
    api: (request, world: { reset: number }) => {
      if (request.path === "/broken") throw new RangeError("a bug");
      return { status: 200, json: { timeMs: request.timeMs, resets: world.reset }, effects: [{ kind: "seen" }] };
    },
    world: { reset: 0 },
    nowMs: () => 1_000,
    commands: {
      echo: (body) => ({ body }),
      refuse: () => {
        throw new SimControlError("not this");
      },
    },
  });

async function control(simulator: Simulator, path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${simulator.url}/__simulator/${path}`, {
    headers: { "x-simulator-control": "1" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

test("records a request without its token, in process and over HTTP", async () => {
  await using simulator = await start();
  const secretText = ["dp", "sa", "x".repeat(40)].join(".");
  const headers = { authorization: `Bearer ${secretText}`, "x-other": "kept out" };
  await fetch(`${simulator.url}/a?b=c`, { method: "POST", headers, body: '{"d":1}' });
  const [request] = simulator.ledger.requests;
  assert.equal(request?.bodyText, '{"d":1}');
  assert.deepEqual([request.method, request.path, request.query, request.timeMs], ["POST", "/a", "b=c", 1_000]);
  assert.equal(request.headers["authorization"], "Bearer");
  assert.equal(request.headers["x-other"], undefined);
  assert.ok(request.headerNames.includes("x-other"));
  const plain = await control(simulator, "ledger");
  assert.equal(JSON.stringify(plain.json).includes(secretText), false);
  assert.equal(JSON.stringify(plain.json).includes("bodyText"), false);
  const whole = await control(simulator, "ledger?include=body");
  assert.deepEqual(whole.json, JSON.parse(JSON.stringify(ledgerOf(simulator))));
  assert.equal(simulator.ledger.effects[0]?.requestSequence, request.sequence);
});

function ledgerOf({ ledger }: Simulator): unknown {
  return { requests: ledger.requests, effects: ledger.effects };
}

test("releases held requests over HTTP", async () => {
  await using simulator = await start();
  simulator.faults.add({ fault: { kind: "hold", when: "before_effect" } });
  const held = fetch(`${simulator.url}/a`);
  await untilHeld(simulator, 1);
  assert.deepEqual(await control(simulator, "release", {}), { status: 200, json: { released: 1 } });
  assert.equal((await held).status, 200);
  assert.deepEqual(await control(simulator, "release", {}), { status: 200, json: { released: 0 } });
});

test("requires the control header, rejects unknown routes and keeps control requests out of the ledger", async () => {
  await using simulator = await start();
  assert.equal((await fetch(`${simulator.url}/__simulator/ledger`)).status, 403);
  assert.equal((await control(simulator, "nothing")).status, 404);
  assert.equal((await control(simulator, "toString", {})).status, 404);
  assert.deepEqual(await control(simulator, "echo", { a: 1 }), { status: 200, json: { body: { a: 1 } } });
  assert.deepEqual(await control(simulator, "refuse", {}), { status: 400, json: { error: "not this" } });
  assert.equal(simulator.ledger.requests.length, 0);
});

test("replaces the plan over HTTP, and empties plan and ledger on reset", async () => {
  await using simulator = await start();
  simulator.faults.add({ fault: { kind: "html_502" } });
  const rule = { fault: { kind: "status", status: 429, headers: { "retry-after": "7" }, effect: false }, times: 2 };
  assert.equal((await control(simulator, "faults", [rule])).status, 200);
  const limited = await fetch(`${simulator.url}/a`);
  assert.deepEqual([limited.status, limited.headers.get("retry-after")], [429, "7"]);
  assert.equal((await control(simulator, "reset", {})).status, 200);
  assert.equal(simulator.ledger.requests.length, 0);
  assert.equal((await fetch(`${simulator.url}/a`)).status, 200);
});

test("rejects a malformed plan and keeps the current one", async () => {
  await using simulator = await start();
  simulator.faults.add({ fault: { kind: "html_502" } });
  const bad = [
    {},
    [{ fault: { kind: "nonsense" } }],
    [{ fault: { kind: "status", status: 99, effect: true } }],
    [{ fault: { kind: "status", status: 500 } }],
    [{ fault: { kind: "slow_drip", bytesPerMs: 0 } }],
    [{ fault: { kind: "truncate" }, times: 0 }],
    [{ fault: { kind: "truncate" }, match: { paht: "/" } }],
    [{ fault: { kind: "truncate" }, probability: 2 }],
  ];
  for (const plan of bad) {
    assert.throws(() => parseFaultPlan(plan), SimControlError, JSON.stringify(plan));
    assert.equal((await control(simulator, "faults", plan)).status, 400);
  }
  assert.equal(simulator.faults.pending.length, 1);
});

test("answers a bug in a simulated API with a 500 that says so, and doesn't crash", async () => {
  await using simulator = await start();
  const response = await fetch(`${simulator.url}/broken`);
  assert.deepEqual([response.status, await response.json()], [500, { simulatorFailed: "RangeError: a bug" }]);
});

test("answers the request before a body without framing", async () => {
  await using simulator = await start();
  const socket = connect(Number(new URL(simulator.url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  socket.write('DELETE /a HTTP/1.1\r\nHost: simulator\r\n\r\n{"name":"A"}');
  await new Promise((resolve) => socket.once("close", resolve));
  assert.match(received, /^HTTP\/1\.1 200 OK/);
  assert.equal(simulator.ledger.requests[0]?.status, 200);
});

test("awaits `prepare`, answers with bytes, and sends a 304 without a length", async () => {
  const world = { preparedPath: "" };
  await using simulator = await startSimulator({
    world,
    api: (request, { preparedPath }) =>
      request.path === "/same" ? { status: 304 } : { status: 200, bytes: Buffer.from([0xff, preparedPath.length]) },
    prepare: async ({ path }) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (path === "/refuse") throw new RangeError("connection refused");
      world.preparedPath = path;
    },
  });
  const response = await fetch(`${simulator.url}/four`);
  assert.deepEqual([...new Uint8Array(await response.arrayBuffer())], [0xff, "/four".length]);
  const same = await fetch(`${simulator.url}/same`);
  assert.deepEqual([same.status, same.headers.get("content-length")], [304, null]);
  const refused = await fetch(`${simulator.url}/refuse`);
  assert.equal(refused.status, 500);
  assert.deepEqual(await refused.json(), { simulatorFailed: "RangeError: connection refused" });
  assert.deepEqual(
    simulator.ledger.requests.map(({ status }) => status),
    [200, 304, 500],
  );
});
