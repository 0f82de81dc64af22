/** The doctor looks through the proxy in front of the server, and names what it does wrong. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeProbe, probeHoldMsMax, readProbe } from "../../../../src/domain/operators/proxy-probe.ts";
import type { OperatorDeployment, OperatorEnvironment } from "../../../../src/entry/cli/environment.ts";
import { proxyInFront } from "../../../../src/entry/cli/doctor/through.ts";
import { createEnvironment, findings } from "./subject.ts";

const through = "https://svc.example";
const deployment = {
  machine: { nowMs: () => 1000 },
  probeHashes: { hash: () => "1.proof" },
} as unknown as OperatorDeployment;

async function seen(change: Partial<OperatorEnvironment> = {}) {
  const environment = createEnvironment({ statusOf: () => Promise.resolve(200), ...change });
  const found = await findings(proxyInFront, { through, environment, deployment });
  return found.map(({ name = "", status, detail, remedy = "" }) => `${status} ${name}: ${detail}; ${remedy}`);
}

test("says how to try it, and that a good proxy is one", async () => {
  const [untried] = await findings(proxyInFront, { deployment });
  assert.equal(untried?.status, "look");
  assert.match(untried?.detail ?? "", /--through/);
  const asked: string[] = [];
  const hold: OperatorEnvironment["hold"] = (url, timeoutMs) => {
    asked.push(url);
    return Promise.resolve({ status: 200, beginMs: 5, endedMs: timeoutMs, isComplete: true });
  };
  const [host = "", timeout = "", ...others] = await seen({ hold });
  assert.match(host, /^ok proxy, Host header: /);
  assert.match(timeout, /^ok proxy, read timeout: at least 35 s/);
  assert.deepEqual(others, []);
  assert.deepEqual(asked, [`${through}/readyz/through?hold=35000&until=601000&proof=1.proof`]);
});

test("names the header, the timeout or the buffer that is wrong", async () => {
  const refused = () => Promise.resolve({ status: 403, code: "ORIGIN_NOT_ALLOWED" });
  assert.match(
    (await seen({ postTo: refused }))[0] ?? "",
    /^fail proxy, Host header: .*replaces the header Host.*proxy_set_header Host/,
  );
  const missing = () => Promise.resolve({ status: 404, code: null });
  assert.match((await seen({ postTo: missing }))[0] ?? "", /^fail .*\/mcp gets 404.*lead \/mcp/);
  const cut = () => Promise.resolve({ status: 200, beginMs: 4, endedMs: 10_020, isComplete: false });
  assert.match(
    (await seen({ hold: cut }))[1] ?? "",
    /^fail proxy, read timeout: .*after 10 s of silence.*35 s; .*proxy_read_timeout/,
  );
  const gateway = () => Promise.resolve({ status: 504, beginMs: 10_000, endedMs: 10_000, isComplete: true });
  assert.match((await seen({ hold: gateway }))[1] ?? "", /^fail proxy, read timeout: /);
  const buffered = () => Promise.resolve({ status: 200, beginMs: 35_010, endedMs: 35_020, isComplete: true });
  assert.match(
    (await seen({ hold: buffered }))[2] ?? "",
    /^fail proxy, buffering: .*35 s later; .*proxy_buffering off/,
  );
  const other = () => Promise.resolve({ status: 404, beginMs: 1, endedMs: 1, isComplete: true });
  assert.match((await seen({ hold: other }))[1] ?? "", /^look /);
  for (const response of [null, 502]) {
    const lines = await seen({ statusOf: () => Promise.resolve(response) });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^fail .*\/readyz/);
  }
});

test("the server takes a probe only from its own doctor, for ten minutes", () => {
  const hashes = {
    hash: (purpose: string, data: unknown) => JSON.stringify([purpose, data]),
    verify: (purpose: string, data: unknown, hash: string) => JSON.stringify([purpose, data]) === hash,
  };
  const query = makeProbe(hashes, 35_000, 1000);
  assert.equal(readProbe(hashes, query, 1000), 35_000);
  assert.equal(readProbe(hashes, query, 600_999), 35_000);
  for (const nowMs of [601_000, 0]) assert.equal(readProbe(hashes, query, nowMs), null);
  for (const [from, to] of [
    ["hold=35000", "hold=35001"],
    ["until=601000", "until=601001"],
    ["proof=", "proof=x"],
  ] as const) {
    assert.equal(readProbe(hashes, query.replace(from, to), 1000), null, to);
  }
  for (const text of ["", "hold=1", "hold=1&until=2&proof="]) assert.equal(readProbe(hashes, text, 1000), null, text);
  assert.equal(readProbe(hashes, makeProbe(hashes, probeHoldMsMax + 1, 1000), 1000), null);
});
