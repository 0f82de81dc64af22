/** Failures that a developer rehearses: by a word in the input, or for the next request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rehearsalNames, rehearsalWord, rehearse, startSimulator } from "../src/index.ts";
import type { Simulator } from "../src/index.ts";
import { rehearsedBy } from "../src/rehearsal.ts";

const start = (): Promise<Simulator> =>
  startSimulator({ api: () => ({ status: 200, effects: [{ kind: "done" }] }), world: {} });

async function statusOf(simulator: Simulator, method: string, name: string): Promise<number | "reset"> {
  const body = method === "GET" ? {} : { body: JSON.stringify({ name }) };
  const query = method === "GET" ? `?name=${name}` : "";
  try {
    return (await fetch(`${simulator.url}/things${query}`, { method, ...body })).status;
  } catch {
    return "reset";
  }
}

const expected = [
  ["lose-response", "reset", 1, 200],
  ["reset", "reset", 0, 200],
  ["500", 500, 0, 500],
  ["429", 429, 0, 429],
] as const;

for (const [name, write, effects, read] of expected) {
  test(`${rehearsalWord(name)} in a request: ${name}`, async () => {
    await using simulator = await start();
    assert.equal(await statusOf(simulator, "POST", rehearsalWord(name)), write);
    assert.equal(simulator.ledger.effects.length, effects);
    assert.equal(await statusOf(simulator, "GET", rehearsalWord(name)), read);
  });

  test(`${name} for the next request, once`, async () => {
    await using simulator = await start();
    assert.equal(await rehearse(simulator.url, name, "write"), true);
    assert.equal(await statusOf(simulator, "GET", "A"), 200);
    assert.equal(await statusOf(simulator, "POST", "A"), write);
    assert.equal(await statusOf(simulator, "POST", "A"), 200);
  });
}

test("a slow response waits five seconds, after the effect", () => {
  const word = rehearsalWord("slow");
  const request = { sequence: 1, timeMs: 0, method: "POST", path: "/", query: new URLSearchParams(), headers: {} };
  assert.deepEqual(rehearsedBy({ ...request, bodyText: word }), { kind: "delay", ms: 5000, when: "after_effect" });
  assert.equal(rehearsedBy({ ...request, bodyText: "SVC_TEST_" }), undefined);
  assert.equal(rehearsalNames.length, expected.length + 1);
});

test("a failure waits for reads if requested", async () => {
  await using simulator = await start();
  assert.equal(await rehearse(simulator.url, "500", "read"), true);
  assert.equal(await statusOf(simulator, "POST", "A"), 200);
  assert.equal(await statusOf(simulator, "GET", "A"), 500);
});

test("reports if no simulator answers", async () => {
  const simulator = await start();
  const { url } = simulator;
  await simulator.close();
  assert.equal(await rehearse(url, "500"), false);
});

for (const body of [{}, { fault: "explode" }, { fault: "500", on: "never" }]) {
  test(`refuses to rehearse ${JSON.stringify(body)}`, async () => {
    await using simulator = await start();
    const headers = { "x-simulator-control": "1" };
    const url = `${simulator.url}/__simulator/rehearse`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    assert.equal(response.status, 400);
    assert.equal(await statusOf(simulator, "POST", "A"), 200);
  });
}
