/**
 * Evidence is on in every example that readers copy: an example that requests a change also requests the reads with
 * which svc looks for it if its response is lost.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { evidenceGaps, operationExamples } from "@svc/contract";
import { registeredProviders } from "@svc/server/reference";
import { useOf } from "../../../examples/consumer-app/src/providers.ts";

const root = join(import.meta.dirname, "../../..");
const pages = ["README.md", ...globSync("docs/{,contract/}*.md", { cwd: root })];

/** A Connect session or an import in a page: where it is, its provider, and the actions that it requests. */
type Request = { where: string; provider: string; actions: readonly string[] };

/**
 * Finds every request in a page: commands with `--provider` and `--action`, and JSON or code with `requestedActions`.
 */
function requestsIn(where: string, text: string): Request[] {
  const commands = [...text.matchAll(/svc connect-sessions create(?:[^\n]*\\\n)*[^\n]*/g)].map(([command]) => ({
    where,
    provider: /--provider (\S+)/.exec(command)?.[1] ?? "",
    actions: [...command.matchAll(/--action (\S+)/g)].map(([, action = ""]) => action),
  }));
  const bodies = [...text.matchAll(/requestedActions"?: ?\[([^\]]*)\]/g)].map(({ 1: list = "", index }) => ({
    where,
    provider: [...text.slice(0, index).matchAll(/provider"?: ?"([a-z0-9-]+)"/g)].at(-1)?.[1] ?? "",
    actions: [...list.matchAll(/"([^"]+)"/g)].map(([, action = ""]) => action),
  }));
  // The evidence of an MCP server that the page adds is in the reader's review.
  const added = new Set([...text.matchAll(/providers add-mcp (\S+)/g)].map(([, slug = ""]) => slug));
  return [...commands, ...bodies].filter(({ provider, actions }) => actions.length > 0 && !added.has(provider));
}

/** Asserts that no requested change lacks a read for its evidence. */
function assertEvidence({ where, provider: slug, actions }: Request): void {
  const provider = registeredProviders.find((one) => one.provider.slug === slug)?.provider;
  assert.ok(provider !== undefined, `${where} requests actions of no known provider: ${slug}`);
  const bare = actions.map((id) => id.replace(`${slug}/`, ""));
  const gaps = evidenceGaps(provider.actions, bare).filter(({ add }) => add.length > 0);
  assert.deepEqual(gaps, [], `${where}: ${slug}`);
}

test("the README and every page of the documentation request what evidence needs", () => {
  const requests = pages.flatMap((page) => requestsIn(page, readFileSync(join(root, page), "utf8")));
  const where = new Set(requests.map((request) => request.where));
  for (const page of ["README.md", "docs/quickstart.md", "docs/oauth.md", "docs/moving.md"]) {
    assert.ok(where.has(page), `no request was found in ${page}`);
  }
  for (const request of requests) assertEvidence(request);
});

test("the example app requests what evidence needs", () => {
  for (const provider of ["doppler", "github"]) {
    const { actions } = useOf(provider) ?? assert.fail();
    assertEvidence({ where: "examples/consumer-app", provider, actions });
  }
});

test("the contract's examples request what evidence needs", () => {
  const { createConnectSession, importConnection } = operationExamples;
  for (const { body } of [createConnectSession, importConnection]) {
    assertEvidence({ where: "the contract's example", provider: body.provider, actions: body.requestedActions ?? [] });
  }
});

test("finds a request that lacks a read", () => {
  const command = "svc connect-sessions create --provider doppler \\\n  --action secrets.set --format json";
  const body = '{"provider":"doppler","requestedActions":["secrets.set"]}';
  for (const text of [command, body]) {
    const [request] = requestsIn("a page", text);
    assert.throws(() => assertEvidence(request ?? assert.fail()), /secrets\.get/);
  }
});
