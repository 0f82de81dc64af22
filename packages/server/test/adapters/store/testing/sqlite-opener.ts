/** A program that opens the database named in its argument, as an operator's command does, and says how that went. */
import { openStore } from "../../../../src/adapters/store/open.ts";

let result = "opened";
try {
  const store = await openStore({ url: process.argv[2] ?? "", nowMs: Date.now, migrate: true, serve: false });
  await store.ping();
  await store.close();
} catch (error) {
  result = error instanceof Error ? error.message : "another error";
}
process.send?.(result);
