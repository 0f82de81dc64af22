/** The provider with a real OpenBao: the kit's suite, the policy that the Connect page advises, and lost answers. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { ProviderFailure, type EvidenceVerdict } from "@svc/provider-kit";
import {
  createPort,
  exerciseSecretsManager,
  findAction,
  findConnection,
  holdChange,
  runAction,
  type ProviderWorld,
  type RunEnd,
} from "@svc/provider-kit/testing";
import { openChannel } from "../../../packages/server/test/simulated-provider.ts";
import { ensureOpenBao, startOpenBao, type OpenBao } from "../../../tools/real-servers/openbao.ts";
import { tokenAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";
import { grantAdvice } from "../src/token-kinds.ts";
import { vaultSecrets } from "./examples.ts";

const everyAction = vault.actions.map(({ id }) => id);
const advised = grantAdvice(everyAction).policy ?? "";
const place = { project: "kv", config: "app/prod" };
const other = "value-of-another-writer";

let bao: OpenBao;

before(async () => {
  ensureOpenBao();
  bao = await startOpenBao();
});
after(() => bao.close());

/** Calls the server as its root, and returns the answer's `data` or `auth`. */
async function asRoot(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  // A fresh engine refuses everything for a moment.
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`${bao.url}/v1/${path}`, {
      method,
      headers: { "x-vault-token": bao.rootToken },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { data, auth } = (text === "" ? {} : JSON.parse(text)) as Record<"data" | "auth", Record<string, unknown>>;
    if (response.ok) return data ?? auth ?? {};
    if (attempt === 50) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    await delay(20);
  }
}

const write = (path: string, value: string) => asRoot("POST", `kv/data/${path}`, { data: { value } });

/** Replaces the engine by a new one with two secrets, and opens a channel with a new token that has this policy. */
async function openWorld(policy: string): Promise<ProviderWorld> {
  await asRoot("DELETE", "sys/mounts/kv");
  await asRoot("POST", "sys/mounts/kv", { type: "kv", options: { version: "2" } });
  await write("prod/API_KEY", "canary-prod-api-key");
  await write("app/prod/API_KEY", "canary-app-api-key");
  await asRoot("PUT", "sys/policies/acl/of-this-test", { policy });
  const { client_token: token } = await asRoot("POST", "auth/token/create", { policies: ["of-this-test"] });
  const credential = { origin: "prod", access_token: String(token) };
  return { ...openChannel(vault, bao.url, credential), credential, evidence: null };
}

/** The same policy for the whole engine. */
const openEverywhere = (): Promise<ProviderWorld> => openWorld(advised.replaceAll("/app/prod/*", "/*"));

async function withAdvised(use: (world: ProviderWorld) => Promise<void>): Promise<void> {
  const world = await openWorld(advised);
  try {
    await use(world);
  } finally {
    await world.close();
  }
}

/** The connection of a world's channel. */
const connectionOf = ({ credential, send }: ProviderWorld) => ({ ...findConnection(vault, credential), send });

async function execute(world: ProviderWorld, id: string, input: object): Promise<RunEnd> {
  return (await runAction(vault, findAction(vault, id), input, connectionOf(world))).end;
}

async function read(world: ProviderWorld, name: string): Promise<string> {
  const end = await execute(world, "secrets.get", { ...place, name });
  if (end.kind === "failed") return end.refusal.code;
  assert.equal(end.kind, "output");
  return (end as { output: { computed: string } }).output.computed;
}

/** Executes a change whose request is held back. */
async function hold(world: ProviderWorld, id: string, input: object) {
  const { arrive, look } = await holdChange(vault, id, input, connectionOf(world));
  return {
    arrive,
    async look(): Promise<EvidenceVerdict> {
      const end = await look();
      assert.ok(end.kind === "verdict", end.kind);
      return end.verdict;
    },
  };
}

describe("OpenBao", () => {
  exerciseSecretsManager(vault, openEverywhere, vaultSecrets);

  test("its token names the account, and the root token is refused", () =>
    withAdvised(async (world) => {
      const { cluster_id: id } = (await (await fetch(`${bao.url}/v1/sys/health`)).json()) as { cluster_id: string };
      assert.equal((await tokenAuth.identify(createPort(vault, connectionOf(world)).port)).slug, id);
      const root = openChannel(vault, bao.url, { origin: "prod", access_token: bao.rootToken });
      await assert.rejects(
        tokenAuth.identify(createPort(vault, root).port),
        (error) => error instanceof ProviderFailure && /root token/.test(error.refusal.detail ?? ""),
      );
      await root.close();
    }));

  test("the policy that the Connect page advises is enough for its folder, and for no other", () =>
    withAdvised(async (world) => {
      const secret = { ...place, name: "NEW_NAME" };
      const done: string[] = [];
      for (const [id, input] of [
        ["projects.list", {}],
        ["configs.list", { project: "kv", environment: "app/prod" }],
        ["secrets.names.list", place],
        ["secrets.set", { ...secret, value: "first" }],
        ["secrets.set", { ...secret, value: "second" }],
        ["secrets.get", secret],
        ["secrets.delete", secret],
      ] as const) {
        const end = await execute(world, id, input);
        assert.equal(end.kind, "output", `${id}: ${JSON.stringify(end)}`);
        done.push(id);
        if (!("config" in input)) continue;
        const elsewhere = await execute(world, id, { ...input, config: "prod" });
        assert.equal(elsewhere.kind === "failed" && elsewhere.refusal.code, "PROVIDER_FORBIDDEN", id);
      }
      assert.deepEqual(new Set(done), new Set(everyAction));
    }));

  test("a lost set that took effect is found, by its value in a newer version", () =>
    withAdvised(async (world) => {
      const { look, arrive } = await hold(world, "secrets.set", { ...place, name: "NEW_NAME", value: "ours" });
      assert.equal((await look()).verdict, "undetermined");
      await arrive();
      const verdict = await look();
      assert.ok(verdict.verdict === "applied" && verdict.basis === "state" && verdict.wasDifferent);
    }));

  test("a set that another writer overtook never takes effect, as the look says", () =>
    withAdvised(async (world) => {
      for (const name of ["NEW_NAME", "API_KEY"]) {
        const { look, arrive } = await hold(world, "secrets.set", { ...place, name, value: "ours" });
        await write(`app/prod/${name}`, other);
        assert.equal((await look()).verdict, "not_applied");
        await arrive();
        assert.equal(await read(world, name), other, "the late request changed it");
        assert.equal((await look()).verdict, "not_applied");
      }
    }));

  test("a lost delete is found, and a late one leaves a newer version", () =>
    withAdvised(async (world) => {
      const input = { ...place, name: "API_KEY" };
      const first = await hold(world, "secrets.delete", input);
      assert.equal((await first.look()).verdict, "undetermined");
      await write("app/prod/API_KEY", other);
      await first.arrive();
      assert.equal(await read(world, "API_KEY"), other, "the late delete took a newer version");
      assert.equal((await first.look()).verdict, "undetermined");
      const second = await hold(world, "secrets.delete", input);
      await second.arrive();
      assert.equal((await second.look()).verdict, "applied");
      assert.equal(await read(world, "API_KEY"), "SECRET_NOT_FOUND");
    }));
});
