/** Which packages and folders can be loaded, and the line for each that can't. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadProviders } from "../../../src/app/provider-loading/index.ts";
import { registeredProviders } from "../../../src/app/providers.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "svc-providers-")));
after(() => rmSync(cwd, { recursive: true }));
// The packages that a provider's package depends on.
mkdirSync(join(cwd, "node_modules/@svc"), { recursive: true });
for (const name of ["provider-kit", "contract", "simulator"]) {
  symlinkSync(join(import.meta.dirname, "../../../../", name), join(cwd, "node_modules/@svc", name));
}

const manifest = {
  name: "@acme/svc-provider-statuspage",
  version: "1.2.3",
  type: "module",
  exports: { ".": "./index.js", "./simulator": "./simulator.js" },
  peerDependencies: { "@svc/provider-kit": "^0.1.0" },
};

const code = `
const none = { type: "object", properties: {}, additionalProperties: false };
export const provider = {
  slug: "statuspage", name: "Statuspage", description: "Pages.", docsUrl: "https://docs.example/",
  origin: "https://api.statuspage.example", requestIdHeader: "x-request-id",
  refuse: () => ({ code: "PROVIDER_ERROR" }),
  auth: [{
    kind: "static_credential", submission: none, fields: [], explain: () => null, credentialKind: () => "key",
    headers: () => ({}), identify: async () => ({ slug: "a", name: "A" }),
  }],
  actions: [{
    id: "pages.list", title: "List pages", description: "Lists pages.", consent: "See pages", effect: "read",
    idempotency: "safe", requiredScopes: [], mcp: true, sensitiveOutput: false, input: none, output: none, evidence: null,
    run: async () => ({}),
  }],
};`;

const simulator = `
export const sandboxCredentials = { apiKey: "k" };
export const startSimulator = async () => ({ url: "http://127.0.0.1:1", close: async () => {} });`;

type Files = {
  manifest?: object | string | null;
  code?: string | null;
  simulator?: string;
  more?: Readonly<Record<string, string>>;
};

/** Writes a provider's folder, inside or outside node_modules. */
function write(folder: string, files: Files = {}): string {
  const at = join(cwd, folder);
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  const { manifest: own = manifest } = files;
  if (own !== null) writeFileSync(join(at, "package.json"), typeof own === "string" ? own : JSON.stringify(own));
  if (files.code !== null) writeFileSync(join(at, "index.js"), files.code ?? code);
  writeFileSync(join(at, "simulator.js"), files.simulator ?? simulator);
  for (const [name, text] of Object.entries(files.more ?? {})) writeFileSync(join(at, name), text);
  return folder;
}

const load = (names: readonly string[], timeoutMs = 5000) =>
  loadProviders(names, registeredProviders, { cwd, kitVersion: "0.1.0", timeoutMs });

test("loads a package and a folder, with version, digest and simulator", async () => {
  write("node_modules/@acme/svc-provider-statuspage");
  write("./mine", { code: code.replace('slug: "statuspage"', 'slug: "mine"') });
  const { providers, faults } = await load(["@acme/svc-provider-statuspage", "./mine"]);
  assert.deepEqual(faults, []);
  const [page, mine] = providers.slice(registeredProviders.length);
  assert.deepEqual([page?.provider.slug, mine?.provider.slug], ["statuspage", "mine"]);
  assert.ok(page?.source.kind === "loaded" && mine?.source.kind === "loaded");
  assert.deepEqual([page.source.name, page.source.version], [manifest.name, "1.2.3"]);
  assert.match(page.source.digest, /^[0-9a-f]{64}$/);
  assert.notEqual(page.source.digest, mine.source.digest);
  assert.deepEqual(await page.sandboxCredentials(), { apiKey: "k" });
  assert.equal((await page.startSimulator()).url, "http://127.0.0.1:1");
  assert.deepEqual(providers.slice(0, registeredProviders.length), registeredProviders);
});

test("the digest changes with every file, but not with installed packages", async () => {
  const digest = async (): Promise<string> => {
    const [loaded] = (await load(["./digest"])).providers.slice(registeredProviders.length);
    return loaded?.source.kind === "loaded" ? loaded.source.digest : "";
  };
  write("./digest");
  const before = await digest();
  mkdirSync(join(cwd, "digest/node_modules"));
  cpSync(join(cwd, "digest/index.js"), join(cwd, "digest/node_modules/x.js"));
  assert.equal(await digest(), before);
  writeFileSync(join(cwd, "digest/notes.txt"), "");
  const added = await digest();
  assert.notEqual(added, before);
  writeFileSync(join(cwd, "digest/notes.txt"), "x");
  assert.notEqual(await digest(), added);
});

/** The code with an input that has one field. */
function withInput(field: string): string {
  return code.replace("input: none", `input: { ...none, properties: { a: ${field} } }`);
}

