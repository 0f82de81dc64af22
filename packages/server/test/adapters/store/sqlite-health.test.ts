/** A SQLite database that can't keep writes: nothing is confirmed, and readiness says why. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFile, mkdtemp, rename, rm, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { StoreError } from "../../../src/adapters/store/errors.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store, StoreNotice } from "../../../src/domain/database/port.ts";
import { requireRoom, roomMinBytes } from "../../../src/adapters/store/sqlite/files.ts";
import { addTenant, keyedExecution, makeConnectedTenant } from "./samples.ts";
import { testSeals } from "../../test-seals.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-health-"));
});
after(() => rm(folder, { recursive: true }));

type Opened = {
  store: Store;
  path: string;
  notices: StoreNotice[];
  place: Awaited<ReturnType<typeof makeConnectedTenant>>;
};

async function opened(name: string): Promise<Opened> {
  const path = join(folder, name, "svc.sqlite");
  const store = await openStore({
    seals: testSeals,
    url: `sqlite:${path}`,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const notices: StoreNotice[] = [];
  store.tell((notice) => notices.push(notice));
  const place = await makeConnectedTenant(store);
  await store.owners.begin("me");
  return { store, path, notices, place };
}

const faultNamed = (words: RegExp) => (error: unknown) =>
  error instanceof StoreError && error.fault !== null && words.test(error.fault);

for (const [what, take] of [
  ["removed", (path: string) => unlink(path)],
  ["moved", (path: string) => rename(path, `${path}.moved`)],
  [
    "replaced",
    async (path: string) => {
      await copyFile(path, `${path}.copy`);
      await rename(`${path}.copy`, path);
    },
  ],
] as const) {
  for (const sibling of ["", "-wal", "-shm"]) {
    test(`dispatches nothing once svc.sqlite${sibling} is ${what}, and reports it once`, async () => {
      const { store, path, notices, place } = await opened(`${what}${sibling}`);
      const { row, claim } = keyedExecution(place, { ownerId: "me" });
      await store.executions.claim(row, claim);
      await store.ping();
      await take(path + sibling);
      const gone = faultNamed(/no longer at its path/);
      const dispatch = () => store.executions.dispatch(row, { ownerId: "me", fence: 0 }, { at: 1, settleAfter: 0 });
      await assert.rejects(dispatch, gone);
      await assert.rejects(store.ping(), gone);
      await assert.rejects(
        store.tenants.list(place.clientId, { externalId: null, label: null, reach: null, after: null, limit: 1 }),
        gone,
      );
      await assert.rejects(addTenant(store, place.clientId), gone);
      assert.deepEqual(
        notices.map(({ level, message }) => [level, /writes fail: .*no longer at its path/.test(message)]),
        [["error", true]],
      );
      await store.close();
    });
  }
}

test("uses a file again that was put back", async () => {
  const { store, path, notices, place } = await opened("back");
  await rename(path, `${path}.away`);
  await assert.rejects(store.ping());
  await rename(`${path}.away`, path);
  await store.ping();
  await addTenant(store, place.clientId);
  assert.deepEqual(notices.map(({ message }) => message).slice(1), ["writes succeed again"]);
  await store.close();
});

test("the next start uses a database that was restored in place", async () => {
  const { store, path, place } = await opened("restored");
  await addTenant(store, place.clientId);
  const copy = `${path}.backup`;
  store.copyTo?.(copy);
  await rename(copy, path);
  await assert.rejects(addTenant(store, place.clientId), faultNamed(/no longer at its path/));
  await store.close();
  for (const sibling of ["-wal", "-shm"]) await rm(path + sibling, { force: true });
  const next = await openStore({
    seals: testSeals,
    url: `sqlite:${path}`,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  await next.ping();
  await addTenant(next, place.clientId);
  await next.close();
});

test("readiness tries its own write if there was none", async () => {
  const { store, path } = await opened("ping");
  await store.ping();
  const other = new DatabaseSync(path);
  const version = () => other.prepare("PRAGMA data_version").get()?.["data_version"];
  const first = version();
  await store.ping();
  assert.notEqual(version(), first);
  other.close();
  await store.close();
});

test("keeps free space to move the log into the database", () => {
  const mebibyte = 1024 * 1024;
  const judged = (free: number, log: number, whole: number): boolean => {
    try {
      requireRoom({ freeBytes: () => free }, { databaseBytes: 10 * mebibyte, logBytes: log }, () => whole);
      return true;
    } catch (error) {
      assert.ok(faultNamed(/full/)(error));
      return false;
    }
  };
  assert.equal(judged(roomMinBytes, 0, 10 * mebibyte), true);
  assert.equal(judged(roomMinBytes - 1, 0, 10 * mebibyte), false);
  // A log of existing pages needs no space in the database.
  assert.equal(judged(2 * mebibyte, 50 * mebibyte, 10 * mebibyte), true);
  assert.equal(judged(2 * mebibyte, 50 * mebibyte, 11 * mebibyte), true);
  assert.equal(judged(2 * mebibyte, 50 * mebibyte, 11 * mebibyte + 1), false);
  assert.equal(judged(Number.POSITIVE_INFINITY, 50 * mebibyte, 60 * mebibyte), true);
});

type Step = { step: string; fault: string | null; ms?: number; logBytes: number };

/** Runs `testing/full-disk.ts`. @returns what it saw, by step. */
function steps(command: string, args: readonly string[]): Map<string, Step> {
  const script = join(import.meta.dirname, "testing/full-disk.ts");
  const filledIn = args.map((arg) => arg.replace("{script}", script).replace("{node}", process.execPath));
  const ran = spawnSync(command, filledIn, { encoding: "utf8", timeout: 60_000 });
  assert.equal(ran.status, 0, ran.stderr + ran.stdout);
  const lines = ran.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Step);
  return new Map(lines.map((line) => [line.step, line]));
}

