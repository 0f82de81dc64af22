/** Commands of agents: listing and calling MCP tools, with and without an idempotency key. */
import assert from "node:assert/strict";
import type { ErrorCode, Execution, Problem } from "@svc/contract";
import { Caller, type HttpResponse } from "../../../conformance/harness/index.ts";
import { kind, type Kind } from "../command.ts";
import type { ConnectionModel, Model, TenantModel, ToolCallModel } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";

const repository = { owner: "octocat", repo: "hello-world" } as const;

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

function post(caller: Caller, tenantId: string, message: Readonly<Record<string, unknown>>): Promise<HttpResponse> {
  const headers = [["accept", "application/json, text/event-stream"]] as const;
  return caller.post(`/v1/tenants/${tenantId}/mcp`, { jsonrpc: "2.0", id: 1, ...message }, { headers });
}

async function ask(real: Real, tenant: TenantModel, message: Readonly<Record<string, unknown>>): Promise<Reply> {
  const response = await post(real.caller, tenant.id, message);
  assertStatus(response, 200);
  const data = /^data: (.*)$/m.exec(response.text)?.[1];
  return JSON.parse(
    response.headers["content-type"]?.startsWith("text/event-stream") ? (data ?? "") : response.text,
  ) as Reply;
}

async function callTool(
  real: Real,
  tenant: TenantModel,
  name: string,
  call: { arguments: Readonly<Record<string, unknown>>; key?: string | null },
): Promise<ToolResult> {
  const meta = call.key === undefined || call.key === null ? {} : { _meta: { idempotencyKey: call.key } };
  const params = { name, arguments: call.arguments, ...meta };
  const { result, error } = await ask(real, tenant, { method: "tools/call", params });
  assert.equal(error, undefined, JSON.stringify(error));
  return result as ToolResult;
}

/** Asserts an error result with this code, and returns its problem. */
function problemOf(result: ToolResult, code: ErrorCode): Problem {
  assert.equal(result.isError, true, JSON.stringify(result));
  const problem = JSON.parse(result.content[0]?.text ?? "") as Problem;
  assert.equal(problem.code, code, result.content[0]?.text);
  return problem;
}

const may =
  (action: string) =>
  (model: Model): readonly ConnectionModel[] =>
    model.connectionsOf("github", "active").filter(({ grants }) => grants.includes(action));
const writers = may("issues.create");

function issue(connection: ConnectionModel, title: string): Readonly<Record<string, unknown>> {
  return { ...repository, title, connection_id: connection.id };
}

function write(
  real: Real,
  { connection, title, key }: Pick<ToolCallModel, "connection" | "title"> & { key: string | null },
) {
  return callTool(real, connection.tenant, "github_issues_create", { arguments: issue(connection, title), key });
}

/** Calls a tool that writes, and updates the model. */
async function writeNew(
  { model, real, pick }: { model: Model; real: Real; pick: number },
  connection: ConnectionModel,
  isLost: boolean,
): Promise<void> {
  const title = real.name("Issue");
  const own = pick % 2 === 0 ? real.name("tool-key") : null;
  if (isLost) real.github.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
  const result = await write(real, { connection, title, key: own });
  const { execution_id: executionId, idempotencyKey: key } = result._meta ?? {};
  assert.ok(typeof executionId === "string" && typeof key === "string", JSON.stringify(result));
  if (own !== null) assert.equal(key, own);
  const made = { connection, title, key, executionId, isResolved: false };
  if (model.revoked.has(connection.credential)) {
    problemOf(result, "PROVIDER_UNAUTHORIZED");
    connection.status = "needs_reconnect";
    model.toolCalls.push({ ...made, status: "failed", effects: 0 });
  } else if (isLost) {
    assert.equal(problemOf(result, "ACTION_OUTCOME_UNKNOWN").execution_id, executionId);
    model.toolCalls.push({ ...made, status: "outcome_unknown", effects: 1 });
  } else {
    assert.equal(result.isError, undefined, JSON.stringify(result));
    model.toolCalls.push({ ...made, status: "succeeded", effects: 1 });
  }
}

const ofLiving = ({ toolCalls }: Model): readonly ToolCallModel[] =>
  toolCalls.filter(({ connection }) => !connection.tenant.isDeleted);
const open = (model: Model): readonly ToolCallModel[] =>
  model.toolCalls.filter(({ status }) => status === "outcome_unknown");

/** Repeats a tool call with its key, and checks the response. */
async function callAgain(real: Real, call: ToolCallModel): Promise<void> {
  const result = await write(real, call);
  assert.equal(result._meta?.["replayed"], true, JSON.stringify(result));
  if (call.isResolved && call.status === "failed") problemOf(result, "ACTION_RESOLVED_FAILED");
  else if (call.status === "failed") problemOf(result, "PROVIDER_UNAUTHORIZED");
  else if (call.status === "outcome_unknown") problemOf(result, "ACTION_OUTCOME_UNKNOWN");
  else assert.equal(result.isError, undefined, JSON.stringify(result));
  assert.equal(result._meta?.["execution_id"], call.executionId);
}

