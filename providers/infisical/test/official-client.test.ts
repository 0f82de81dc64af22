/**
 * `@infisical/sdk`, the official client, against the simulated server: it reads and writes the same as the provider. It
 * still calls `/api/v3/secrets/raw`, which the simulator answers like `/api/v4/secrets`.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { InfisicalSDK } from "../../../judges/vendors/infisical.ts";
import { clients, projectId, tokens } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

let simulated: Simulated;
before(async () => {
  simulated = await openSimulated();
});
after(() => simulated.close());

const place = { environment: "prod", secretPath: "/payments", projectId };
const secret = { project: projectId, config: "prod/payments", name: "SHARED" };

const secretsWith = (token: string) =>
  new InfisicalSDK({ siteUrl: simulated.simulator.url }).auth().accessToken(token).secrets();

test("the client logs in with Universal Auth and uses the token, and a wrong secret is refused", async () => {
  const { client_id: clientId, client_secret: clientSecret } = clients.everything;
  const sdk = new InfisicalSDK({ siteUrl: simulated.simulator.url });
  const secrets = (await sdk.auth().universalAuth.login({ clientId, clientSecret })).secrets();
  await secrets.createSecret("AFTER_LOGIN", { ...place, secretValue: "x" });
  const output = { name: "AFTER_LOGIN", computed: "x" };
  assert.deepEqual(await simulated.run("secrets.get", { ...secret, name: "AFTER_LOGIN" }), { kind: "output", output });
  const wrong = { clientId, clientSecret: clients.describer.client_secret };
  await assert.rejects(sdk.auth().universalAuth.login(wrong), /401/);
});

test("the client reads what the provider writes, and vice versa", async () => {
  const secrets = secretsWith(tokens.everything);
  await simulated.run("secrets.set", { ...secret, value: "from svc\n" });
  const read = await secrets.getSecret({ ...place, secretName: "SHARED", viewSecretValue: true });
  assert.deepEqual([read.secretValue, read.version, read.secretValueHidden], ["from svc\n", 1, false]);
  await secrets.updateSecret("SHARED", { ...place, secretValue: "  from the client " });
  const output = { name: "SHARED", computed: "from the client" };
  assert.deepEqual(await simulated.run("secrets.get", secret), { kind: "output", output });
});

test("the client lists names without values, and resolves references as the provider does", async () => {
  const secrets = secretsWith(tokens.everything);
  const listed = await secrets.listSecrets({ ...place, viewSecretValue: false });
  assert.ok(
    listed.secrets.every(({ secretValue, secretValueHidden }) => secretValueHidden && /hidden/.test(secretValue)),
  );
  assert.ok(listed.secrets.some(({ secretKey }) => secretKey === "URL"));
  const found = await secrets.getSecret({ ...place, secretName: "URL", expandSecretReferences: true });
  assert.equal(found.secretValue, "https://canary-host/");
});

test("the client can't create a secret twice, deletes it, and is refused with a dead token", async () => {
  const secrets = secretsWith(tokens.everything);
  const created = await secrets.createSecret("ONCE", { ...place, secretValue: "x" });
  assert.equal(created.secret.secretKey, "ONCE");
  await assert.rejects(secrets.createSecret("ONCE", { ...place, secretValue: "y" }), /already exist/);
  const deleted = await secrets.deleteSecret("ONCE", place);
  assert.equal(deleted.secret.secretKey, "ONCE");
  const again = await simulated.run("secrets.delete", { ...secret, name: "ONCE" });
  assert.deepEqual(again, { kind: "output", output: { ...secret, name: "ONCE", result: "already_absent" } });
  await assert.rejects(secretsWith("dead").getSecret({ ...place, secretName: "URL" }), /401/);
});
