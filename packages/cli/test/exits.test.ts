/** Exit codes of contract §7.4, and their messages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCodes, errorTable, type ErrorCode } from "@svc/contract";
import { plainSurface } from "@svc/contract/terminal/surface";
import { runCommandLine } from "../src/main.ts";
import type { Environment } from "../src/environment.ts";
import { environmentFor, svc } from "./fixture/launcher.ts";
import {
  connectionId,
  executionId,
  session,
  sessionId,
  settledExecution,
  unknownExecution,
} from "./fixture/samples.ts";
import { lost, ok, paths, refused, serviceKey, startService } from "./fixture/service.ts";

/** The contract's rows. The table in the code must agree with them. */
const rows: readonly (readonly [exitCode: number, codes: RegExp])[] = [
  [
    3,
    /^(?:UNAUTHENTICATED|NOT_PERMITTED|TOKEN_TOO_WIDE|TOKEN_BUDGET_EXHAUSTED|ACTION_NOT_GRANTED|IMPORT_NOT_ALLOWED|PROVIDER_UNAUTHORIZED|PROVIDER_FORBIDDEN|POLICY_DENIED|DECISION_NOT_ALLOWED)$/,
  ],
  [4, /^(?:NOT_FOUND|.*_NOT_FOUND|PROVIDER_NOT_AVAILABLE)$/],
  [5, /^(?:INVALID_REQUEST|INPUT_INVALID|IDEMPOTENCY_KEY_.*)$/],
  [
    6,
    /^(?:INTERNAL|OVERLOADED|RATE_LIMITED|PROPOSALS_FULL|REQUEST_TIMEOUT|CREDENTIAL_UNVERIFIED|ACTION_NOT_DISPATCHED|PROVIDER_(?:ERROR|TIMEOUT|UNREACHABLE|RATE_LIMITED|REJECTED))$/,
  ],
  [7, /^ACTION_OUTCOME_UNKNOWN$/],
];

function exitCodeByContract(code: ErrorCode): number {
  return rows.find(([, codes]) => codes.test(code))?.[0] ?? 1;
}

const get = ["executions", "get", executionId] as const;

test("exits with the contract's code for every error code and prints one document", async (context) => {
  const service = await startService(context);
  for (const code of errorCodes) {
    service.on(`GET ${paths.execution}`, refused(code));
    const { io, out, err } = memoryEnvironment(service.url);
    assert.equal(await runCommandLine([...get, "--format", "json"], io), exitCodeByContract(code), code);
    const { error } = JSON.parse(out.join("")) as { error: Record<string, unknown> };
    assert.deepEqual([error["code"], error["status"], error["requestId"]], [code, errorTable[code].status, "req-1"]);
    assert.match(err.join(""), new RegExp(`^error: ${code}: `));
  }
});

test("repeats a retryable 503 after a short Retry-After, and exits with 6 at once after a long one", async (context) => {
  const service = await startService(context);
  const after = (seconds: string) => ({ ...refused("OVERLOADED"), headers: { "retry-after": seconds } });
  service.on(`GET ${paths.execution}`, after("0"), ok(settledExecution));
  assert.equal(await runCommandLine(get, memoryEnvironment(service.url).io), 0);
  assert.equal(service.seen.length, 2);
  service.on(`GET ${paths.execution}`, after("7"));
  assert.equal(await runCommandLine(get, memoryEnvironment(service.url).io), 6);
  assert.equal(service.seen.length, 3);
});

test("a lost write whose retry is refused exits with 6, and says that its outcome is unknown", async (context) => {
  const service = await startService(context);
  const body = ["--external-id", "acme", "--display-name", "Acme", "--idempotency-key", "key-1"];
  service.on("POST /v1/tenants", lost, refused("RATE_LIMITED"));
  const { io, out, err } = memoryEnvironment(service.url);
  assert.equal(await runCommandLine(["tenants", "create", ...body, "--format", "json"], io), 6);
  assert.match(err.join(""), /unknown whether that attempt took effect.*\(RATE_LIMITED\)/);
  assert.match(err.join(""), /Retry with --idempotency-key key-1/);
  const { error } = JSON.parse(out.join("")) as { error: Record<string, unknown> };
  assert.equal(error["idempotencyKey"], "key-1");
});

