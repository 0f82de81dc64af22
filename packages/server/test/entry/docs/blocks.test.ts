/** Parses every code block in the documentation as its declared language, and checks TypeScript with its types. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { codeBlocks, files, readText } from "./site.ts";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** Languages that are parsed; `text`, `sql`, `html` and diagrams are only for readers. */
const forReaders = new Set([
  "",
  "text",
  "sql",
  "html",
  "promql",
  "nginx",
  "caddyfile",
  "haproxy",
  "ini",
  "dockerfile",
  "diff",
]);

/** The pages about the SDK's objects have declarations, which the compiler itself wrote. */
const guides = [...files]
  .filter(([path, { type }]) => type.startsWith("text/markdown") && !/^\/(?:catalog|docs\/sdk)\//.test(path))
  .map(([path]) => ({ path, text: readText(path) }));
// The site has no Markdown of its home page.
const home = "packages/docs-site/home/index.md";
const blocks = [...guides, { path: home, text: readFileSync(join(root, home), "utf8") }].flatMap(({ path, text }) =>
  codeBlocks(text).map((block, index) => ({ ...block, name: `${path} block ${index + 1}` })),
);

let folder = "";
before(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-blocks-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("knows every language", () => {
  const known = new Set([...forReaders, "sh", "json", "jsonl", "ts", "js", "yaml", "python"]);
  assert.deepEqual(
    blocks.filter(({ language }) => !known.has(language)).map(({ name, language }) => `${name}: ${language}`),
    [],
  );
  for (const language of ["sh", "json", "ts", "js"]) assert.ok(blocks.some((block) => block.language === language));
});

test("shell blocks parse as shell", () => {
  const shells = blocks.filter(({ language }) => language === "sh");
  // One process for all: each block is a function that is not called. A name in angle brackets is for the reader to
  // fill in.
  const text = shells.map(({ code }, index) => `block_${index}() {\n${code.replaceAll(/<[a-z][\w -]*>/g, "X")}\n}\n`);
  const { status, stderr } = spawnSync("bash", ["-n"], { input: text.join(""), encoding: "utf8" });
  const line = Number(/line (\d+)/.exec(stderr)?.[1] ?? 0);
  let end = 0;
  const at = text.findIndex((part) => (end += part.split("\n").length - 1) >= line);
  assert.equal(status, 0, `${shells[at]?.name}: ${stderr}`);
});

test("JSON and YAML blocks parse as such", () => {
  for (const { name, language, code } of blocks) {
    if (language === "json") assert.doesNotThrow(() => JSON.parse(code), name);
    if (language === "jsonl")
      for (const line of code.trim().split("\n")) assert.doesNotThrow(() => JSON.parse(line), name);
    if (language === "yaml") assert.doesNotThrow(() => parse(code), name);
  }
});

/** Declares the names that pages treat as the reader's own. */
const readersOwn = `import type { ConnectionScope, ServiceClient as Client } from "@svc/sdk";
declare global {
  const client: Client;
  const approvals: Client;
  const connection: ConnectionScope;
  const connectionId: string;
  const tenantId: string;
  const input: Record<string, unknown>;
  const knownPublicKey: string;
  const line: { head: { signature: string } };
  const job: { id: string };
  const loadCursor: () => Promise<string | undefined>;
  const saveCursor: (cursor: string) => Promise<void>;
  const app: { get(path: string, handler: (request: ConnectedRequest, response: PageResponse) => Promise<unknown>): void };
  const signedInUser: (request: ConnectedRequest) => Promise<{ id: string } | null>;
  const connectStarts: { find(sessionId: string): Promise<{ userId: string; tenantId: string } | null> };
  const connections: { save(userId: string, connectionId: string | null): Promise<void> };
  type ConnectedRequest = { query: { connect_session_id: string; status: string; completion_code: string } };
  type PageResponse = { sendStatus(status: number): void; redirect(path: string): void };
  const agentPage: { id: string; user: { id: string; name: string; tenantId: string }; show(text: string): void; continueAt(url: string): void };
  const handle: (event: object) => Promise<void>;
  const jobs: { save(job: object): Promise<void>; needsLookUp(id: string, executionId: string | null): Promise<void> };
}
`;

test("TypeScript blocks have no type error, and JavaScript parses", () => {
  writeFileSync(join(folder, "readers-own.ts"), readersOwn);
  const names = new Map<string, string>();
  for (const [index, { name, language, code }] of blocks.entries()) {
    if (language !== "ts" && language !== "js") continue;
    const file = `block-${index}.${language}`;
    names.set(file, name);
    writeFileSync(join(folder, file), code.includes("import ") ? code : `export {};\n${code}`);
  }
  const checked = [...names.keys()].filter((file) => file.endsWith(".ts"));
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions"];
  const language = ["--target", "es2024", "--lib", "es2024,dom", "--module", "nodenext", "--types", "node"];
  const tsc = [join(root, "node_modules/typescript/bin/tsc"), ...options, ...language, "readers-own.ts", ...checked];
  const { stdout } = spawnSync(process.execPath, tsc, { cwd: folder, encoding: "utf8" });
  const faults = stdout.split("\n").filter((line) => line.startsWith("block-"));
  assert.deepEqual(
    faults.map((fault) => fault.replace(/^block-\d+\.ts/, (file) => names.get(file) ?? file)),
    [],
  );
  for (const [file, name] of names) {
    if (!file.endsWith(".js")) continue;
    const { status, stderr } = spawnSync(process.execPath, ["--check", file], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, `${name}: ${stderr}`);
  }
});
