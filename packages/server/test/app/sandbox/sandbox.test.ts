/** The sandbox's rules: loopback addresses only, and one key for all processes that start at the same time. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { ConfigError } from "../../../src/app/config.ts";
import { registeredProviders } from "../../../src/app/providers.ts";
import {
  readOrMakeSandboxKey,
  readSandboxKey,
  readSandboxProvider,
  sandboxKeyFile,
  startSandboxTargets,
} from "../../../src/app/sandbox.ts";

function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-sandbox-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("accepts only a loopback address for a simulator", () => {
  for (const origin of ["http://127.0.0.1:4010", "http://127.8.9.1:1", "http://localhost:4010", "http://[::1]:4010"]) {
    assert.deepEqual(readSandboxProvider(`doppler=${origin}`, ["doppler"]), { slug: "doppler", origin });
  }
  const refused = [
    "doppler=http://10.0.0.1:4010",
    "doppler=http://example.com",
    "doppler=http://127.0.0.1.example.com:80",
    "doppler=http://localhost.example.com",
    "doppler=https://127.0.0.1:4010",
    "doppler=http://127.0.0.1:4010/path",
    "doppler=http://user@127.0.0.1:4010/x",
    "doppler=",
    "other=http://127.0.0.1:4010",
    "http://127.0.0.1:4010",
  ];
  for (const argument of refused)
    assert.throws(() => readSandboxProvider(argument, ["doppler"]), ConfigError, argument);
});

test("creates the key once, next to the database, and readable only by its owner", (context) => {
  const folder = folderFor(context);
  const url = `sqlite:${join(folder, "data", "svc.sqlite")}`;
  const first = readOrMakeSandboxKey(url, randomBytes);
  assert.match(first, /^sandbox:[A-Za-z0-9+/]{43}=\n$/);
  assert.equal(readOrMakeSandboxKey(url, randomBytes), first);
  assert.equal(statSync(sandboxKeyFile(url)).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(join(folder, "data")), ["sandbox-vault-key"]);
});

test("uses the key of a replica that created it a moment earlier, and leaves no other files", (context) => {
  const folder = folderFor(context);
  const url = `sqlite:${join(folder, "svc.sqlite")}`;
  const theirs = "sandbox:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
  let asked = 0;
  const racing = (count: number): Uint8Array => {
    // Another process links its key between our check and our link.
    if (asked === 0) writeFileSync(sandboxKeyFile(url), theirs);
    asked += 1;
    return randomBytes(count);
  };
  assert.equal(readOrMakeSandboxKey(url, racing), theirs);
  assert.deepEqual(readdirSync(folder), ["sandbox-vault-key"]);
});

test("creates no key for an existing sandbox, and says where its own should be", (context) => {
  const folder = folderFor(context);
  const url = `sqlite:${join(folder, "svc.sqlite")}`;
  assert.throws(() => readSandboxKey(url), {
    name: "ConfigError",
    message: new RegExp(`not in ${sandboxKeyFile(url)}`),
  });
  assert.deepEqual(readdirSync(folder), []);
  const made = readOrMakeSandboxKey(url, randomBytes);
  assert.equal(readSandboxKey(url), made);
});

test("closes the simulators that it started if another can't start, so that the process ends", async (context) => {
  const databaseUrl = `sqlite:${join(folderFor(context), "svc.sqlite")}`;
  const [doppler, other] = ["doppler", "stripe"].map((slug) =>
    registeredProviders.find(({ provider }) => provider.slug === slug),
  );
  assert.ok(doppler !== undefined && other !== undefined);
  let closed = 0;
  const startSimulator: typeof doppler.startSimulator = async (file) => {
    const simulator = await doppler.startSimulator(file);
    context.after(() => simulator.close());
    const close = async (): Promise<void> => {
      closed += 1;
      await simulator.close();
    };
    return { ...simulator, url: simulator.url, close };
  };
  const broken = { ...other, startSimulator: () => Promise.reject(new Error("no such package")) };
  const config = { oauthApps: new Map(), databaseUrl, listedOrigins: new Map(), extraCa: null };
  const started = startSandboxTargets([{ ...doppler, startSimulator }, broken], [], config);
  await assert.rejects(started, /no such package/);
  assert.equal(closed, 1);
});
