/**
 * Google's and Microsoft's own clients against the stand-ins: they get the same as ours, read what ours wrote, and write
 * what ours reads. AWS's service and transit are judged by moto and a real OpenBao (`*.real.ts`).
 */
import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { after, before, test } from "node:test";
import {
  createDefaultHttpClient,
  CryptographyClient,
  KeyClient,
  type HttpClient,
} from "../../../../../../judges/vendors/azure-keys.ts";
import { KeyManagementServiceClient } from "../../../../../../judges/vendors/google-kms.ts";
import { azureKeyName } from "../../../../../../tools/key-services/azure.ts";
import { googleKeyName } from "../../../../../../tools/key-services/google.ts";
import { contextBytes } from "../../../../src/adapters/vault/key-services/asking.ts";
import { startServices, type ServicesFixture } from "./fixture.ts";

const context = { deploymentId: "dep_1", rootKeyId: "main" };
const key = new Uint8Array(32).map((_byte, at) => at + 1);

let fixture: ServicesFixture;
before(async () => {
  fixture = await startServices();
  process.env["GCE_METADATA_HOST"] = new URL(fixture.services.gcpkms.url).host;
  process.env["METADATA_SERVER_DETECTION"] = "assume-present";
});
after(() => fixture.close());

test("Google's client decrypts what ours encrypted, and vice versa, with the same additional data", async () => {
  const { hostname, port } = new URL(fixture.services.gcpkms.url);
  const client = new KeyManagementServiceClient({
    fallback: true,
    protocol: "http",
    apiEndpoint: hostname,
    port: Number(port),
    projectId: "acme-prod",
  });
  const ours = await fixture.client("gcpkms");
  const stored = await ours.wrap(key, context);
  const additionalAuthenticatedData = contextBytes(context);
  const [opened] = await client.decrypt({
    name: googleKeyName,
    ciphertext: stored.wrapped,
    additionalAuthenticatedData,
  });
  assert.deepEqual(Buffer.from(opened.plaintext as Uint8Array), Buffer.from(key));
  const [sealed] = await client.encrypt({ name: googleKeyName, plaintext: key, additionalAuthenticatedData });
  const wrapped = new Uint8Array(sealed.ciphertext as Uint8Array);
  assert.deepEqual(Buffer.from(await ours.unwrap({ wrapped, version: "1" }, context)), Buffer.from(key));
  await assert.rejects(client.decrypt({ name: googleKeyName, ciphertext: wrapped }), /INVALID_ARGUMENT|canary/);
  const [version] = await client.getCryptoKeyVersion({ name: `${googleKeyName}/cryptoKeyVersions/1` });
  assert.equal(version.state, "ENABLED");
  await client.close();
});

const network = createDefaultHttpClient();
/** The client only accepts https addresses of a vault, so the last step redirects its requests. */
const httpClient: HttpClient = {
  sendRequest(request) {
    const { pathname, search } = new URL(request.url);
    const local = `${fixture.services.azure.url}${pathname}${search}`;
    return network.sendRequest({ ...request, url: local, allowInsecureConnection: true });
  },
};

test("Microsoft's client unwraps and verifies what ours wrapped and signed, and the stand-in signs digests", async () => {
  const options = { httpClient, retryOptions: { maxRetries: 0 } };
  const token = { token: "canary-azure-token", expiresOnTimestamp: Date.now() + 3_600_000 };
  const credential = { getToken: () => Promise.resolve(token) };
  const vault = "https://acme.vault.azure.net";
  const shown = await new KeyClient(vault, credential, options).getKey(azureKeyName);
  assert.equal(shown.properties.enabled, true);
  const id = `${vault}/keys/${azureKeyName}/${String(shown.properties.version)}`;
  const client = new CryptographyClient(id, credential, options);
  const { wrapped } = await (await fixture.client("azure")).wrap(key, context);
  const [once, signature, box] = [wrapped.slice(2, 258), wrapped.slice(260, 516), wrapped.slice(516)];
  assert.equal((await client.unwrapKey("RSA-OAEP-256", once)).result.length, 32);
  const sized = (bytes: Uint8Array): Buffer =>
    Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes]);
  const signed = Buffer.concat([sized(contextBytes(context)), sized(once), box]);
  const digest = createHash("sha256").update(signed).digest();
  assert.equal((await client.verify("PS256", digest, signature)).result, true);
  const { n = new Uint8Array(), e = new Uint8Array() } = shown.key ?? {};
  const jwk = { kty: "RSA", n: Buffer.from(n).toString("base64url"), e: Buffer.from(e).toString("base64url") };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  // Node.js verifies it too, so the stand-in signs as RFC 8017 says.
  assert.ok(verify("sha256", signed, { key: publicKey, padding: 6, saltLength: 32 }, signature));
  const again = await client.wrapKey("RSA-OAEP-256", key);
  assert.deepEqual(Buffer.from((await client.unwrapKey("RSA-OAEP-256", again.result)).result), Buffer.from(key));
});
