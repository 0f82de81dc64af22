/** Each house rule with a bad sample, because a check that can't fail is no check, and with a good one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { citationFindings, promiseFindings } from "./citations.ts";
import { codeFindings } from "./code-rules.ts";
import { docstringFindings, labelFindings } from "./docstrings.ts";
import { parse } from "./parser.ts";
import type { Finding } from "./source.ts";
import { textFindings } from "./text-rules.ts";
import { linkFindings, packageFindings } from "./whole-rules.ts";
import { proseFindings } from "./words.ts";

const service = "packages/server/src/domain/tenants/tenants.ts";
const variables = "packages/server/src/app/own-variables.ts";
const platform = "packages/server/src/platform.ts";
const vault = "packages/server/src/adapters/vault/box.ts";
const signature = "packages/aws/src/signature.ts";
const egress = "packages/server/src/adapters/egress/exchange.ts";
const page = "packages/server/src/entry/connect/page.ts";
const markup = "packages/server/src/entry/html/markup.ts";
const exchange = "packages/sdk/src/exchange.ts";

const rulesOf = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ rule }) => rule))];
const code = (path: string, text: string): string[] => rulesOf(codeFindings(parse({ path, text })));
const words = (path: string, text: string): string[] => rulesOf(textFindings({ path, text }));

/** A rule, code that violates it, and the one place to which the rule doesn't apply. */
const broken: readonly (readonly [string, string, string?])[] = [
  ["no !: in a declaration", "let a!: string;"],
  ["no !: in a declaration", "class A { b!: string; }"],
  ["one place for the environment", "const a = process.env.A;", variables],
  ["one place for the environment", 'const a = globalThis.process["env"];', variables],
  ["one place for the environment", "const { env } = process;", "packages/cli/src/environment.ts"],
  ["one place for the environment", 'import { env } from "node:process";', variables],
  ["one place for clock and randomness", "const a = Date.now();", platform],
  ["one place for clock and randomness", "const now = Date.now;", platform],
  ["one place for clock and randomness", "const a = new Date();", platform],
  ["one place for clock and randomness", "const a = performance.now();", platform],
  ["one place for clock and randomness", "const a = Math.random();", "packages/sdk/src/platform.ts"],
  ["one place for clock and randomness", "const a = crypto.randomUUID();", "packages/cli/src/environment.ts"],
  ["one place for clock and randomness", "globalThis.crypto.getRandomValues(a);", platform],
  ["one place for clock and randomness", 'import { randomBytes } from "node:crypto";', vault],
  ["ciphers in the vault only", 'import { createCipheriv } from "node:crypto";', vault],
  ["ciphers in the vault only", 'import { createHmac as mac } from "node:crypto";', vault],
  ["ciphers in the vault only", 'import { createHmac } from "node:crypto";', "packages/cli/src/webhook-secret.ts"],
  ["ciphers in the vault only", 'import { createHmac } from "node:crypto";', signature],
  ["ciphers in the vault only", 'import * as crypto from "node:crypto";', vault],
  ["ciphers in the vault only", "const a = crypto.subtle;", vault],
  ["ciphers in the vault only", "crypto.hkdfSync();", vault],
  ["sockets in egress only", 'import { request } from "undici";', egress],
  ["sockets in egress only", "await fetch(url);", exchange],
  ["sockets in egress only", "await globalThis.fetch(url);", exchange],
  ["sockets in egress only", 'const http = process.getBuiltinModule("node:http");', exchange],
  ["sockets in egress only", 'import { request } from "node:https";', egress],
  ["sockets in egress only", 'import http from "node:http";', egress],
  ["sockets in egress only", 'import { connect } from "node:net";', egress],
  ["sockets in egress only", 'import tls from "node:tls";', egress],
  ["sockets in egress only", 'const undici = await import("undici");', egress],
  ["sockets in egress only", "const a = new WebSocket(url);", "packages/connect-ui/src/page.ts"],
  ["no test left out", 'test.skip("a", () => {});'],
  ["no test left out", 'describe.only("a", () => {});'],
];

