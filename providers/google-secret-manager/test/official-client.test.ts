/**
 * Google's own client against the simulated project. It signs its own tokens with the key file as downloaded from the
 * console, and reads and writes the same as the provider.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SecretManagerServiceClient } from "../../../judges/vendors/google-secret-manager.ts";
import { accounts, projectId } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

let simulated: Simulated;
let client: SecretManagerServiceClient;
before(async () => {
  simulated = await openSimulated();
  client = clientOf("everything");
});
after(async () => {
  await client.close();
  await simulated.close();
});

function clientOf(account: keyof typeof accounts): SecretManagerServiceClient {
  const { hostname, port } = new URL(simulated.simulator.url);
  const { client_email, private_key, private_key_id } = accounts[account];
  return new SecretManagerServiceClient({
    fallback: true,
    protocol: "http",
    apiEndpoint: hostname,
    port: Number(port),
    projectId,
    credentials: { type: "service_account", client_email, private_key, private_key_id } as never,
  });
}

const parent = `projects/${projectId}`;
const secret = { project: projectId, config: "prod", name: "SHARED" };
const name = `${parent}/secrets/prod-SHARED`;

test("the client reads what the provider writes, and vice versa", async () => {
  assert.equal((await simulated.run("secrets.create", secret)).kind, "output");
  const [created] = await client.getSecret({ name });
  assert.deepEqual(Object.keys(created.annotations ?? {}), ["svc-marker"]);
  await simulated.run("secrets.set", { ...secret, value: "from svc ✓" });
  const [read] = await client.accessSecretVersion({ name: `${name}/versions/latest` });
  assert.equal(Buffer.from(read.payload?.data as Uint8Array).toString(), "from svc ✓");
  await client.addSecretVersion({ parent: name, payload: { data: Buffer.from("from the client") } });
  const output = { name: "SHARED", computed: "from the client" };
  assert.deepEqual(await simulated.run("secrets.get", secret), { kind: "output", output });
});

test("the client follows pages and filters, and deletes a secret that the provider then doesn't list", async () => {
  simulated.simulator.world.set({ pageMax: 2 });
  const [all] = await client.listSecrets({ parent });
  const [filtered] = await client.listSecrets({ parent, filter: "name:prod-eu-" });
  simulated.simulator.world.set({ pageMax: 25_000 });
  assert.ok(all.length > 5);
  assert.deepEqual(
    filtered.map((one) => one.name?.split("/").at(-1)),
    ["prod-eu-API_KEY"],
  );
  await client.createSecret({ parent, secretId: "prod-GONE", secret: { replication: { automatic: {} } } });
  await client.deleteSecret({ name: `${parent}/secrets/prod-GONE` });
  const names = await simulated.run("secrets.names.list", { project: projectId, config: "prod" });
  assert.ok(names.kind === "output" && !(names.output as { names: string[] }).names.includes("GONE"));
});

test("the client gets the same refusals as the provider", async () => {
  const hasStatus = (status: string) => (error: unknown) => String(error).includes(status);
  const gone = { name: `${parent}/secrets/prod-ABSENT/versions/latest` };
  await assert.rejects(client.accessSecretVersion(gone), hasStatus("not found"));
  await assert.rejects(
    client.createSecret({ parent, secretId: "prod-API_KEY", secret: { replication: { automatic: {} } } }),
    hasStatus("already exists"),
  );
  const off = { name: `${parent}/secrets/prod-DISABLED/versions/latest` };
  await assert.rejects(client.accessSecretVersion(off), hasStatus("DISABLED"));
  const viewer = clientOf("viewer");
  await assert.rejects(viewer.accessSecretVersion({ name: `${name}/versions/1` }), hasStatus("Permission denied"));
  await viewer.close();
});
