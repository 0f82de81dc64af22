/** Exported heads show what a chain alone can't: that its end was cut off, or that it was rewritten completely. */
import assert from "node:assert/strict";
import { createPublicKey, verify as verifySignature } from "node:crypto";
import { after, before, describe, test } from "node:test";
import canonicalize from "canonicalize";
import { exportTrail, readHead, type ExportLine } from "../../../src/domain/journal/export.ts";
import type { SignedHead } from "../../../src/domain/journal/signed.ts";
import { chainHash } from "../../../src/domain/journal/chain.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { engines, fill, makeSigning, sampleEvent, signing, verify, withoutGuards, type Database } from "./fixture.ts";

const at = "2026-01-31T00:00:00.000Z";

async function exportLines(store: Store, clientIds: readonly string[], change = {}): Promise<ExportLine[]> {
  const options = { clientIds, since: 0, headsOnly: false, at, exporting: () => Promise.resolve(), ...change };
  const lines: ExportLine[] = [];
  for await (const line of exportTrail(store.audit, signing, options)) lines.push(line);
  return lines;
}

async function exportHead(store: Store, clientId: string): Promise<SignedHead> {
  const [line] = await exportLines(store, [clientId], { headsOnly: true });
  assert.ok(line !== undefined && "head" in line);
  return line.head;
}

