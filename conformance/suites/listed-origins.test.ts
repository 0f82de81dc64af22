/** A self-hosted product: connected by a server's name, and bound to that name and its address. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ImportedConnection } from "@svc/contract";
import { appRoles, startVaultSimulator, tokens, type VaultSimulator } from "@svc/provider-vault/simulator";
import { describe } from "node:test";
import {
  assertProblem,
  Caller,
  oneEngine,
  everyAction,
  makeClient,
  makeHome,
  startServer,
  uniqueName,
  verifies,
  type Engine,
  type RunningServer,
  type ServerHome,
} from "../harness/index.ts";
import { runSql } from "../harness/sql.ts";

const prod = "https://vault.internal:8200";
const dr = "https://vault.dr.internal";
const secret = { project: "kv", config: "prod", name: "API_KEY" };

type Setting = { engine: Engine; home: ServerHome; simulator: VaultSimulator };

/** A server whose operator lists these origins. */
function serve({ engine, home, simulator }: Setting, origins: string): Promise<RunningServer> {
  return startServer({ engine, home, sandboxProviders: { vault: simulator.url }, env: { SVC_VAULT_ORIGINS: origins } });
}

/** Creates an empty home and a simulated Vault, and disposes of both and every server afterwards. */
async function withSetting(
  engine: Engine,
  prove: (setting: Setting, start: (origins: string) => Promise<RunningServer>) => Promise<void>,
): Promise<void> {
  const setting = { engine, home: await makeHome(engine), simulator: await startVaultSimulator() };
  const servers: RunningServer[] = [];
  try {
    await prove(setting, async (origins) => {
      for (const server of servers.splice(0)) await server.stop();
      const server = await serve(setting, origins);
      servers.push(server);
      return server;
    });
  } finally {
    for (const server of servers) await server.kill9();
    await setting.simulator.close();
    await setting.home.remove();
  }
}

async function makeTenant(caller: Caller): Promise<string> {
  const body = { externalId: uniqueName("t"), displayName: "Acme" };
  const made = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("made") });
  return (made.json as { id: string }).id;
}

function importAt(caller: Caller, tenantId: string, credential: object) {
  const common = { provider: "vault", authKind: "static_credential", requestedActions: [...everyAction] };
  return caller.post(
    `/v1/tenants/${tenantId}/connections:import`,
    { ...common, credential },
    { idempotencyKey: uniqueName("i") },
  );
}

const execute = (caller: Caller, path: string, action: string, input: object) =>
  caller.post(`${path}/actions/${action}:execute`, { input }, { idempotencyKey: uniqueName("k") });

/** Asserts that neither a read, a write nor a test sends anything, and the response to each. */
async function assertSilent(
  { simulator }: Setting,
  caller: Caller,
  path: string,
  codes: {
    execute: "CONNECTION_NOT_ACTIVE" | "ACTION_NOT_DISPATCHED";
    test: "CONNECTION_NOT_ACTIVE" | "PROVIDER_UNREACHABLE";
  },
): Promise<void> {
  const before = simulator.ledger.requests.length;
  assertProblem(await execute(caller, path, "secrets.get", secret), codes.execute);
  assertProblem(await execute(caller, path, "secrets.set", { ...secret, value: "never" }), codes.execute);
  assertProblem(await caller.post(`${path}:test`, undefined, { idempotencyKey: uniqueName("t") }), codes.test);
  assert.equal(simulator.ledger.requests.length, before, "something was sent");
}

const unlisted = { execute: "CONNECTION_NOT_ACTIVE", test: "CONNECTION_NOT_ACTIVE" } as const;
const unreadable = { execute: "ACTION_NOT_DISPATCHED", test: "PROVIDER_UNREACHABLE" } as const;

