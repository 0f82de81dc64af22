/**
 * The protocol's own conformance suite against this endpoint, in every revision that the suite has. Its scenarios call tools
 * with fixed names, so a provider in this test has actions with exactly those names. Every scenario is either run or excluded
 * with a reason. The suite's scenarios for authorization servers are run in `conformance/suites`.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as sendRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { mcpConformance } from "../../../../../judges/vendors/mcp-conformance.ts";
import { ProviderFailure, type Action } from "@svc/provider-kit";
import { Type } from "typebox";
import { acme, createProvider } from "./providers.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

/** The scenarios that apply to a server with only tools. */
const applicable: ReadonlySet<string> = new Set([
  "server-initialize",
  "server-session-lifecycle",
  "server-stateless",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "json-schema-2020-12",
  "dns-rebinding-protection",
  "server-sse-multiple-streams",
  "caching",
  "http-header-validation",
  "input-required-result-unsupported-methods",
]);

const noLogs = "The endpoint declares no logging capability: what happened is in the execution's record.";
const noMedia = "A result is the action's output as JSON; there are no images, sounds or resources.";
const noQuestions = "The endpoint asks for nothing but to open a page, and the suite's client opens none.";
const noResources = "The endpoint has only tools and declares no resources.";
const noPrompts = "The endpoint has only tools and declares no prompts.";
const noExtension = "The endpoint declares no extension.";
const noCapability = "No tool needs anything that the client can do.";

/** The scenarios for features that this endpoint does not have, and does not declare. */
const notApplicable: Readonly<Record<string, string>> = {
  "logging-set-level": noLogs,
  "tools-call-with-logging": noLogs,
  "completion-complete": "The endpoint declares no completions.",
  "tools-call-image": noMedia,
  "tools-call-audio": noMedia,
  "tools-call-embedded-resource": noMedia,
  "tools-call-mixed-content": noMedia,
  "tools-call-with-progress": "An action is one call without steps, so there is no progress to report.",
  "tools-call-sampling": noQuestions,
  "tools-call-elicitation": noQuestions,
  "elicitation-sep1034-defaults": noQuestions,
  "elicitation-sep1330-enums": noQuestions,
  "input-required-result-basic-elicitation": noQuestions,
  "input-required-result-basic-sampling": noQuestions,
  "input-required-result-basic-list-roots": noQuestions,
  "input-required-result-request-state": noQuestions,
  "input-required-result-multiple-input-requests": noQuestions,
  "input-required-result-multi-round": noQuestions,
  "input-required-result-missing-input-response": noQuestions,
  "input-required-result-non-tool-request": noPrompts,
  "input-required-result-result-type": noQuestions,
  "input-required-result-tampered-state": noQuestions,
  "input-required-result-capability-check": noQuestions,
  "input-required-result-ignore-extra-params": noQuestions,
  "input-required-result-validate-input": noQuestions,
  "server-sse-polling": "Resuming a stream needs stored events and a session; the endpoint has neither.",
  "http-custom-header-server-validation": "No tool has an argument that is repeated in a header.",
  "resources-list": noResources,
  "resources-read-text": noResources,
  "resources-read-binary": noResources,
  "resources-templates-read": noResources,
  "resources-subscribe": noResources,
  "resources-unsubscribe": noResources,
  "sep-2164-resource-not-found": noResources,
  "prompts-list": noPrompts,
  "prompts-get-simple": noPrompts,
  "prompts-get-with-args": noPrompts,
  "prompts-get-embedded-resource": noPrompts,
  "prompts-get-with-image": noPrompts,
  "sep-2640-skills-directory": noExtension,
  "sep-2640-skills-enumeration": noExtension,
  "sep-2640-skills-manifest": noExtension,
  "tasks-lifecycle": noExtension,
  "tasks-capability-negotiation": noExtension,
  "tasks-wire-fields": noExtension,
  "tasks-request-state-removal": noExtension,
  "tasks-mrtr-input": noExtension,
  "tasks-request-headers": noExtension,
  "tasks-dispatch-and-envelope": noExtension,
  "tasks-status-notifications": noExtension,
  "tasks-required-task-error": noExtension,
  "tasks-mrtr-composition": noExtension,
};

/** The checks for such features in scenarios that apply otherwise. */
const checksNotApplicable: Readonly<Record<string, string>> = {
  "json-schema-2020-12-additionalProperties":
    "Gemini's and other converters refuse `additionalProperties: false`; the server enforces it without listing it.",
  "sep-2549-prompts-list-caching-hints": noPrompts,
  "sep-2549-resources-list-caching-hints": noResources,
  "sep-2549-resources-templates-list-caching-hints": noResources,
  "sep-2575-server-rejects-undeclared-capability": noCapability,
  "sep-2575-missing-capability-http-400": noCapability,
};

