/** Every case of the store on SQLite, on a real file with its real settings. */
import assert from "node:assert/strict";
import { rm, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "../../../src/adapters/store/open.ts";
import { openSqlite } from "../../../src/adapters/store/sqlite/open.ts";
import { exerciseStore } from "./exercise.ts";

exerciseStore("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-store-"));
  const store = await openStore({ url: `sqlite:${folder}/svc.sqlite`, nowMs: Date.now, migrate: true, serve: true });
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, close };
});

test("what a statement sets aside is kept in memory, and the log goes into the database by 16 MiB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-store-"));
  const database = openSqlite(join(folder, "svc.sqlite"));
  const valueOf = (pragma: string): unknown => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  // Else each claim would make a file, write old pages into it and remove it.
  assert.equal(valueOf("temp_store"), 2);
  assert.equal(valueOf("wal_autocheckpoint"), 4000);
  assert.equal(valueOf("synchronous"), 2);
  database.close();
  await rm(folder, { recursive: true });
});
