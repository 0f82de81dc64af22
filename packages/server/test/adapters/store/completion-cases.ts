/** The completion of Connect sessions: if any condition fails, nothing is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectSessionRow } from "../../../src/domain/connect-sessions/port.ts";
import type { ConnectionRow } from "../../../src/domain/connections/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { makeConnection, makeSession, makeTenant, record, sampleConnection } from "./samples.ts";
import type { Place } from "./samples.ts";

const rejection = { by: "end_user", failsWith: "CREDENTIAL_REJECTED", code: "PROVIDER_UNAUTHORIZED" } as const;

const renewed = Uint8Array.of(9, 9);

export function completionCases(store: () => Store): void {
  const stored = (row: ConnectionRow) => store().connections.findWithCredential(row.clientId, row.tenantId, row.id);
  const open = (place: Place, change: Partial<ConnectSessionRow> = {}) =>
    makeSession(store(), place, { status: "opened", verifyingUntil: 2500, ...change });

  test("creates the connection with its credential and completes the session", async () => {
    const place = await makeTenant(store());
    const id = await open(place);
    const connection = sampleConnection(place);
    assert.equal(await store().connectSessions.complete(id, { connection, record, at: 2000 }, "end_user"), true);
    assert.deepEqual(await stored(connection), { connection, record });
    const session = await store().connectSessions.findById(id);
    assert.equal(session?.status, "completed");
    assert.equal(session.connectionId, connection.id);
    assert.equal(session.completedAt, 2000);
    assert.equal(session.verifyingUntil, 0);
  });

  test("lets one of twenty concurrent completions create a connection", async () => {
    const place = await makeTenant(store());
    const id = await open(place);
    const connections = Array.from({ length: 20 }, () => sampleConnection(place));
    const wins = await Promise.all(
      connections.map((connection) =>
        store().connectSessions.complete(id, { connection, record, at: 2000 }, "end_user"),
      ),
    );
    assert.equal(wins.filter(Boolean).length, 1);
    const query = { provider: null, status: null, after: null, limit: 50 };
    const { rows } = await store().connections.list(place.clientId, place.tenantId, query);
    assert.deepEqual(
      rows.map((row) => row.id),
      [connections[wins.indexOf(true)]?.id],
    );
  });

  const refusals: Readonly<Record<string, (place: Place) => Promise<string>>> = {
    "it has expired": (place) => open(place, { expiresAt: 2000 }),
    "it was cancelled": (place) => open(place, { status: "cancelled" }),
    "it is completed": (place) => open(place, { status: "completed" }),
    "it must be confirmed and is not": (place) => open(place, { completion: "confirmed" }),
    "it is for another provider": (place) => open(place, { provider: "github" }),
    "its client is revoked": async (place) => {
      const id = await open(place);
      await store().serviceClients.revoke(place.clientId, 1500, "operator");
      return id;
    },
    "it was made for a tenant that is deleted": async (place) => {
      await store().tenants.remove(place.clientId, place.tenantId, 1500, false, "operator");
      return await open(place);
    },
    "its tenant is deleted": async (place) => {
      const id = await open(place);
      await store().tenants.remove(place.clientId, place.tenantId, 1500, false, "operator");
      return id;
    },
  };
  for (const [reason, prepare] of Object.entries(refusals)) {
    test(`is rejected if ${reason}`, async () => {
      const place = await makeTenant(store());
      const id = await prepare(place);
      const before = await store().connectSessions.findById(id);
      const connection = sampleConnection(place);
      assert.equal(await store().connectSessions.complete(id, { connection, record, at: 2000 }, "end_user"), false);
      assert.equal(await stored(connection), null);
      assert.deepEqual(await store().connectSessions.findById(id), before);
    });
  }

  test("is rejected for another tenant's connection", async () => {
    const place = await makeTenant(store());
    const connection = sampleConnection(await makeTenant(store()));
    assert.equal(
      await store().connectSessions.complete(await open(place), { connection, record, at: 2000 }, "end_user"),
      false,
    );
    assert.equal(await stored(connection), null);
  });

  test("a reconnect replaces the connection in place and deletes the old credential", async () => {
    const place = await makeTenant(store());
    const old = await makeConnection(store(), place);
    await store().connections.markNeedsReconnect(old.id, 1, 2100, { by: "system" });
    const id = await open(place, { reconnect: true, connectionId: old.id });
    // The user may have connected the same account in the other way.
    const other = { authKind: "oauth2_authorization_code", appId: "app", grantedScopes: ["notes"] } as const;
    const granted = { ...other, grantedScopes: [...other.grantedScopes], grantedActions: ["secrets.set"] };
    const connection = { ...old, ...granted, credentialVersion: 2, updatedAt: 3000 };
    assert.equal(
      await store().connectSessions.complete(id, { connection, record: renewed, at: 3000 }, "end_user"),
      true,
    );
    assert.deepEqual(await stored(old), { connection, record: renewed });
  });

  const mismatches: Readonly<Record<string, (place: Place) => Promise<Partial<ConnectionRow>>>> = {
    "another account": async () => ({ accountSlug: "other" }),
    "a credential that was replaced meanwhile": async () => ({ credentialVersion: 3 }),
    "another of the tenant's connections": async (place) => ({ id: (await makeConnection(store(), place)).id }),
  };
  for (const [reason, change] of Object.entries(mismatches)) {
    test(`a reconnect is rejected for ${reason}, with or without confirmation`, async () => {
      const place = await makeTenant(store());
      const old = await makeConnection(store(), place);
      const id = await open(place, { reconnect: true, connectionId: old.id });
      const connection = { ...old, credentialVersion: 2, ...(await change(place)) };
      const completion = { connection, record: renewed, at: 3000 };
      assert.equal(await store().connectSessions.complete(id, completion, "end_user"), false);
      const pending = { ...completion, completionCodeHash: "c", confirmBy: 5000 };
      assert.equal(await store().connectSessions.awaitConfirmation(id, pending), false);
      assert.deepEqual(await stored(old), { connection: old, record });
      assert.equal((await store().connectSessions.findById(id))?.status, "opened");
    });
  }

  test("doesn't reconnect a disconnected connection", async () => {
    const place = await makeTenant(store());
    const old = await makeConnection(store(), place);
    const id = await open(place, { reconnect: true, connectionId: old.id });
    const gone = await store().connections.disconnect(place.clientId, place.tenantId, old.id, 2500, "operator");
    const connection = { ...old, credentialVersion: 2 };
    assert.equal(
      await store().connectSessions.complete(id, { connection, record: renewed, at: 3000 }, "end_user"),
      false,
    );
    assert.deepEqual(await stored(old), { connection: gone, record: null });
  });

  test("keeps a pending completion sealed, and completes it when confirmed", async () => {
    const place = await makeTenant(store());
    const id = await open(place, { completion: "confirmed", rejections: 3 });
    const completion = { connection: sampleConnection(place), record, at: 2000 };
    const pending = { ...completion, completionCodeHash: "code", confirmBy: 4000 };
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => store().connectSessions.awaitConfirmation(id, pending)),
    );
    assert.equal(tries.filter(Boolean).length, 1);
    const waiting = await store().connectSessions.findById(id);
    assert.equal(waiting?.status, "awaiting_confirmation");
    assert.deepEqual([waiting.expiresAt, waiting.rejections, waiting.verifyingUntil], [4000, 0, 0]);
    assert.equal(waiting.completionCodeHash, "code");
    assert.deepEqual(await store().connectSessions.pendingCompletion(id), completion);
    assert.equal(await stored(completion.connection), null);

    assert.equal(await store().connectSessions.complete(id, { ...completion, at: 4000 }, "end_user"), false);
    assert.equal(await store().connectSessions.complete(id, { ...completion, at: 3999 }, "end_user"), true);
    assert.deepEqual(await stored(completion.connection), { connection: completion.connection, record });
    assert.equal(await store().connectSessions.pendingCompletion(id), null);
    assert.equal((await store().connectSessions.findById(id))?.completionCodeHash, "");
  });

  test("the last wrong code destroys the pending completion", async () => {
    const place = await makeTenant(store());
    const id = await open(place, { completion: "confirmed" });
    const pending = { connection: sampleConnection(place), record, at: 2000, completionCodeHash: "c", confirmBy: 4000 };
    await store().connectSessions.awaitConfirmation(id, pending);
    assert.equal(await store().connectSessions.reject(id, 2, 2100, rejection), 1);
    assert.notEqual(await store().connectSessions.pendingCompletion(id), null);
    assert.equal(await store().connectSessions.reject(id, 2, 2100, rejection), 2);
    assert.equal(await store().connectSessions.pendingCompletion(id), null);
    assert.equal((await store().connectSessions.findById(id))?.status, "failed");
  });
}
