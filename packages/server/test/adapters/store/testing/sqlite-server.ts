/** A server process for the tests: opens the database in its argument, and on request writes until it is killed. */
import { openStore } from "../../../../src/adapters/store/open.ts";
import { StoreStartError } from "../../../../src/adapters/store/errors.ts";
import { keyedExecution, makeConnectedTenant } from "../samples.ts";
import { testSeals } from "../../../test-seals.ts";

try {
  const store = await openStore({
    seals: testSeals,
    url: process.argv[2] ?? "",
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const place = await makeConnectedTenant(store);
  const ownerId = "killed";
  await store.owners.begin(ownerId);
  process.send?.({ opened: true, ...place });
  const writeForEver = async (): Promise<void> => {
    for (;;) {
      const { row, claim } = keyedExecution(place, { ownerId });
      await store.executions.claim(row, claim);
      await store.executions.dispatch(row, { ownerId, fence: 0 }, { at: Date.now(), settleAfter: 0 });
      // Sent only after the store has confirmed it.
      process.send?.({ written: row.id });
    }
  };
  process.on("message", () => void writeForEver());
} catch (error) {
  process.send?.({ opened: false, refusal: error instanceof StoreStartError ? error.message : "another error" });
  process.disconnect();
}
