/** Audit trails on real databases of both engines, and a hand that alters rows behind the service's back. */
import { createSecretKey, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { testDatabase } from "../../../../tools/postgres/index.ts";
import type { AuditEvent } from "../../src/audit/port.ts";
import { pruneTrail, type RetentionDeps, type StoppedChain } from "../../src/audit/retention.ts";
import type { SignedHead, Signing } from "../../src/audit/signed.ts";
import { verifyChain, type ChainReport } from "../../src/audit/verify.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { keyedHashes } from "../../src/vault/hashing.ts";
import { createSignatures } from "../../src/vault/signatures.ts";

/** An empty database. */
export type Database = {
  url: string;
  /** Runs statements as its owner would by hand. */
  run(...statements: string[]): Promise<void>;
  open(): Promise<Store>;
  drop(): Promise<void>;
};

/** Runs retention to its end, at a time and with a retention period in milliseconds. */
export async function pruneAt(
  { trail, signing: keys }: RetentionDeps,
  nowMs: number,
  keptMs: number,
): Promise<{ removed: number; stopped: readonly StoppedChain[] }> {
  let stopped: readonly StoppedChain[] = [];
  let removed = 0;
  const deps = { trail, signing: keys, onStopped: (chains: readonly StoppedChain[]) => void (stopped = chains) };
  for await (const count of pruneTrail(deps, { at: nowMs, before: nowMs - keptMs })) removed += count;
  return { removed, stopped };
}

/** The engines, and how an empty database of each is made. */
export const engines: Readonly<Record<"SQLite" | "PostgreSQL", () => Promise<Database>>> = {
  async SQLite() {
    const folder = await mkdtemp(join(tmpdir(), "svc-audit-"));
    const path = join(folder, "svc.sqlite");
    return {
      url: `sqlite:${path}`,
      async run(...statements) {
        const database = new DatabaseSync(path, { timeout: 5000 });
        try {
          for (const statement of statements) database.exec(statement);
        } finally {
          database.close();
        }
      },
      open: () => openOn(`sqlite:${path}`),
      drop: () => rm(folder, { recursive: true }),
    };
  },
  async PostgreSQL() {
    const { url, serverUrl, drop } = await testDatabase();
    return {
      url: serverUrl,
      async run(...statements) {
        const client = new Client({ connectionString: url });
        await client.connect();
        try {
          for (const statement of statements) await client.query(statement);
        } finally {
          await client.end();
        }
      },
      open: () => openOn(serverUrl),
      drop,
    };
  },
};

function openOn(url: string): Promise<Store> {
  return openStore({ url, nowMs: Date.now, migrate: true, serve: false });
}

/** What takes the guards away, as an owner of the database can, and what would be left of them otherwise. */
export const withoutGuards: Readonly<Record<"SQLite" | "PostgreSQL", readonly string[]>> = {
  SQLite: ["audit_events_unchanged", "audit_events_kept", "audit_chains_forward", "audit_chains_kept"].map(
    (name) => `DROP TRIGGER IF EXISTS ${name}`,
  ),
  PostgreSQL: ["audit_events", "audit_chains"].map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
};

/** An event of a client; `n` tells it from others. */
export function sampleEvent(clientId: string, n: number, change: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: `evt_${clientId}_${n}`,
    clientId,
    tenantId: "ten_1",
    type: "connection.tested",
    subject: "con_1",
    actor: "key:abc",
    data: { n, ok: true, code: "" },
    at: 1_700_000_000_000 + n,
    ...change,
  };
}

/** Appends events 1 to `count` to a client's chain, one after another. */
export async function fill(store: Store, clientId: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await store.audit.append(sampleEvent(clientId, n));
}

/** A deployment's name and a signing key that follows from a random hashing key. */
export function makeSigning(): Signing {
  const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
  return { deploymentId: "dep_test", signatures: createSignatures(hashes) };
}

/** The signing of these tests. */
export const signing: Signing = makeSigning();

/** Verifies a client's chain. */
export function verify(store: Store, clientId: string, heads: readonly SignedHead[] = []): Promise<ChainReport> {
  return verifyChain(store.audit, signing, clientId, heads);
}
