/**
 * `@1password/connect`, the official client, against the simulated server: it reads and writes the same as the
 * provider. It replaces whole items with PUT, which svc never sends.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ItemBuilder, OnePasswordConnect, type FullItem } from "../../../judges/vendors/onepassword.ts";
import { tokens, vaultId } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

let simulated: Simulated;
before(async () => {
  simulated = await openSimulated();
});
after(() => simulated.close());

const secret = { project: vaultId, config: "prod", name: "SHARED" };
const clientWith = (token: string) =>
  OnePasswordConnect({ serverURL: simulated.simulator.url, token, keepAlive: false });
const valueOf = ({ fields = [] }: FullItem) => fields.find(({ id }) => id === "credential")?.value;
const statusOf = (error: unknown): unknown => (Object(error) as { status?: unknown }).status;

test("the client reads what the provider writes, and vice versa", async () => {
  const client = clientWith(tokens.everything);
  await simulated.run("secrets.set", { ...secret, value: "from svc" });
  const item = await client.getItemByTitle(vaultId, "SHARED");
  assert.deepEqual([valueOf(item), item.tags, item.version], ["from svc", ["prod"], 1]);
  const credential = item.fields?.find(({ id }) => id === "credential") ?? assert.fail();
  credential.value = "from the client";
  await client.updateItem(vaultId, item);
  const output = { name: "SHARED", computed: "from the client" };
  assert.deepEqual(await simulated.run("secrets.get", secret), { kind: "output", output });
  await simulated.run("secrets.set", { ...secret, value: "from svc again" });
  const again = await client.getItemById(vaultId, item.id ?? "");
  assert.deepEqual([valueOf(again), again.version, again.fields?.length], ["from svc again", 3, 2]);
});

test("the client lists vaults and items without fields, and refuses missing and ambiguous titles", async () => {
  const client = clientWith(tokens.everything);
  assert.ok((await client.listVaults()).some(({ id, name }) => id === vaultId && name === "Harbor"));
  const items = await client.listItems(vaultId);
  assert.ok(items.some(({ title }) => title === "LOGIN"));
  assert.ok(!JSON.stringify(items).includes("canary"));
  await assert.rejects(client.getItemByTitle(vaultId, "NOT_THERE"), (error: unknown) => statusOf(error) === 404);
  await assert.rejects(client.getItemByTitle(vaultId, "TWICE"));
  await assert.rejects(clientWith(`${tokens.everything}x`).listVaults(), (error: unknown) => statusOf(error) === 401);
});

test("the provider reads an item that the client creates, and finds it absent after the client deletes it", async () => {
  const client = clientWith(tokens.everything);
  const built = new ItemBuilder().setCategory("PASSWORD").setTitle("MADE").addTag("prod");
  built.addField({ purpose: "PASSWORD", label: "password", value: "made" } as never);
  await client.createItem(vaultId, built.build());
  const made = { ...secret, name: "MADE" };
  const output = { name: "MADE", computed: "made" };
  assert.deepEqual(await simulated.run("secrets.get", made), { kind: "output", output });
  await client.deleteItem(vaultId, "MADE");
  const absent = { ...made, result: "already_absent" };
  assert.deepEqual(await simulated.run("secrets.delete", made), { kind: "output", output: absent });
});
