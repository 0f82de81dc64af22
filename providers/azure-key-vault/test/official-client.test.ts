/**
 * Microsoft's own clients against the simulator: `@azure/identity` exchanges the client secret, and
 * `@azure/keyvault-secrets` reads and writes the same as the provider.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  ClientSecretCredential,
  createDefaultHttpClient,
  SecretClient,
  type HttpClient,
} from "../../../judges/vendors/azure.ts";
import { apps } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

let simulated: Simulated;
before(async () => {
  simulated = await openSimulated();
});
after(() => simulated.close());

const secret = { project: "harbor-prod", config: "prod", name: "SHARED" };

const network = createDefaultHttpClient();

/** The clients only accept https addresses, so the last step redirects their requests to the simulator. */
const httpClient: HttpClient = {
  sendRequest(request) {
    const { pathname, search } = new URL(request.url);
    const local = `${simulated.simulator.url}${pathname}${search}`;
    return network.sendRequest({ ...request, url: local, allowInsecureConnection: true });
  },
};
const options = { httpClient, retryOptions: { maxRetries: 0 } };

function clientOf(app: (typeof apps)[keyof typeof apps]): SecretClient {
  const { tenant_id, client_id, client_secret } = app;
  const identity = { ...options, disableInstanceDiscovery: true };
  const credential = new ClientSecretCredential(tenant_id, client_id, client_secret, identity);
  return new SecretClient("https://harbor-prod.vault.azure.net", credential, options);
}

async function all<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}

const statusOf = (error: unknown) => (Object(error) as { statusCode?: unknown }).statusCode;
const hasStatus = (status: number) => (error: unknown) => statusOf(error) === status;

test("the client reads what the provider writes, with its tags, and vice versa", async () => {
  const client = clientOf(apps.everything);
  await simulated.run("secrets.set", { ...secret, value: "from svc" });
  const read = await client.getSecret("prod--SHARED");
  assert.equal(read.value, "from svc");
  assert.deepEqual(Object.keys(read.properties.tags ?? {}), ["svc-marker"]);
  await client.setSecret("prod--SHARED", "from the client", { tags: { owner: "client" }, contentType: "text/plain" });
  const output = { name: "SHARED", computed: "from the client" };
  assert.deepEqual(await simulated.run("secrets.get", secret), { kind: "output", output });
  const versions = await all(client.listPropertiesOfSecretVersions("prod--SHARED"));
  assert.deepEqual(versions.map(({ tags }) => Object.keys(tags ?? {}).join()).toSorted(), ["owner", "svc-marker"]);
  await client.setSecret("prod--SHARED", "");
  const empty = { name: "SHARED", computed: "" };
  assert.deepEqual(await simulated.run("secrets.get", secret), { kind: "output", output: empty });
});

test("the client follows pages, and sees which secrets belong to a certificate", async () => {
  const { world } = simulated.simulator;
  for (let number = 1; number <= 30; number += 1) world.write(`page--N${String(number)}`, { value: "v" }, 1);
  const listed = await all(clientOf(apps.everything).listPropertiesOfSecrets());
  assert.equal(listed.filter(({ name }) => name.startsWith("page--")).length, 30);
  assert.deepEqual(
    listed.filter(({ managed }) => managed === true).map(({ name }) => name),
    ["prod--TLS"],
  );
});

test("the client's deletion keeps the name reserved, and the client gets the same refusals as the provider", async () => {
  const client = clientOf(apps.everything);
  const gone = { ...secret, name: "GONE" };
  await simulated.run("secrets.set", { ...gone, value: "v" });
  const poller = await client.beginDeleteSecret("prod--GONE", { intervalInMs: 0 });
  const deleted = await poller.pollUntilDone();
  assert.ok(deleted.deletedOn instanceof Date && deleted.scheduledPurgeDate instanceof Date);
  await assert.rejects(client.getSecret("prod--GONE"), hasStatus(404));
  await assert.rejects(client.setSecret("prod--GONE", "v"), hasStatus(409));
  const end = await simulated.run("secrets.set", { ...gone, value: "v" });
  assert.equal(end.kind === "failed" ? end.refusal.code : end.kind, "PROVIDER_REJECTED");
  await assert.rejects(client.getSecret("prod--DISABLED"), hasStatus(403));
});

test("an app with another secret gets no token", async () => {
  const client = clientOf({ ...apps.everything, client_secret: apps.readOnly.client_secret });
  await assert.rejects(client.getSecret("prod--API-KEY"), /AADSTS7000215/);
  await assert.rejects(clientOf(apps.readOnly).setSecret("prod--API-KEY", "v"), hasStatus(403));
});
