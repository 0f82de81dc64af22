/** All store cases on SQLite, with a real file and the real settings. */
import assert from "node:assert/strict";
import { rm, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "../../../src/adapters/store/open.ts";
import { openSqlite } from "../../../src/adapters/store/sqlite/open.ts";
import { exerciseStore } from "./exercise.ts";
import { testSeals } from "../../test-seals.ts";

exerciseStore("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-store-"));
  const store = await openStore({
    seals: testSeals,
    url: `sqlite:${folder}/svc.sqlite`,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, close };
});

test("keeps temporary pages in memory, and checkpoints the log at 16 MiB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-store-"));
  const database = openSqlite(join(folder, "svc.sqlite"));
  const valueOf = (pragma: string): unknown => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  // Otherwise each claim would create a file, write old pages to it and delete it.
  assert.equal(valueOf("temp_store"), 2);
  assert.equal(valueOf("wal_autocheckpoint"), 4000);
  assert.equal(valueOf("synchronous"), 2);
  database.close();
  await rm(folder, { recursive: true });
});
