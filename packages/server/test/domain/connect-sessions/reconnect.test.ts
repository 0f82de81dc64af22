/** Reconnects: what they replace, and a credential that is refreshed while its reconnect is being stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { vaultContext } from "../../../src/domain/connections/sealed-credential.ts";
import { createConnectSessions } from "../../../src/domain/connect-sessions/sessions.ts";
import { connected, opened, refusedWith } from "./flow.ts";
import { alive, createFixture, type Fixture, origin } from "./fixture.ts";

test("a reconnect keeps the id and replaces the credential; another account changes nothing", async () => {
  const fixture = await createFixture();
  const connection_id = await connected(fixture);
  const before = await fixture.record(connection_id);
  const { submit, frontend, secret } = await opened(fixture, {
    connection_id,
    requestedActions: ["secrets.get", "secrets.delete"],
  });
  const shown = await frontend.session(origin, secret);
  assert.deepEqual(
    shown.actions.map(({ id, added }) => [id, added]),
    [
      ["secrets.get", false],
      ["secrets.delete", true],
    ],
  );
  fixture.provider.responses = [alive("other")];
  for (let count = 0; count < 6; count += 1) await refusedWith("CONNECTION_ACCOUNT_MISMATCH", () => submit());
  assert.deepEqual(await fixture.record(connection_id), before);
  fixture.provider.responses = [alive("acme")];
  assert.deepEqual(await submit(), { status: "completed", connection_id });
  const row = await fixture.connection(connection_id);
  assert.deepEqual([row?.credentialVersion, row?.grantedActions], [2, ["secrets.get", "secrets.delete"]]);
  assert.equal((await fixture.connections()).length, 1);
});

test("a reconnect that adds no actions needs no new permission", async () => {
  const fixture = await createFixture();
  const connection_id = await connected(fixture);
  const { submit } = await opened(fixture, { connection_id });
  await fixture.changeClient({ allowedActions: ["doppler/projects.list"] });
  assert.equal((await submit()).status, "completed");
});

test("does not restore a connection that was disconnected in between", async () => {
  const fixture = await createFixture();
  const connection_id = await connected(fixture);
  const { submit } = await opened(fixture, { connection_id });
  const row = await fixture.connection(connection_id);
  assert.ok(row !== null);
  fixture.provider.responses = [
    async () => {
      await fixture.store.connections.disconnect(
        row.clientId,
        row.tenantId,
        connection_id,
        fixture.clock.nowMs,
        "operator",
      );
      return await alive()();
    },
  ];
  await refusedWith("CONNECTION_NOT_ACTIVE", () => submit());
  assert.equal((await fixture.connection(connection_id))?.status, "disconnected");
});

/** Lets another process refresh the credential while it is being sealed, the given number of times. */
function refreshWhileSealing(fixture: Fixture, connectionId: string, times: number): void {
  const { credentials } = fixture.deps;
  let left = times;
  fixture.deps.credentials = {
    ...credentials,
    async seal(context, credential) {
      if (left > 0) {
        left -= 1;
        fixture.replaceCredential(connectionId);
      }
      return credentials.seal(context, credential);
    },
  };
}

const readVersion = async (fixture: Fixture, id: string) => (await fixture.connection(id))?.credentialVersion;
/** Asserts that the record opens in the connection's context. */
const assertOpens = async (fixture: Fixture, id: string): Promise<void> => {
  const connection = await fixture.connection(id);
  assert.ok(connection !== null);
  const record = (await fixture.record(id)) ?? new Uint8Array();
  await fixture.deps.credentials.open(vaultContext(connection), record);
};

test("seals a reconnect again under the next version, both immediately and when it is confirmed", async () => {
  const fixture = await createFixture();
  const id = await connected(fixture);
  refreshWhileSealing(fixture, id, 2);
  const reconnect = await opened(fixture, { connection_id: id });
  assert.equal((await reconnect.submit()).status, "completed");
  assert.equal(await readVersion(fixture, id), 4);
  await assertOpens(fixture, id);

  const waiting = await opened(fixture, { connection_id: id, completion: "confirmed" });
  refreshWhileSealing(fixture, id, 1);
  const response = await waiting.submit();
  assert.ok(response.status === "awaiting_confirmation");
  refreshWhileSealing(fixture, id, 2);
  const sessions = createConnectSessions(fixture.deps);
  const session = await sessions.complete(
    fixture.caller,
    fixture.tenant.id,
    waiting.session.id,
    response.completionCode,
  );
  assert.equal(session.status, "completed");
  assert.equal(await readVersion(fixture, id), 8);
  await assertOpens(fixture, id);
});

test("gives up on a credential that keeps changing, and stores nothing", async () => {
  const fixture = await createFixture();
  const id = await connected(fixture);
  refreshWhileSealing(fixture, id, 100);
  const { submit } = await opened(fixture, { connection_id: id });
  const before = await fixture.record(id);
  await refusedWith("CONNECT_SESSION_NOT_OPEN", submit);
  assert.deepEqual(await fixture.record(id), before);
});
