/** Every fault of the plan: what the client receives, and whether the ledger records an effect. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { test } from "node:test";
import { startSimulator } from "../src/index.ts";
import type { Fault, FaultRule, SimApi, Simulator } from "../src/index.ts";
import { untilHeld } from "./until-held.ts";

interface Counter {
  count: number;
}

const api: SimApi<Counter> = (request, world) => {
  if (request.method === "GET") return { status: 200, json: { count: world.count } };
  world.count += 1;
  if (request.method === "DELETE") return { status: 204, effects: [{ kind: "counter.add" }] };
  const json = { count: world.count, filler: "f".repeat(200) };
  return { status: 200, json, effects: [{ kind: "counter.add", to: world.count }] };
};

type Start = Simulator & { world: Counter };

async function start(...rules: FaultRule[]): Promise<Start> {
  const world = { count: 0 };
  const simulator = await startSimulator({ api, world });
  simulator.faults.add(...rules);
  return Object.assign(simulator, { world });
}

interface Seen {
  status: number | null;
  headers: Record<string, unknown>;
  body: Buffer;
  interim: number[];
  failure: string | null;
}

/** One raw exchange: what arrived, and Node's error code if the connection broke. */
function exchange(simulator: Simulator, method: string, deadlineMs = 5000): Promise<Seen> {
  return new Promise((resolve) => {
    const seen: Seen = { status: null, headers: {}, body: Buffer.alloc(0), interim: [], failure: null };
    const fail = (error: NodeJS.ErrnoException): void => {
      resolve({ ...seen, failure: error.code ?? error.message });
    };
    const sent = httpRequest(`${simulator.url}/things`, { method, agent: false }, (response) => {
      seen.status = response.statusCode ?? null;
      seen.headers = response.headers;
      response.on("data", (chunk: Buffer) => (seen.body = Buffer.concat([seen.body, chunk])));
      response.on("error", fail);
      response.on("end", () => {
        resolve(seen);
      });
    });
    sent.on("information", (interim) => seen.interim.push(interim.statusCode));
    sent.on("error", fail);
    sent.setTimeout(deadlineMs, () => {
      sent.destroy(Object.assign(new Error("no response"), { code: "NO_RESPONSE" }));
    });
    sent.end();
  });
}

interface Case {
  readonly fault: Fault;
  readonly effects: 0 | 1;
  readonly failure?: string;
  readonly status?: number | null;
  readonly deadlineMs?: number;
}

const cases: readonly Case[] = [
  { fault: { kind: "reset_before_effect" }, effects: 0, failure: "ECONNRESET" },
  { fault: { kind: "reset_after_effect" }, effects: 1, failure: "ECONNRESET" },
  { fault: { kind: "hang_before_effect" }, effects: 0, failure: "NO_RESPONSE", deadlineMs: 100 },
  { fault: { kind: "hang_after_effect" }, effects: 1, failure: "NO_RESPONSE", deadlineMs: 1000 },
  { fault: { kind: "delay", ms: 5, when: "before_effect" }, effects: 1, status: 200 },
  { fault: { kind: "delay", ms: 5, when: "after_effect" }, effects: 1, status: 200 },
  { fault: { kind: "delay", ms: 60_000, when: "before_effect" }, effects: 0, failure: "NO_RESPONSE", deadlineMs: 100 },
  { fault: { kind: "delay", ms: 60_000, when: "after_effect" }, effects: 1, failure: "NO_RESPONSE", deadlineMs: 1000 },
  { fault: { kind: "truncate" }, effects: 1, status: 200, failure: "ECONNRESET" },
  { fault: { kind: "truncate_chunked" }, effects: 1, status: 200, failure: "ECONNRESET" },
  { fault: { kind: "status", status: 503, text: "busy", effect: false }, effects: 0, status: 503 },
  { fault: { kind: "status", status: 503, json: { messages: [] }, effect: true }, effects: 1, status: 503 },
  { fault: { kind: "status", status: 103, effect: true }, effects: 1, status: 200 },
  { fault: { kind: "status", status: 103, effect: false }, effects: 0, failure: "ECONNRESET" },
  { fault: { kind: "html_502" }, effects: 0, status: 502 },
  { fault: { kind: "html_502", effect: true }, effects: 1, status: 502 },
  { fault: { kind: "malformed_json" }, effects: 1, status: 200 },
  { fault: { kind: "gzip_bomb", bytes: 1_000_000 }, effects: 1, status: 200 },
  { fault: { kind: "nul_body" }, effects: 1, status: 200 },
  { fault: { kind: "slow_drip", bytesPerMs: 10 }, effects: 1, status: 200 },
  { fault: { kind: "redirect", status: 307, location: "http://127.0.0.2/" }, effects: 0, status: 307 },
  { fault: { kind: "close_before_response" }, effects: 0, failure: "ECONNRESET" },
  { fault: { kind: "close_before_response", effect: true }, effects: 1, failure: "ECONNRESET" },
];

