/**
 * The protocol's SDK, a hundred modules, loaded by the first request: a server whose tenants have no agents never loads it.
 * Evaluated in one turn of the event loop they would keep everybody waiting for more than 100 ms, so each part has its own.
 */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Loads the SDK, and what of ours needs it. */
export async function loadSdk() {
  // By far the largest thing that the SDK imports.
  await import("zod/v4");
  await nextTurn();
  const sdk = await import("@modelcontextprotocol/server");
  await nextTurn();
  const { createToolServer } = await import("./server.ts");
  return { ...sdk, createToolServer };
}