for (const [rule, text, place] of broken) {
  test(`${rule}: ${text}`, () => {
    assert.deepEqual(code(service, text), [rule]);
    if (place !== undefined) assert.deepEqual(code(place, text), []);
  });
}

test("HTML is written by markup only", () => {
  for (const text of [
    "const a = `<p>${name}</p>`;",
    'const a = `<a href="${url}" rel="me">`;',
    "const a = markup`<p>${isOld ? `<b>${age}</b>` : null}</p>`;",
    "function escapeHtml(text: string): string { return text; }",
  ]) {
    assert.deepEqual(code(page, text), ["HTML by markup only"], text);
    assert.deepEqual(code(markup, text), []);
  }
  for (const fine of ["const a = markup`<p>${name}</p>`;", "const a = `${from} < ${to} > 0`;", "const a = `<p>`;"]) {
    assert.deepEqual(code(page, fine), []);
  }
});

test("code rules accept good code", () => {
  const fine = `
    import { createServer } from "node:http";
    import { isIP } from "node:net";
    import type { Dispatcher } from "undici";
    import { timingSafeEqual, createHash } from "node:crypto";
    const at = new Date(nowMs);
    const company = platform.randomBytes(16);
    const text = "process.env, Date.now() and any as words";
  `;
  assert.deepEqual(code(service, fine), []);
  assert.deepEqual(code("packages/server/test/tenants.test.ts", "const a = process.env.A ?? Date.now();"), []);
});

test("a finding names its line", () => {
  const [finding] = codeFindings(parse({ path: service, text: "\n\nlet a!: string;\n" }));
  assert.equal(finding?.line, 3);
  assert.ok((finding?.remedy.length ?? 0) > 10);
});

test("docstrings: each exported declaration of a package needs one directly above it", () => {
  const of = (text: string, path = "packages/sdk/src/a.ts") =>
    docstringFindings(parse({ path, text })).map(({ line }) => line);
  const documented = "/** One. */\nexport type A = string;\n\n";
  assert.deepEqual(of("export function a() {}"), [1]);
  assert.deepEqual(of(`${documented}export const b = 1;`), [4]);
  assert.deepEqual(of(`${documented}/** Two. */\nconst c = 1;\nexport class D {}`), [6]);
  assert.deepEqual(of(`${documented}// Two.\nexport interface B {}`), [5]);
  assert.deepEqual(of(`${documented}/** Two. */\n// oxlint-disable-next-line no-x -- why\nexport const b = 1;`), []);
  assert.deepEqual(of(`${documented}/** Two. */\nexport function b(a: 1): 1;\nexport function b(a: 2): 2;`), []);
  const group = "/** Two. */\nexport const b = 1;\nexport const c = 1;";
  assert.deepEqual(of(`${documented}${group}\nexport const d = 1;`), []);
  assert.deepEqual(of(`${documented}${group}\n\nexport const d = 1;`), [8]);
  assert.deepEqual(of(`${documented}${group}\nexport function d() {}`), [7]);
  assert.deepEqual(of(`/** The file. */\nimport "a";\nexport const a = 1;`), []);
  assert.deepEqual(of(`/** The file. */\nimport "a";\nexport const a = 1;\nexport const b = 1;`), [3, 4]);
  assert.deepEqual(of(`export * from "./a.ts";\nexport { b } from "./b.ts";`), []);
  assert.deepEqual(of("export function a() {}", "tools/demo/main.ts"), []);
  assert.deepEqual(of("export function a() {}", service), []);
  assert.deepEqual(of('export function a() { throw new Error("b"); }', service), [1]);
});