/** Commands of agents. */
export const toolCommands: readonly Kind[] = [
  kind({
    name: "list tools",
    on: ({ living }) => living,
    async run({ model, real }, tenant) {
      const { result } = await ask(real, tenant, { method: "tools/list" });
      const names = (result as { tools: readonly { name: string }[] }).tools.map(({ name }) => name);
      const own = model.connectionsOf("github", "active").filter((connection) => connection.tenant === tenant);
      const granted = new Set(own.flatMap(({ grants }) => grants));
      const expected = [...granted].map((id) => `github_${id.replace(".", "_")}`);
      // Only a tool that changes something can leave an outcome to look up.
      if (granted.has("issues.create")) expected.push("get_execution");
      assert.deepEqual([...names].sort(), expected.sort());
    },
  }),
  kind({
    name: "call a tool that reads",
    on: may("user.get"),
    async run({ model, real, pick }, connection) {
      const fitting = may("user.get")(model).filter(({ tenant }) => tenant === connection.tenant);
      const isNamed = pick % 3 !== 0;
      const named = isNamed ? { connection_id: connection.id } : {};
      const result = await callTool(real, connection.tenant, "github_user_get", { arguments: named });
      if (!isNamed && fitting.length > 1) {
        // With several possible connections, the service doesn't guess.
        assert.equal(problemOf(result, "INPUT_INVALID").errors?.[0]?.pointer, "/connection_id");
        return;
      }
      if (model.revoked.has(connection.credential)) {
        problemOf(result, "PROVIDER_UNAUTHORIZED");
        connection.status = "needs_reconnect";
        return;
      }
      assert.equal(result.structuredContent?.["login"], "octocat", JSON.stringify(result));
    },
  }),
  kind({
    name: "call a tool that writes",
    weight: 48,
    on: writers,
    run: (context, to) => writeNew(context, to, false),
  }),
  kind({
    name: "call a tool whose response is lost",
    weight: 24,
    on: (model) => writers(model).filter(({ credential }) => !model.revoked.has(credential)),
    run: (context, to) => writeNew(context, to, true),
  }),
  kind({
    name: "call a tool with its key again",
    on: ofLiving,
    run: ({ real }, call) => callAgain(real, call),
  }),
  kind({
    name: "call a tool with the key of another call",
    on: ofLiving,
    async run({ real }, call) {
      const result = await write(real, { ...call, title: real.name("Issue") });
      problemOf(result, "IDEMPOTENCY_KEY_REUSED");
    },
  }),
  kind({
    name: "call a tool again without a key while its outcome is unknown",
    on: (model) => open(model).filter(({ connection }) => writers(model).includes(connection)),
    async run({ real }, call) {
      const before = real.github.ledger.requests.length;
      const result = await write(real, { ...call, key: null });
      assert.equal(problemOf(result, "ACTION_OUTCOME_UNKNOWN").execution_id, call.executionId);
      assert.equal(real.github.ledger.requests.length, before, "something was sent");
    },
  }),
  kind({
    name: "settle a tool call's unknown outcome",
    on: open,
    async run({ real, pick }, call) {
      const outcome = pick % 2 === 0 ? "succeeded" : "failed";
      const path = `/v1/tenants/${call.connection.tenant.id}/action-executions/${call.executionId}:resolve`;
      const response = await real.caller.post(path, { outcome, note: "Looked it up." });
      assertStatus(response, 200);
      call.status = (response.json as Execution).status === "failed" ? "failed" : "succeeded";
      assert.equal(call.status, outcome);
      call.isResolved = true;
    },
  }),
  kind({
    name: "call a nonexistent tool",
    on: ({ living }) => living,
    async run({ model, real, pick }, tenant) {
      const granted = may("issues.create")(model).some((connection) => connection.tenant === tenant);
      const names = ["github_issues_destroy", "doppler_secrets_get", ...(granted ? [] : ["github_issues_create"])];
      const params = { name: names[pick % names.length], arguments: { ...repository, title: "None" } };
      assert.equal((await ask(real, tenant, { method: "tools/call", params })).error?.code, -32_602);
    },
  }),
  kind({
    name: "list tools without permission",
    on: ({ living }) => living,
    async run({ real }, tenant) {
      const list = { method: "tools/list" };
      assertCode(await post(real.stranger, tenant.id, list), "TENANT_NOT_FOUND");
      assertCode(await post(new Caller(real.server.http, "svc_live_none"), tenant.id, list), "UNAUTHENTICATED");
    },
  }),
  kind({
    name: "list a deleted tenant's tools",
    on: ({ tenants }) => tenants.filter(({ isDeleted }) => isDeleted),
    async run({ real }, tenant) {
      assertCode(await post(real.caller, tenant.id, { method: "tools/list" }), "TENANT_NOT_FOUND");
    },
  }),
];

/** At the end of a sequence: compares every call's record and effects with the model. */
export async function judgeToolCalls(model: Model, real: Real): Promise<void> {
  const titles = issuesOf(real);
  for (const call of model.toolCalls) {
    const path = `/v1/tenants/${call.connection.tenant.id}/action-executions/${call.executionId}`;
    const record = (await real.caller.get(path)).json as Execution;
    assert.deepEqual([record.status, record.idempotencyKey], [call.status, call.key]);
    assert.equal(titles.filter((title) => title === call.title).length, call.effects, `effects of ${call.title}`);
    if (!call.connection.tenant.isDeleted) await callAgain(real, call);
  }
}

/** The titles of all issues in the simulated repository. */
function issuesOf({ github }: Real): readonly string[] {
  const found = github.world.findRepository(`${repository.owner}/${repository.repo}`);
  return [...(found?.issues.values() ?? [])].map(({ title }) => title);
}
