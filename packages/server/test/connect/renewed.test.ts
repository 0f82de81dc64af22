/** A connection whose credential is renewed in the very moment in which its reconnect is stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { vaultPlace } from "../../src/connect/completion.ts";
import { createConnectSessions } from "../../src/connect/sessions.ts";
import { connected, opened, refusedWith } from "./flow.ts";
import { createWorld, type World } from "./memory.ts";

/** From now on, so many times, sealing a credential finds that another process has renewed it. */
function renewWhileSealing(world: World, connectionId: string, times: number): void {
  const { credentials } = world.deps;
  let left = times;
  world.deps.credentials = {
    ...credentials,
    async seal(place, credential) {
      const row = world.connections.get(connectionId);
      if (row !== undefined && left > 0) {
        left -= 1;
        world.connections.set(connectionId, { ...row, credentialVersion: row.credentialVersion + 1 });
      }
      return credentials.seal(place, credential);
    },
  };
}

const versionOf = (world: World, id: string) => world.connections.get(id)?.credentialVersion;
/** Opens in its own place only; anywhere else the memory's vault refuses. */
const opens = async (world: World, id: string): Promise<void> => {
  const connection = world.connections.get(id);
  assert.ok(connection !== undefined);
  const record = world.records.get(id) ?? new Uint8Array();
  await world.deps.credentials.open(vaultPlace(connection, "credential"), record);
};

test("a reconnect is sealed again under the next version, at once and when it is confirmed", async () => {
  const world = createWorld();
  const id = await connected(world);
  renewWhileSealing(world, id, 2);
  const reconnect = await opened(world, { connection_id: id });
  assert.equal((await reconnect.submit()).status, "completed");
  assert.equal(versionOf(world, id), 4);
  await opens(world, id);

  const waiting = await opened(world, { connection_id: id, completion: "confirmed" });
  renewWhileSealing(world, id, 1);
  const answer = await waiting.submit();
  assert.ok(answer.status === "awaiting_confirmation");
  renewWhileSealing(world, id, 2);
  const sessions = createConnectSessions(world.deps);
  const session = await sessions.complete(world.caller, world.tenant.id, waiting.session.id, answer.completionCode);
  assert.equal(session.status, "completed");
  assert.equal(versionOf(world, id), 8);
  await opens(world, id);
});

test("a credential that never rests is given up on, and nothing is stored", async () => {
  const world = createWorld();
  const id = await connected(world);
  renewWhileSealing(world, id, 100);
  const { submit } = await opened(world, { connection_id: id });
  const before = world.records.get(id);
  await refusedWith("CONNECT_SESSION_NOT_OPEN", submit);
  assert.equal(world.records.get(id), before);
});
