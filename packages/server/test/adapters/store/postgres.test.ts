/** All store cases on PostgreSQL. */
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { exerciseStore } from "./exercise.ts";
import { testSeals } from "../../test-seals.ts";

exerciseStore("PostgreSQL", async () => {
  const database = await testDatabase();
  const store = await openStore({
    seals: testSeals,
    url: database.serverUrl,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const close = async () => {
    await store.close();
    await database.drop();
  };
  return { store, close };
});
