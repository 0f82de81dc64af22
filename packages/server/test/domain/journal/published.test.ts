/** What the event log shows of an entry: one id, a digest in the chain, never altered, and cleared before the entry. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { ChainedEvent } from "../../../src/domain/journal/port.ts";
import { verifyChain } from "../../../src/domain/journal/verify.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { engines, pruneAt, signing, verify, withoutGuards, type Database } from "./fixture.ts";
import { makeConnection, makeTenant } from "../../adapters/store/samples.ts";

const far = 9e15;

for (const name of ["SQLite", "PostgreSQL"] as const) {
  describe(`${name}: what the event log shows`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await engines[name]();
      store = await database.open();
    });
    after(async () => {
      await store.close();
      await database.drop();
    });

    /** A client with a connection: two public entries among others. */
    const begin = async () => {
      const { clientId, tenantId } = await makeTenant(store);
      await makeConnection(store, { clientId, tenantId });
      const trail = () => store.audit.page(clientId, 0, 100);
      const log = () => store.events.list(clientId, { type: null, tenantId: null, afterSeq: 0, limit: 100 });
      const entries = await trail();
      const of = (isShown: boolean): ChainedEvent =>
        entries.find(({ published }) => (published !== null) === isShown) ?? assert.fail("no such entry");
      return { clientId, trail, log, shown: of(true), hidden: of(false) };
    };

    test("a fact is one entry with one id, which has the digest of what the event log shows", async () => {
      const { trail, log } = await begin();
      const entries = (await trail()).filter(({ published }) => published !== null);
      const { rows } = await log();
      const ofEntries = entries.map(({ id, type, at }) => [id, type, at]);
      assert.deepEqual(
        rows.map(({ id, type, at }) => [id, type, at]),
        ofEntries,
      );
      assert.equal(rows.length, 2);
      for (const [index, { published, data }] of entries.entries()) {
        const { salt, text } = published ?? assert.fail("not shown");
        assert.match(salt, /^[0-9a-f]{32}$/);
        assert.deepEqual(JSON.parse(text), rows[index]?.data);
        assert.equal(data["publicDigest"], createHash("sha256").update(`${salt}${text}`).digest("hex"));
      }
      assert.notEqual(entries[0]?.published?.salt, entries[1]?.published?.salt);
    });

    test("no statement alters it, adds it, or clears it before its retention", async () => {
      const { clientId, shown, hidden } = await begin();
      const at = (seq: number): string => `WHERE client_id = '${clientId}' AND seq = ${seq}`;
      const clear = "UPDATE journal SET public_salt = NULL, public_data = NULL";
      const altering = [
        `UPDATE journal SET public_data = '{"status":"other"}' ${at(shown.seq)}`,
        `UPDATE journal SET public_salt = '00' ${at(shown.seq)}`,
        `UPDATE journal SET public_seq = 99 ${at(shown.seq)}`,
        `UPDATE journal SET public_seq = 99, public_salt = '00', public_data = '{}' ${at(hidden.seq)}`,
        `${clear}, data = '{}' ${at(shown.seq)}`,
      ];
      for (const statement of [...altering, `${clear} ${at(shown.seq)}`]) {
        await assert.rejects(database.run(statement), /journal/, statement);
      }
      await database.run(`UPDATE journal_heads SET pruned_seq = 1 WHERE client_id = '${clientId}'`);
      const backwards = ["pruned_seq = 0", "public_seq = public_seq - 1", "pruned_seq = public_seq + 1"].map(
        (change) => `UPDATE journal_heads SET ${change} WHERE client_id = '${clientId}'`,
      );
      for (const statement of [...altering, ...backwards]) {
        await assert.rejects(database.run(statement), /journal|CHECK/i, statement);
      }
      assert.equal((await verify(store, clientId)).ok, true);
      await database.run(`${clear} ${at(shown.seq)}`);
      const restore = `UPDATE journal SET public_salt = '00', public_data = '{}' ${at(shown.seq)}`;
      await assert.rejects(database.run(restore), /journal/);
      assert.equal((await verify(store, clientId)).ok, true, "clearing leaves the chain whole");
    });

    test("verification names an entry whose event was altered by the database's owner", async () => {
      const { clientId, trail, shown, hidden } = await begin();
      await database.run(...withoutGuards[name]);
      const change = (what: string, seq: number): Promise<void> =>
        database.run(`UPDATE journal SET ${what} WHERE client_id = '${clientId}' AND seq = ${seq}`);
      const { salt, text } = shown.published ?? assert.fail("not shown");
      const original = `public_salt = '${salt}', public_data = '${text}'`;
      for (const what of [
        `public_data = '${text.replace("{", '{"n":1,')}'`,
        `public_data = '{'`,
        `public_salt = '00'`,
      ]) {
        await change(what, shown.seq);
        const { broken } = await verify(store, clientId);
        assert.deepEqual([broken?.seq, /event log/.test(broken?.reason ?? "")], [shown.seq, true], what);
        await change(original, shown.seq);
      }
      assert.equal((await verify(store, clientId)).ok, true);
      await change(`public_seq = 99, public_salt = '00', public_data = '{}'`, hidden.seq);
      assert.equal((await verify(store, clientId)).broken?.seq, hidden.seq, "an event that was made up");
      await change("public_seq = 0, public_salt = NULL, public_data = NULL", hidden.seq);
      assert.equal((await verify(store, clientId)).ok, true);
      for (const what of [
        "public_salt = NULL, public_data = NULL",
        "public_seq = 0, public_salt = NULL, public_data = NULL",
        "public_seq = 99",
      ]) {
        await change(what, shown.seq);
        assert.equal((await verify(store, clientId)).broken?.seq, shown.seq, what);
        await change(`public_seq = ${shown.publicSeq}, ${original}`, shown.seq);
      }
      const bare = (await trail()).find(({ data }) => Object.keys(data).length === 0) ?? assert.fail("all have data");
      await change("data = 'null'", bare.seq);
      assert.equal((await verify(store, clientId)).broken?.seq, bare.seq, "null for no data");
      await change("data = '{}'", bare.seq);
      await database.run(`UPDATE journal_heads SET public_seq = 9 WHERE client_id = '${clientId}'`);
      assert.match((await verify(store, clientId)).broken?.reason ?? "", /event log's number/);
    });

    test("verification allows for what retention clears during the walk", async () => {
      const { clientId } = await begin();
      const page: Store["audit"]["page"] = async (...query) => {
        await store.events.prune(clientId, far, 10);
        return await store.audit.page(...query);
      };
      assert.equal((await verifyChain({ ...store.audit, page }, signing, clientId, [])).ok, true);
    });

    test("retention clears it with its salt, and the entry stays until the trail's retention", async () => {
      const { clientId, trail, log } = await begin();
      const kept = await trail();
      assert.equal(await store.events.prune(clientId, far, 1), 1);
      assert.deepEqual([(await log()).rows.length, (await log()).prunedSeq], [1, 1]);
      assert.equal(await store.events.prune(clientId, far, 10), 1);
      assert.equal(await store.events.prune(clientId, far, 10), 0);
      const left = await trail();
      assert.deepEqual(
        left.map(({ hash, data }) => [hash, data]),
        kept.map(({ hash, data }) => [hash, data]),
      );
      assert.ok(left.every(({ published }) => published === null));
      assert.equal((await verify(store, clientId)).ok, true);
    });

    test("nothing is shown longer than its entry is kept", async () => {
      const { clientId, trail, log } = await begin();
      const { removed, stopped } = await pruneAt({ trail: store.audit, signing }, far, 1);
      assert.ok(removed > 0);
      assert.deepEqual(
        stopped.filter((chain) => chain.clientId === clientId),
        [],
      );
      assert.deepEqual([(await trail()).length, (await log()).rows.length], [0, 0]);
      assert.deepEqual([(await log()).prunedSeq, (await log()).headSeq], [2, 2]);
    });
  });
}
