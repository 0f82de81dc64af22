/** A program that opens the database in its argument like an operator's command, and reports the result. */
import { openStore } from "../../../../src/adapters/store/open.ts";
import { testSeals } from "../../../test-seals.ts";

let result = "opened";
try {
  const store = await openStore({
    seals: testSeals,
    url: process.argv[2] ?? "",
    nowMs: Date.now,
    migrate: true,
    serve: false,
  });
  await store.ping();
  await store.close();
} catch (error) {
  result = error instanceof Error ? error.message : "another error";
}
process.send?.(result);
