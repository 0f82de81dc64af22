/** SQLite with several processes: one server, operators' commands, and a server killed while it writes. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openStore } from "../../../src/adapters/store/open.ts";
import { addTenant, keyedExecution, makeTenant } from "./samples.ts";
import { testSeals } from "../../test-seals.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-processes-"));
});
after(() => rm(folder, { recursive: true }));

const open = (url: string, serve: boolean) =>
  openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve });

type Opened = { opened: boolean; refusal?: string; clientId: string; tenantId: string };

async function startServer(url: string): Promise<{ child: ChildProcess; opened: Opened }> {
  const child = fork(join(import.meta.dirname, "testing/sqlite-server.ts"), [url]);
  const [opened] = (await once(child, "message")) as [Opened];
  return { child, opened };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

test("rejects a second server while the first is alive, but not after it was killed", async () => {
  const url = `sqlite:${folder}/second.sqlite`;
  const first = await startServer(url);
  try {
    assert.equal(first.opened.opened, true);
    const second = await startServer(url);
    assert.equal(second.opened.opened, false);
    assert.match(second.opened.refusal ?? "", /^Another server is using .*second\.sqlite: stop it first/);
    await assert.rejects(open(url, true), { name: "StoreStartError", message: /^Another server is using / });
  } finally {
    await kill(first.child);
  }
  const next = await open(url, true);
  await assert.rejects(open(url, true), { name: "StoreStartError" });
  await next.close();
  await (await open(url, true)).close();
});

test("an operator's command works next to the server while both write", async () => {
  const url = `sqlite:${folder}/beside.sqlite`;
  const { child, opened } = await startServer(url);
  try {
    child.send("write");
    await once(child, "message");
    const operator = await open(url, false);
    for (let n = 0; n < 20; n += 1) await addTenant(operator, opened.clientId);
    const { rows } = await operator.tenants.list(opened.clientId, {
      externalId: null,
      label: null,
      reach: null,
      after: null,
      limit: 100,
    });
    assert.equal(rows.length, 21);
    await operator.close();
  } finally {
    await kill(child);
  }
});

test("keeps what was confirmed before a kill, and settles the dead server's attempts", async () => {
  const url = `sqlite:${folder}/killed.sqlite`;
  const { child, opened } = await startServer(url);
  const written: string[] = [];
  const enough = new Promise<void>((resolve) => {
    child.on("message", (message: { written: string }) => {
      written.push(message.written);
      if (written.length === 200) resolve();
    });
  });
  child.send("write");
  await enough;
  await kill(child);
  const store = await open(url, true);
  for (const id of written) {
    assert.equal((await store.executions.find(opened.clientId, opened.tenantId, id))?.status, "dispatched", id);
  }
  // Its lease would last for minutes, but holding the lock proves that it is dead.
  const swept = await store.executions.sweep({ silent: [], limit: 100_000 });
  assert.ok(swept.unknown >= written.length);
  for (const id of written) {
    assert.equal((await store.executions.find(opened.clientId, opened.tenantId, id))?.status, "outcome_unknown", id);
  }
  await store.close();
});

test("an operator's command doesn't end the server's lease", async () => {
  const url = `sqlite:${folder}/lease.sqlite`;
  const server = await open(url, true);
  await server.owners.begin("server");
  const { row, claim } = keyedExecution(await makeTenant(server), { ownerId: "server" });
  await server.executions.claim(row, claim);
  await (await open(url, false)).close();
  assert.deepEqual(await server.executions.sweep({ silent: [], limit: 9 }), {
    failed: 0,
    unknown: 0,
  });
  await server.close();
});

test("folder, database and its files are private", async () => {
  const path = join(folder, "made", "deep", "svc.sqlite");
  const store = await open(`sqlite:${path}`, true);
  await makeTenant(store);
  const modeOf = async (name: string) => ((await stat(name)).mode & 0o777).toString(8);
  assert.equal(await modeOf(join(folder, "made", "deep")), "700");
  for (const name of [path, `${path}-wal`, `${path}-shm`, `${path}.lock`])
    assert.equal(await modeOf(name), "600", name);
  await store.close();
});

test("leaves nothing of a destroyed credential in the database files", async () => {
  const path = join(folder, "erased.sqlite");
  const store = await open(`sqlite:${path}`, true);
  const { clientId, tenantId } = await makeTenant(store);
  const wrapped = Buffer.from("canary-of-a-wrapped-key-that-is-destroyed");
  await store.vault.createTenantKey({ tenantId, wrapped, rootKeyId: "a" });
  await store.tenants.remove(clientId, tenantId, 5, false, "operator");
  await store.close();
  assert.equal((await readFile(path)).includes(wrapped), false);
});

test("applies migrations once if many programs open a new database concurrently", async () => {
  for (let round = 0; round < 3; round += 1) {
    const children = Array.from({ length: 4 }, () =>
      fork(join(import.meta.dirname, "testing/sqlite-opener.ts"), [`sqlite:${folder}/many-${round}.sqlite`]),
    );
    const results = await Promise.all(children.map((child) => once(child, "message")));
    for (const [result] of results) assert.equal(result, "opened");
  }
});
