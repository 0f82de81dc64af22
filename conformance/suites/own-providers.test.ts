/** A custom provider: loaded, refused, and no longer loaded. */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImportedConnection } from "@svc/contract";
import { describe } from "node:test";
import { shelfKey, writeShelf } from "../harness/own-provider.ts";
import {
  assertProblem,
  Caller,
  chosenEngines,
  oneEngine,
  freePort,
  makeClient,
  makeHome,
  operateJson,
  runProgram,
  startServer,
  uniqueName,
  verifies,
  type Engine,
  type RunningServer,
  type ServerHome,
  type TestClient,
} from "../harness/index.ts";

const loaded = { SVC_PROVIDERS: "./shelf" };

type Setting = { server: RunningServer; client: TestClient; tenantId: string; path: string };

/** A server with the provider, and a connection to it. `path` is the connection's. */
async function connectShelf(home: ServerHome, engine: Engine): Promise<Setting> {
  writeShelf(home.folder);
  const server = await startServer({ engine, home, env: loaded });
  const client = await makeClient(server, { allowActions: ["shelf/*"], flags: ["--allow-import"] });
  const { caller } = client;
  const idempotencyKey = uniqueName("made");
  const tenant = await caller.post(
    "/v1/tenants",
    { externalId: uniqueName("t"), displayName: "Acme" },
    { idempotencyKey },
  );
  const tenantId = (tenant.json as { id: string }).id;
  const body = {
    provider: "shelf",
    authKind: "static_credential",
    requestedActions: ["notes.list", "notes.create"],
    credential: { access_token: shelfKey },
  };
  const imported = await caller.post(`/v1/tenants/${tenantId}/connections:import`, body, { idempotencyKey });
  assert.equal(imported.status, 200, imported.text);
  const { connection } = imported.json as ImportedConnection;
  assert.ok(connection !== null);
  return { server, client, tenantId, path: `/v1/tenants/${tenantId}/connections/${connection.id}` };
}

/** Runs a test with an empty home, and removes it with every server on it. */
async function onHome(
  engine: Engine,
  prove: (home: ServerHome, started: (server: RunningServer) => void) => Promise<void>,
) {
  const home = await makeHome(engine);
  const servers: RunningServer[] = [];
  try {
    await prove(home, (server) => servers.push(server));
  } finally {
    for (const server of servers) await server.kill9();
    await home.remove();
  }
}

const create = (caller: Caller, path: string, idempotencyKey: string) =>
  caller.post(`${path}/actions/notes.create:execute`, { input: { title: "Salt" } }, { idempotencyKey });

