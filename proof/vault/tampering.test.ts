/** Records altered, truncated or moved in a real database, and the responses of a real server. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import {
  assertProblem,
  chosenEngines,
  connect,
  type Connected,
  Frontend,
  openSession,
  devConfig,
  until,
  verifies,
  type Engine,
} from "../../conformance/harness/index.ts";
import { keyringEntry, VaultFixture } from "./fixture.ts";
import { putRecord, putTenantKey, recordOf, sql, tenantKeyOf } from "./rows.ts";

describe("tampering", { concurrency: false }, () => {
  for (const engine of chosenEngines()) {
    verifies("proof.vault-tampering", `refuses each changed byte, length and move, on ${engine}`, () => tamper(engine));
  }
});

async function tamper(engine: Engine): Promise<void> {
  const keyring = keyringEntry("k1");
  const [fixture, foreign] = [await VaultFixture.make(engine, keyring), await VaultFixture.make("sqlite", keyring)];
  try {
    await fixture.restart(keyring, 1);
    await foreign.restart(keyring, 1);
    const base = await fixture.base();
    const connected = await base.connected();
    const record = await recordOf(fixture.home, connected.id);
    await refuseAltered(fixture, connected, record);
    await refuseMoved(fixture, connected, await (await foreign.base()).connected(), foreign);
    await refuseTenantKeys(fixture, connected);
    const [server] = fixture.servers;
    assert.ok(server !== undefined);
    // The operator is informed.
    await server.untilLogged("a credential does not open");
    assert.doesNotMatch(server.log(), /RECORD_UNREADABLE|TENANT_KEY|unsupported state|authenticate|at openRecord/i);
  } finally {
    await fixture.dispose();
    await foreign.dispose();
  }
}

/** Replaces the record, and makes the server look up the connection again, as it does before a refusal. */
async function replaceRecord({ home }: VaultFixture, connected: Connected, record: Uint8Array): Promise<void> {
  await putRecord(home, connected.id, record);
  assertProblem(await connected.execute("secrets.unknown", devConfig), "ACTION_NOT_FOUND");
}

/** The answers to records that can't be opened, without request-specific parts. */
const said = new Set<string>();

/** Asserts that a connection with this record does nothing, returns the same response, and doesn't change. */
async function assertRefused(fixture: VaultFixture, connected: Connected, how: string): Promise<void> {
  const before = fixture.doppler.ledger.requests.length;
  const response = await connected.execute("secrets.names.list", devConfig);
  const problem = assertProblem(response, "ACTION_NOT_DISPATCHED");
  assert.equal(fixture.doppler.ledger.requests.length, before, `something was sent: ${how}`);
  const { requestId: _request, execution_id: _execution, ...rest } = problem;
  said.add(JSON.stringify({ ...rest, connection_id: "", tenant_id: "", type: "" }));
  assert.equal(said.size, 1, `${how}: ${[...said].join("\n")}`);
}

/** The same for writes, tests and reads of the connection: no response says why. */
async function assertRefusedEverywhere(fixture: VaultFixture, connected: Connected, how: string): Promise<void> {
  await assertRefused(fixture, connected, how);
  const before = fixture.doppler.ledger.requests.length;
  const key = `write-${how.replaceAll(/[^a-z]/g, "-")}`;
  assertProblem(await connected.set("TAMPERED", key), "ACTION_NOT_DISPATCHED");
  const tested = await connected.caller.post(`${connected.path}:test`, undefined, { idempotencyKey: `test-${key}` });
  const { detail } = assertProblem(tested, "PROVIDER_UNREACHABLE");
  assert.doesNotMatch(detail, /vault|key|damage|decrypt|record|tenant|version/i);
  const seen = (await connected.caller.get(connected.path)).json as { status: string };
  assert.equal(seen.status, "active", how);
  assert.equal(fixture.doppler.ledger.requests.length, before, `something was sent: ${how}`);
}

