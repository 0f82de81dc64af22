/** The creation of imported connections: the connection and its key's response in one commit, or nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectionImport, ImportOutcome } from "../../../src/domain/connections/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { makeTenant, newId, record, sampleClaim, sampleConnection, type Place } from "./samples.ts";

export function importCases(store: () => Store): void {
  const begun = async (): Promise<ConnectionImport & { place: Place }> => {
    const place = await makeTenant(store());
    await store().serviceClients.update(place.clientId, { allowImport: true }, "operator");
    const connection = sampleConnection(place, { origin: "import" });
    const claim = sampleClaim(place.clientId, { tenantId: place.tenantId });
    await store().idempotency.claim(claim);
    return {
      place,
      connection,
      record,
      claim,
      by: "key:x" as const,
      response: { status: 200, body: { connection: connection.id } },
    };
  };
  const stateOf = async ({ claim }: ConnectionImport) => (await store().idempotency.find(claim))?.state;
  const stored = ({ connection: { clientId, tenantId, id } }: ConnectionImport) =>
    store().connections.findWithCredential(clientId, tenantId, id);

  test("creates the connection, and keeps its key's response", async () => {
    const imported = await begun();
    assert.equal(await store().connections.import(imported), "stored");
    assert.deepEqual(await stored(imported), { connection: imported.connection, record });
    const row = await store().idempotency.find(imported.claim);
    assert.deepEqual([row?.state, row?.response], ["done", imported.response]);
    const filter = { type: "connection.created", tenantId: null, subject: null };
    const events = await store().audit.list(imported.place.clientId, { ...filter, beforeSeq: null, limit: 9 });
    assert.equal(events.rows.length, 1);
  });

  const refusals: Readonly<Record<string, [ImportOutcome, (imported: ConnectionImport) => Promise<unknown>]>> = {
    "the tenant was deleted": [
      "gone",
      ({ connection }) => store().tenants.remove(connection.clientId, connection.tenantId, 1500, false, "operator"),
    ],
    "the client was revoked": [
      "gone",
      ({ connection }) => store().serviceClients.revoke(connection.clientId, 1500, "operator"),
    ],
    "the client may no longer import": [
      "forbidden",
      ({ connection }) => store().serviceClients.update(connection.clientId, { allowImport: false }, "operator"),
    ],
    "the key was released": ["superseded", ({ claim }) => store().idempotency.release(claim, claim.ownerId)],
    "another process holds the key": [
      "superseded",
      async ({ claim }) => {
        await store().idempotency.release(claim, claim.ownerId);
        assert.notEqual(await store().idempotency.claim({ ...claim, ownerId: "owner_b" }), null);
      },
    ],
  };
  for (const [reason, [outcome, happen]] of Object.entries(refusals)) {
    test(`writes nothing if ${reason}`, async () => {
      const imported = await begun();
      await happen(imported);
      const before = await stateOf(imported);
      assert.equal(await store().connections.import(imported), outcome);
      assert.equal(await stored(imported), null);
      assert.equal(await stateOf(imported), before);
    });
  }

  test("lets one of ten concurrent imports with one key create a connection", async () => {
    const imported = await begun();
    const ids = Array.from({ length: 10 }, () => newId("con"));
    const outcomes = await Promise.all(
      ids.map((id) => store().connections.import({ ...imported, connection: { ...imported.connection, id } })),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "stored").length, 1);
    const { clientId, tenantId } = imported.place;
    const query = { provider: null, status: null, after: null, limit: 50 };
    assert.equal((await store().connections.list(clientId, tenantId, query)).rows.length, 1);
  });
}
