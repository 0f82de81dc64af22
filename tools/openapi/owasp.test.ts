/** The OWASP rules: violations are waived, each waiver is needed, and each rule detects its violation. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { spectral } from "../../judges/checks/programs.ts";

const root = join(import.meta.dirname, "../..");
const rulesFile = join(import.meta.dirname, "owasp.spectral.yaml");
const description = join(root, "docs/reference/openapi.json");

type Finding = { code: string; path: string[] };
type Waiver = { files: string[]; rules: Record<string, string> };

/** Spectral's findings in a file with a ruleset. */
function findings(file: string, ruleset: string): Finding[] {
  const args = ["lint", "--format", "json", "--quiet", "--ruleset", ruleset, file];
  const { stdout } = spawnSync(spectral, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return (JSON.parse(stdout.slice(stdout.indexOf("["))) as Finding[]).filter(({ code }) => code.startsWith("owasp-"));
}

const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

test("waives exactly the rules that the description violates", () => {
  const { overrides } = parse(readFileSync(join(root, ".spectral.yaml"), "utf8")) as { overrides: Waiver[] };
  const waived = overrides.flatMap(({ files, rules }) =>
    files.flatMap((file) =>
      Object.keys(rules).map((code) => `${code} ${decodeURIComponent(file.split("#")[1] ?? "")}`),
    ),
  );
  const broken = findings(description, rulesFile).map(({ code, path }) => `${code} ${pointerOf(path)}`);
  const covers = (waiver: string, fault: string): boolean => fault === waiver || fault.startsWith(`${waiver}/`);
  assert.deepEqual(
    broken.filter((fault) => !waived.some((waiver) => covers(waiver, fault))),
    [],
  );
  assert.deepEqual(
    waived.filter((waiver) => !broken.some((fault) => covers(waiver, fault))),
    [],
  );
});

test("reports each rule that a description violates", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-owasp-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(brokenDescription));
    const { rules } = parse(readFileSync(rulesFile, "utf8")) as { rules: object };
    const found = new Set(findings(file, rulesFile).map(({ code }) => code));
    assert.deepEqual([...found].sort(), Object.keys(rules).sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const body = {
  type: "object",
  properties: { name: { type: "string" }, list: { type: "array", items: { type: "integer" } } },
};
const brokenDescription = {
  openapi: "3.1.0",
  info: { title: "Broken", version: "1" },
  servers: [{ url: "http://api.example.com" }],
  paths: {
    "/things/{thing_id}": {
      get: {
        operationId: "get",
        security: [{ serviceKey: [] }],
        parameters: [
          { name: "thing_id", in: "path", required: true, schema: { type: "integer" } },
          { name: "access_token", in: "query", schema: { type: "string" } },
          { name: "redirectUrl", in: "query", schema: { type: "string" } },
        ],
        responses: { 200: { description: "ok", headers: {} } },
      },
      post: {
        operationId: "post",
        requestBody: { content: { "application/json": { schema: body } } },
        responses: { 200: { description: "ok" } },
      },
    },
  },
  components: {
    securitySchemes: {
      serviceKey: { type: "http", scheme: "basic" },
      queryKey: { type: "apiKey", in: "query", name: "key" },
    },
  },
};
