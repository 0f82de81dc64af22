/** Every case of the store on SQLite, on a real file with its real settings. */
import { rm, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
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