describe("custom providers", { concurrency: false }, () => {
  verifies("own-providers.same", "has a catalog, a sandbox, executions, pages and the operator's list", () =>
    onHome("sqlite", async (home, started) => {
      const { server, client, path } = await connectShelf(home, "sqlite");
      started(server);
      const { caller } = client;
      const read = await caller.post(`${path}/actions/notes.list:execute`, { input: {} });
      assert.deepEqual((read.json as { output: unknown }).output, { notes: [{ id: "welcome", title: "Welcome" }] });
      const written = await create(caller, path, uniqueName("k"));
      assert.deepEqual((written.json as { output: unknown }).output, { id: "note_000001", title: "Salt" });
      const empty = { input: { title: "" } };
      const invalid = await caller.post(`${path}/actions/notes.create:execute`, empty, {
        idempotencyKey: uniqueName("k"),
      });
      assertProblem(invalid, "INPUT_INVALID");
      assert.equal((await fetch(`${server.url}/api/catalog/v1/providers/shelf`)).status, 200);
      const pages = [
        "/docs/providers/shelf",
        "/docs/providers/shelf.md",
        "/catalog/shelf/actions/notes.create/agent.md",
      ];
      for (const page of pages) {
        const response = await fetch(server.url + page);
        assert.equal(response.status, 200, page);
        assert.match(await response.text(), /notes\.create/);
      }
      const browser = { headers: { accept: "text/html" } };
      const html = await (await fetch(`${server.url}/docs/providers/shelf`, browser)).text();
      assert.match(html, /<title>Shelf · svc<\/title>.*<h2 id="notescreate">notes\.create<\/h2>/s);
      assert.match(html, /href="\/docs\/lost-responses"/);
      assert.doesNotMatch(html, /<script[^>]* src=/);
      const { providers } = await operateJson<{ providers: Record<string, unknown>[] }>(server, ["providers", "list"]);
      const own = providers.find(({ slug }) => slug === "shelf");
      assert.equal(own?.["version"], "2.0.1");
      assert.match(String(own?.["digest"]), /^sha256:[0-9a-f]{64}$/);
      assert.equal(providers.find(({ slug }) => slug === "doppler")?.["from"], "the box");
      const credentials = await operateJson<Record<string, unknown>>(server, ["sandbox-credentials"]);
      assert.deepEqual(credentials["shelf"], { apiKey: shelfKey });
      const doctor = await server.operate(["doctor", "--sandbox"]);
      assert.match(doctor.stdout, /shelf: @acme\/svc-provider-shelf 2\.0\.1, sha256:/);
    }),
  );

  verifies(
    "own-providers.refused",
    "prints one line, exits with code 1, and prints the same line in providers check",
    async () => {
      for (const [change, rule] of [
        [["https://api.shelf.example", "http://api.shelf.example"], /\.\/shelf: shelf: origin must be https/],
        [['slug: "shelf"', 'slug: "github"'], /\.\/shelf: the provider github is built in and can't be replaced/],
        [["import { Type }", "throw new Error('hidden'); import { Type }"], /\.\/shelf: its import throws/],
      ] as const) {
        await onHome("sqlite", async (home, started) => {
          writeShelf(home.folder, change);
          const failed = await startServer({ engine: "sqlite", home, env: loaded }).then(
            () => "it started",
            (error: unknown) => String(error),
          );
          assert.match(failed, rule);
          assert.equal(failed.match(/^svc-server: /gm)?.length, 1, failed);
          assert.doesNotMatch(failed, /hidden/);
          const server = await startServer({ engine: "sqlite", home });
          started(server);
          const ran = await server.operate(["providers", "check", "./shelf"]);
          assert.equal(ran.exitCode, 1);
          assert.match(ran.stderr, rule);
          writeShelf(home.folder);
          const { usable } = await operateJson<{ usable: boolean }>(server, ["providers", "check", "./shelf"]);
          assert.equal(usable, true);
        });
      }
    },
  );

  verifies("own-providers.check", "runs its code where neither the vault's key nor other files are", () =>
    onHome("sqlite", async (home) => {
      // It throws if it finds the key, in the variables of its process or of the one that started it, or another file.
      const steals = `import { readFileSync, writeFileSync } from "node:fs";
import { execSync } from "node:child_process";
const attempts = [
  () => JSON.stringify(process.env),
  () => readFileSync("/proc/self/environ", "utf8"),
  () => readFileSync(\`/proc/\${process.ppid}/environ\`, "utf8"),
  () => readFileSync(${JSON.stringify(join(home.folder, "canary.txt"))}, "utf8"),
  () => execSync("env").toString(),
  () => (writeFileSync("written", "canary"), "canary"),
];
const found = attempts.filter((attempt) => { try { return attempt().includes("canary"); } catch { return false; } });
if (found.length > 0) throw new Error("found");
`;
      writeFileSync(join(home.folder, "canary.txt"), "canary");
      writeShelf(home.folder, ["import { sensitive }", `${steals}import { sensitive }`]);
      const env = { SVC_VAULT_KEYS: "k1:canary", CANARY: "canary" };
      const ran = await runProgram("svc-server", ["providers", "check", "./shelf"], { cwd: home.folder, env });
      assert.deepEqual([ran.exitCode, /usable\s+true/.test(ran.stdout)], [0, true], ran.stderr);
      assert.equal(existsSync(join(home.folder, "written")), false);
    }),
  );

  if (chosenEngines().includes("postgres")) {
    verifies("own-providers.replicas", "is reported by the doctor and the metrics listener, and both stay ready", () =>
      onHome("postgres", async (home, started) => {
        writeShelf(home.folder);
        started(await startServer({ engine: "postgres", home, env: loaded }));
        writeShelf(home.folder, ["Notes on a shelf.", "Notes on another shelf."]);
        const metrics = `127.0.0.1:${await freePort()}`;
        const second = await startServer({ engine: "postgres", home, env: { ...loaded, SVC_METRICS_LISTEN: metrics } });
        started(second);
        const ready = await fetch(`http://${metrics}/readyz`);
        assert.equal(ready.status, 200);
        const differs = /shelf has other files in some processes \([0-9a-f]{12}, [0-9a-f]{12}\)/;
        assert.match(await ready.text(), differs);
        assert.match((await second.operate(["doctor", "--sandbox"])).stdout, differs);
      }),
    );
  }

  for (const engine of oneEngine()) {
    verifies("own-providers.gone", `still does everything except executing, on ${engine}`, () =>
      onHome(engine, async (home, started) => {
        const { server, client, tenantId, path } = await connectShelf(home, engine);
        started(server);
        const idempotencyKey = uniqueName("k");
        const before = await create(client.caller, path, idempotencyKey);
        assert.equal(before.status, 200, before.text);
        await server.stop();
        const without = await startServer({ engine, home });
        started(without);
        const caller = new Caller(without.http, client.key);
        assertProblem(await create(caller, path, uniqueName("k")), "PROVIDER_NOT_AVAILABLE");
        const { id } = (before.json as { execution: { id: string } }).execution;
        const shown = await caller.get(`/v1/tenants/${tenantId}/action-executions/${id}`);
        assert.equal(shown.status, 200, shown.text);
        const replayed = await create(caller, path, idempotencyKey);
        assert.deepEqual([replayed.status, replayed.json], [before.status, before.json]);
        assert.equal((await caller.get(path)).status, 200);
        const doctor = await without.operate(["doctor", "--sandbox"]);
        assert.match(doctor.stdout, /shelf isn't loaded, and 1 connection needs it/);
        await without.untilLogged("connections need this provider");
        assert.equal((await caller.delete(path)).status, 200);
      }),
    );
  }
});
