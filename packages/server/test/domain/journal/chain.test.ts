/** The chain as stored: one order for all recorders, hashes that anyone can compute, rows that stay. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { chainHash, splitDocument, eventDocument, hashAfter } from "../../../src/domain/journal/chain.ts";
import { cuttingProxy } from "../../adapters/store/testing/cutting-proxy.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { beginning, engines, fill, sampleEvent, verify, type Database } from "./fixture.ts";
import { testSeals } from "../../test-seals.ts";

test("splits a document around its number, which can be any", () => {
  const data = { z: 'Grüße, "quoted"', seq: 3, a: -0.5, c: true, "\u{1f600}": "\u2028" };
  const inOrder = Object.fromEntries(Object.entries(data).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  for (const event of [
    sampleEvent("scl_cut", 1, { data, subject: '","seq":7,"' }),
    sampleEvent("scl_cut", 1, { data: inOrder }),
    // Sorted by value, these are in another order than sorted by text.
    sampleEvent("scl_cut", 1, { data: { 9: "nine", 10: "ten", x: -0 } }),
    sampleEvent("", 2, { data: {}, tenantId: "", subject: "" }),
  ]) {
    const { start, end } = splitDocument(event);
    for (const seq of [1, 42, 9_007_199_254_740_991]) {
      const hash = chainHash("ab".repeat(32), eventDocument(event, seq));
      assert.equal(hashAfter("ab".repeat(32), `${start}${seq}${end}`), hash);
    }
  }
});

test("hashes the previous hash's bytes and a text of any length in UTF-8", () => {
  const prevHash = "ab".repeat(32);
  for (const text of ["", "plain", "Grüße \u{1f600}", "x".repeat(16_384), "\u20ac".repeat(20_000), "short again"]) {
    const expected = createHash("sha256").update(Buffer.from(prevHash, "hex")).update(text, "utf8").digest("hex");
    assert.equal(hashAfter(prevHash, text), expected);
  }
});

for (const [name, make] of Object.entries(engines)) {
  describe(`${name}: the chain`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await make();
      store = await database.open();
    });
    after(async () => {
      await store.close();
      await database.drop();
    });

    test("many recorders in several processes create one unbroken chain per client", async () => {
      const clients = ["", "scl_a", "scl_b"];
      await database.run(beginning("scl_a"), beginning("scl_b"));
      const recorders = ["one", "two", "three"].map((recorder) =>
        fork(join(import.meta.dirname, "testing/recorder.ts"), [database.url, recorder, clients.join(), "20"]),
      );
      const ended = await Promise.all(recorders.map((child) => once(child, "exit")));
      assert.deepEqual(ended.flat(), [0, null, 0, null, 0, null]);
      for (const clientId of clients) {
        const rows = await store.audit.page(clientId, 0, 100);
        assert.deepEqual(
          rows.map(({ seq }) => seq),
          Array.from({ length: 60 }, (_, n) => n + 1),
        );
        for (const recorder of ["one", "two", "three"]) {
          assert.equal(new Set(rows.filter(({ subject }) => subject === recorder).map(({ id }) => id)).size, 20);
        }
        const report = await verify(store, clientId);
        assert.deepEqual([report.ok, report.events, report.seq, report.broken], [true, 60, 60, null]);
      }
      assert.deepEqual(await store.audit.chainIds(), clients);
    });

    test("its hashes can be computed by hand from the documentation", async () => {
      const event = sampleEvent("scl_hand", 1, { data: { b: "Grüße", a: 2.5, c: false }, subject: "" });
      await store.audit.append(event);
      await store.audit.append(sampleEvent("scl_hand", 2));
      const [first, second] = await store.audit.page("scl_hand", 0, 2);
      const canonical =
        '{"actor":"key:abc","createdAt":"2023-11-14T22:13:20.001Z","data":{"a":2.5,"b":"Grüße","c":false},' +
        '"id":"evt_scl_hand_1","seq":1,"service_client_id":"scl_hand","subject":null,"tenant_id":"ten_1",' +
        '"type":"connection.tested"}';
      const expected = createHash("sha256").update(new Uint8Array(32)).update(canonical).digest("hex");
      assert.deepEqual([first?.prevHash, first?.hash], ["0".repeat(64), expected]);
      assert.equal(second?.prevHash, expected);
    });

    test("hashes values as the database stores them, if it can't store them unchanged", async () => {
      const hostile = { text: "a\0b\ud800c", "k\0": "\udfff" };
      await store.audit.append(sampleEvent("scl_text", 1, { data: hostile, subject: "s\0\ud800" }));
      assert.equal((await verify(store, "scl_text")).ok, true);
      const [row] = await store.audit.page("scl_text", 0, 1);
      assert.deepEqual(row?.data, { text: "a\u{FFFD}b\u{FFFD}c", "k\u{FFFD}": "\u{FFFD}" });
    });

    test("no statement changes or removes an event, or moves a chain back", async () => {
      await fill(store, "scl_kept", 3);
      const refused = [
        "UPDATE journal SET actor = 'unknown' WHERE client_id = 'scl_kept'",
        "UPDATE journal SET seq = 9 WHERE client_id = 'scl_kept' AND seq = 3",
        "DELETE FROM journal WHERE client_id = 'scl_kept'",
        "DELETE FROM journal WHERE client_id = 'scl_kept' AND seq = 3",
        "UPDATE journal_heads SET seq = 2 WHERE client_id = 'scl_kept'",
        "UPDATE journal_heads SET client_id = 'scl_other' WHERE client_id = 'scl_kept'",
        "DELETE FROM journal_heads WHERE client_id = 'scl_kept'",
        ...(name === "PostgreSQL" ? ["TRUNCATE journal", "TRUNCATE journal_heads"] : []),
      ];
      for (const statement of refused) await assert.rejects(database.run(statement), /journal/, statement);
      assert.equal((await verify(store, "scl_kept")).events, 3);
    });

    test("a page is newest first, filtered, and contains only one client's events", async () => {
      for (let n = 1; n <= 6; n += 1) {
        const type = n % 2 === 0 ? "credential.used" : "connection.tested";
        const tenantId = n <= 3 ? "ten_1" : "ten_2";
        await store.audit.append(sampleEvent("scl_list", n, { type, tenantId, subject: `con_${n % 3}` }));
      }
      const none = { type: null, tenantId: null, subject: null, beforeSeq: null, limit: 10 };
      const seqs = async (query: Partial<typeof none> | Record<string, unknown>) => {
        const { rows, more } = await store.audit.list("scl_list", { ...none, ...query });
        return [rows.map(({ seq }) => seq), more];
      };
      assert.deepEqual(await seqs({}), [[6, 5, 4, 3, 2, 1], false]);
      assert.deepEqual(await seqs({ limit: 2 }), [[6, 5], true]);
      assert.deepEqual(await seqs({ limit: 2, beforeSeq: 3 }), [[2, 1], false]);
      assert.deepEqual(await seqs({ type: "credential.used" }), [[6, 4, 2], false]);
      assert.deepEqual(await seqs({ type: "connection.tested", tenantId: "ten_2" }), [[5], false]);
      assert.deepEqual(await seqs({ subject: "con_0" }), [[6, 3], false]);
      assert.deepEqual((await store.audit.list("scl_other", none)).rows, []);
    });
  });
}

test("appends once if the database's response was lost", async () => {
  const database = await engines.PostgreSQL();
  const proxy = await cuttingProxy(database.url);
  const store = await openStore({ seals: testSeals, url: proxy.url, nowMs: Date.now, migrate: true, serve: false });
  try {
    await database.run(beginning("scl_lost"));
    await fill(store, "scl_lost", 2);
    proxy.loseResponseTo("commit");
    await store.audit.append(sampleEvent("scl_lost", 3));
    assert.equal(proxy.lost(), 1);
    await store.audit.append(sampleEvent("scl_lost", 4));
    const report = await verify(store, "scl_lost");
    assert.deepEqual([report.ok, report.events], [true, 4]);
  } finally {
    await store.close();
    await proxy.close();
    await database.drop();
  }
});
