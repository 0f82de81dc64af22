/** Records callers' answers while servers die, collects the other evidence, and judges. */
import type { LedgerRequest } from "@svc/simulator";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import {
  devConfig,
  until,
  type HttpResponse,
  type Connected,
  type ServerHome,
} from "../../conformance/harness/index.ts";
import { substanceOf } from "../../conformance/harness/ledger.ts";
import { CanarySearch } from "../canaries/canary-search.ts";
import { storedBy } from "../canaries/stored-bytes.ts";
import type { CrashFixture, GatedServer } from "./fixture.ts";
import { breachesOf, type Breach, type KeyEntry, type RecordEntry, type Told } from "./invariants.ts";

/** The writes of the secrets provider. */
export type WriteKind = "set" | "delete";

interface Write {
  readonly kind: WriteKind;
  /** Also the secret's name, so that the provider's ledger can be read by key. */
  readonly key: string;
  first: Told | null;
}

/** Results so far. */
export interface Counts {
  writes: number;
  succeeded: number;
  unknown: number;
  unanswered: number;
}

/** The prefix of every written value. */
export const canary = "canary-e7Q2vXb9-";
// Lease and sweep (contract §4.4).
const settledWithinMs = 10_000;

/** The evidence of one fixture. */
export class Ledger {
  readonly counts: Counts = { writes: 0, succeeded: 0, unknown: 0, unanswered: 0 };
  readonly breaches: Breach[] = [];
  readonly #fixture: CrashFixture;
  #writes: Write[] = [];
  #earlier: readonly RecordEntry[] = [];
  #names = 0;

  constructor(fixture: CrashFixture) {
    this.#fixture = fixture;
  }

  /** Sends a new keyed write and records its response, if the server lives long enough to answer. */
  async write(connected: Connected, kind: WriteKind): Promise<void> {
    this.#names += 1;
    const write: Write = { kind, key: `KEY_${this.#names}`, first: null };
    if (kind === "delete") this.#fixture.provider.world.setSecret({ ...devConfig, name: write.key, value: canary });
    this.#writes.push(write);
    try {
      write.first = told(await send(connected, write));
    } catch {
      this.counts.unanswered += 1;
    }
  }

  /** The number of writes that haven't been judged yet. */
  get waiting(): number {
    return this.#writes.length;
  }