for (const name of ["SQLite", "PostgreSQL"] as const) {
  describe(`${name}: against an exported head`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await engines[name]();
      store = await database.open();
      await database.run(...withoutGuards[name]);
    });
    after(async () => {
      await store.close();
      await database.drop();
    });

    test("a chain that only grew verifies, at its head and beyond", async () => {
      await fill(store, "scl_grown", 5);
      const head = await exportHead(store, "scl_grown");
      assert.equal((await verify(store, "scl_grown", [head])).ok, true);
      await store.audit.append(sampleEvent("scl_grown", 6));
      const report = await verify(store, "scl_grown", [head, await exportHead(store, "scl_grown")]);
      assert.deepEqual([report.ok, report.headsChecked], [true, 2]);
    });

    test("detects a tail that was cut off together with the database's own head", async () => {
      await fill(store, "scl_cut", 8);
      const head = await exportHead(store, "scl_cut");
      await database.run(
        "DELETE FROM journal WHERE client_id = 'scl_cut' AND seq > 5",
        `UPDATE journal_heads SET seq = 5, hash = (SELECT hash FROM journal WHERE client_id = 'scl_cut' AND seq = 5)
         WHERE client_id = 'scl_cut'`,
      );
      assert.equal((await verify(store, "scl_cut")).ok, true, "the shortened chain is valid on its own");
      const { broken } = await verify(store, "scl_cut", [head]);
      assert.equal(broken?.seq, 6);
      assert.match(broken?.reason ?? "", /cut off/);
      // Even if it has grown beyond the old length since then.
      for (let n = 20; n < 25; n += 1) await store.audit.append(sampleEvent("scl_cut", n));
      assert.deepEqual((await verify(store, "scl_cut", [head])).broken?.seq, 8);
    });

    test("detects a chain that was rewritten from its start", async () => {
      await fill(store, "scl_rewritten", 6);
      const head = await exportHead(store, "scl_rewritten");
      await database.run(
        "DELETE FROM journal WHERE client_id = 'scl_rewritten'",
        "UPDATE journal_heads SET seq = 0, hash = anchor_hash WHERE client_id = 'scl_rewritten'",
      );
      for (let n = 1; n <= 9; n += 1) {
        await store.audit.append(sampleEvent("scl_rewritten", n, { actor: "key:other" }));
      }
      assert.equal((await verify(store, "scl_rewritten")).ok, true, "the forged chain is valid on its own");
      const { broken } = await verify(store, "scl_rewritten", [head]);
      assert.equal(broken?.seq, 6);
      assert.match(broken?.reason ?? "", /was rewritten/);
    });

    test("detects a chain that is missing completely", async () => {
      await fill(store, "scl_gone", 3);
      const head = await exportHead(store, "scl_gone");
      await database.run(
        "DELETE FROM journal WHERE client_id = 'scl_gone'",
        "DELETE FROM journal_heads WHERE client_id = 'scl_gone'",
      );
      assert.deepEqual((await verify(store, "scl_gone", [head])).broken?.seq, 1);
    });

    test("a head that was altered, or that another deployment signed, proves nothing", async () => {
      await fill(store, "scl_forged", 3);
      const head = await exportHead(store, "scl_forged");
      const [second] = await store.audit.page("scl_forged", 1, 1);
      const stranger = makeSigning().signatures;
      const forged: SignedHead[] = [
        { ...head, seq: 2, hash: second?.hash ?? "" },
        { ...head, at: "2020-01-31T00:00:00.000Z" },
        { ...head, deployment: "dep_other" },
        { ...head, publicKey: stranger.publicKey },
        { ...head, signature: "" },
        { ...head, publicKey: stranger.publicKey, signature: stranger.sign("audit-head", "{}") },
      ];
      for (const one of forged) {
        assert.match((await verify(store, "scl_forged", [one])).broken?.reason ?? "", /not signed by this deployment/);
      }
    });

    test("an outsider can check an export with only the public key", async () => {
      await fill(store, "scl_out", 4);
      const text = (await exportLines(store, ["scl_out"])).map((line) => JSON.stringify(line)).join("\n");
      const lines = text.split("\n").map((line) => JSON.parse(line) as ExportLine);
      let before = { seq: 0, hash: "0".repeat(64) };
      for (const line of lines) {
        if (!("event" in line)) continue;
        const { hash, prevHash, ...document } = line.event;
        assert.deepEqual([document.seq, prevHash], [before.seq + 1, before.hash]);
        assert.equal(chainHash(prevHash, document), hash);
        before = { seq: document.seq, hash };
      }
      const last = lines.at(-1);
      assert.ok(last !== undefined && "head" in last);
      const { signature, ...unsigned } = last.head;
      assert.deepEqual([unsigned.seq, unsigned.hash], [before.seq, before.hash]);
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: unsigned.publicKey }, format: "jwk" });
      const label = ["svc-signature/v1", "audit-head"].map((part) =>
        Buffer.concat([Buffer.from([0, 0, 0, part.length]), Buffer.from(part)]),
      );
      const message = Buffer.concat([...label, Buffer.from(canonicalize(unsigned) ?? "")]);
      assert.equal(verifySignature(null, message, key, Buffer.from(signature, "base64url")), true);
      message[message.length - 2] = 0;
      assert.equal(verifySignature(null, message, key, Buffer.from(signature, "base64url")), false);
    });

    test("an export since a time starts there and has no gaps", async () => {
      for (let n = 1; n <= 6; n += 1) {
        await store.audit.append(sampleEvent("scl_since", n, { at: n === 5 ? 1000 : 1000 * n }));
      }
      const lines = await exportLines(store, ["scl_since"], { since: 3000 });
      const seqs = lines.map((line) => ("event" in line ? line.event.seq : "head"));
      assert.deepEqual(seqs, [3, 4, 5, 6, "head"]);
    });
  });
}

test("reads heads from an export; rejects anything else", () => {
  const unsigned = { deployment: "d", service_client_id: null, seq: 1, hash: "h", at: "t", publicKey: "p" };
  const head = { ...unsigned, signature: "s" };
  assert.deepEqual(readHead(JSON.stringify({ head })), head);
  for (const line of ['{"event":{}}', "", " "]) assert.equal(readHead(line), "none");
  for (const text of ["{", "[]", "null", '"x"', "{}", '{"head":{}}', JSON.stringify({ head: unsigned })]) {
    assert.equal(readHead(text), null, text);
  }
});
