/** Steps of the tests of a 401 with an OAuth token. */
import assert from "node:assert/strict";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import { sweepAsDead } from "../../adapters/store/samples.ts";
import { makeOAuthWorld, type OAuthWorld } from "./oauth-world.ts";
import { codeOfResult } from "./result-code.ts";
import { ownerId } from "./world.ts";

/** Runs a test in a world of its own, and closes that. */
export async function inWorld(prove: (world: OAuthWorld) => Promise<void>): Promise<void> {
  const world = await makeOAuthWorld();
  try {
    await prove(world);
  } finally {
    await world.close();
  }
}

/** Attempt, status, error code, and provider status of each record, oldest first. */
export function told(rows: readonly ExecutionRow[]): unknown[] {
  return [...rows]
    .reverse()
    .map(({ attempt, status, errorCode, providerStatus }) => [attempt, status, errorCode, providerStatus]);
}

/** Makes the provider refuse the connection's current token, as if it had been replaced. */
export function endToken({ server }: OAuthWorld): void {
  const { accepts } = server;
  server.accepts = (accessToken) => accessToken !== "canary-access-1" && accepts(accessToken);
}

/**
 * Writes with a refused token while the store fails, then again after a sweep; asserts that at most one request is
 * executed, and that nothing stays in progress.
 * @returns whether the fault occurred.
 */
export async function survives(world: OAuthWorld, fault: { n: number; when: "before" | "after" }): Promise<boolean> {
  const where = `${fault.when} ${fault.n}`;
  endToken(world);
  const met = await world.failAt("k", fault);
  assert.ok(world.executed.length <= 1, `${where}: executed ${world.executed.length} times`);
  await sweepAsDead(world.store, ownerId);
  world.clock.sleptMs += 6000;
  world.clock.skewMs += 31_000;
  const code = codeOfResult(await world.write("k"));
  assert.ok(["succeeded", "ACTION_OUTCOME_UNKNOWN"].includes(code), `${where}: ${code}`);
  assert.ok(world.executed.length <= 1, `${where}: executed ${world.executed.length} times`);
  if (code === "succeeded") assert.equal(world.executed.length, 1);
  const rows = await world.rows("k");
  assert.ok(rows.every(({ completedAt }) => completedAt !== null));
  assert.equal((await world.connection())[0], "active");
  return met;
}
