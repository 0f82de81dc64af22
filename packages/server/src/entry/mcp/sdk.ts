/**
 * The protocol's SDK, a hundred modules, loaded on the first request: a server whose tenants have no agents never loads
 * it. Loading it in one turn of the event loop would block all requests for more than 100 ms, so each part gets its own
 * turn.
 */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Loads the SDK and our modules that need it. */
export async function loadSdk() {
  // By far the largest module that the SDK imports.
  await import("zod/v4");
  await nextTurn();
  const sdk = await import("@modelcontextprotocol/server");
  await nextTurn();
  const { createToolServer } = await import("./server.ts");
  return { ...sdk, createToolServer };
}