async function refuseAltered(fixture: VaultFixture, connected: Connected, record: Uint8Array): Promise<void> {
  const put = async (altered: Uint8Array, how: string): Promise<void> => {
    await replaceRecord(fixture, connected, altered);
    await assertRefused(fixture, connected, how);
  };
  for (let index = 0; index < record.length; index += 1) {
    const flip = 1 << (index % 8);
    const altered = Uint8Array.from(record, (byte, at) => (at === index ? byte ^ flip : byte));
    await put(altered, `byte ${index}`);
  }
  for (const length of [0, 1, 5, 6, 7, 129, 130, 131, record.length - 1]) {
    await put(record.slice(0, length), `truncated to ${length}`);
  }
  await put(Uint8Array.from([...record, 0]), "one byte longer");
  await assertRefusedEverywhere(fixture, connected, "altered");
  await replaceRecord(fixture, connected, record);
  await connected.run("secrets.names.list", devConfig);
}

/** Records of another tenant, connection, version, purpose and deployment, each valid where it belongs. */
async function refuseMoved(
  fixture: VaultFixture,
  connected: Connected,
  elsewhere: Connected,
  foreign: VaultFixture,
): Promise<void> {
  const { home } = fixture;
  const base = await fixture.base();
  const own = await recordOf(home, connected.id);
  const neighbour = await base.connected({ tenantId: connected.tenantId });
  const stranger = await base.connected();
  const moved: [string, Uint8Array][] = [
    ["from another connection", await recordOf(home, neighbour.id)],
    ["from another tenant", await recordOf(home, stranger.id)],
    ["from another deployment", await recordOf(foreign.home, elsewhere.id)],
    ["for another purpose", await pendingFor(fixture, connected)],
  ];
  const { serviceAccount } = fixture.doppler.tokens;
  await connect(connected.caller, connected.tenantId, serviceAccount, { connection_id: connected.id });
  moved.push(["from an earlier version", own]);
  const present = await recordOf(home, connected.id);
  for (const [how, record] of moved) {
    await replaceRecord(fixture, connected, record);
    await assertRefusedEverywhere(fixture, connected, how);
  }
  await replaceRecord(fixture, connected, present);
  // Restoring only the version, without its record, doesn't work either.
  await sql(home, "update connections set credential_version = 1 where id = ?", [connected.id]);
  await assertRefusedEverywhere(fixture, connected, "another version with its record");
  await sql(home, "update connections set credential_version = 2 where id = ?", [connected.id]);
  await connected.run("secrets.names.list", devConfig);
}

/** A record of a reconnect of this connection that awaits confirmation, for its next version. */
async function pendingFor({ home, doppler }: VaultFixture, { caller, tenantId, id }: Connected): Promise<Uint8Array> {
  const session = await openSession(caller, tenantId, { connection_id: id, completion: "confirmed" });
  const frontend = new Frontend(caller.http, session.allowedOrigin);
  const submitted = await frontend.submit(await frontend.open(session.token), doppler.tokens.serviceAccount);
  assert.equal((submitted.json as { status: string }).status, "awaiting_confirmation", submitted.text);
  const statement = "select record from pending_completions where session_id = ?";
  const [row] = await sql<{ record: Uint8Array }>(home, statement, [session.id]);
  assert.ok(row !== undefined);
  return Uint8Array.from(row.record);
}

/** Checks the tenant's key altered or replaced with another tenant's. A key row is cached for a second. */
async function refuseTenantKeys(fixture: VaultFixture, connected: Connected): Promise<void> {
  const { home } = fixture;
  const own = await tenantKeyOf(home, connected.tenantId);
  const other = await tenantKeyOf(home, (await (await fixture.base()).connected()).tenantId);
  assert.ok(own !== null && other !== null);
  const altered = Uint8Array.from(own.wrapped, (byte, at) => (at === 90 ? byte ^ 1 : byte));
  for (const [how, row] of [
    ["another tenant's key", other],
    ["an altered key", { ...own, wrapped: altered }],
    ["a key under another id", { ...own, root_key_id: "k2" }],
  ] as const) {
    await putTenantKey(home, connected.tenantId, row);
    await until(60_000, `${how} is noticed`, async () => {
      const { status } = await connected.execute("secrets.names.list", devConfig);
      return status === 200 ? null : true;
    });
    await assertRefusedEverywhere(fixture, connected, how);
  }
  await putTenantKey(home, connected.tenantId, own);
  await until(60_000, "the right key is back", async () => {
    return (await connected.execute("secrets.names.list", devConfig)).status === 200 ? true : null;
  });
}