for (const { fault, effects, failure = null, status = null, deadlineMs } of cases) {
  test(`${JSON.stringify(fault)}: ${failure ?? status}, ${effects} effect(s)`, async () => {
    await using simulator = await start({ fault });
    const seen = await exchange(simulator, "POST", deadlineMs);
    assert.deepEqual({ failure: seen.failure, status: seen.status }, { failure, status });
    assert.equal(simulator.world.count, effects);
    assert.equal(simulator.ledger.effects.length, effects);
    assert.equal(simulator.ledger.requests[0]?.fault, fault.kind);
    assert.equal(simulator.ledger.requests[0].status, status);
    assert.equal((await exchange(simulator, "GET")).status, 200, "the fault fires once");
  });
}

for (const when of ["before_effect", "after_effect"] as const) {
  test(`answers a request that is held ${when} only after its release`, async () => {
    await using simulator = await start({ times: 2, fault: { kind: "hold", when } });
    const responses = [exchange(simulator, "POST", 60_000), exchange(simulator, "POST", 60_000)];
    await untilHeld(simulator, 2);
    assert.equal(simulator.world.count, when === "before_effect" ? 0 : 2);
    assert.deepEqual(
      simulator.ledger.requests.map(({ status }) => status),
      [null, null],
    );
    simulator.release();
    assert.equal(simulator.held, 0);
    for (const response of responses) assert.equal((await response).status, 200);
    assert.equal(simulator.world.count, 2);
  });
}

test("corrupts bodies as the fault's name says", async () => {
  const kinds: Fault[] = [{ kind: "malformed_json" }, { kind: "nul_body" }, { kind: "gzip_bomb", bytes: 1_000_000 }];
  await using simulator = await start(...kinds.map((fault) => ({ fault })), {
    fault: { kind: "status", status: 103, effect: true },
  });
  const malformed = await exchange(simulator, "POST");
  assert.throws(() => JSON.parse(malformed.body.toString()) as unknown, SyntaxError);
  assert.equal(malformed.headers["content-length"], String(malformed.body.length));
  assert.deepEqual([...new Set((await exchange(simulator, "POST")).body)], [0]);
  const bomb = await exchange(simulator, "POST");
  assert.equal(bomb.headers["content-encoding"], "gzip");
  assert.ok(bomb.body.length < 20_000);
  assert.deepEqual((await exchange(simulator, "POST")).interim, [103]);
});

test("cuts a response without a body inside its headers", async () => {
  await using simulator = await start({ fault: { kind: "truncate" } });
  const seen = await exchange(simulator, "DELETE");
  assert.deepEqual([seen.status, simulator.world.count], [null, 1]);
  assert.notEqual(seen.failure, null);
});

test("matches rules by method, path prefix and count, in order", async () => {
  const busy: Fault = { kind: "status", status: 503, effect: false };
  await using simulator = await start(
    { match: { method: "POST", path: "/th*", nth: 2 }, times: 2, fault: busy },
    { match: { path: "/elsewhere" }, times: "always", fault: { kind: "html_502" } },
  );
  const statuses: (number | null)[] = [];
  for (const method of ["POST", "GET", "POST", "POST", "POST"])
    statuses.push((await exchange(simulator, method)).status);
  assert.deepEqual(statuses, [200, 200, 503, 503, 200]);
  assert.equal(simulator.faults.pending.length, 1);
});

test("draws probabilities from the seed: two runs fail the same requests", async () => {
  const run = async (): Promise<(number | null)[]> => {
    const rule: FaultRule = { probability: 0.5, times: "always", fault: { kind: "html_502" } };
    await using simulator = await start(rule);
    const statuses: (number | null)[] = [];
    for (let call = 0; call < 20; call += 1) statuses.push((await exchange(simulator, "GET")).status);
    return statuses;
  };
  const first = await run();
  assert.deepEqual(await run(), first);
  assert.deepEqual(new Set(first), new Set([200, 502]));
});

test("destroys a hanging connection on close", async () => {
  const simulator = await start({ fault: { kind: "hang_before_effect" } });
  const hanging = exchange(simulator, "POST");
  while (simulator.ledger.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await simulator.close();
  assert.equal((await hanging).failure, "ECONNRESET");
});
