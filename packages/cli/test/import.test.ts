/** `svc connections import`: one credential, and lists that are continued without creating anything twice. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { environmentFor, svc, type CommandResult } from "./fixture/launcher.ts";
import { connection, connectionId } from "./fixture/samples.ts";
import { ok, paths, refused, startService, type FakeService } from "./fixture/service.ts";

const operation = `POST ${paths.base}/connections:import`;
const secret = "dp.st.canary0123456789canary";
const { account, grantedActions } = connection;
const imported = ok({ dryRun: false, account, grantedActions, connection: { ...connection, origin: "import" } });
const verified = ok({ dryRun: true, account, grantedActions, connection: null });
const single = ["connections", "import", "--provider", "doppler", "--action", "secrets.get"];

type Step = { id: string; status: string; key: string; code?: string; connection_id?: string };

function line(id: string, fields: object = {}): string {
  const credential = { access_token: `${secret}-${id}` };
  const wanted = { provider: "doppler", authKind: "static_credential", requestedActions: ["secrets.get"] };
  return JSON.stringify({ id, ...wanted, credential, ...fields });
}

function startList(context: TestContext, service: FakeService, lines: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "svc-import-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const [list, report] = [join(folder, "list.jsonl"), join(folder, "report.jsonl")];
  const write = (texts: readonly string[]): void => writeFileSync(list, texts.join("\n"));
  write(lines);
  return {
    write,
    report,
    run: (...more: string[]): Promise<CommandResult> =>
      svc(["connections", "import", "--file", list, "--report", report, ...more], environmentFor(service)),
    steps: (): Step[] =>
      readFileSync(report, "utf8")
        .split("\n")
        .filter((text) => text !== "")
        .map((text) => JSON.parse(text) as Step),
  };
}

test("imports one credential from standard input or a file, never from an argument", async (context) => {
  const service = await startService(context);
  service.on(operation, imported);
  const text = JSON.stringify({ access_token: secret });
  const ran = await svc([...single, "--credential", "-", "--format", "json"], environmentFor(service), text);
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal((JSON.parse(ran.stdout) as { connection: { id: string } }).connection.id, connectionId);
  assert.deepEqual(JSON.parse(service.writes()[0]?.body ?? ""), {
    provider: "doppler",
    authKind: "static_credential",
    requestedActions: ["secrets.get"],
    credential: { access_token: secret },
  });
  const refusedRun = await svc([...single, "--credential", text], environmentFor(service));
  assert.equal(refusedRun.code, 2);
  assert.equal(service.writes().length, 1);
  const malformed = await svc([...single, "--credential", "-"], environmentFor(service), `{"x": ${secret}`);
  assert.equal(malformed.code, 5);
  assert.equal((await svc(["connections", "import", "--provider", "doppler"], environmentFor(service))).code, 2);
  for (const { stdout, stderr } of [ran, refusedRun, malformed]) assert.ok(!`${stdout}${stderr}`.includes("canary"));
});

test("imports each line once, and puts no credential in the report", async (context) => {
  const service = await startService(context);
  const list = startList(context, service, [line("a"), "", line("b", { tenant: connection.tenant_id })]);
  service.on(operation, imported);
  const ran = await list.run("--format", "json");
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(JSON.parse(ran.stdout), { dryRun: false, total: 2, done: 2, skipped: 0, failed: 0 });
  assert.match(ran.stderr, /1\/2 a imported con_.*\n2\/2 b imported con_/);
  assert.deepEqual(
    list.steps().map(({ id, status }) => `${id} ${status}`),
    ["a sent", "a imported", "b sent", "b imported"],
  );
  assert.equal(statSync(list.report).mode & 0o777, 0o600);
  const again = await list.run("--format", "json");
  assert.deepEqual(JSON.parse(again.stdout), { dryRun: false, total: 2, done: 0, skipped: 2, failed: 0 });
  assert.equal(service.writes().length, 2);
  assert.ok(!`${readFileSync(list.report, "utf8")}${ran.stdout}${ran.stderr}`.includes("canary"));
});

test("continues with the same key after an unknown result, and with a new one after a refusal", async (context) => {
  const service = await startService(context);
  const list = startList(context, service, [line("lost"), line("dead"), line("good")]);
  service.on(operation, { status: 500, body: "<html>" }, refused("CREDENTIAL_REJECTED"), imported);
  const first = await list.run();
  assert.equal(first.code, 1, first.stderr);
  assert.match(first.stderr, /1\/3 lost unknown: .*\n2\/3 dead failed: CREDENTIAL_REJECTED\n3\/3 good imported/);
  const keys = service.writes().map(({ key }) => key);
  service.on(operation, imported);
  assert.equal((await list.run()).code, 0);
  const [lost, dead, ...others] = service.writes().slice(keys.length);
  assert.deepEqual(others, []);
  assert.equal(lost?.key, keys[0]);
  assert.ok(dead !== undefined && !keys.includes(dead.key));
});

test("keeps the key of an unknown result, even if the line has changed", async (context) => {
  const service = await startService(context);
  const list = startList(context, service, [line("lost")]);
  service.on(operation, { status: 500, body: "<html>" });
  assert.equal((await list.run()).code, 1);
  list.write([line("lost", { requestedActions: ["secrets.set"] })]);
  service.on(operation, refused("IDEMPOTENCY_KEY_REUSED"));
  assert.equal((await list.run()).code, 1);
  service.on(operation, imported);
  assert.equal((await list.run()).code, 0);
  assert.equal(new Set(service.writes().map(({ key }) => key)).size, 1);
});

test("dry-runs a list without storing anything, and then imports it", async (context) => {
  const service = await startService(context);
  const list = startList(context, service, [line("a")]);
  service.on(operation, verified);
  assert.equal((await list.run("--dry-run")).code, 0);
  service.on(operation, imported);
  assert.equal((await list.run()).code, 0);
  const bodies = service.writes().map(({ body }) => (JSON.parse(body) as { dryRun?: boolean }).dryRun);
  assert.deepEqual(bodies, [true, undefined]);
  assert.equal(new Set(service.writes().map(({ key }) => key)).size, 2);
});

test("waits while the rate is limited, and stops if importing isn't allowed", async (context) => {
  const service = await startService(context);
  const list = startList(context, service, [line("a"), line("b")]);
  const limited = refused("RATE_LIMITED");
  service.on(operation, { ...limited, headers: { ...limited.headers, "retry-after": "1" } }, imported);
  assert.equal((await list.run()).code, 0);
  const [first, second, third] = service.writes().map(({ key }) => key);
  assert.equal(first, second);
  assert.notEqual(second, third);
  const other = startList(context, service, [line("a"), line("b")]);
  service.on(operation, refused("IMPORT_NOT_ALLOWED"));
  assert.equal((await other.run()).code, 3);
  assert.equal(service.writes().length, 4);
});

test("sends nothing if a line, the list or the report is invalid", async (context) => {
  const service = await startService(context);
  const wrong = [
    line("x").slice(0, -1),
    "[]",
    line("bad id"),
    line("a", { authKind: "password" }),
    line("b", { requestedActions: [] }),
    line("c", { credential: secret }),
    line("d", { [secret]: 1 }),
    line("same"),
    line("same"),
  ];
  const list = startList(context, service, wrong);
  const ran = await list.run();
  assert.equal(ran.code, 5);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 9]) assert.match(ran.stderr, new RegExp(`line ${number}: `));
  assert.doesNotMatch(ran.stderr, /line 8: |canary/);
  list.write([line("a")]);
  writeFileSync(list.report, '{"not":"a report"}\n');
  assert.equal((await list.run()).code, 2);
  assert.equal((await svc(["connections", "import", "--file", "x"], environmentFor(service))).code, 2);
  assert.deepEqual(service.writes(), []);
});
