/** The layers, with imports that each must refuse and imports that each must allow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { circleFindings, layerFindings } from "./layers.ts";
import { parse, parseAll } from "./parser.ts";

const server = "packages/server/src";
const findings = (path: string, specifier: string, statement = `import { a } from "${specifier}";`): number =>
  layerFindings(parse({ path, text: statement })).length;

/** A file, imports that it must not have, and imports that it may have. */
const layers: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "packages/contract/src/tenant.ts",
    ["node:fs", "node:crypto", "@svc/provider-kit", "@cfworker/json-schema", "../../server/src/main.ts"],
    ["typebox", "typebox/value", "./ids.ts"],
  ],
  ["packages/contract/src/validation.ts", ["ajv"], ["@cfworker/json-schema", "typebox"]],
  [
    "packages/provider-kit/src/action.ts",
    ["node:net", "undici", "@svc/server", "./testing/index.ts", "@svc/simulator"],
    ["@svc/contract", "typebox", "./request.ts"],
  ],
  ["packages/provider-kit/src/testing/exercise.ts", ["@svc/server", "undici"], ["node:assert/strict", "../action.ts"]],
  [
    "providers/acme/src/actions/a.ts",
    ["node:http", "node:fs", "undici", "@svc/server", "../../simulator/index.ts", "@svc/provider-kit/testing"],
    ["@svc/provider-kit", "@svc/contract", "typebox", "../client.ts"],
  ],
  ["providers/acme/simulator/index.ts", ["../src/client.ts", "@svc/server", "undici"], ["@svc/simulator", "./data.ts"]],
  [
    "packages/aws/src/signature.ts",
    ["node:http", "undici", "@svc/server", "../simulator/index.ts", "@svc/simulator"],
    ["@svc/provider-kit", "@svc/contract", "typebox", "node:crypto"],
  ],
  [
    "packages/aws/simulator/api.ts",
    ["../src/index.ts", "@svc/provider-kit", "node:net"],
    ["@svc/simulator", "node:crypto"],
  ],
  [
    "packages/mcp-provider/src/provider.ts",
    ["node:http", "undici", "@svc/server", "@modelcontextprotocol/client"],
    ["@svc/provider-kit", "@svc/contract", "typebox", "canonicalize", "node:crypto"],
  ],
  ["packages/mcp-provider/simulator/server.ts", ["../src/index.ts", "@svc/provider-kit"], ["node:http", "./notes.ts"]],
  ["packages/simulator/src/index.ts", ["@svc/contract", "fastify"], ["node:http", "./ledger.ts"]],
  [
    "packages/sdk/src/client.ts",
    ["@svc/server", "node:http", "typebox"],
    ["@svc/contract", "@svc/contract/validation"],
  ],
  ["packages/cli/src/main.ts", ["@svc/server", "../../server/src/app/config.ts", "undici"], ["@svc/sdk", "commander"]],
  ["packages/connect-ui/src/page.ts", ["@svc/sdk", "node:fs"], ["@svc/contract"]],
  [
    `${server}/domain/executions/execute.ts`,
    [
      "fastify",
      "kysely",
      "pg",
      "undici",
      "node:fs",
      "node:sqlite",
      "../../adapters/store/sqlite/open.ts",
      "../../adapters/vault/box.ts",
      "../../entry/rest/app.ts",
      "../../app/config.ts",
      "@svc/provider-acme",
    ],
    ["@svc/contract", "@svc/provider-kit", "../vault/port.ts", "../../platform.ts", "canonicalize", "node:util"],
  ],
  [
    `${server}/adapters/store/tenants.ts`,
    ["../../entry/rest/app.ts", "../vault/box.ts", "../../app/config.ts", "undici", "fastify", "@svc/provider-acme"],
    ["kysely", "pg", "node:sqlite", "node:fs", "../../domain/tenants/port.ts", "./rows.ts"],
  ],
  [
    `${server}/adapters/vault/box.ts`,
    ["kysely", "../store/executions/rows.ts", "../../app/providers.ts"],
    ["node:crypto", "../../platform.ts"],
  ],
  [
    `${server}/adapters/egress/dial.ts`,
    ["kysely", "../vault/box.ts", "../../entry/cli/program.ts"],
    ["undici", "node:tls"],
  ],
  [`${server}/adapters/telemetry/traces.ts`, ["kysely", "undici", "node:fs"], ["prom-client", "@opentelemetry/api"]],
  [
    `${server}/entry/rest/app.ts`,
    [
      "../../adapters/store/sqlite/open.ts",
      "../../adapters/vault/box.ts",
      "kysely",
      "undici",
      "../../app/server.ts",
      "@svc/provider-acme",
    ],
    ["fastify", "../../domain/tenants/tenants.ts", "../../domain/vault/port.ts", "@svc/contract", "@svc/connect-ui"],
  ],
  [
    `${server}/entry/cli/program.ts`,
    ["../../adapters/store/sqlite/open.ts", "@svc/provider-acme"],
    ["commander", "../../app/server.ts"],
  ],
  [`${server}/platform.ts`, ["./config.ts", "node:fs"], ["node:crypto", "node:os"]],
  [`${server}/once.ts`, ["./domain/vault/port.ts", "node:fs"], []],
  [
    `${server}/app/server.ts`,
    ["../../../sdk/src/client.ts"],
    ["../store/sqlite/open.ts", "../http/app.ts", "../vault/box.ts"],
  ],
  ["conformance/suites/a.test.ts", [], ["@svc/sdk", "node:http"]],
  [
    "conformance/client.ts",
    ["@svc/server", "../packages/server/src/main.ts", "@svc/provider-acme", "../proof/seed.ts"],
    ["@svc/sdk", "@svc/simulator", "@svc/provider-acme/simulator", "../tools/postgres/index.ts", "pg"],
  ],
  [
    "proof/crash/scenario.ts",
    ["@svc/server", "../../packages/server/src/main.ts", "../../providers/acme/src/client.ts"],
    ["@svc/sdk", "@svc/provider-acme/simulator", "../../conformance/harness/index.ts", "pg"],
  ],
  [
    "packages/sdk/test/a.test.ts",
    ["../../server/src/main.ts", "../../../providers/acme/src/client.ts"],
    ["../src/client.ts", "@svc/simulator", "../../../tools/postgres/index.ts"],
  ],
  ["tools/generate/main.ts", [], ["../../packages/server/src/entry/docs/files.ts", "@svc/contract"]],
  [
    "providers/acme/test/a.test.ts",
    ["../../../packages/server/src/adapters/vault/box.ts", "../../../packages/server/src/adapters/egress/index.ts"],
    ["../../../packages/server/test/simulated-provider.ts", "../src/index.ts", "@acme/vendor-sdk"],
  ],
];

