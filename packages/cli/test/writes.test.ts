/** Keys, unknown outcomes, and the sources of an input. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { environmentFor, svc } from "./fixture/launcher.ts";
import {
  connectionId,
  connectToken,
  executionId,
  session,
  sessionId,
  unknownExecution as unknown,
} from "./fixture/samples.ts";
import { ok, paths, refused, startService } from "./fixture/service.ts";

const input = { project: "api", config: "dev", name: "API_KEY", value: "canary-value" };
const set = ["actions", "execute", "secrets.set", "--connection", connectionId, "--input"];

test("creates a key for a write without one, prints it on stderr and sends it", async (context) => {
  const service = await startService(context);
  const place = ["--origin", "https://app.example.com", "--return-url", "https://app.example.com/connected"];
  for (const args of [
    [...set, JSON.stringify(input)],
    ["tenants", "create", "--external-id", "a", "--display-name", "A"],
    ["connections", "test", connectionId],
    ["connect-sessions", "create", "--provider", "doppler", ...place, "--action", "secrets.get"],
  ]) {
    const { stderr, stdout } = await svc(args, environmentFor(service));
    const shown = /^Idempotency-Key: (\S+)$/m.exec(stderr)?.[1];
    assert.equal(service.writes().at(-1)?.key, shown ?? "none was shown");
    assert.doesNotMatch(stdout, /Idempotency-Key/);
    await svc([...args, "--idempotency-key", "own-1"], environmentFor(service));
    assert.equal(service.writes().at(-1)?.key, "own-1");
  }
});

test("prints a created key before anything is sent, even if no response comes", async (context) => {
  const service = await startService(context);
  service.on(`POST ${paths.set}`, { status: 504, body: "<html>" });
  const { code, stderr } = await svc([...set, JSON.stringify(input), "--format", "json"], environmentFor(service));
  assert.equal(code, 7);
  const key = service.writes()[0]?.key ?? "";
  assert.ok(stderr.startsWith(`Idempotency-Key: ${key}\n`));
  assert.match(stderr, new RegExp(`svc executions list --idempotency-key ${key}`));
});

test("creates no key for a read and looks for no unknown outcome", async (context) => {
  const service = await startService(context);
  const { value: _value, ...read } = input;
  const args = ["actions", "execute", "secrets.get", "--connection", connectionId, "--input", JSON.stringify(read)];
  assert.equal((await svc(args, environmentFor(service))).code, 0);
  assert.equal(service.writes()[0]?.key, undefined);
  assert.ok(service.seen.every((each) => !each.path.includes("action-executions")));
});

test("exits with 7, names the execution and sends nothing if the same request has an unknown outcome", async (context) => {
  const service = await startService(context);
  const other = {
    ...unknown,
    id: executionId.replace(/0$/, "1"),
    summary: { ...unknown.summary, input: { project: "other" } },
  };
  service.on(
    `GET ${paths.base}/action-executions`,
    ok({ executions: [other], nextCursor: "more" }),
    ok({ executions: [unknown], nextCursor: null }),
  );
  const stopped = await svc(
    [...set, JSON.stringify({ ...input, value: "another" }), "--format", "json"],
    environmentFor(service),
  );
  assert.equal(stopped.code, 7);
  assert.deepEqual(service.writes(), []);
  const { error } = JSON.parse(stopped.stdout) as { error: Record<string, unknown> };
  assert.deepEqual([error["code"], error["execution_id"]], ["ACTION_OUTCOME_UNKNOWN", executionId]);
  assert.match(stopped.stderr, new RegExp(executionId));
  assert.match(service.seen.at(-1)?.path ?? "", /connection_id=con_.*action_id=secrets.set.*status=outcome_unknown/);
  assert.doesNotMatch(service.seen.map((each) => each.path).join(), /canary|another/);
});

test("sends with the caller's own key despite an unknown outcome", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.base}/action-executions`, ok({ executions: [unknown], nextCursor: null }));
  const args = [...set, JSON.stringify(input), "--idempotency-key", "own-1"];
  assert.equal((await svc(args, environmentFor(service))).code, 0);
  assert.deepEqual(
    service.seen.map((each) => [each.method, each.key]),
    [["POST", "own-1"]],
  );
});

test("ignores an unknown outcome whose input differs, even if only in non-secret fields", async (context) => {
  const service = await startService(context);
  const other = {
    ...unknown,
    summary: { ...unknown.summary, input: { project: "api", config: "prd", name: "API_KEY" } },
  };
  service.on(`GET ${paths.base}/action-executions`, ok({ executions: [other], nextCursor: null }));
  assert.equal((await svc([...set, JSON.stringify(input)], environmentFor(service))).code, 0);
  assert.equal(service.writes().length, 1);
});

test("exits with 5 and sends nothing for a key that isn't a valid header value", async (context) => {
  const service = await startService(context);
  for (const key of ["two words", "", "ü"]) {
    assert.equal(
      (await svc([...set, JSON.stringify(input), "--idempotency-key", key], environmentFor(service))).code,
      5,
    );
  }
  assert.deepEqual(service.seen, []);
});

test("replaces a Connect session: the same request with a new link, and the old link ends", async (context) => {
  const service = await startService(context);
  const replace = ["connect-sessions", "create", "--replace", sessionId, "--format", "json"];
  for (const [status, cancels] of [
    ["opened", 1],
    ["expired", 0],
  ] as const) {
    const before = service.writes().length;
    service.on(`GET ${paths.session}`, ok({ ...session, status }));
    const { code, stdout } = await svc(replace, environmentFor(service));
    assert.equal(code, 0);
    assert.ok("token" in (JSON.parse(stdout) as object));
    const [created, ...others] = service.writes().slice(before);
    const { provider, authKind, allowedOrigin, returnUrl, requestedActions, requestedEvents, completion } = session;
    const same = { provider, authKind, allowedOrigin, returnUrl, requestedActions, requestedEvents, completion };
    assert.deepEqual(JSON.parse(created?.body ?? ""), { ...same, connection_id: connectionId });
    assert.deepEqual(
      others.map(({ path }) => path),
      Array.from({ length: cancels }, () => `${paths.session}:cancel`),
    );
  }
  service.on(`GET ${paths.session}`, ok(session));
  const done = await svc(replace, environmentFor(service));
  assert.equal(done.code, 1);
  const mixed = await svc([...replace, "--provider", "doppler"], environmentFor(service));
  assert.equal(mixed.code, 2);
  const bare = await svc(["connect-sessions", "create", "--provider", "doppler"], environmentFor(service));
  assert.equal(bare.code, 2);
  assert.match(bare.stderr, /--origin and --return-url are required, unless --replace names a session/);
});

test("shows the new link even if the old one can't be ended", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.session}`, ok({ ...session, status: "opened" }));
  service.on(`POST ${paths.session}:cancel`, refused("CONNECT_SESSION_NOT_OPEN"));
  const { code, stdout } = await svc(["connect-sessions", "create", "--replace", sessionId], environmentFor(service));
  assert.notEqual(code, 0);
  assert.match(stdout, /^token +\S+/m);
});

test("reads the input from an argument, a file or standard input, byte for byte", async (context) => {
  const service = await startService(context);
  const folder = mkdtempSync(join(tmpdir(), "svc-cli-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const text = JSON.stringify({ ...input, value: "ü\n\u{1f511} \\" });
  writeFileSync(join(folder, "set.json"), text);
  for (const [argument, stdin] of [
    [text, ""],
    [`@${join(folder, "set.json")}`, ""],
    ["-", text],
  ] as const) {
    assert.equal((await svc([...set, argument], environmentFor(service), stdin)).code, 0);
    assert.deepEqual(JSON.parse(service.writes().at(-1)?.body ?? ""), { input: JSON.parse(text) });
  }
  writeFileSync(join(folder, "latin1.json"), Buffer.from('{"value":"\xfc"}', "latin1"));
  for (const file of ["latin1.json", "missing.json"]) {
    assert.equal((await svc([...set, `@${join(folder, file)}`], environmentFor(service))).code, 2);
  }
});

test("exits with 5, sends nothing and doesn't echo an input that isn't a JSON object", async (context) => {
  const service = await startService(context);
  for (const text of [
    '{"value":"canary"',
    '["canary"]',
    '"canary"',
    '{"canary":1,"canary":2}',
    '{"__proto__":{"a":"canary"}}',
    '{"value":"canary\\ud800"}',
    "",
  ]) {
    for (const verb of ["execute", "validate"]) {
      const args = ["actions", verb, "secrets.set", "--connection", connectionId, "--input", text, "--format", "json"];
      const result = await svc(args, environmentFor(service));
      assert.equal(result.code, 5, text);
      const { error } = JSON.parse(result.stdout) as { error: { code: string; errors: { pointer: string }[] } };
      assert.equal(error.code, "INPUT_INVALID");
      const pointers = error.errors.map((each) => each.pointer).join();
      assert.doesNotMatch((result.stdout + result.stderr).replaceAll(pointers, ""), /canary/);
    }
  }
  assert.deepEqual(service.seen, []);
});

test("validate names every error, executes nothing, and never quotes the value", async (context) => {
  const service = await startService(context);
  const wrong = JSON.stringify({ project: "api", name: "lower", value: "canary".repeat(10_000) });
  const args = ["actions", "validate", "secrets.set", "--connection", connectionId, "--input", "-", "--format", "json"];
  const result = await svc(args, environmentFor(service), wrong);
  assert.equal(result.code, 5);
  const { error } = JSON.parse(result.stdout) as { error: { errors: { pointer: string; keyword: string }[] } };
  assert.deepEqual(
    error.errors.map((each) => `${each.pointer} ${each.keyword}`),
    ["/config required", "/name pattern", "/value x-maxBytes"],
  );
  assert.doesNotMatch(result.stdout + result.stderr, /canary/);
  assert.deepEqual(service.writes(), []);
  for (const [bytes, code] of [
    [51_200, 0],
    [51_201, 5],
  ] as const) {
    const value = "é".repeat(25_600) + "x".repeat(bytes - 51_200);
    assert.equal((await svc(args, environmentFor(service), JSON.stringify({ ...input, value }))).code, code);
  }
});

test("shows no token for a replayed session and says so; keeps the code of a read that its provider rejects", async (context) => {
  const service = await startService(context);
  service.on(`POST ${paths.base}/connect-sessions`, {
    status: 201,
    body: { ...session, evidenceGaps: [{ action_id: "secrets.set", add: ["secrets.get"] }] },
    headers: { "idempotent-replayed": "true" },
  });
  const args = ["connect-sessions", "create", "--provider", "doppler", "--origin", "https://app.example.com"];
  const place = [
    "--return-url",
    "https://app.example.com/connected",
    "--action",
    "secrets.get",
    "--action",
    "secrets.set",
  ];
  const replayed = await svc([...args, ...place], environmentFor(service));
  assert.equal(replayed.code, 0);
  assert.doesNotMatch(replayed.stdout + replayed.stderr, new RegExp(connectToken));
  assert.match(replayed.stderr, /shown only then/);
  assert.match(replayed.stderr, /^secrets\.set has no evidence without secrets\.get: .* Request it as well\.$/m);
  assert.deepEqual((JSON.parse(service.writes()[0]?.body ?? "") as { requestedActions: string[] }).requestedActions, [
    "secrets.get",
    "secrets.set",
  ]);
  service.on(`GET ${paths.base}/providers/doppler`, refused("PROVIDER_NOT_AVAILABLE"));
  assert.equal((await svc([...args, ...place], environmentFor(service))).code, 4);
});
