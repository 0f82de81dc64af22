/** The published result: tarballs that install in an empty directory and run there with only Node 24. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  checkPackage,
  createPackageFromTarballData,
  formatMessage,
  publint,
} from "../../judges/checks/package-checks.ts";
import { freePort } from "../free-port.ts";
import { testDatabase } from "../postgres/index.ts";
import { noticesFile, readAsFiles } from "./bundled.ts";
import { installAlone, installPacked, startInstalled, type Installed } from "./installed.ts";
import type { Lock } from "./lock.ts";
import { root } from "./workspaces.ts";

/** CommonJS programs load these packages with `import()`, or with `require` on Node 24; nothing older is promised. */
const judgedResolutions = ["node16-esm", "bundler"];
/** Files that are read or served unchanged, and that no program imports. */
const assets = ["./page.js", "./page.css", "./messages/*", "./svc-connect.js", "./package.json"];

let installed: Installed;
before(() => {
  installed = installPacked();
});
after(() => installed?.remove());

test("publint and are-the-types-wrong find no fault in any tarball", async () => {
  for (const { name, path } of installed.tarballs) {
    const data = readFileSync(path);
    const pkgDir = join(installed.folder, "node_modules", name);
    const { messages } = await publint({ pkgDir, pack: false, level: "warning", strict: true });
    const manifest = JSON.parse(readFileSync(join(pkgDir, "package.json"), "utf8")) as Record<string, unknown>;
    assert.deepEqual(
      messages.map((message) => formatMessage(message, manifest)),
      [],
      name,
    );
    const checked = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints: assets });
    if (checked.types === false) {
      assert.ok("bin" in manifest, `${name} has no types, and is not a program either`);
      continue;
    }
    const problems = checked.problems.filter(
      (problem) => !("resolutionKind" in problem) || judgedResolutions.includes(problem.resolutionKind),
    );
    assert.deepEqual(problems, [], name);
  }
});