for (const code of [
  "TENANT_EXISTS",
  "UNAUTHENTICATED",
  "EXECUTION_NOT_FOUND",
  "INVALID_REQUEST",
  "OVERLOADED",
  "ACTION_OUTCOME_UNKNOWN",
] as const) {
  test(`the launcher passes on the exit code of ${code}`, async (context) => {
    const service = await startService(context);
    service.on(`GET ${paths.execution}`, refused(code));
    const result = await svc(get, environmentFor(service));
    assert.deepEqual([result.code, result.stdout], [exitCodeByContract(code), ""], result.stderr);
    assert.match(result.stderr, new RegExp(code));
  });
}

test("exits with 6 if the server can't be reached, and according to the status if something else answers", async (context) => {
  const service = await startService(context);
  const { io, err } = memoryEnvironment("http://127.0.0.1:1");
  assert.equal(await runCommandLine(get, io), 6);
  assert.match(err.join(""), /http:\/\/127.0.0.1:1 couldn't be reached: nothing accepts connections .*ECONNREFUSED/);
  for (const [status, exitCode] of [
    [301, 6],
    [403, 3],
    [404, 4],
    [502, 6],
    [504, 6],
  ] as const) {
    service.on(`GET ${paths.execution}`, { status, body: "<html>" });
    assert.equal(await runCommandLine(get, memoryEnvironment(service.url).io), exitCode, String(status));
  }
  service.on(`GET ${paths.execution}`, { status: 200, body: "<html>" });
  assert.equal(await runCommandLine(get, memoryEnvironment(service.url).io), 6);
});

test("exits with 3 without a token, 2 without an address or a tenant, 5 for an id that can't be sent", async (context) => {
  const service = await startService(context);
  const full = environmentFor(service);
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(full).filter(([each]) => each !== name));
  for (const [env, exitCode, message] of [
    [without("SVC_TOKEN"), 3, /SVC_TOKEN is not set/],
    [{ ...full, SVC_TOKEN: "two words" }, 3, /SVC_TOKEN/],
    [{ ...full, SVC_TOKEN: `"${full["SVC_TOKEN"] ?? ""}"` }, 3, /SVC_TOKEN is in quotes/],
    [without("SVC_API_URL"), 2, /SVC_API_URL is not set/],
    [
      { ...full, SVC_API_URL: "nowhere:7480" },
      2,
      /SVC_API_URL must start with http:\/\/ or https:\/\/: SVC_API_URL=http:\/\/nowhere:7480 or /,
    ],
    [{ ...full, SVC_API_URL: "ftp://nowhere" }, 2, /SVC_API_URL must start with http:\/\//],
    [{ ...full, SVC_API_URL: "http://a b" }, 2, /SVC_API_URL is not a URL/],
    [{ ...full, SVC_API_URL: "http://a:b@nowhere" }, 2, /SVC_API_URL must not contain a user name or password\.$/m],
    [{ ...full, SVC_API_URL: "http://nowhere?a=1" }, 2, /SVC_API_URL must end before the \? or #/],
    [without("SVC_TENANT_ID"), 2, /SVC_TENANT_ID/],
  ] as const) {
    const result = await svc([...get, "--format=json"], env);
    assert.deepEqual([result.code, message.test(result.stderr)], [exitCode, true], result.stderr);
    assert.equal(typeof (JSON.parse(result.stdout) as { error: { detail: string } }).error.detail, "string");
  }
  assert.equal((await svc(["connections", "disconnect", ".."], full)).code, 5);
  assert.equal(service.seen.length, 0);
});

test("says which action was meant, and exits with 4", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.base}/providers/doppler/actions/secrets.gett`, refused("ACTION_NOT_FOUND"));
  const input = ["--connection", connectionId, "--input", "{}"];
  for (const args of [
    ["actions", "get", "doppler/secrets.gett"],
    ["actions", "execute", "secrets.gett", ...input],
  ]) {
    const { code, stderr } = await svc(args, environmentFor(service));
    assert.deepEqual([code, stderr.includes("Did you mean doppler/secrets.get?")], [4, true], stderr);
  }
  const { SVC_TENANT_ID: _id, ...without } = environmentFor(service);
  const { stderr } = await svc(["actions", "get", "doppler/secrets.gett"], without);
  assert.match(stderr, /Did you mean doppler\/secrets\.get\?/);
  assert.deepEqual(service.writes(), []);
});

test("says why a file can't be read", async (context) => {
  const env = environmentFor(await startService(context));
  const execute = ["actions", "execute", "secrets.set", "--connection", "con_x", "--idempotency-key", "k", "--input"];
  for (const [path, reason] of [
    // A file of this name, not standard input.
    ["@-", /--input: the file - doesn't exist\.$/m],
    ["@/nowhere/input.json", /--input: the file \/nowhere\/input\.json doesn't exist\.$/m],
    [`@${import.meta.dirname}`, /--input: the file .+ is a folder\.$/m],
    [`@${process.execPath}`, /--input: the file .+ can't be read as UTF-8 text\.$/m],
  ] as const) {
    const { code, stderr } = await svc([...execute, path], env);
    assert.equal(code, 2);
    assert.match(stderr, reason);
  }
});

test("names the command that resolves an unknown outcome, not the API's operation", async (context) => {
  const service = await startService(context);
  service.on(`POST ${paths.get}`, refused("ACTION_OUTCOME_UNKNOWN", { execution_id: executionId }));
  const args = ["actions", "execute", "secrets.get", "--connection", connectionId, "--input", "{}"];
  const result = await svc(args, environmentFor(service));
  assert.equal(result.code, 7);
  assert.ok(result.stderr.includes(`svc executions resolve ${executionId} --outcome`), result.stderr);
  assert.doesNotMatch(result.stderr, /:resolve/);
});

test("explains how to learn an unknown outcome, depending on the server's evidence", async (context) => {
  const service = await startService(context);
  const args = ["actions", "execute", "secrets.get", "--connection", connectionId, "--input", "{}"];
  for (const [evidence, hint] of [
    ["automatic", `svc executions wait ${executionId}`],
    ["on_request", `svc executions settle ${executionId}`],
    ["none", `svc executions get ${executionId}`],
  ] as const) {
    service.on(`POST ${paths.get}`, refused("ACTION_OUTCOME_UNKNOWN", { execution_id: executionId, evidence }));
    const result = await svc([...args, "--format", "json"], environmentFor(service));
    assert.equal(result.code, 7);
    assert.ok(result.stderr.includes(hint), result.stderr);
    assert.equal((JSON.parse(result.stdout) as { error: { evidence: string } }).error.evidence, evidence);
  }
});

test("settle exits according to the outcome, and prints one document even if it's still unknown", async (context) => {
  const service = await startService(context);
  const failed = { ...unknownExecution, status: "failed", completedAt: unknownExecution.createdAt };
  for (const [response, exitCode, message] of [
    [unknownExecution, 7, /still unknown.*\n.*svc executions resolve/],
    [{ ...failed, error: { code: "ACTION_NOT_APPLIED", detail: "No effect." } }, 1, /ACTION_NOT_APPLIED: No effect/],
    [{ ...failed, error: { code: "PROVIDER_FORBIDDEN", detail: "No." } }, 3, /PROVIDER_FORBIDDEN/],
  ] as const) {
    service.on(`POST ${paths.execution}:settle`, ok(response));
    const result = await svc(["executions", "settle", executionId, "--format", "json"], environmentFor(service));
    assert.equal(result.code, exitCode);
    assert.match(result.stderr, message);
    assert.deepEqual(JSON.parse(result.stdout), response);
  }
  for (const [code, exitCode] of [
    ["EVIDENCE_NOT_AVAILABLE", 1],
    ["EXECUTION_NOT_UNKNOWN", 1],
    ["EXECUTION_NOT_FOUND", 4],
  ] as const) {
    service.on(`POST ${paths.execution}:settle`, refused(code));
    assert.equal((await svc(["executions", "settle", executionId], environmentFor(service))).code, exitCode);
  }
});

test("wait continues until the execution has an outcome, and exits with 7 if it has none in time", async (context) => {
  const service = await startService(context);
  const wait = ["executions", "wait", executionId];
  service.on(`GET ${paths.execution}`, ok(unknownExecution), ok(settledExecution));
  assert.equal((await svc(wait, environmentFor(service))).code, 0);
  assert.equal(service.seen.length, 2);
  service.on(`GET ${paths.execution}`, ok(unknownExecution));
  const late = await svc([...wait, "--timeout", "2"], environmentFor(service));
  assert.equal(late.code, 7);
  assert.match(late.stdout, /^2026-\S+ +Looked: can't tell +- +The provider limited the read\.$/m);
});

test("exits with 1 for a rejected credential and still prints one document", async (context) => {
  const service = await startService(context);
  const dead = {
    ok: false,
    checkedAt: session.createdAt,
    account: null,
    error: { code: "PROVIDER_UNAUTHORIZED", detail: "No longer accepted." },
  };
  service.on(`POST ${paths.connection}:test`, ok(dead));
  const result = await svc(["connections", "test", connectionId, "--format", "json"], environmentFor(service));
  assert.equal(result.code, 1);
  assert.deepEqual(JSON.parse(result.stdout), dead);
  assert.match(result.stderr, /No longer accepted/);
});

test("wait continues until the session ends, and exits with 1 unless it is completed", async (context) => {
  const service = await startService(context);
  const wait = ["connect-sessions", "wait", sessionId, "--format", "json"];
  const at = (status: string) => ok({ ...session, status });
  service.on(`GET ${paths.session}`, at("opened"), at("completed"));
  assert.equal((await svc(wait, environmentFor(service))).code, 0);
  assert.equal(service.seen.length, 2);
  for (const status of ["failed", "cancelled", "expired"]) {
    service.on(`GET ${paths.session}`, at(status));
    const result = await svc(wait, environmentFor(service));
    assert.equal(result.code, 1);
    assert.equal((JSON.parse(result.stdout) as { status: string }).status, status);
  }
  service.on(`GET ${paths.session}`, at("authorizing"));
  const late = await svc([...wait, "--timeout", "2"], environmentFor(service));
  assert.equal(late.code, 1);
  assert.match((JSON.parse(late.stdout) as { error: { detail: string } }).error.detail, /authorizing/);
  service.on(`GET ${paths.session}`, refused("CONNECT_SESSION_NOT_FOUND"));
  assert.equal((await svc(wait, environmentFor(service))).code, 4);
});

test("wait returns immediately if the session needs `complete`, and says so", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.session}`, ok({ ...session, status: "awaiting_confirmation" }));
  const wait = ["connect-sessions", "wait", sessionId];
  const json = await svc([...wait, "--format", "json"], environmentFor(service));
  assert.deepEqual([json.code, service.seen.length], [1, 1]);
  assert.equal((JSON.parse(json.stdout) as { status: string }).status, "awaiting_confirmation");
  const table = await svc(wait, environmentFor(service));
  assert.match(table.stdout, /^status +awaiting_confirmation$/m);
  for (const { stderr } of [json, table]) {
    assert.match(stderr, /:complete/);
    assert.ok(stderr.includes(`svc connect-sessions complete ${sessionId} --completion-code <code>`));
  }
});