for (const [path, refused, allowed] of layers) {
  test(`${path} keeps to its layer`, () => {
    for (const specifier of refused) assert.equal(findings(path, specifier), 1, `${specifier} is refused`);
    for (const specifier of allowed) assert.equal(findings(path, specifier), 0, `${specifier} is allowed`);
  });
}

test("every kind of import is recognized", () => {
  const path = `${server}/domain/tenants/tenants.ts`;
  for (const statement of [
    'import "pg";',
    'import pg from "pg";',
    'import * as pg from "pg";',
    'export { Pool } from "pg";',
    'export * from "pg";',
    'export * as pg from "pg";',
    'import type { Pool } from "pg";',
    'const pg = await import("pg");',
    "const any = await import(name);",
    'type Pool = import("pg").Pool;',
  ]) {
    assert.equal(findings(path, "pg", statement), 1, statement);
  }
});

test("reports a file in no layer", () => {
  assert.equal(findings("packages/new/src/index.ts", "", ""), 1);
  assert.equal(findings("packages/sdk/lib/index.ts", "", ""), 1);
  assert.equal(findings("packages/sdk/test/index.ts", "", ""), 0);
  assert.equal(findings("packages/sdk/src/index.ts", "", ""), 0);
});

test("types may be imported where values may not", () => {
  const page = `${server}/entry/rest/app.ts`;
  assert.equal(findings(page, "", 'import type { Config } from "../../app/config.ts";'), 0);
  assert.equal(findings(page, "", 'import { type Config, readConfig } from "../../app/config.ts";'), 1);
  assert.equal(findings("packages/sdk/src/exchange.ts", "", 'import type * as http from "node:http";'), 0);
});

test("reports a circle of imports, also of types, once", () => {
  const files = {
    "a.ts": 'import { b } from "./b.ts";',
    "b.ts": 'import type { C } from "./c.ts";',
    "c.ts": 'export { a } from "./a.ts";',
    "d.ts": 'import { a } from "./a.ts"; import { b } from "./b.ts";',
  };
  const sources = parseAll(Object.entries(files).map(([path, text]) => ({ path, text })));
  const circles = circleFindings(sources).map(({ rule }) => rule);
  assert.deepEqual(circles, ["circle: a.ts → b.ts → c.ts → a.ts"]);
  assert.deepEqual(circleFindings(sources.filter(({ path }) => path !== "c.ts")), []);
});
