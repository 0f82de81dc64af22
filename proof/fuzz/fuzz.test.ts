/** The fuzzer in short form, and tests of its parts. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { chosenEngines, verifies, type OutgoingRequest } from "../../conformance/harness/index.ts";
import { seedOfRun } from "../../conformance/harness/seed.ts";
import { hostileJson } from "./hostile-json.ts";
import { runFuzz } from "./scenario.ts";
import { bytesOf, shownRequest, shrunk } from "./shrink.ts";
import type { Stall } from "./stall-gate.ts";
import { isOwnWork, repeated, type Sent } from "./stall-watch.ts";

const requestCount = 1500;

for (const engine of chosenEngines()) {
  verifies(
    "input.fuzz",
    `answers ${requestCount} requests on ${engine} as described, without a 500 or a stall`,
    async () => {
      const seed = seedOfRun();
      console.log(`SVC_TEST_SEED=${seed}`);
      const result = await runFuzz({ engine, requests: requestCount, seed, log: console.log });
      const { sent, statuses, longestTurn } = result;
      console.log(`${sent} requests, ${JSON.stringify(Object.fromEntries(statuses))}, ${JSON.stringify(longestTurn)}`);
      assert.deepEqual(result.faults, [], result.faults.join("\n"));
      assert.deepEqual(result.stalls, [], result.stalls.join("\n"));
      assert.ok(sent >= requestCount);
      assert.ok((statuses.get(200) ?? 0) > 0, "no request was valid enough to succeed");
    },
  );
}

test("the corpus has more than two hundred texts, none too large for a body", () => {
  assert.ok(hostileJson.length > 200, `${hostileJson.length}`);
  for (const { name, bytes } of hostileJson) assert.ok(bytes.length < 262_000, name);
});

test("JSON.parse agrees with the corpus on RFC 8259", () => {
  const isRead = (bytes: Buffer): boolean => {
    try {
      JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
      return true;
    } catch {
      return false;
    }
  };
  const wrong = hostileJson.filter(
    (one) => /^(?:allowed|large|forbidden|not)/.test(one.name) && isRead(one.bytes) !== one.isRead,
  );
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
});

test("counts a long turn if it repeats, or if no request was running", async () => {
  const stall = (cpuMs: number): Stall => ({ atMs: 0, wallMs: 200, cpuMs });
  const seen: Stall[] = [];
  const sent = (what: string, cpuMs: readonly number[]): Sent => {
    const left = [...cpuMs];
    const again = () => Promise.resolve(seen.push({ ...stall(left.shift() ?? 0), atMs: Date.now() + 1 }));
    return { what, fromMs: 0, toMs: 1, again };
  };
  const judge = (under: readonly Sent[], cpuMs = 150) =>
    repeated([stall(cpuMs)], { during: () => under }, (fromMs) => seen.filter(({ atMs }) => atMs > fromMs));
  assert.deepEqual(await judge([sent("each time", [120, 130])]), ["150 ms of work in a turn of 200 ms: each time"]);
  assert.deepEqual(await judge([sent("never again", [])]), []);
  assert.deepEqual(await judge([sent("once more", [120, 90])]), []);
  assert.equal((await judge([])).length, 1);
  assert.deepEqual(await judge([], 90), []);
});

test("distinguishes a busy event loop from a process that others keep from running", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-stalls-"));
  const file = join(folder, "stalls");
  const busy = "const from = process.threadCpuUsage().user; while (process.threadCpuUsage().user - from < 160_000);";
  const asleep = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);";
  try {
    for (const [work, isOwn] of [
      [busy, true],
      [asleep, false],
    ] as const) {
      const script = `setTimeout(() => { ${work} setTimeout(() => {}, 60); }, 60);`;
      const gate = pathToFileURL(join(import.meta.dirname, "stall-gate.ts")).href;
      const env = { SVC_PROOF_STALLS: file };
      const ran = spawnSync(process.execPath, [`--import=${gate}`, "-e", script], { env, encoding: "utf8" });
      assert.equal(ran.status, 0, ran.stderr);
      const stalls = readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Stall);
      assert.ok(stalls.some(({ wallMs }) => wallMs > 100));
      assert.equal(stalls.some(isOwnWork), isOwn, JSON.stringify(stalls));
      rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("shrinks a failing request, and shows it without its key", async () => {
  const request: OutgoingRequest = {
    method: "POST",
    path: "/v1/tenants?a=1",
    headers: [
      ["authorization", "Bearer svc_live_key"],
      ["x-a", "1"],
      ["x-b", "2"],
    ],
    body: `${"a".repeat(500)}!${"b".repeat(700)}`,
  };
  const least = await shrunk(
    request,
    async ({ headers = [], body }) => headers.some(([name]) => name === "x-b") && bytesOf(body).includes("!"),
  );
  assert.deepEqual([least.path, least.headers, bytesOf(least.body).toString()], ["/v1/tenants", [["x-b", "2"]], "!"]);
  assert.doesNotMatch(shownRequest(request), /svc_live_key/);
});