test("replaces terminal control characters in a server's texts", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.execution}`, refused("EXECUTION_NOT_FOUND", { detail: "a\u001b[2Jb\u202ec" }));
  const result = await svc([...get, "--format", "json"], environmentFor(service));
  for (const character of ["\u001b", "\u202e"]) assert.ok(!(result.stderr + result.stdout).includes(character));
  assert.equal((JSON.parse(result.stdout) as { error: { detail: string } }).error.detail, "a\u001b[2Jb\u202ec");
});

function memoryEnvironment(apiUrl: string): { io: Environment; out: string[]; err: string[] } {
  const out: string[] = [];
  const err: string[] = [];
  const unreadable = (): never => {
    throw new Error("not readable");
  };
  const io: Environment = {
    apiUrl,
    docsUrl: apiUrl,
    token: serviceKey,
    tenantId: session.tenant_id,
    surface: () => plainSurface,
    messageColor: false,
    status: () => undefined,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    readFile: unreadable,
    readStdin: unreadable,
    writeFile: unreadable,
    openUrl: unreadable,
    settingsFolder: null,
    createPrivateFile: unreadable,
    appendPrivateFile: unreadable,
    nowMs: () => Date.now(),
    newKey: () => "made",
    newSigningSecret: unreadable,
    interruption: unreadable,
  };
  return { io, out, err };
}
