/** Sealed credentials, for the vault's maintenance. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { addTenant, makeConnection, makeSession, makeTenant, sampleConnection, type Place } from "./samples.ts";

const bytes = (n: number) => Uint8Array.of(n, 0, 255);

export function sealedRecordCases(store: () => Store): void {
  test("lists a tenant's live and pending records by id, and no other tenant's", async () => {
    const place = await makeTenant(store());
    const other: Place = { ...place, tenantId: await addTenant(store(), place.clientId) };
    await makeConnection(store(), other);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await makeConnection(store(), place)).id);
    const pending = await awaiting(store(), place);
    const listed = await store().vault.listSealedRecords(place.tenantId, "", 10);
    assert.deepEqual(
      listed.map(({ id, context }) => [id, context.connectionId, context.purpose]),
      [
        ...ids.map((id) => [id, id, "credential"]),
        [pending.sessionId, pending.connectionId, "pending-credential"],
      ].sort(([left = ""], [right = ""]) => (left < right ? -1 : 1)),
    );
    const after = listed[1]?.id ?? "";
    const rest = await store().vault.listSealedRecords(place.tenantId, after, 1);
    assert.deepEqual(rest, listed.slice(2, 3));
    assert.ok(listed.every(({ context }) => context.tenantId === place.tenantId && context.version === 1));
    const { provider, grantedActions } = sampleConnection(place);
    for (const { context } of listed) {
      assert.deepEqual(
        [context.clientId, context.provider, context.grantedActions],
        [place.clientId, provider, grantedActions],
      );
    }
  });

  test("replaces a record only if its bytes and version are unchanged", async () => {
    const place = await makeTenant(store());
    await makeConnection(store(), place);
    await awaiting(store(), place);
    for (const old of await store().vault.listSealedRecords(place.tenantId, "", 10)) {
      const { vault } = store();
      assert.equal(await vault.replaceSealedRecord({ ...old, record: bytes(99) }, bytes(1)), false);
      assert.equal(await vault.replaceSealedRecord({ ...old, id: `${old.id}x` }, bytes(1)), false);
      if (old.context.purpose === "credential") {
        const context = { ...old.context, version: old.context.version + 1 };
        assert.equal(await vault.replaceSealedRecord({ ...old, context }, bytes(1)), false);
      }
      assert.equal(await vault.replaceSealedRecord(old, bytes(7)), true);
      assert.equal(await vault.replaceSealedRecord(old, bytes(8)), false);
    }
    const now = await store().vault.listSealedRecords(place.tenantId, "", 10);
    assert.deepEqual(
      now.map(({ record }) => record),
      [bytes(7), bytes(7)],
    );
  });

  test("counts records by the root key of their tenant's key, and lists tenant keys in order", async () => {
    const { clientId } = await makeTenant(store());
    const tenantIds: string[] = [];
    for (const [n, rootKeyId] of ["root_1", "root_1", "root_2"].entries()) {
      const tenantId = await addTenant(store(), clientId);
      tenantIds.push(tenantId);
      await store().vault.createTenantKey({ tenantId, wrapped: bytes(n), rootKeyId });
      for (let made = 0; made <= n; made += 1) await makeConnection(store(), { clientId, tenantId });
      await awaiting(store(), { clientId, tenantId });
    }
    const counts = (await store().vault.countSealedRecords(() => undefined)).filter(({ rootKeyId }) =>
      rootKeyId.startsWith("root_"),
    );
    assert.deepEqual(counts, [
      { rootKeyId: "root_1", count: 5 },
      { rootKeyId: "root_2", count: 4 },
    ]);
    const [first = "", second = "", third = ""] = tenantIds;
    const idsOf = async (tenantId: string | null, after: string, limit: number) =>
      (await store().vault.listTenantKeys(tenantId, after, limit)).map((row) => row.tenantId);
    assert.deepEqual(await idsOf(null, first, 10), [second, third]);
    assert.deepEqual(await idsOf(null, first, 1), [second]);
    assert.deepEqual(await idsOf(second, "", 10), [second]);
    assert.deepEqual(await idsOf(second, second, 10), []);
  });
}

/** A session awaiting confirmation with a sealed credential. */
async function awaiting(store: Store, place: Place): Promise<{ sessionId: string; connectionId: string }> {
  const sessionId = await makeSession(store, place, { completion: "confirmed", status: "opened" });
  const connection = sampleConnection(place);
  const pending = { connection, record: bytes(50), at: 2000, completionCodeHash: "1.code", confirmBy: 9000 };
  assert.equal(await store.connectSessions.awaitConfirmation(sessionId, pending), true);
  return { sessionId, connectionId: connection.id };
}