/** The revisions of the protocol that the suite has and the endpoint speaks. */
const revisions = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

const [sample] = acme.actions;
assert.ok(sample !== undefined);
const nothing = Type.Object({}, { additionalProperties: false });
const simpleText: Action = {
  ...sample,
  id: "simple.text",
  input: nothing,
  output: Type.Object({ text: Type.String() }),
  run: () => Promise.resolve({ text: "This is a simple text response for testing." }),
};
const errorHandling: Action = {
  ...simpleText,
  id: "error.handling",
  run: () => Promise.reject(new ProviderFailure({ code: "PROVIDER_REJECTED" })),
};
const loggingTool: Action = { ...simpleText, id: "logging_tool" };
const askingTool: Action = { ...simpleText, id: "streaming_elicitation", effect: "write" };
const dialectSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: { name: { type: "string" }, phone: { type: "string" }, address: { $ref: "#/$defs/address" } },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["name"] }] }],
  if: { properties: { name: { const: "a" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["name"] },
  additionalProperties: false,
};
const dialect: Action = {
  ...simpleText,
  id: "schema_2020_12_tool",
  input: Type.Unsafe(dialectSchema) as unknown as Action["input"],
};

/** The suite sends no key, so this proxy adds one; Host and Origin stay unchanged. */
async function startKeyedProxy(target: () => string, key: () => string): Promise<Server> {
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key()}` };
    const onward = sendRequest(target(), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}

type Check = { id: string; status: string; errorMessage?: string };

function run(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: 60_000, maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [mcpConformance, ...args], options, (_failed, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

let fixture: Fixture;
let proxy: Server;
let folder: string;
let listed: string;
/** The suite's scenarios for servers, with the revisions that each applies to. */
let known: ReadonlyMap<string, readonly string[]>;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-mcp-conformance-"));
  const tools = [simpleText, errorHandling, loggingTool, askingTool];
  const providers = [createProvider("test", tools), createProvider("json", [dialect])];
  fixture = await makeFixture({ providers, publicUrl: "http://127.0.0.1" });
  fixture.owner = await fixture.newOwner({
    policyRules: [{ match: { actions: [`test/${askingTool.id}`] }, decision: "ask" }],
    agentSignInUrl: "https://app.example/agents",
  });
  await fixture.connect({ provider: "test", grantedActions: tools.map(({ id }) => id) });
  await fixture.connect({ provider: "json", grantedActions: [dialect.id] });
  proxy = await startKeyedProxy(
    () => fixture.mcpUrl(),
    () => fixture.owner.key,
  );
  listed = await run(["list"], folder);
  const [servers = ""] = listed.split("Client scenarios");
  const lines = [...servers.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)];
  known = new Map(lines.map(([, name = "", tags = ""]) => [name, tags.split(",")]));
});
after(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await fixture.close();
  rmSync(folder, { recursive: true });
});

test("runs every scenario of the suite, or excludes it with a reason", () => {
  const groups = [...listed.matchAll(/^(\S.*) scenarios \(test against an? (.+)\):$/gm)].map(
    ([, , against]) => against,
  );
  // The second group tests clients, and svc has none.
  assert.deepEqual(groups, ["server", "client", "authorization server"], listed);
  assert.deepEqual([...known.keys()].toSorted(), [...applicable, ...Object.keys(notApplicable)].toSorted());
});

for (const revision of revisions) {
  test(`passes the official scenarios in revision ${revision}`, async () => {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
    const results = join(folder, revision);
    const scenarios = ["--suite", "all", "--spec-version", revision];
    const printed = await run(["server", "--url", url, ...scenarios, "-o", results], folder);
    const passed: string[] = [];
    for (const result of readdirSync(results)) {
      const [, scenario = ""] = /^server-(.+?)-20\d\d-\d\d-\d\dT/.exec(result) ?? assert.fail(result);
      if (!applicable.has(scenario)) continue;
      const checks = JSON.parse(readFileSync(join(results, result, "checks.json"), "utf8")) as Check[];
      const failed = checks.filter(({ id, status }) => status === "FAILURE" && !Object.hasOwn(checksNotApplicable, id));
      assert.deepEqual(failed, [], scenario);
      assert.ok(checks.length > 0, scenario);
      passed.push(scenario);
    }
    const expected = [...applicable].filter((scenario) => known.get(scenario)?.includes(revision));
    assert.ok(expected.length > 0 && [...known.values()].flat().includes(revision));
    assert.deepEqual(passed.toSorted(), expected.toSorted(), printed.slice(-4000));
  });
}