  /** Waits until everything has settled, repeats every key, and judges. */
  async judge(gated: GatedServer): Promise<void> {
    const connected = this.#fixture.at(gated);
    const { home, provider } = this.#fixture;
    const openTooLong = await stillOpen(home);
    const keys: KeyEntry[] = [];
    for (const write of this.#writes) {
      const again = await responseOf(connected, write);
      if (again === null) {
        this.breaches.push({ invariant: "I7", text: `${write.key} is still not answered` });
        continue;
      }
      keys.push({ key: write.key, first: write.first, again });
      this.counts.writes += 1;
      this.counts.succeeded += again.status === 200 ? 1 : 0;
      this.counts.unknown += again.status === 504 ? 1 : 0;
    }
    const records = await recordsOf(home);
    const found = breachesOf({
      keys,
      requests: countBy(provider.ledger.requests.filter(({ method }) => method !== "GET").map(nameOf)),
      effects: countBy(provider.ledger.effects.map((effect) => String(effect["name"]))),
      records,
      earlier: this.#earlier,
      transitions: await transitionsOf(home),
      openTooLong,
      leaks: [],
      auditFaults: [],
    });
    const known = new Set(this.breaches.map(({ text }) => text));
    this.breaches.push(...found.filter(({ text }) => !known.has(text)));
    // The simulated provider accepts every write to this config.
    const refused = keys.filter(({ again }) => again.status !== 200 && again.status !== 504);
    if (found.length === 0 && refused.length > 0)
      throw new Error(`${refused.length} writes were refused: ${refused[0]?.again.substance ?? ""}`);
    // The provider's config has room for 1200 secrets; a full one would refuse writes.
    for (const { key } of this.#writes) provider.world.deleteSecret(devConfig, key);
    this.#earlier = records;
    this.#writes = [];
  }

  /** Checks the entire run: the journals, and that no value was stored. */
  async judgeWhole(gated: GatedServer): Promise<void> {
    const verified = await gated.server.operate(["audit", "verify"]);
    if (verified.exitCode !== 0) this.breaches.push({ invariant: "I9", text: verified.stderr || verified.stdout });
    // The text must not end with the key's digit, which could hide its last characters in base64.
    const search = new CanarySearch([{ name: "value", value: canary }]);
    const stored = await storedBy(this.#fixture);
    const printed = { where: "output", bytes: Buffer.from([...this.#fixture.printed, gated.server.log()].join("\n")) };
    for (const { where, bytes } of [...stored, printed]) {
      for (const leak of search.find(bytes)) this.breaches.push({ invariant: "I8", text: `${where}: ${leak}` });
    }
  }
}

/** Sends a key until it has a final response; null if it gets none. */
async function responseOf(connected: Connected, write: Write): Promise<Told | null> {
  return await until(settledWithinMs, `${write.key} is answered`, async () => {
    const response = await send(connected, write);
    return response.status === 409 || response.status === 503 ? null : told(response);
  }).catch(() => null);
}

async function send(connected: Connected, { kind, key }: Write): Promise<HttpResponse> {
  const value = kind === "set" ? { value: `${canary}${key}` } : {};
  return await connected.execute(`secrets.${kind}`, { ...devConfig, name: key, ...value }, { idempotencyKey: key });
}

function told(response: HttpResponse): Told {
  const isReplay = response.headers["idempotent-replayed"] === "true";
  return { status: response.status, isReplay, substance: JSON.stringify(substanceOf(response)) };
}

/** The name of the secret in a changing request. */
function nameOf({ method, query, bodyText }: LedgerRequest): string {
  if (method === "DELETE") return new URLSearchParams(query).get("name") ?? "";
  const body = JSON.parse(bodyText) as { change_requests?: { name?: string }[] };
  return body.change_requests?.[0]?.name ?? "";
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Polls until nothing is open. @returns the records that are still open at the deadline. */
async function stillOpen(home: ServerHome): Promise<readonly string[]> {
  const sql = "select id from executions where status in ('accepted', 'dispatched')";
  let open: readonly { id: string }[] = [];
  const look = async () => ((open = await query<{ id: string }>(home, sql)).length === 0 ? true : null);
  await until(settledWithinMs, "nothing is open", look).catch(() => undefined);
  return open.map(({ id }) => id);
}

type RecordRow = { id: string; key: string; status: string; dispatched_at: unknown; resolution: unknown };

async function recordsOf(home: ServerHome): Promise<readonly RecordEntry[]> {
  const columns = "id, idempotency_key as key, status, dispatched_at, resolution";
  const rows = await query<RecordRow>(home, `select ${columns} from executions where effect <> 'read'`);
  return rows.map(({ id, key, status, dispatched_at: dispatchedAt, resolution }) => {
    return { id, key, status, isDispatched: dispatchedAt !== null, isResolved: resolution !== null };
  });
}

async function transitionsOf(home: ServerHome): Promise<readonly string[]> {
  const rows = await query<{ was: string; became: string; resolved: number }>(
    home,
    "select distinct was, became, resolved from test_transitions",
  );
  return rows.map(({ was, became, resolved }) => `${was} → ${became}${resolved === 1 ? " (resolved)" : ""}`);
}

/** Reads the database directly. */
export async function query<Row>(home: ServerHome, sql: string): Promise<Row[]> {
  if (home.databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(home.databaseUrl.slice("sqlite:".length), { timeout: 5000 });
    try {
      return database.prepare(sql).all() as Row[];
    } finally {
      database.close();
    }
  }
  const client = new Client({ connectionString: home.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
