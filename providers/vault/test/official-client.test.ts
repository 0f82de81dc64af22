/**
 * `node-vault`, the most used client for Node, against the simulated cluster: it reads and writes the same as the
 * provider. It lists with the method LIST, which Node's own server doesn't parse, so its lists here are reads with
 * `list=true`.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { nodeVault } from "../../../judges/vendors/vault.ts";
import { cluster } from "../simulator/world.ts";
import { appRoles, tokens } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

let simulated: Simulated;
before(async () => {
  simulated = await openSimulated();
});
after(() => simulated.close());

const clientWith = (token: string) => nodeVault({ apiVersion: "v1", endpoint: simulated.simulator.url, token });
const statusOf = (error: unknown): unknown =>
  (Object(error) as { response?: { statusCode?: unknown } }).response?.statusCode;

test("the client reads what the provider writes, and vice versa", async () => {
  const client = clientWith(tokens.everything);
  const secret = { project: "kv", config: "prod", name: "SHARED" };
  await simulated.run("secrets.set", { ...secret, value: "from svc" });
  const { data } = (await client.read("kv/data/prod/SHARED")) as {
    data: { data: unknown; metadata: { version: number } };
  };
  assert.deepEqual([data.data, data.metadata.version], [{ value: "from svc" }, 1]);
  await client.write("kv/data/prod/SHARED", { options: { cas: 1 }, data: { value: "from the client" } });
  const output = { name: "SHARED", computed: "from the client" };
  assert.deepEqual(await simulated.run("secrets.get", secret), { kind: "output", output });
});

test("the client logs in with an AppRole and uses the token, and a wrong secret ID is refused", async () => {
  const client = clientWith("");
  const { auth } = (await client.approleLogin(appRoles.everything)) as { auth: { client_token: string } };
  const self = (await clientWith(auth.client_token).tokenLookupSelf()) as { data: { policies: string[] } };
  assert.deepEqual(self.data.policies, ["default", "harbor"]);
  const wrong = { ...appRoles.everything, secret_id: appRoles.readOnly.secret_id };
  await assert.rejects(clientWith("").approleLogin(wrong), (error: unknown) => statusOf(error) === 400);
});

test("the client is refused like the provider, for an old version and a dead token", async () => {
  const client = clientWith(tokens.everything);
  const stale = { options: { cas: 7 }, data: { value: "x" } };
  await assert.rejects(client.write("kv/data/prod/SHARED", stale), (error: unknown) => statusOf(error) === 400);
  await assert.rejects(client.read("kv/data/prod/NOT_THERE"), (error: unknown) => statusOf(error) === 404);
  await assert.rejects(clientWith("hvs.dead").tokenLookupSelf(), (error: unknown) => statusOf(error) === 403);
});

test("the client deletes a version, lists the rest, and looks up its token and the cluster", async () => {
  const client = clientWith(tokens.everything);
  await client.write("kv/data/prod/GONE", { data: { value: "x" } });
  await client.write("kv/delete/prod/GONE", { versions: [1] });
  const list = (await client.read("kv/metadata/prod?list=true&exclude_deleted=true")) as { data: { keys: string[] } };
  assert.ok(list.data.keys.includes("SHARED") && list.data.keys.includes("eu/") && !list.data.keys.includes("GONE"));
  const self = (await client.tokenLookupSelf()) as { data: { policies: string[] } };
  assert.deepEqual(self.data.policies, ["default", "harbor"]);
  assert.equal(((await client.health()) as { cluster_id: string }).cluster_id, cluster.cluster_id);
});
