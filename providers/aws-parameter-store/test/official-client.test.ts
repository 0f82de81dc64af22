/** AWS's own Node client against the simulated account: it reads and writes the same as the provider. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  DeleteParameterCommand,
  DescribeParametersCommand,
  GetParameterCommand,
  PutParameterCommand,
  SSMClient,
} from "../../../judges/vendors/aws-parameter-store.ts";
import { testMarker } from "@svc/provider-kit/testing";
import { awsCredential } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

let simulated: Simulated;
let client: SSMClient;
before(async () => {
  simulated = await openSimulated();
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = awsCredential("everything");
  const credentials = { accessKeyId, secretAccessKey };
  client = new SSMClient({ region, endpoint: simulated.simulator.url, credentials, maxAttempts: 1 });
});
after(async () => {
  client.destroy();
  await simulated.close();
});

const at = { project: "app", config: "prod" };
const refused = async (sent: Promise<unknown>, name: string): Promise<void> =>
  assert.rejects(sent, (error: Error) => error.name === name);

test("the client reads what the provider writes, and vice versa", async () => {
  const Name = "/app/prod/SHARED";
  await simulated.run("secrets.set", { ...at, name: "SHARED", value: "from svc" });
  const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
  assert.deepEqual([Parameter?.Value, Parameter?.Type, Parameter?.Version], ["from svc", "SecureString", 1]);
  const sealed = await client.send(new GetParameterCommand({ Name }));
  assert.notEqual(sealed.Parameter?.Value, "from svc");
  const put = await client.send(new PutParameterCommand({ Name, Value: "from the client", Overwrite: true }));
  assert.equal(put.Version, 2);
  const output = { name: "SHARED", computed: "from the client" };
  assert.deepEqual(await simulated.run("secrets.get", { ...at, name: "SHARED" }), { kind: "output", output });
});

test("the client sees the marker in a description, one level of names, and all levels below", async () => {
  await simulated.run("secrets.set", { ...at, name: "MARKED", value: "v" });
  const list = async (Option: string, ...Values: string[]) => {
    const ParameterFilters = [{ Key: Option === "Equals" ? "Name" : "Path", Option, Values }];
    const { Parameters = [] } = await client.send(new DescribeParametersCommand({ ParameterFilters, MaxResults: 50 }));
    return Parameters;
  };
  const [marked] = await list("Equals", "/app/prod/MARKED");
  assert.equal(marked?.Description, `[svc:${testMarker.hex}]`);
  assert.ok(marked.LastModifiedDate instanceof Date);
  const [level, all] = [await list("OneLevel", "/app/prod"), await list("Recursive", "/app/prod")];
  assert.deepEqual(
    all.map(({ Name }) => Name).filter((name) => !level.some(({ Name }) => Name === name)),
    ["/app/prod/eu/API_KEY"],
  );
});

test("the client gets the same refusals as the provider: absent parameters, taken names, and other types", async () => {
  await refused(client.send(new GetParameterCommand({ Name: "/app/prod/NOT_THERE" })), "ParameterNotFound");
  await refused(client.send(new DeleteParameterCommand({ Name: "/app/prod/NOT_THERE" })), "ParameterNotFound");
  const taken = { Name: "/app/prod/API_KEY", Value: "v", Type: "SecureString" } as const;
  await refused(client.send(new PutParameterCommand(taken)), "ParameterAlreadyExists");
  const plain = { Name: "/app/prod/PLAIN", Value: "v", Type: "SecureString", Overwrite: true } as const;
  await refused(client.send(new PutParameterCommand(plain)), "HierarchyTypeMismatchException");
  const reference = { ...taken, Value: "{{ssm:a}}", Overwrite: true };
  await refused(client.send(new PutParameterCommand(reference)), "ValidationException");
  await client.send(new DeleteParameterCommand({ Name: "/app/prod/DB_PASSWORD" }));
  const gone = { ...at, name: "DB_PASSWORD" };
  assert.deepEqual(await simulated.run("secrets.delete", gone), {
    kind: "output",
    output: { ...gone, result: "already_absent" },
  });
});
