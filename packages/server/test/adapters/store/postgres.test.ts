/** All store cases on PostgreSQL, as a role with odd settings. */
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { exerciseStore } from "./exercise.ts";
import { oddSettings, setForRole } from "./testing/odd-role.ts";
import { testSeals } from "../../test-seals.ts";

exerciseStore("PostgreSQL", async () => {
  const database = await testDatabase();
  await setForRole(database, oddSettings);
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
