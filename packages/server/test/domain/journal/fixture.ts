/** The fixture: audit trails on real databases of both engines, and a way to alter rows as the database's owner. */
import { createSecretKey, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import { genesisHash } from "../../../src/domain/journal/chain.ts";
import { pruneTrail, type RetentionDeps, type StoppedChain } from "../../../src/domain/journal/retention.ts";
import type { SignedHead, Signing } from "../../../src/domain/journal/signed.ts";
import { verifyChain, type ChainReport } from "../../../src/domain/journal/verify.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { createSignatures } from "../../../src/adapters/vault/signatures.ts";
import { testSeals } from "../../test-seals.ts";

/** An empty database. */
export type Database = {
  url: string;
  /** Runs statements as the database's owner would. */
  run(...statements: string[]): Promise<void>;
  /** Opens the store. Before a client's first event, it begins the client's chain, which is empty then. */
  open(): Promise<Store>;
  drop(): Promise<void>;
};

/** Runs retention to its end. @param nowMs the time of the run. @param keptMs the retention period in milliseconds. */
export async function pruneAt(
  { trail, signing: keys }: Pick<RetentionDeps, "trail" | "signing">,
  nowMs: number,
  keptMs: number,
): Promise<{ removed: number; stopped: readonly StoppedChain[] }> {
  let stopped: readonly StoppedChain[] = [];
  let removed = 0;
  const deps = {
    trail,
    signing: keys,
    platform: systemPlatform,
    onStopped: (chains: readonly StoppedChain[]) => void (stopped = chains),
  };
  for await (const count of pruneTrail(deps, { at: nowMs, before: nowMs - keptMs })) removed += count;
  return { removed, stopped };
}

/** The engines, and how to create an empty database for each. */
export const engines: Readonly<Record<"SQLite" | "PostgreSQL", () => Promise<Database>>> = {
  async SQLite() {
    const folder = await mkdtemp(join(tmpdir(), "svc-audit-"));
    const path = join(folder, "svc.sqlite");
    const run: Database["run"] = async (...statements) => {
      const database = new DatabaseSync(path, { timeout: 5000 });
      try {
        for (const statement of statements) database.exec(statement);
      } finally {
        database.close();
      }
    };
    return {
      url: `sqlite:${path}`,
      run,
      open: () => openAt(`sqlite:${path}`, run),
      drop: () => rm(folder, { recursive: true }),
    };
  },
  async PostgreSQL() {
    const { url, serverUrl, drop } = await testDatabase();
    const run: Database["run"] = async (...statements) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };
    return {
      url: serverUrl,
      run,
      open: () => openAt(serverUrl, run),
      drop,
    };
  },
};

async function openAt(url: string, run: Database["run"]): Promise<Store> {
  // Only a server knows the fence, without which PostgreSQL takes no write's key. SQLite has one server at a time.
  const serve = !url.startsWith("sqlite:");
  const store = await openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve });
  const begun = new Map<string, Promise<void>>([["", Promise.resolve()]]);
  const append: Store["audit"]["append"] = async (event) => {
    const { clientId } = event;
    const before = begun.get(clientId) ?? run(beginning(clientId));
    begun.set(clientId, before);
    await before;
    await store.audit.append(event);
  };
  return { ...store, audit: { ...store.audit, append } };
}

/** The statement that begins a chain without a client, whose creation would be its first event. */
export function beginning(clientId: string): string {
  return `INSERT INTO journal_heads (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature,
      public_seq, pruned_seq)
    VALUES ('${clientId}', 0, '${genesisHash}', 0, '${genesisHash}', 0, '', 0, 0) ON CONFLICT DO NOTHING`;
}

/** Statements that a database's owner can use to remove the guards. */
export const withoutGuards: Readonly<Record<"SQLite" | "PostgreSQL", readonly string[]>> = {
  SQLite: ["journal_unchanged", "journal_kept", "journal_heads_forward", "journal_heads_kept"].map(
    (name) => `DROP TRIGGER IF EXISTS ${name}`,
  ),
  PostgreSQL: ["journal", "journal_heads"].map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
};

/** An event for a client; `n` distinguishes it from others. */
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

/** A deployment id and a signing key derived from a random hashing key. */
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