/** The line for each broken rule, and a folder that breaks it. */
const refusals: readonly (readonly [rule: RegExp, files: Files])[] = [
  [/no package\.json is in this folder/, { manifest: null }],
  [/package\.json can't be read/, { manifest: "{" }],
  [/no name or no version/, { manifest: { ...manifest, version: "x" } }],
  [/no range for @svc\/provider-kit in peerDependencies/, { manifest: { ...manifest, peerDependencies: {} } }],
  [
    /needs @svc\/provider-kit \^9\.0\.0, and this server has 0\.1\.0/,
    { manifest: { ...manifest, peerDependencies: { "@svc/provider-kit": "^9.0.0" } } },
  ],
  [/no export for the provider/, { manifest: { ...manifest, exports: {} } }],
  [/isn't in the package/, { manifest: { ...manifest, exports: "./none.js" } }],
  [/isn't in the package/, { manifest: { ...manifest, exports: "../../outside.js" } }],
  [/its import throws/, { code: "throw new Error('a secret of the machine');" }],
  [/its import throws/, { code: "import './none.js';" }],
  [/its import throws/, { code: "process.exit(0);" }],
  [/exports no `provider`/, { code: "export const statuspage = {};" }],
  [/isn't made by defineProvider/, { code: "export const provider = { slug: 'statuspage' };" }],
  [/slug isn't lowercase/, { code: code.replace('"statuspage"', '"Status Page"') }],
  [/no actions/, { code: `${code}; provider.actions.length = 0;` }],
  [/origin must be https/, { code: code.replace("https://api.statuspage", "http://api.statuspage") }],
  [
    /pages\.list: \/input accepts unknown fields/,
    { code: code.replace("additionalProperties: false", "additionalProperties: true") },
  ],
  [
    /pages\.list: its input has enum without type at \/properties\/a/,
    { code: withInput('{ enum: ["x"], description: "A." }') },
  ],
  [
    /pages\.list: \/input\/properties\/a has a pattern that RE2 doesn't support/,
    { code: withInput('{ type: "string", description: "A.", maxLength: 9, pattern: "^(a)\\\\1$" }') },
  ],
  [
    /pages\.list: its input has a keyword or a pattern that svc can't check/,
    { code: withInput('{ type: "string", description: "A.", surprise: 1 }') },
  ],
  [
    /it can't be a tool for agents: its tool's name, .* may have at most 52 characters/,
    { code: code.replace('"pages.list"', `"pages.${"list".repeat(15)}"`) },
  ],
  [
    /pages\.list: it can't be a tool for agents: its input has a field connection_id/,
    {
      code: code.replace(
        "input: none",
        `input: { ...none, properties: { connection_id: { type: "string", description: "A.", maxLength: 9 } } }`,
      ),
    },
  ],
  [/github is built in and can't be replaced/, { code: code.replace('slug: "statuspage"', 'slug: "github"') }],
];

test("each rule has its own line, which quotes none of the code", async () => {
  for (const [at, [rule, files]] of refusals.entries()) {
    const name = write(`./refused${String(at)}`, files);
    const { providers, faults } = await load([name]);
    assert.equal(providers.length, registeredProviders.length, String(rule));
    assert.match(faults[0] ?? "", rule);
    for (const fault of faults) assert.match(fault, new RegExp(`^\\./refused${String(at)}: [^\\n]+\\.$`));
    assert.doesNotMatch(faults.join(), /secret of the machine/);
  }
});

test("a declaration that breaks several rules gets a line for each", async () => {
  const broken = withInput('{ enum: ["x"] }').replace('name: "Statuspage"', 'name: ""');
  const { faults } = await load([write("./several", { code: broken })]);
  assert.equal(faults.length, 3);
  assert.match(faults.join("\n"), /no name.*\n.*not described|no description.*\n.*enum without type/s);
});

test("refuses invalid names, unknown packages, and TypeScript inside node_modules", async () => {
  write("node_modules/typescript-provider", {
    manifest: { ...manifest, exports: "./index.ts" },
    more: { "index.ts": code },
  });
  const { faults } = await load([
    "https://evil.example/x.js",
    "../../",
    "@acme/none",
    "typescript-provider",
    "file:///x",
  ]);
  assert.match(faults[0] ?? "", /neither a package's name nor a folder/);
  assert.match(faults[1] ?? "", /no package\.json/);
  assert.match(faults[2] ?? "", /no such package is installed/);
  assert.match(faults[3] ?? "", /TypeScript inside node_modules/);
  assert.match(faults[4] ?? "", /neither a package's name nor a folder/);
});

test("loads a slug only once, and keeps the first", async () => {
  write("./first");
  write("./second");
  const { providers, faults } = await load(["./first", "./second"]);
  assert.equal(providers.length, registeredProviders.length + 1);
  assert.deepEqual(faults, ["./second: the provider statuspage is already loaded from ./first."]);
});

test("stops an import that never ends, whether it waits or computes", async () => {
  write("./waits", { code: "await new Promise(() => setTimeout(() => {}, 60_000));" });
  write("./computes", { code: "for (;;);" });
  const { faults } = await load(["./waits", "./computes"], 300);
  assert.deepEqual(faults, [
    "./waits: its import takes more than 0.3 s.",
    "./computes: its import takes more than 0.3 s.",
  ]);
});

test("requires a simulator only in a sandbox, with a line of its own", async () => {
  write("./alone", { manifest: { ...manifest, exports: "./index.js" } });
  const { providers, faults } = await load(["./alone"]);
  assert.deepEqual(faults, []);
  await assert.rejects(
    async () => providers.at(-1)?.startSimulator(),
    /^ProviderFault: \.\/alone: it has no simulator/,
  );
});
