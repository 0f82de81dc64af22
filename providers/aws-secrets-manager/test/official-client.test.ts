/** AWS's own Node client against the simulated account: it reads and writes the same as the provider. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "../../../judges/vendors/aws-secrets-manager.ts";
import { testMarker } from "@svc/provider-kit/testing";
import { awsCredential } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

let simulated: Simulated;
const clients: SecretsManagerClient[] = [];
before(async () => {
  simulated = await openSimulated();
});
after(async () => {
  for (const client of clients) client.destroy();
  await simulated.close();
});

function clientWith(more: { accessKeyId?: string; secretAccessKey?: string } = {}): SecretsManagerClient {
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = awsCredential("everything");
  const credentials = { accessKeyId, secretAccessKey, ...more };
  const client = new SecretsManagerClient({ region, endpoint: simulated.simulator.url, credentials, maxAttempts: 1 });
  clients.push(client);
  return client;
}

const at = { project: "app", config: "prod" };
const refused = async (sent: Promise<unknown>, name: string): Promise<void> =>
  assert.rejects(sent, (error: Error) => error.name === name);

test("the client reads what the provider writes, and vice versa", async () => {
  const client = clientWith();
  const SecretId = "app/prod/SHARED";
  await simulated.run("secrets.set", { ...at, name: "SHARED", value: "from svc" });
  const got = await client.send(new GetSecretValueCommand({ SecretId }));
  assert.deepEqual([got.SecretString, got.VersionId], ["from svc", testMarker.uuid]);
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: "from the client" }));
  const output = { name: "SHARED", computed: "from the client" };
  assert.deepEqual(await simulated.run("secrets.get", { ...at, name: "SHARED" }), { kind: "output", output });
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: "again" }));
  const current = await client.send(new ListSecretVersionIdsCommand({ SecretId }));
  const all = await client.send(new ListSecretVersionIdsCommand({ SecretId, IncludeDeprecated: true }));
  assert.deepEqual([current.Versions?.length, all.Versions?.length], [2, 3]);
  assert.ok(all.Versions?.some(({ VersionId }) => VersionId === testMarker.uuid));
  const { ARN, DeletedDate } = await client.send(new DescribeSecretCommand({ SecretId }));
  assert.deepEqual([ARN, DeletedDate], [got.ARN, undefined]);
});

test("a version's id can be used for one value only", async () => {
  const client = clientWith();
  const [Name, ClientRequestToken] = ["app/prod/ONCE", "0b8e4f5a-6a1d-4e0b-9d52-7d0f3c11a95b"];
  const created = await client.send(new CreateSecretCommand({ Name, SecretString: "a", ClientRequestToken }));
  assert.equal(created.VersionId, ClientRequestToken);
  const again = { SecretId: Name, SecretString: "a", ClientRequestToken };
  assert.equal((await client.send(new PutSecretValueCommand(again))).VersionId, ClientRequestToken);
  await refused(client.send(new PutSecretValueCommand({ ...again, SecretString: "b" })), "ResourceExistsException");
  await refused(client.send(new CreateSecretCommand({ Name, SecretString: "b" })), "ResourceExistsException");
  await refused(client.send(new CreateSecretCommand({ Name: "a b", SecretString: "b" })), "InvalidParameterException");
});

test("the client gets the same refusals as the provider: absent and scheduled secrets, and wrong keys", async () => {
  const client = clientWith();
  await refused(
    client.send(new GetSecretValueCommand({ SecretId: "app/prod/NOT_THERE" })),
    "ResourceNotFoundException",
  );
  const SecretId = "app/prod/DB_PASSWORD";
  const { DeletionDate } = await client.send(new DeleteSecretCommand({ SecretId, RecoveryWindowInDays: 7 }));
  assert.ok(DeletionDate instanceof Date && DeletionDate.getTime() > Date.now() + 6 * 86_400_000);
  assert.ok((await client.send(new DescribeSecretCommand({ SecretId }))).DeletedDate instanceof Date);
  await refused(client.send(new GetSecretValueCommand({ SecretId })), "InvalidRequestException");
  await refused(client.send(new PutSecretValueCommand({ SecretId, SecretString: "a" })), "InvalidRequestException");
  await refused(client.send(new CreateSecretCommand({ Name: SecretId, SecretString: "a" })), "InvalidRequestException");
  const list = new ListSecretsCommand({ Filters: [{ Key: "name", Values: ["app/prod/"] }] });
  const { SecretList = [] } = await client.send(list);
  assert.ok(SecretList.length > 0 && !SecretList.some(({ Name }) => Name === SecretId));
  await refused(clientWith({ accessKeyId: "AKIAUNKNOWN222222222" }).send(list), "UnrecognizedClientException");
  await refused(clientWith({ secretAccessKey: "x".repeat(40) }).send(list), "InvalidSignatureException");
});
