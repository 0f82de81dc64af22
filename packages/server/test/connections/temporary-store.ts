/** A store on its own SQLite file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";

/** Closing it removes the file. */
export type TemporaryStore = { store: Store; close: () => Promise<void> };

export async function openTemporaryStore(nowMs: () => number): Promise<TemporaryStore> {
  const folder = await mkdtemp(join(tmpdir(), "svc-connections-"));
  const store = await openStore({ url: `sqlite:${folder}/svc.sqlite`, nowMs, migrate: true, serve: false });
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, close };
}
