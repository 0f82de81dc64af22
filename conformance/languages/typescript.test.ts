/** Generators of clients in TypeScript: what they write compiles in strict mode. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { compiler, heyApi, modules, openapiTypescript, orval } from "../../judges/languages/programs.ts";
import { description, openapiGenerator, run, temporaryFolder } from "./generate.ts";

const timeout = 600_000;
const folder = temporaryFolder();
const place = (name: string): string => join(folder, name);

before(() => symlinkSync(modules, place("node_modules"), "dir"));

async function compile(name: string): Promise<void> {
  const libraries = ["es2023", "dom", "dom.iterable"];
  const target = { target: "es2022", module: "esnext", moduleResolution: "bundler", lib: libraries, types: [] };
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, ...target };
  const config = place(`${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, include: [`${name}/**/*.ts`] }));
  await run(compiler, ["-p", config]);
}

test("openapi-generator's client for fetch compiles", { timeout }, async () => {
  await openapiGenerator("typescript-fetch", place("fetch"));
  await compile("fetch");
});

test("Hey API's client compiles", { timeout }, async () => {
  await run(heyApi, ["-i", description, "-o", place("hey"), "--silent"]);
  await compile("hey");
});

test("Orval's client compiles", { timeout }, async () => {
  const config = place("orval.config.mjs");
  const output = { target: place("orval/client.ts"), client: "fetch" };
  writeFileSync(config, `export default ${JSON.stringify({ svc: { input: { target: description }, output } })};`);
  await run(orval, ["--config", config], { cwd: folder });
  await compile("orval");
});

/** What a backend writes: no cast, and no field that has a default. */
const backend = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

const client = createClient<paths>({ baseUrl: "https://svc.example.com" });
const header = { "Idempotency-Key": "import-acme-1" };

export async function importToken(tenant_id: string, access_token: string): Promise<string | undefined> {
  const { data, error } = await client.POST("/v1/tenants/{tenant_id}/connections:import", {
    params: { path: { tenant_id }, header },
    body: {
      provider: "doppler",
      authKind: "static_credential",
      requestedActions: ["secrets.get"],
      credential: { access_token },
    },
  });
  if (error === undefined) return data.connection?.id;
  const code: components["schemas"]["ErrorCode"] = error.code;
  throw new Error(code === "CREDENTIAL_REJECTED" ? error.detail : error.title);
}
`;

test("openapi-typescript's types and a program with openapi-fetch compile", { timeout }, async () => {
  mkdirSync(place("types"));
  await run(openapiTypescript, [description, "-o", place("types/api.ts")]);
  writeFileSync(place("types/backend.ts"), backend);
  await compile("types");
});