describe("listed origins", { concurrency: false }, () => {
  verifies("listed-origins.chosen", "connects with a listed name, and sends nothing for any other text", () =>
    withSetting("sqlite", async ({ home, simulator }, start) => {
      const server = await start(`prod=${prod},dr=${dr}`);
      const { caller } = await makeClient(server, { allowActions: ["vault/*"], flags: ["--allow-import"] });
      const tenantId = await makeTenant(caller);
      const access_token = tokens.everything;
      for (const origin of ["other", prod, simulator.url, "", "prod ", `prod ${prod}`]) {
        assertProblem(await importAt(caller, tenantId, { origin, access_token }), "CREDENTIAL_INVALID");
      }
      assertProblem(await importAt(caller, tenantId, { access_token }), "CREDENTIAL_INVALID");
      assert.equal(simulator.ledger.requests.length, 0);
      const imported = await importAt(caller, tenantId, { origin: "dr", access_token });
      assert.equal(imported.status, 200, imported.text);
      const { connection } = imported.json as ImportedConnection;
      assert.deepEqual(connection?.provider_binding, { origin: "dr" });
      const path = `/v1/tenants/${tenantId}/connections/${connection.id}`;
      const value = "canary-of-the-one-program";
      assert.equal((await execute(caller, path, "secrets.set", { ...secret, value })).status, 200);
      const got = await execute(caller, path, "secrets.get", secret);
      assert.deepEqual((got.json as { output: unknown }).output, { name: secret.name, computed: value });
      const provider = (await (await fetch(`${server.url}/api/catalog/v1/providers/vault`)).json()) as {
        credentialFields: { name: string; sensitive: boolean; required: boolean }[];
      };
      assert.deepEqual(
        provider.credentialFields.map(({ name, sensitive, required }) => [name, sensitive, required]),
        [
          ["origin", false, true],
          ["namespace", false, false],
          ["role_id", false, false],
          ["secret_id", true, false],
          ["access_token", true, false],
        ],
      );
      for (const text of [value, access_token, prod, dr]) assert.ok(!server.log().includes(text), "it is in the log");
      await server.stop();
      const files = readdirSync(home.folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
      for (const { parentPath, name } of files) {
        const bytes = readFileSync(join(parentPath, name));
        for (const text of [value, access_token]) assert.ok(!bytes.includes(text), `it is in ${name}`);
      }
    }),
  );

  verifies(
    "listed-origins.chosen",
    "refuses to start with a list for a provider with a fixed origin, or for none",
    async () => {
      const home = await makeHome("sqlite");
      try {
        for (const name of ["GITHUB", "VALUT"]) {
          const env = { [`SVC_${name}_ORIGINS`]: `prod=${prod}` };
          const failed = await startServer({ engine: "sqlite", home, env }).then(
            () => "it started",
            (error: unknown) => String(error),
          );
          assert.match(
            failed,
            new RegExp(`SVC_${name}_ORIGINS: there is no self-hosted provider ${name.toLowerCase()}`),
          );
        }
      } finally {
        await home.remove();
      }
    },
  );

  for (const engine of oneEngine()) {
    verifies("listed-origins.bound", `sends nothing for an edited row or a changed list (${engine})`, () =>
      withSetting(engine, async (setting, start) => {
        const { home } = setting;
        const server = await start(`prod=${prod},dr=${dr}`);
        const { caller: first, key } = await makeClient(server, {
          allowActions: ["vault/*"],
          flags: ["--allow-import"],
        });
        const tenantId = await makeTenant(first);
        // A token, and an AppRole that is exchanged for one at the same server.
        const paths: string[] = [];
        for (const credential of [{ access_token: tokens.everything }, appRoles.everything]) {
          const imported = await importAt(first, tenantId, { origin: "prod", ...credential });
          const { connection } = imported.json as ImportedConnection;
          paths.push(`/v1/tenants/${tenantId}/connections/${connection?.id ?? assert.fail(imported.text)}`);
        }
        const rowNames = (text: string) => runSql(home.databaseUrl, `update connections set listed_origin = '${text}'`);
        const assertAnswered = async (caller: Caller) => {
          for (const path of paths) assert.equal((await execute(caller, path, "secrets.get", secret)).status, 200);
        };
        const assertAllSilent = async (caller: Caller, codes: Parameters<typeof assertSilent>[3]) => {
          for (const path of paths) await assertSilent(setting, caller, path, codes);
        };
        await assertAnswered(first);
        const again = async (origins: string): Promise<Caller> => {
          const next = await start(origins);
          return new Caller(next.http, key);
        };
        // The row names another listed server, then none.
        await rowNames(`dr ${dr}`);
        await assertAllSilent(await again(`prod=${prod},dr=${dr}`), unreadable);
        await rowNames("");
        await assertAllSilent(await again(`prod=${prod},dr=${dr}`), unlisted);
        // The list lacks the name, then gives it another address.
        await rowNames(`prod ${prod}`);
        await assertAllSilent(await again(`dr=${dr}`), unlisted);
        const moved = await again("prod=https://evil.example");
        await assertAllSilent(moved, unlisted);
        // The row matches the changed list.
        await rowNames("prod https://evil.example");
        await assertAllSilent(await again("prod=https://evil.example"), unreadable);
        await rowNames(`prod ${prod}`);
        const back = await again(`prod=${prod}`);
        await assertAnswered(back);
      }),
    );
  }
});