test("docstrings: those that repeat the name are found", () => {
  const of = (doc: string, code: string) => rulesOf(labelFindings({ path: service, text: `/** ${doc} */\n${code}` }));
  assert.deepEqual(of("One page of endpoints.", "export type EndpointPage = {};"), [
    "docstring repeats the name: EndpointPage",
  ]);
  assert.deepEqual(of("Returns the tenant.", "function tenant() {}"), ["docstring repeats the name: tenant"]);
  assert.deepEqual(of("Kills a server.", "async kill(server: RunningServer) {}"), ["docstring repeats the name: kill"]);
  assert.deepEqual(of("The labels of an issue.", "function labelsOf({ labels }: Issue) {}"), [
    "docstring repeats the name: labelsOf",
  ]);
  assert.deepEqual(of("The newest labels of an issue.", "function labelsOf({ labels }: Issue) {}"), []);
  assert.deepEqual(of("Creates them.", "async create() {}"), []);
  assert.deepEqual(of("The page's cursor; null at the end.", "page: string | null;"), []);
  assert.deepEqual(of("A tenant; `null` if it was deleted.", "tenant: Tenant | null;"), []);
});

test("names: meaningless names are found", () => {
  for (const name of ["utils", "util", "common", "shared", "helpers", "helper"]) {
    assert.deepEqual(words(`packages/server/src/${name}.ts`, ""), [`name: ${name}`]);
    assert.deepEqual(words(`packages/${name}/src/a.ts`, ""), [`name: ${name}`]);
    assert.deepEqual(words(`packages/server/test/${name}.test.ts`, ""), [`name: ${name}`]);
  }
  assert.deepEqual(words("packages/server/src/common-name.ts", ""), []);
});

test("words: unfinished work and local paths are found", () => {
  for (const word of ["TO-DO", "FIX-ME", "X-XX"].map((parts) => parts.replace("-", ""))) {
    assert.deepEqual(words("docs/a.md", `one\n${word}: later`), [`unfinished work: ${word}`]);
  }
  assert.deepEqual(words("docs/a.md", "cd /home/alice/svc"), ["a path of one machine: /home/"]);
  assert.deepEqual(words(service, 'open("/Users/bob/x")'), ["a path of one machine: /Users/"]);
  assert.deepEqual(words(service, 'get("https://example.com/home/1")'), []);
  assert.deepEqual(words(".npmrc", "registry=https://registry.example.test/"), [
    "a registry's host: registry.example.test",
  ]);
  assert.deepEqual(words(".npmrc", "registry=https://npm.registry.internal:4873/"), [
    "a registry's host: npm.registry.internal",
  ]);
  assert.deepEqual(words(service, "registry.register(tool)"), []);
});

test("unwanted words are found only in comments, sentences and pages", () => {
  const found = (path: string, text: string): string[] => rulesOf(proseFindings({ path, text }));
  const sdk = "packages/sdk/src/a.ts";
  assert.deepEqual(found(sdk, "/** Begins anew. */"), ["word: anew"]);
  assert.deepEqual(found(sdk, "call(); // Nobody reads it."), ["word: nobody"]);
  assert.deepEqual(found(sdk, 'test("nobody is told of it", run);'), ["word: nobody", "word: told of"]);
  assert.deepEqual(found(sdk, "throw new Error(`${name} goes by it`);"), ["word: goes by"]);
  assert.deepEqual(found("docs/proof.md", "A programme\nstands in.\n"), ["word: programme", "word: stands in"]);
  assert.deepEqual(found(sdk, "// A key of ours holds up the others."), ["word: of ours", "word: holds up"]);
  assert.deepEqual(found("packages/server/test/domain/limits/a.test.ts", "/** Runs over a real store. */"), [
    "word: over a real store",
  ]);
  assert.deepEqual(found(sdk, "/** Null where it is unset. */"), ["word: null where"]);
  assert.deepEqual(found(sdk, "/** @param faults takes what is wrong. */"), ["word: takes what"]);
  assert.deepEqual(found(sdk, "// Spaces are no part of it."), ["word: are no part of"]);
  assert.deepEqual(found(sdk, 'test("the first one goes on", run);'), ["word: goes on"]);
  assert.deepEqual(found("SECURITY.md", "Its lock stands beside it."), ["word: stands beside"]);
  assert.deepEqual(found("docs/a.md", "It acts once a key."), ["word: once a key"]);
  assert.deepEqual(found(sdk, "// Outcomes that people settled by hand."), ["word: settled by hand"]);
  assert.deepEqual(found(sdk, 'const nobody = query("nobody"); // the user "nobody", `whoever`'), []);
  assert.deepEqual(found("docs/proof.md", "> whoever\n\n```\nwhoever\n```\n`anew`, said “nobody”"), []);
  assert.deepEqual(found("elsewhere/a.ts", "// Not in the list: anew."), []);
});

