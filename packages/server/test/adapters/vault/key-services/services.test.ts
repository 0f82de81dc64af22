/** Every client with its service: round trips, bindings, faults, and what an operator reads. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { serviceKinds } from "../../../../../../tools/key-services/all.ts";
import type { KeyServiceFault } from "../../../../src/domain/vault/key-service.ts";
import { KeyServiceError } from "../../../../src/domain/vault/key-service.ts";
import { startServices, type ServicesFixture } from "./fixture.ts";

let fixture: ServicesFixture;
before(async () => {
  fixture = await startServices();
});
after(() => fixture.close());

const context = { deploymentId: "dep_1", rootKeyId: "main" };
const key = new Uint8Array(32).map((_byte, at) => at * 7 + 1);

async function faults(work: Promise<unknown>, fault: KeyServiceFault): Promise<void> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof KeyServiceError, `expected ${fault}`);
  assert.equal(error.fault, fault, error.message);
  assert.equal(error.cause, undefined);
  assert.doesNotMatch(error.message, /canary/);
}

for (const kind of serviceKinds) {
  describe(kind, () => {
    test("unwraps what it wrapped, and never stores the key itself", async () => {
      const service = await fixture.client(kind);
      const stored = await service.wrap(key, context);
      assert.deepEqual(Buffer.from(await service.unwrap(stored, context)), Buffer.from(key));
      assert.equal(Buffer.from(stored.wrapped).includes(Buffer.from(key)), false);
      assert.deepEqual(await service.examine(stored), []);
    });

    test("doesn't unwrap for another deployment or key id, or with a changed byte", async () => {
      const service = await fixture.client(kind);
      const stored = await service.wrap(key, context);
      await faults(service.unwrap(stored, { ...context, deploymentId: "dep_2" }), "foreign");
      await faults(service.unwrap(stored, { ...context, rootKeyId: "other" }), "foreign");
      for (const at of [stored.wrapped.length - 1, Math.floor(stored.wrapped.length / 2), stored.wrapped.length - 20]) {
        const wrapped = Uint8Array.from(stored.wrapped);
        wrapped[at] = wrapped[at] === 0x41 ? 0x42 : 0x41;
        await faults(service.unwrap({ ...stored, wrapped }, context), "foreign");
      }
      await faults(service.unwrap({ ...stored, wrapped: new Uint8Array(3) }, context), "foreign");
    });

    test("says that the service is away, or that it refuses", async () => {
      const service = await fixture.client(kind);
      const stored = await service.wrap(key, context);
      fixture.services[kind].mode = "away";
      await faults(service.wrap(key, context), "away");
      await faults(service.unwrap(stored, context), "away");
      fixture.services[kind].mode = "denies";
      await faults(service.wrap(key, context), "denied");
      await faults(service.unwrap(stored, context), "denied");
      await faults(service.examine(stored), "denied");
      fixture.services[kind].mode = "works";
      assert.deepEqual(Buffer.from(await service.unwrap(stored, context)), Buffer.from(key));
    });
  });
}

test("AWS: a key that is disabled or will be deleted can't be used, and the operator learns when", async () => {
  const { awskms } = fixture.services;
  const service = await fixture.client("awskms");
  const stored = await service.wrap(key, context);
  Object.assign(awskms, { state: "PendingDeletion", deletionDate: Date.UTC(2031, 4, 6) / 1000 });
  await faults(service.unwrap(stored, context), "unusable");
  assert.match(JSON.stringify(await service.examine(stored)), /"fail".*2031-05-06/);
  awskms.state = "Disabled";
  await faults(service.unwrap(stored, context), "unusable");
  assert.match(JSON.stringify(await service.examine(stored)), /Disabled/);
  awskms.state = "Enabled";
});

test("Google: a version that will be destroyed can't be used, and the operator learns when", async () => {
  const { gcpkms } = fixture.services;
  const service = await fixture.client("gcpkms");
  const stored = await service.wrap(key, context);
  assert.equal(stored.version, "1");
  Object.assign(gcpkms, { state: "DESTROY_SCHEDULED", destroyTime: "2031-05-06T07:08:09Z" });
  await faults(service.unwrap(stored, context), "unusable");
  assert.match(JSON.stringify(await service.examine(stored)), /"fail".*2031-05-06/);
  gcpkms.state = "ENABLED";
});

test("Azure: the operator learns of a disabled version, and of one that expires", async () => {
  const { azure } = fixture.services;
  const service = await fixture.client("azure");
  const stored = await service.wrap(key, context);
  azure.attributes = { enabled: true, exp: Math.floor(Date.now() / 1000) + 86_400 };
  assert.match(JSON.stringify(await service.examine(stored)), /"warn".*expires on/);
  azure.attributes = { enabled: true, exp: 1_700_000_000 };
  assert.match(JSON.stringify(await service.examine(stored)), /"fail".*expired on 2023-11-14/);
  azure.attributes = { enabled: false };
  await faults(service.unwrap(stored, context), "denied");
  assert.match(JSON.stringify(await service.examine(stored)), /"fail".*disabled/);
  azure.attributes = { enabled: true };
});

test("Azure: the public key alone isn't enough to put another root key in the database", async () => {
  const service = await fixture.client("azure");
  const [one, other] = [await service.wrap(key, context), await service.wrap(key, context)];
  // All that the public key makes is another wrapped one-time key, and what it seals. The signature doesn't fit.
  const signatureAt = 2 + 256 + 2;
  const wrapped = Uint8Array.from(other.wrapped);
  wrapped.set(one.wrapped.slice(signatureAt, signatureAt + 256), signatureAt);
  await faults(service.unwrap({ ...other, wrapped }, context), "foreign");
  // Requests go only to the key in the keyring, whatever the database says.
  const before = fixture.services.azure.asked.length;
  await faults(service.unwrap({ ...one, version: "../../evil" }, context), "foreign");
  assert.equal(fixture.services.azure.asked.length, before);
});

test("transit: the operator learns of a key that can be deleted, and of versions", async () => {
  const { transit } = fixture.services;
  const service = await fixture.client("transit");
  const stored = await service.wrap(key, context);
  transit.facts = { deletion_allowed: true, min_decryption_version: 1, latest_version: 1 };
  assert.match(JSON.stringify(await service.examine(stored)), /"warn".*can be deleted/);
  transit.facts = { deletion_allowed: false, min_decryption_version: 2, latest_version: 3 };
  assert.match(JSON.stringify(await service.examine(stored)), /"fail".*min_decryption_version is 2/);
  transit.facts = { deletion_allowed: false, min_decryption_version: 1, latest_version: 3 };
  assert.match(JSON.stringify(await service.examine(stored)), /"look".*version 1 of 3/);
  transit.facts = { deletion_allowed: false, min_decryption_version: 1, latest_version: 1 };
});
