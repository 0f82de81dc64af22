/**
 * The protocol's own conformance suite against this endpoint. Its scenarios call tools with fixed names, so a provider
 * in this test has actions with exactly those names. Every scenario is either run or excluded with a reason.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as sendRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ProviderFailure, type Action } from "@svc/provider-kit";
import { Type } from "typebox";
import { acme, createProvider } from "./providers.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

/** The scenarios that apply to a server with only tools. */
const applicable = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "json-schema-2020-12",
  "dns-rebinding-protection",
  "server-sse-multiple-streams",
];

const noLogs = "The endpoint declares no logging capability: what happened is in the execution's record.";
const noMedia = "A result is the action's output as JSON; there are no images, sounds or resources.";
const noQuestions = "The endpoint asks its client nothing: neither sampling nor elicitation.";
const noResources = "The endpoint has only tools and declares no resources.";
const noPrompts = "The endpoint has only tools and declares no prompts.";

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
  "server-sse-polling": "Resuming a stream needs stored events and a session; the endpoint has neither.",
  "resources-list": noResources,
  "resources-read-text": noResources,
  "resources-read-binary": noResources,
  "resources-templates-read": noResources,
  "resources-subscribe": noResources,
  "resources-unsubscribe": noResources,
  "prompts-list": noPrompts,
  "prompts-get-simple": noPrompts,
  "prompts-get-with-args": noPrompts,
  "prompts-get-embedded-resource": noPrompts,
  "prompts-get-with-image": noPrompts,
};

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
const dialectSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
  properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
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

const program = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

function run(args: readonly string[], cwd: string): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), printed: `${stdout}${stderr}` });
    });
  });
}

let fixture: Fixture;
let proxy: Server;
let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-mcp-conformance-"));
  const providers = [createProvider("test", [simpleText, errorHandling]), createProvider("json", [dialect])];
  fixture = await makeFixture({ providers, publicUrl: "http://127.0.0.1" });
  await fixture.connect({ provider: "test", grantedActions: ["simple.text", "error.handling"] });
  await fixture.connect({ provider: "json", grantedActions: [dialect.id] });
  proxy = await startKeyedProxy(
    () => fixture.mcpUrl(),
    () => fixture.owner.key,
  );
});
after(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await fixture.close();
  rmSync(folder, { recursive: true });
});

test("runs every scenario of the suite, or excludes it with a reason", async () => {
  const { printed } = await run(["list"], folder);
  const [servers = ""] = printed.split("Client scenarios");
  const known = [...servers.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
  assert.ok(known.length > 20, printed);
  assert.deepEqual(known.toSorted(), [...applicable, ...Object.keys(notApplicable)].toSorted());
});

for (const scenario of applicable) {
  test(`passes the official scenario ${scenario}`, async () => {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
    const { code, printed } = await run(["server", "--url", url, "--scenario", scenario, "-o", folder], folder);
    assert.equal(code, 0, printed);
    const own = readdirSync(folder).find((name) => name.includes(scenario));
    assert.ok(own !== undefined, printed);
    const checks = JSON.parse(readFileSync(join(folder, own, "checks.json"), "utf8")) as { status: string }[];
    assert.ok(checks.length > 0 && checks.every(({ status }) => status !== "FAILURE"), printed);
  });
}
