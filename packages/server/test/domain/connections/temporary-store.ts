/** A store on its own SQLite file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { testSeals } from "../../test-seals.ts";

/** The store and its file, which closing removes. */
export type TemporaryStore = { store: Store; path: string; close: () => Promise<void> };

export async function openTemporaryStore(nowMs: () => number): Promise<TemporaryStore> {
  const folder = await mkdtemp(join(tmpdir(), "svc-connections-"));
  const path = join(folder, "svc.sqlite");
  const store = await openStore({ seals: testSeals, url: `sqlite:${path}`, nowMs, migrate: true, serve: false });
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, path, close };
}
