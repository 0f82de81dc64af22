/** Writes to the simulated provider and their effects, its process and its control routes. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startDopplerSimulator, tokens } from "../simulator/index.ts";
import type { DopplerSimulator, Switches } from "../simulator/index.ts";

const stg = { project: "harbor-api", config: "stg" };
const prd = { project: "harbor-api", config: "prd" };
const branch = { project: "harbor-api", config: "prd_eu" };

interface Reply {
  readonly status: number;
  readonly text: string;
}

type Change = Record<string, unknown>;

async function post(simulator: DopplerSimulator, body: unknown, token = tokens.serviceAccount): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = `${simulator.url}/v3/configs/config/secrets`;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

function change(simulator: DopplerSimulator, at: object, entry: Change, token?: string): Promise<Reply> {
  return post(simulator, { ...at, change_requests: [{ originalName: null, ...entry }] }, token);
}

async function remove(simulator: DopplerSimulator, query: Record<string, string>, token?: string): Promise<Reply> {
  const headers = { authorization: `Bearer ${token ?? tokens.serviceAccount}` };
  const url = `${simulator.url}/v3/configs/config/secret?${new URLSearchParams(query).toString()}`;
  const response = await fetch(url, { method: "DELETE", headers });
  return { status: response.status, text: await response.text() };
}

const start = (switches: Partial<Switches> = {}): Promise<DopplerSimulator> => startDopplerSimulator({ switches });
const effectsOf = (simulator: DopplerSimulator): string[] =>
  simulator.ledger.effects.map((effect) => `${effect.kind} ${effect["config"]}/${effect["name"]}`);

test("a set answers with every secret of the config, and by switch with several hundred KiB of them", async () => {
  await using simulator = await start();
  const response = await change(simulator, stg, { name: "API_KEY", value: "v" });
  const { secrets, success } = JSON.parse(response.text) as { secrets: Record<string, Change>; success: boolean };
  assert.deepEqual([response.status, success], [200, true]);
  assert.equal(secrets["API_KEY"]?.["rawVisibility"], "masked");
  assert.equal(secrets["SIGNING_KEY"]?.["raw"], "canary-harbor-api-stg-signing-key");
  assert.deepEqual(effectsOf(simulator), ["secret.set stg/API_KEY"]);
  simulator.world.set({ inflateResponseBytes: 400_000 });
  assert.ok((await change(simulator, stg, { name: "API_KEY", value: "v" })).text.length > 400_000);
});

test("writes with a null or equal originalName, renames with another, and keeps the old value for null", async () => {
  await using simulator = await start();
  const { world } = simulator;
  await change(simulator, stg, { name: "STRIPE_KEY", value: "one" });
  await change(simulator, stg, { name: "STRIPE_KEY", originalName: "STRIPE_KEY", value: "two" });
  assert.equal(world.readSecret(stg, "STRIPE_KEY")?.raw, "two");
  await change(simulator, stg, { name: "PAY_KEY", originalName: "STRIPE_KEY", value: null, visibility: "restricted" });
  assert.equal(world.readSecret(stg, "STRIPE_KEY"), undefined);
  assert.equal(world.readSecret(stg, "PAY_KEY")?.raw, "two");
  const kept = await change(simulator, stg, { name: "PAY_KEY", value: "" });
  const { secrets } = JSON.parse(kept.text) as { secrets: Record<string, Change> };
  assert.deepEqual([secrets["PAY_KEY"]?.["raw"], secrets["PAY_KEY"]?.["rawVisibility"]], ["", "restricted"]);
  assert.equal(effectsOf(simulator)[2], "secret.rename stg/PAY_KEY");
});

test("the secrets map writes and, with null, deletes; project and config may be in the query", async () => {
  await using simulator = await start();
  assert.equal((await post(simulator, { ...stg, secrets: { NEW: "n", STRIPE_KEY: null } })).status, 200);
  assert.deepEqual(effectsOf(simulator), ["secret.set stg/NEW", "secret.delete stg/STRIPE_KEY"]);
  const url = `${simulator.url}/v3/configs/config/secrets?project=harbor-api&config=dev`;
  const headers = { authorization: `Bearer ${tokens.serviceAccount}` };
  await fetch(url, { method: "POST", headers, body: JSON.stringify({ secrets: { NEW: "n" } }) });
  assert.equal(effectsOf(simulator)[2], "secret.set dev/NEW");
});

const refusedChanges: readonly [string, Change][] = [
  ["a name with invalid characters", { name: "lower", value: "v" }],
  ["a managed name", { name: "DOPPLER_CONFIG", value: "v" }],
  ["a value of 51,201 bytes", { name: "BIG", value: `${"é".repeat(25_600)}x` }],
  ["no value for a new name", { name: "NEW", value: null }],
  ["a value that isn't a string", { name: "NEW", value: 1 }],
  ["an unknown visibility", { name: "NEW", value: "v", visibility: "public" }],
  [
    "an empty value type, even on a deletion",
    { name: "EMPTY", value: null, shouldDelete: true, valueType: { type: "" } },
  ],
  ["a value that breaks its type", { name: "NEW", value: "x", valueType: { type: "integer" } }],
  ["a promotion from a root", { name: "NEW", value: "v", shouldPromote: true }],
];

for (const [title, entry] of refusedChanges) {
  test(`rejects with 400 and without effect: ${title}`, async () => {
    await using simulator = await start();
    const good = { name: "GOOD", originalName: null, value: "v" };
    const response = await post(simulator, { ...stg, change_requests: [good, entry] });
    assert.equal(response.status, 400, response.text);
    assert.equal(simulator.world.readSecret(stg, "GOOD"), undefined, "all or none");
    assert.deepEqual(simulator.ledger.effects, []);
  });
}

test("accepts 51,200 bytes; rejects both forms, neither form, and invalid JSON; limits a config to 500 KiB", async () => {
  await using simulator = await start();
  assert.equal((await change(simulator, stg, { name: "BIG", value: "é".repeat(25_600) })).status, 200);
  assert.equal((await post(simulator, stg)).status, 400);
  assert.equal((await post(simulator, { ...stg, secrets: {}, change_requests: [] })).status, 400);
  assert.equal((await post(simulator, null)).status, 400);
  const big = Array.from({ length: 10 }, (_, index) => [`BIG_${index}`, "x".repeat(51_200)]);
  assert.equal((await post(simulator, { ...stg, secrets: Object.fromEntries(big) as Change })).status, 400);
});

test("rejects a write whose precondition fails, by switch with 409", async () => {
  await using simulator = await start();
  const write = (entry: Change): Promise<Reply> => change(simulator, stg, { name: "EMPTY", value: "v", ...entry });
  assert.equal((await write({ originalValue: "other" })).status, 400);
  assert.equal((await write({ originalVisibility: "restricted" })).status, 400);
  simulator.world.set({ preconditionFailedStatus: 409 });
  assert.equal((await write({ originalValueType: { type: "json" } })).status, 409);
  assert.equal((await write({ originalValue: "", originalVisibility: "masked" })).status, 200);
  assert.equal(simulator.ledger.effects.length, 1);
});

test("rejects writes with a read-only token and as a viewer", async () => {
  await using simulator = await start();
  const entry = { name: "NEW", value: "v" };
  const billing = { project: "billing", config: "prd" };
  assert.equal((await change(simulator, stg, entry, tokens.serviceReadOnly)).status, 403);
  assert.equal((await change(simulator, billing, entry)).status, 403);
  assert.equal((await remove(simulator, { ...stg, name: "EMPTY" }, tokens.serviceReadOnly)).status, 403);
  simulator.world.set({ readOnlyWriteStatus: 404 });
  assert.equal((await change(simulator, stg, entry, tokens.serviceReadOnly)).status, 404);
  assert.equal((await change(simulator, stg, entry, tokens.serviceReadWrite)).status, 200);
  assert.deepEqual(effectsOf(simulator), ["secret.set stg/NEW"]);
});

test("delete: 204 without a body; missing is 404 or by switch 204; managed is 400", async () => {
  await using simulator = await start();
  const gone = { ...stg, name: "EMPTY" };
  assert.deepEqual(await remove(simulator, gone), { status: 204, text: "" });
  const absent = await remove(simulator, gone);
  assert.equal(absent.status, 404);
  assert.match(absent.text, /Could not find requested secret/);
  simulator.world.set({ deleteMissingStatus: 204 });
  assert.equal((await remove(simulator, gone)).status, 204);
  assert.equal((await remove(simulator, { ...stg, name: "DOPPLER_CONFIG" })).status, 400);
  assert.equal((await remove(simulator, { ...stg, project: "gone", name: "EMPTY" })).status, 404);
  assert.deepEqual(effectsOf(simulator), ["secret.delete stg/EMPTY"]);
});

test("branches: an override keeps the root, promotion doesn't, deletion and converging reveal it", async () => {
  await using simulator = await start();
  const { world } = simulator;
  const rootValue = "canary-harbor-api-prd-stripe-key";
  await change(simulator, branch, { name: "STRIPE_KEY", value: "eu" });
  assert.equal(world.readSecret(prd, "STRIPE_KEY")?.raw, rootValue);
  await remove(simulator, { ...branch, name: "STRIPE_KEY" });
  assert.equal(world.readSecret(branch, "STRIPE_KEY")?.raw, rootValue);
  await change(simulator, branch, { name: "STRIPE_KEY", value: "all", shouldPromote: true });
  assert.equal(world.readSecret(prd, "STRIPE_KEY")?.raw, "all");
  await change(simulator, branch, { name: "STRIPE_KEY", value: "eu" });
  await change(simulator, branch, { name: "STRIPE_KEY", value: null, shouldConverge: true });
  assert.equal(world.readSecret(branch, "STRIPE_KEY")?.raw, "all");
  world.set({ branchDelete: "tombstone" });
  assert.equal((await remove(simulator, { ...branch, name: "STRIPE_KEY" })).status, 204);
  assert.equal(world.readSecret(branch, "STRIPE_KEY"), undefined);
  assert.equal(world.readSecret(prd, "STRIPE_KEY")?.raw, "all");
});

test("the ledger records the token's owner; control routes set switches, secrets and tokens, and reset", async () => {
  await using simulator = await start();
  const control = (path: string, body: unknown): Promise<Response> =>
    fetch(`${simulator.url}/__simulator/${path}`, {
      method: "POST",
      headers: { "x-simulator-control": "1" },
      body: JSON.stringify(body),
    });
  await change(simulator, stg, { name: "NEW", value: "v" });
  assert.match(simulator.ledger.requests[0]?.headers["authorization"] ?? "", /^service_account [0-9a-f-]{36}$/);
  assert.equal((await control("switches", { deleteMissingStatus: 204 })).status, 200);
  assert.equal(simulator.world.switches.deleteMissingStatus, 204);
  for (const bad of [{ nope: 1 }, { deleteMissingStatus: 500 }, { readsPerMinute: -1 }, null]) {
    assert.equal((await control("switches", bad)).status, 400);
  }
  assert.equal((await control("set-secret", { ...stg, name: "PUT", value: "p" })).status, 200);
  assert.equal(simulator.world.readSecret(stg, "PUT")?.raw, "p");
  assert.equal((await control("revoke-token", { token: "serviceAccount" })).status, 200);
  assert.equal((await change(simulator, stg, { name: "NEW", value: "v" })).status, 401);
  assert.equal((await control("reset", {})).status, 200);
  assert.equal(simulator.world.readSecret(stg, "NEW"), undefined);
  assert.equal(simulator.world.switches.deleteMissingStatus, 404);
  assert.equal((await change(simulator, stg, { name: "NEW", value: "v" })).status, 200);
});

for (const how of ["stdin", "SIGTERM"] as const) {
  test(`as a process, prints its address and exits on ${how}`, async () => {
    const main = fileURLToPath(new URL("../simulator/main.ts", import.meta.url));
    const child = spawn(process.execPath, [main], { stdio: ["pipe", "pipe", "inherit"] });
    const exited = once(child, "exit");
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const printed = JSON.parse(line) as { url: string; tokens: Record<string, string> };
    assert.deepEqual(printed.tokens, tokens);
    const headers = { authorization: `Bearer ${tokens.serviceAccount}` };
    assert.equal((await fetch(`${printed.url}/v3/me`, { headers })).status, 200);
    if (how === "stdin") child.stdin.end();
    else child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
  });
}