function assertRecovers(seen: ReadonlyMap<string, Step>, fault: RegExp): void {
  assert.equal(seen.get("before")?.fault, null);
  assert.match(seen.get("write while full")?.fault ?? "nothing", fault);
  assert.match(seen.get("ping while full")?.fault ?? "nothing", fault);
  assert.match(seen.get("still full")?.fault ?? "nothing", fault);
  assert.match(seen.get("told")?.fault ?? "", /^writes fail: [^;]+; writes succeed again$/);
  for (const step of ["write after", "ping after"]) assert.equal(seen.get(step)?.fault, null, step);
  assert.ok((seen.get("ping after")?.ms ?? Number.POSITIVE_INFINITY) < 10_000);
}

test("reports a disk that rejects writes only while it does", () => {
  const seen = steps("sh", ["-c", `exec {node} {script} limit ${join(folder, "limit")}`]);
  assertRecovers(seen, /can't be read or written/);
});

/** How to mount a file system for a child process only; null if that isn't possible here. */
function mounting(): string[] | null {
  const ways = [["--mount"], ["--map-root-user", "--mount"]];
  const tried = (way: readonly string[]): boolean => {
    try {
      execFileSync("unshare", [...way, "sh", "-c", `mount -t tmpfs tmpfs ${folder}`], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  return ways.find(tried) ?? null;
}

for (const [scenario, size] of [
  ["ballast", "8m"],
  ["reader", "24m"],
  ["reader", "56m"],
] as const) {
  test(`reports a full disk of ${size} (${scenario}) while it is full, and recovers`, async (t) => {
    const way = mounting();
    if (way === null) {
      t.diagnostic("no file system can be mounted here: the test above and that of the reserved space replace it");
      return;
    }
    const disk = await mkdtemp(join(folder, "disk-"));
    const script = `mount -t tmpfs -o size=${size} tmpfs ${disk} && exec {node} {script} ${scenario} ${disk}`;
    const seen = steps("unshare", [...way, "sh", "-c", script]);
    assertRecovers(seen, /disk that holds the database is full/);
    t.diagnostic(JSON.stringify([...seen.values()]));
    if (scenario === "reader") assert.ok((seen.get("ping after")?.logBytes ?? Infinity) < 32 * 1024 * 1024);
  });
}
