/**
 * Runs a server's store on a disk that fills up and gets free space again. A test runs it on a separate small disk.
 * Prints a line of JSON for each step. Arguments: how the disk fills, and a folder on it.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../../../src/adapters/store/errors.ts";
import { openStore } from "../../../../src/adapters/store/open.ts";
import { addTenant, makeConnectedTenant } from "../samples.ts";
import { testSeals } from "../../../test-seals.ts";

const [scenario = "", folder = ""] = process.argv.slice(2);
const path = `${folder}/svc.sqlite`;
mkdirSync(folder, { recursive: true });
const store = await openStore({ seals: testSeals, url: `sqlite:${path}`, nowMs: Date.now, migrate: true, serve: true });
const { clientId } = await makeConnectedTenant(store);
const told: string[] = [];
store.tell(({ message }) => told.push(message));

/** What prevents writes; null if they succeed. */
async function faultOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error.fault ?? error.code;
    throw error;
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const write = (): Promise<unknown> => addTenant(store, clientId);
const logBytes = (): number => statSync(`${path}-wal`).size;

async function print(step: string, work: () => Promise<unknown>, ms?: number): Promise<void> {
  const fault = await faultOf(work);
  console.log(JSON.stringify({ step, fault, logBytes: logBytes(), ...(ms === undefined ? {} : { ms }) }));
}

/** Writes until writes fail. */
async function writeUntilFull(): Promise<void> {
  while ((await faultOf(() => Promise.all(Array.from({ length: 32 }, write)))) === null);
}

const ballast = `${folder}/ballast`;

/** How the disk fills, and how it gets free space again. */
const fills: Readonly<Record<string, () => Promise<() => void>>> = {
  ballast: async () => {
    const file = openSync(ballast, "w");
    try {
      for (;;) writeSync(file, Buffer.alloc(4096, 1));
    } catch {
      closeSync(file);
    }
    return () => rmSync(ballast);
  },
  reader: async () => {
    const reader = new DatabaseSync(path);
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM tenants").get();
    await writeUntilFull();
    return () => {
      reader.exec("COMMIT");
      reader.close();
    };
  },
  limit: async () => {
    const limit = (bytes: string): unknown =>
      execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
    limit(String(logBytes()));
    await writeUntilFull();
    return () => void limit("unlimited");
  },
};

await print("before", () => store.ping());
const fill = fills[scenario];
if (fill === undefined) throw new Error(`Unknown way to fill a disk: ${scenario}.`);
const makeRoom = await fill();
await print("write while full", write);
await print("ping while full", () => store.ping());
await sleep(2500);
await print("still full", () => store.ping());
makeRoom();
const since = performance.now();
let ready = false;
while (!ready && performance.now() - since < 12_000) {
  ready = (await faultOf(() => store.ping())) === null;
  if (!ready) await sleep(50);
}
const ms = Math.round(performance.now() - since);
await print("write after", write);
await sleep(1500);
await print("ping after", () => store.ping(), ms);
console.log(JSON.stringify({ step: "told", fault: told.join("; "), logBytes: logBytes() }));
await store.close();
