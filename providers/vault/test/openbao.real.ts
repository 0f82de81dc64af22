/** The provider with a real OpenBao: the kit's suite, the policy from the Connect page, and lost responses. */
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
import { startOpenBao, type OpenBao } from "../../../tools/real-servers/openbao.ts";
import { login } from "../src/app-role.ts";
import { vaultAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";
import { grantAdvice } from "../src/token-kinds.ts";
import { vaultSecrets } from "./examples.ts";

const everyAction = vault.actions.map(({ id }) => id);
const advised = grantAdvice(everyAction).policy ?? "";
const place = { project: "kv", config: "app/prod" };
const other = "value-of-another-writer";

let bao: OpenBao;

before(async () => {
  bao = await startOpenBao();
  await asRoot("POST", "sys/auth/approle", { type: "approle" });
});
after(() => bao.close());

/** Calls the server with its root token, and returns the response's `data` or `auth`. */
async function asRoot(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  // A new engine refuses all requests for a moment.
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

/** Replaces the engine with a new one that has two secrets, and writes this policy. */
async function prepare(policy: string): Promise<void> {
  await asRoot("DELETE", "sys/mounts/kv");
  await asRoot("POST", "sys/mounts/kv", { type: "kv", options: { version: "2" } });
  await write("prod/API_KEY", "canary-prod-api-key");
  await write("app/prod/API_KEY", "canary-app-api-key");
  await asRoot("PUT", "sys/policies/acl/of-this-test", { policy });
}

/** Opens a channel with a token, or with an AppRole. */
function openWith(given: object): ProviderWorld {
  const credential = { origin: "prod", ...given };
  return { ...openChannel(vault, bao.url, credential), credential, evidence: null };
}

/** Opens a channel with a new token that has this policy. */
async function openWorld(policy: string): Promise<ProviderWorld> {
  await prepare(policy);
  const { client_token: token } = await asRoot("POST", "auth/token/create", { policies: ["of-this-test"] });
  return openWith({ access_token: String(token) });
}

/** Creates an AppRole whose tokens have this policy. @param namespace with a trailing slash; the root by default. */
async function makeRole(
  policy: string,
  settings: object = {},
  namespace = "",
): Promise<{ role_id: string; secret_id: string }> {
  await prepare(policy);
  const role = `${namespace}auth/approle/role/of-this-test`;
  await asRoot("POST", role, { token_policies: ["of-this-test"], ...settings });
  const { role_id } = await asRoot("GET", `${role}/role-id`);
  const { secret_id } = await asRoot("POST", `${role}/secret-id`);
  return { role_id: String(role_id), secret_id: String(secret_id) };
}

/** The same policy for the whole engine. */
const everywhere = advised.replaceAll("/app/prod/*", "/*");
const openEverywhere = (): Promise<ProviderWorld> => openWorld(everywhere);

/** Opens the same channel with the token of a login. */
const openLoggedIn = async (): Promise<ProviderWorld> => openWith(await makeRole(everywhere));

/** Says which account a credential belongs to, or why it is refused. */
async function identify(given: object): Promise<{ code?: string; slug?: string; detail?: string }> {
  const world = openWith(given);
  const found: object = await vaultAuth
    .identify(createPort(vault, connectionOf(world)).port)
    .catch((error: unknown) => {
      assert.ok(error instanceof ProviderFailure, String(error));
      return error.refusal;
    });
  await world.close();
  return found;
}

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

async function valueOf(world: ProviderWorld, name: string): Promise<string> {
  const end = await execute(world, "secrets.get", { ...place, name });
  if (end.kind === "failed") return end.refusal.code;
  assert.equal(end.kind, "output");
  return (end as { output: { computed: string } }).output.computed;
}

/** Executes a change, but holds its request back. */
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

  test("identifies the account by the token, and refuses the root token", () =>
    withAdvised(async (world) => {
      const { cluster_id: id } = (await (await fetch(`${bao.url}/v1/sys/health`)).json()) as { cluster_id: string };
      assert.equal((await vaultAuth.identify(createPort(vault, connectionOf(world)).port)).slug, id);
      const root = openChannel(vault, bao.url, { origin: "prod", access_token: bao.rootToken });
      await assert.rejects(
        vaultAuth.identify(createPort(vault, root).port),
        (error) => error instanceof ProviderFailure && /root token/.test(error.refusal.detail ?? ""),
      );
      await root.close();
    }));

  describe("with an AppRole", () => {
    exerciseSecretsManager(vault, openLoggedIn, vaultSecrets);
  });

  test("an AppRole logs in with a live secret ID, from an allowed address, and for tokens with unlimited uses", async () => {
    const role = await makeRole(advised);
    const { slug } = await identify(role);
    assert.match(slug ?? "", /^[0-9a-f-]{36}$/);
    for (const wrong of [{ role_id: "unknown" }, { secret_id: role.role_id }]) {
      assert.equal((await identify({ ...role, ...wrong })).code, "PROVIDER_UNAUTHORIZED");
    }
    assert.equal((await identify(await makeRole(advised, { token_type: "batch" }))).slug, slug);
    const limited = await identify(await makeRole(advised, { token_type: "service", token_num_uses: 5 }));
    assert.match(limited.detail ?? "", /limited number of times/);
    const bound = { token_num_uses: 0, secret_id_bound_cidrs: ["192.0.2.0/24"] };
    assert.equal((await identify(await makeRole(advised, bound))).code, "PROVIDER_FORBIDDEN");
    await asRoot("DELETE", "sys/auth/approle");
    assert.equal((await identify(role)).code, "PROVIDER_REJECTED");
    await asRoot("POST", "sys/auth/approle", { type: "approle" });
  });

  test("an AppRole logs in to its own namespace", async () => {
    await asRoot("POST", "sys/namespaces/team");
    await asRoot("POST", "team/sys/auth/approle", { type: "approle" });
    const role = await makeRole(advised, {}, "team/");
    assert.match((await identify({ ...role, namespace: "team" })).slug ?? "", /^[0-9a-f-]{36}\/team$/);
    assert.equal((await identify(role)).code, "PROVIDER_UNAUTHORIZED");
  });

  test("a login's token has the role's lifetime, and a dead token is found out by looking itself up", async () => {
    const { request, read } = login(await makeRole(advised, { token_ttl: 600 }));
    const url = `${bao.url}/${request.path.join("/")}`;
    const response = await fetch(url, { method: "POST", body: JSON.stringify(request.json) });
    const issued = read(await response.json());
    assert.equal(issued?.lifetimeSeconds, 600);
    const world = openWith({ access_token: issued.token });
    assert.equal(await valueOf(world, "API_KEY"), "canary-app-api-key");
    await asRoot("POST", "auth/token/revoke", { token: issued.token });
    assert.equal(await valueOf(world, "API_KEY"), "PROVIDER_UNAUTHORIZED");
    await world.close();
  });

  test("the policy from the Connect page is enough for its folder, and for no other", () =>
    withAdvised(async (world) => {
      const secret = { ...place, name: "NEW_NAME" };
      const done: string[] = [];
      for (const [id, input] of [
        ["projects.list", {}],
        ["configs.list", { project: "kv" }],
        ["configs.list", { project: "kv", environment: "app" }],
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

  test("finds a lost set that took effect, by its value in a newer version", () =>
    withAdvised(async (world) => {
      const { look, arrive } = await hold(world, "secrets.set", { ...place, name: "NEW_NAME", value: "ours" });
      assert.equal((await look()).verdict, "undetermined");
      await arrive();
      const verdict = await look();
      assert.ok(verdict.verdict === "applied" && verdict.basis === "state" && verdict.wasDifferent);
    }));

  test("a set that another writer overtook never takes effect, as the look reports", () =>
    withAdvised(async (world) => {
      for (const name of ["NEW_NAME", "API_KEY"]) {
        const { look, arrive } = await hold(world, "secrets.set", { ...place, name, value: "ours" });
        await write(`app/prod/${name}`, other);
        assert.equal((await look()).verdict, "not_applied");
        await arrive();
        assert.equal(await valueOf(world, name), other, "the late request changed it");
        assert.equal((await look()).verdict, "not_applied");
      }
    }));

  test("finds a lost delete, and a late delete leaves a newer version", () =>
    withAdvised(async (world) => {
      const input = { ...place, name: "API_KEY" };
      const first = await hold(world, "secrets.delete", input);
      assert.equal((await first.look()).verdict, "undetermined");
      await write("app/prod/API_KEY", other);
      await first.arrive();
      assert.equal(await valueOf(world, "API_KEY"), other, "the late delete removed a newer version");
      assert.equal((await first.look()).verdict, "undetermined");
      const second = await hold(world, "secrets.delete", input);
      await second.arrive();
      assert.equal((await second.look()).verdict, "applied");
      assert.equal(await valueOf(world, "API_KEY"), "SECRET_NOT_FOUND");
    }));
});