test("links: broken ones are found", () => {
  const page = (text: string) =>
    rulesOf(
      linkFindings([
        { path: "docs/a.md", text },
        { path: "README.md", text: "" },
      ]),
    );
  assert.deepEqual(page("[a](b.md)"), ["link: b.md"]);
  assert.deepEqual(page("[a](../CHANGES.md#top)"), ["link: ../CHANGES.md"]);
  assert.deepEqual(page('[a](../README.md "title") [b](#here) [c](https://example.com/x) [d](..) [e](./a.md)'), []);
  assert.deepEqual(page("`[a](b.md)`\n```\n[a](b.md)\n```"), []);
});

test("citations resolve to the contract or name a standard", () => {
  const contract = {
    path: "docs/contract/04-states.md",
    text: "# 4. States\n\n## 4.2 Failed\n\nSee §4 and [§4.2](#42-failed).\n",
  };
  const cited = (text: string) => rulesOf(citationFindings([contract, { path: service, text }]));
  assert.deepEqual(cited("(contract §4), contract §4.2. As contract §4, §4.2 and §4 say."), []);
  assert.deepEqual(cited("RFC 9110 §15.5.9, §15.5.20; RFC 6265bis §4.1; NIST SP 800-38D §8.3; JSON-RPC 2.0 §5.1"), []);
  assert.deepEqual(cited("contract §4.3"), ["citation: contract §4.3"]);
  assert.deepEqual(cited("contract §4, §42 and §4.2"), ["citation: contract §42"]);
  assert.deepEqual(cited("as §4.2 says"), ["citation without a document: §4.2"]);
  assert.deepEqual(cited("the contract\n * §4.2"), ["citation without a document: §4.2"]);
  assert.deepEqual(cited("contract §4; §4.2"), ["citation without a document: §4.2"]);
  assert.deepEqual(cited("Contract §4"), ["citation without a document: §4"]);
  assert.deepEqual(rulesOf(citationFindings([{ ...contract, text: `${contract.text}§5` }])), ["citation: contract §5"]);
  const next = { path: "docs/contract/05-connect.md", text: "# 5. Connect\n\nSee §4.2 and §5.\n" };
  assert.deepEqual(citationFindings([contract, next]), []);
  assert.deepEqual(
    rulesOf(citationFindings([contract, { path: "docs/contract.md", text: "## 5. Elsewhere\n\ncontract §5" }])),
    ["citation: contract §5"],
  );
});

test("contract: sections without a promise are found", () => {
  const chapter = (text: string) => rulesOf(promiseFindings([{ path: "docs/contract/04-states.md", text }]));
  assert.deepEqual(
    chapter("# 4. States\n\nA list.\n\n## 4.1 Kept\n\n**It is kept.** For 90 days.\n\n### Where\n\nHere.\n"),
    [],
  );
  assert.deepEqual(chapter("# 4. States\n\n## 4.1 Kept\n\nIt is **kept**.\n"), [
    "section without a promise: ## 4.1 Kept",
  ]);
  assert.deepEqual(chapter("# 4. States\n\nThey end.\n"), ["section without a promise: # 4. States"]);
});

test("packages have a description and the license", () => {
  const manifest = (value: unknown, path = "packages/a/package.json") =>
    rulesOf(packageFindings([{ path, text: JSON.stringify(value) }]));
  assert.deepEqual(manifest({ license: "Apache-2.0" }), ["package: no description"]);
  assert.deepEqual(manifest({ description: "What this is for." }), ["package: license"]);
  assert.deepEqual(manifest({}, "conformance/package.json"), ["package: no description", "package: license"]);
  assert.deepEqual(manifest({ description: "What this is for.", license: "Apache-2.0" }), []);
});

test("names a file that doesn't parse", () => {
  assert.throws(
    () => parse({ path: service, text: "const = 1" }),
    /packages\/server\/src\/domain\/tenants\/tenants\.ts/,
  );
});