test("the tarballs contain JavaScript, no sources, a license and a README", () => {
  for (const { name } of installed.tarballs) {
    const folder = join(installed.folder, "node_modules", name);
    const files = globSync("**/*", { cwd: folder });
    assert.deepEqual(
      files.filter((file) => /(?<!\.d)\.ts$|\.test\.|^test\//.test(file)),
      [],
      name,
    );
    // The generator of new providers contains sources as texts; the test of own providers runs it.
    const programs = files.filter((file) => /\.(js|d\.ts)$/.test(file) && file !== "dist/new-provider.js");
    const naming = programs.filter((file) =>
      /\b(from|import)\b[\s(]*["']\.{1,2}\/[^"'\n]*\.ts["']/.test(readFileSync(join(folder, file), "utf8")),
    );
    assert.deepEqual(naming, [], `${name}: files that name a source`);
    for (const wanted of ["LICENSE", "README.md"]) assert.ok(files.includes(wanted), `${name}: ${wanted}`);
  }
});

test("each tarball installs alone: no svc package would come from a registry", () => {
  const programs: Readonly<Record<string, string>> = {
    "@svc/sdk": "const { ServiceClient } = await import('@svc/sdk'); console.log(typeof ServiceClient);",
    "@svc/provider-kit":
      "const { defineProvider } = await import('@svc/provider-kit'); console.log(typeof defineProvider);",
    "@svc/provider-doppler": "const { doppler } = await import('@svc/provider-doppler'); console.log(typeof doppler);",
    "@svc/cli": "",
    "@svc/server": "",
  };
  for (const tarball of installed.tarballs.filter(({ name }) => name in programs)) {
    const folder = installAlone(tarball);
    try {
      const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as Lock;
      for (const [place, entry] of Object.entries(lock.packages).filter(([place]) => /\/@svc\/[^/]+$/.test(place))) {
        const isFromTarball = entry["inBundle"] === true || entry.resolved === `file:${tarball.file}`;
        assert.ok(isFromTarball, `${tarball.name}: ${place}`);
      }
      const program = programs[tarball.name] ?? "";
      const bin = join(folder, "node_modules/.bin", tarball.name === "@svc/cli" ? "svc" : "svc-server");
      const ran = spawnSync(program === "" ? bin : process.execPath, program === "" ? ["--version"] : ["-e", program], {
        cwd: folder,
        encoding: "utf8",
        env: installed.environment,
      });
      assert.equal(ran.status, 0, `${tarball.name}: ${ran.stderr}`);
      assert.match(ran.stdout, /^(?:function|object|.*\d+\.\d+\.\d+.*)\n$/, tarball.name);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});

test("the complete installation, with server and command line, has fewer than 100 packages", (t) => {
  const lock = JSON.parse(readFileSync(join(installed.folder, "node_modules/.package-lock.json"), "utf8")) as Lock;
  const count = Object.values(lock.packages).filter(({ inBundle }) => inBundle !== true).length;
  t.diagnostic(`${count} packages`);
  assert.ok(count < 100, `${count} packages`);
});

test("svc-server starts in the empty directory, shows its pages, and svc lists the providers", async (t) => {
  const bin = join(installed.folder, "node_modules/.bin");
  const startedAt = performance.now();
  const server = await startInstalled([join(bin, "svc-server"), "serve", "--sandbox"], {
    cwd: installed.folder,
    env: installed.environment,
    port: await freePort(),
  });
  t.diagnostic(`server ready after ${Math.round(performance.now() - startedAt)} ms, first start`);
  try {
    for (const path of ["/readyz", "/docs/self-hosting", "/connect/v1/svc-connect.js"]) {
      assert.equal((await fetch(server.url + path)).status, 200, path);
    }
    const llms = await (await fetch(`${server.url}/llms.txt`)).text();
    const links = [...llms.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    assert.ok(
      links.some((link) => link.endsWith("/docs/quickstart.md")),
      "the guides are in the package",
    );
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);

    const env = { ...installed.environment, SVC_API_URL: server.url };
    const svc = (...args: string[]) => {
      const at = performance.now();
      const ran = spawnSync(join(bin, "svc"), args, { cwd: installed.folder, env, encoding: "utf8" });
      t.diagnostic(`svc ${args.join(" ")}: ${Math.round(performance.now() - at)} ms`);
      assert.equal(ran.status, 0, ran.stderr);
      return ran.stdout;
    };
    assert.match(svc("--help"), /Exit codes:/);
    const listed = JSON.parse(svc("providers", "list", "--format", "json")) as { providers: { slug: string }[] };
    const known = readdirSync(join(root, "providers")).sort();
    assert.deepEqual(listed.providers.map(({ slug }) => slug).sort(), known);
  } finally {
    assert.equal(await server.stop(), 0, server.log());
  }
});

test("the server is one package with few files, which lists its contents and installs only what it reads", () => {
  const folder = join(installed.folder, "node_modules/@svc/server");
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, object>;
  assert.deepEqual(Object.keys(dependencies ?? {}), readAsFiles);
  assert.ok(globSync("dist/**/*.js", { cwd: folder }).length < 120);
  const notices = readFileSync(join(folder, "dist", noticesFile), "utf8");
  for (const name of [
    "fastify",
    "kysely",
    "pg",
    "typebox",
    "undici",
    "@modelcontextprotocol/server",
    "prom-client",
    "vue",
    "vitepress",
    "minisearch",
  ])
    assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([A-Z]`, "m"), name);
  assert.equal(/^@svc\//m.test(notices), false, "our own packages are under the package's own license");
});

test("on PostgreSQL the server migrates, answers an agent, and serves its metrics, with traces on", async () => {
  const database = await testDatabase();
  const bin = join(installed.folder, "node_modules/.bin");
  const metricsPort = await freePort();
  const env = { ...installed.environment, SVC_DATABASE_URL: database.serverUrl };
  const server = await startInstalled([join(bin, "svc-server"), "serve", "--sandbox"], {
    cwd: installed.folder,
    env: {
      ...env,
      SVC_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
      // Nothing listens there, so traces are dropped.
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    },
    port: await freePort(),
  });
  try {
    const policy = ["--allow-action", "github/*", "--format", "json"];
    const made = spawnSync(join(bin, "svc-server"), ["service-clients", "create", "--name", "backend", ...policy], {
      cwd: installed.folder,
      env,
      encoding: "utf8",
    });
    assert.equal(made.status, 0, made.stderr);
    const key = /svc_\w{40,}/.exec(made.stdout)?.[0] ?? "";
    const send = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "idempotency-key": "packed-1",
      };
      const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
      const text = await response.text();
      assert.ok(response.ok, `${path}: ${response.status} ${text}`);
      return JSON.parse(text.replace(/^[^{]*data: /s, "")) as Record<string, unknown>;
    };
    const tenant = await send("/v1/tenants", { externalId: "acme", displayName: "Acme" });
    const tools = await send(`/v1/tenants/${String(tenant["id"])}/mcp`, {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
    });
    assert.ok("result" in tools, JSON.stringify(tools));
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    assert.match(metrics, /^svc_/m);
    assert.equal((await fetch(`${server.url}/docs/api`)).status, 200);
  } finally {
    assert.equal(await server.stop(), 0, server.log());
    await database.drop();
  }
});

const consumer = `
import { ActionOutcomeUnknownError, ServiceClient, newIdempotencyKey } from "@svc/sdk";
import { connect, readReturn } from "@svc/connect";
import { defineProvider, type Provider } from "@svc/provider-kit";
import { exerciseProvider } from "@svc/provider-kit/testing";
import { errorCodes, type ErrorCode } from "@svc/contract";

const client = new ServiceClient({ baseUrl: "http://127.0.0.1:1", accessToken: "svc_live_x" });
const key: string = newIdempotencyKey();
const code: ErrorCode | undefined = errorCodes[0];
const slugOf = (provider: Provider): string => provider.slug;
const connection = client.tenant("ten_1").connection("con_1");
const place = { project: "api", config: "dev", name: "A" };
const read = async (): Promise<string | undefined> => (await connection.execute("doppler/secrets.get", place)).output?.computed;
// @ts-expect-error there is no such action
const misspelled = (): unknown => connection.execute("doppler/secretz.get", place);
// @ts-expect-error a base URL is a text
const wrong = (): ServiceClient => new ServiceClient({ baseUrl: 1, accessToken: "" });
const all = [client, key, code, slugOf, read, misspelled, wrong, connect, readReturn, defineProvider, exerciseProvider];
if (all.includes(undefined as never) || !(ActionOutcomeUnknownError.prototype instanceof Error)) throw new Error("missing");
console.log("imported");
`;

test("SDK, Connect and provider kit can be imported, and their types check in a separate project", () => {
  writeFileSync(join(installed.folder, "consumer.ts"), consumer);
  const flags = [
    "--strict",
    "--skipLibCheck",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--lib",
    "es2024,dom",
  ];
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const tsc = spawnSync(join(root, "node_modules/.bin/tsc"), [...flags, ...types, "consumer.ts"], {
    cwd: installed.folder,
    encoding: "utf8",
  });
  assert.equal(tsc.stdout + tsc.stderr, "");
  assert.equal(tsc.status, 0);
  const ran = spawnSync(process.execPath, ["consumer.ts"], { cwd: installed.folder, encoding: "utf8" });
  assert.equal(ran.stdout, "imported\n", ran.stderr);
});
