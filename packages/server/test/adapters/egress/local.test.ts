/** A machine that can't open a connection: no one else is blamed for it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createProviderNames } from "../../../src/adapters/egress/names.ts";
import { egressTo, rawServer, requestCount, sendOnce } from "./raw-server.ts";

const program = fileURLToPath(new URL("few-descriptors.ts", import.meta.url));

/** Runs the program with few file descriptors, and returns what it printed. */
async function runShort(port: number): Promise<Record<string, unknown>> {
  const command = 'ulimit -n 60; exec "$@"';
  const child = spawn("sh", ["-c", command, "sh", process.execPath, program, String(port)]);
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (bytes: Buffer) => void (printed.stdout += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => void (printed.stderr += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  assert.equal(code, 0, printed.stderr);
  return JSON.parse(printed.stdout) as Record<string, unknown>;
}

test("without a file descriptor, providers, webhooks and documents all fail here", async (t) => {
  const server = await rawServer(t, (socket) => void socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
  const { before, during, shortage, told, noted, after } = await runShort(server.port);
  assert.equal((before as { kind: string }).kind, "answered");
  assert.deepEqual(during, {
    named: { kind: "not_sent", reason: "local" },
    numbered: { kind: "not_sent", reason: "local" },
    webhook: { kind: "none", fault: "local" },
    document: { kind: "none", fault: "local" },
  });
  assert.equal(shortage, "EMFILE");
  assert.deepEqual(noted, ["EMFILE"]);
  assert.match(
    String(told),
    /^connections can't be opened: this process has too few file descriptors; raise LimitNOFILE/,
  );
  assert.equal(after, "answered");
  assert.equal(requestCount(server), 2);
});

const lacking = { note: () => undefined, shortage: () => "EMFILE" };

test("a lookup without a descriptor forgets no address, and is this machine's fault", async (t) => {
  const notFound = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
  const clock = { nowMs: 0 };
  let responses: (typeof found)[] = [];
  const found = [{ address: "20.30.40.50", family: 4 }];
  const lookup = createProviderNames({
    monotonicMs: () => clock.nowMs,
    patienceMs: 60_000,
    ask: () => Promise.resolve(responses.pop()).then((one) => one ?? Promise.reject(notFound)),
    machine: lacking,
  });
  const { signal } = new AbortController();
  responses = [found];
  assert.deepEqual(await lookup("api.acme.io", signal), found);
  clock.nowMs = 60_000;
  assert.deepEqual(await lookup("api.acme.io", signal), found);
  const ask = () => Promise.reject(notFound);
  const to = (machine?: typeof lacking) =>
    sendOnce(egressTo(t, "http://api.localhost:1", { askName: ask, ...(machine === undefined ? {} : { machine }) }));
  assert.deepEqual(await to(lacking), { kind: "not_sent", reason: "local" });
  assert.deepEqual(await to(), { kind: "not_sent", reason: "dns" });
});
