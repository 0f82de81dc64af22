/** The keys that a server needs to start, and what remains of a deleted tenant. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import {
  assertProblem,
  chosenEngines,
  type Connected,
  devConfig,
  until,
  verifies,
  type Engine,
} from "../../conformance/harness/index.ts";
import { keyringEntry, VaultFixture } from "./fixture.ts";
import { runCommand } from "./killed-command.ts";
import { recordOf, sql, tenantKeyOf } from "./rows.ts";

describe("keys at start, and after a deletion", { concurrency: false }, () => {
  for (const engine of chosenEngines()) {
    verifies(
      "proof.vault-start",
      `starts with keys in any order, and refuses missing and wrong ones, on ${engine}`,
      () => starts(engine),
    );
    verifies("proof.vault-destroyed", `can't open rows restored from a copy, on ${engine}`, () => destroyed(engine));
  }
});

/** Every program opens the vault like the server; one that can't says why in one line, without a key. */
async function assertOpens(fixture: VaultFixture, keyring: string, refusal: RegExp | null): Promise<void> {
  fixture.keyring = keyring;
  const { exitCode, stderr } = await runCommand(fixture, ["vault", "status"]);
  assert.equal(exitCode, refusal === null ? 0 : 1, stderr);
  if (refusal === null) return;
  assert.match(stderr, refusal);
  assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
  for (const entry of keyring.split(",")) assert.ok(!stderr.includes(entry.slice(entry.indexOf(":") + 1)));
}

async function starts(engine: Engine): Promise<void> {
  const [first, second, third] = [keyringEntry("k1"), keyringEntry("k2"), keyringEntry("k3")];
  const fixture = await VaultFixture.make(engine, first);
  try {
    await fixture.restart(first, 1);
    const under: Connected[] = [await (await fixture.base()).connected()];
    await fixture.restart(`${second},${first}`, 1);
    under.push(await (await fixture.base()).connected());
    await assertOpens(fixture, `${first},${second}`, null);
    await assertOpens(fixture, `${third},${first},${second}`, null);
    await assertOpens(fixture, first, /lacks the vault key "k2"/);
    await assertOpens(fixture, second, /lacks the vault key "k1"/);
    await assertOpens(fixture, `${second},${keyringEntry("k1")}`, /"k1" is not the one/);
    await assertOpens(fixture, `${keyringEntry("k2")},${first}`, /"k2" is not the one/);
    // Swapped ids make both keys wrong.
    await assertOpens(fixture, `k1:${second.slice(3)},k2:${first.slice(3)}`, /is not the one/);
    await assert.rejects(fixture.restart(second, 1), /lacks the vault key "k1"/);
    await fixture.restart(`${third},${second},${first}`, 1);
    const caller = await fixture.callerAt(0);
    for (const connected of under) await connected.by(caller).run("secrets.names.list", devConfig);
    const status = JSON.parse((await runCommand(fixture, ["vault", "status"])).stdout) as Record<string, unknown>;
    assert.deepEqual(status["credentialsUnder"], { k1: 1, k2: 1 });
    assert.deepEqual(status["tenantKeysUnder"], { k1: 1, k2: 1 });
    await assertSealed(fixture);
  } finally {
    await fixture.dispose();
  }
}

/** There is no mode without a key: everything stored has the vault's format. */
async function assertSealed(fixture: VaultFixture): Promise<void> {
  const rows = await sql<{ record: Uint8Array }>(fixture.home, "select record from credentials");
  assert.equal(rows.length, 2);
  for (const { record } of rows) {
    assert.equal(Buffer.from(record).subarray(0, 4).toString(), "SVC1");
    assert.ok(!Buffer.from(record).includes("dp."));
  }
}

async function destroyed(engine: Engine): Promise<void> {
  const keyring = keyringEntry("k1");
  const fixture = await VaultFixture.make(engine, keyring);
  try {
    await fixture.restart(keyring, engine === "postgres" ? 2 : 1);
    const { home } = fixture;
    const base = await fixture.base();
    const doomed = await base.connected();
    const copy = await recordOf(home, doomed.id);
    const [tenant] = await sql<{ seal: string }>(home, "select seal from tenants where id = ?", [doomed.tenantId]);
    for (const index of fixture.servers.keys()) {
      await doomed.by(await fixture.callerAt(index)).run("secrets.names.list", devConfig);
    }
    const removed = await doomed.caller.delete(`/v1/tenants/${doomed.tenantId}`);
    assert.equal(removed.status, 204, removed.text);
    assert.equal(await tenantKeyOf(home, doomed.tenantId), null);
    // A copy can restore everything except the key, which no longer exists.
    const alive = "update tenants set deleted_at = null, deletion_marker = '', seal = ? where id = ?";
    await sql(home, alive, [tenant?.seal ?? "", doomed.tenantId]);
    await sql(home, "update connections set status = 'active' where id = ?", [doomed.id]);
    await sql(home, "insert into credentials (connection_id, record) values (?, ?)", [doomed.id, copy]);
    for (const index of fixture.servers.keys()) {
      const caller = await fixture.callerAt(index);
      await until(60_000, "the key is gone on every replica", async () => {
        const { status } = await doomed.by(caller).execute("secrets.names.list", devConfig);
        return status === 200 ? null : true;
      });
      assertProblem(await doomed.by(caller).execute("secrets.names.list", devConfig), "ACTION_NOT_DISPATCHED");
    }
    // A new key for the tenant isn't the old one.
    const again = await base.connected({ tenantId: doomed.tenantId });
    await again.run("secrets.names.list", devConfig);
    assertProblem(await doomed.execute("secrets.names.list", devConfig), "ACTION_NOT_DISPATCHED");
  } finally {
    await fixture.dispose();
  }
}
