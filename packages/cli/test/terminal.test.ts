/** The real program on a terminal and on a pipe: colors, times, widths, the waiting line, and `--quiet`. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { environmentFor, launcher, svc } from "./fixture/launcher.ts";
import { connection, execution, executionId, session, sessionId } from "./fixture/samples.ts";
import { ok, paths, startService, type FakeService } from "./fixture/service.ts";

/** Makes a program believe that its streams are a terminal of 80 columns. */
const asTerminal = `--import=data:text/javascript,${encodeURIComponent(
  "for (const stream of [process.stdout, process.stderr]) Object.assign(stream, { isTTY: true, columns: 80 });",
)}`;

function onTerminal(service: Pick<FakeService, "url">, more: Record<string, string> = {}): Record<string, string> {
  return { ...environmentFor(service), TERM: "xterm", NODE_OPTIONS: asTerminal, ...more };
}

const escape = "\u001b";
const recently = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

test("colors states, and shows how long ago a time was, on a terminal only", async (context) => {
  const service = await startService(context);
  const createdAt = recently(200);
  service.on(`GET ${paths.base}/connections`, ok({ connections: [{ ...connection, createdAt }], nextCursor: null }));
  const list = ["connections", "list"];
  const shown = await svc(list, onTerminal(service));
  assert.ok(shown.stdout.includes(`${escape}[32mactive${escape}[39m`), shown.stdout);
  assert.match(shown.stdout, /3 minutes ago$/m);
  const piped = await svc(list, environmentFor(service));
  assert.ok(!piped.stdout.includes(escape));
  assert.ok(piped.stdout.endsWith(`${createdAt}\n`));
  for (const [variables, isColored] of [
    [{ NO_COLOR: "1" }, false],
    [{ TERM: "dumb" }, false],
    [{ FORCE_COLOR: "0" }, false],
  ] as const) {
    const { stdout } = await svc(list, onTerminal(service, variables));
    assert.equal(stdout.includes(escape), isColored, JSON.stringify(variables));
  }
  const forced = await svc(list, { ...environmentFor(service), FORCE_COLOR: "1" });
  assert.ok(forced.stdout.includes(`${escape}[32mactive`));
  const json = await svc([...list, "--format", "json"], onTerminal(service));
  assert.ok(json.stdout.includes(`"createdAt": "${createdAt}"`) && !json.stdout.includes(escape));
});

test("cuts a list to the terminal, but no id, and nothing on a pipe", async (context) => {
  const service = await startService(context);
  const idempotencyKey = "0193".repeat(12);
  const executions = [{ ...execution, createdAt: recently(5), idempotencyKey }];
  service.on(`GET ${paths.base}/action-executions`, ok({ executions, nextCursor: null }));
  const { stdout } = await svc(["executions", "list"], onTerminal(service, { NO_COLOR: "1" }));
  const [head = "", line = ""] = stdout.split("\n");
  assert.match(head, /^EXECUTION +STATUS +ACTION +CREATED +…$/);
  assert.match(line, new RegExp(`^${executionId} +succeeded +doppler/\\S+ +\\d+ seconds ago$`));
  const piped = await svc(["executions", "list"], environmentFor(service));
  assert.match(piped.stdout, new RegExp(` +doppler/${execution.action_id} +- +2.*Z +${idempotencyKey}$`, "m"));
});

test("shows on a terminal what a wait is for, the time left and how to stop, and how to go on", async (context) => {
  const service = await startService(context);
  const pending = { ...session, status: "pending", expiresAt: recently(-300) };
  service.on(`GET ${paths.session}`, ok(pending), ok({ ...pending, status: "opened" }));
  const child = spawn(launcher, ["connect-sessions", "wait", sessionId], { env: onTerminal(service), stdio: "pipe" });
  let stderr = "";
  const opened = new Promise<void>((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (/is opened · [0-9:]+ left/.test(stderr)) resolve();
    });
  });
  await opened;
  child.kill("SIGINT");
  const [code] = (await once(child, "close")) as [number];
  assert.equal(code, 130);
  const link = session.connectUrl.replaceAll(/[.?/]/g, "\\$&");
  for (const text of [
    /Waiting for cs_\S+, for 30:00 at most\. Ctrl-C stops waiting/,
    new RegExp(`hasn't opened the link yet\\. It is ${link}#token=…`),
    new RegExp(`opened, and works in that browser only: ${link}\\n`),
    /^ {2}svc connect-sessions create --replace cs_\S+$/m,
    /cs_\S+ is opened · 4:\d\d left · Ctrl-C stops waiting/,
    /Stopped waiting\. Nothing was changed\. To go on: svc connect-sessions wait cs_/,
  ]) {
    assert.match(stderr, text);
  }
  // The line is erased before anything else is printed.
  assert.ok(stderr.includes(`\r${escape}[2KStopped waiting`));
});

test("says nothing on stderr with --quiet, and shows no waiting line on a pipe", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.session}`, ok({ ...session, status: "opened" }), ok(session));
  const wait = ["connect-sessions", "wait", sessionId];
  assert.equal((await svc([...wait, "--quiet"], onTerminal(service))).stderr, "");
  service.on(`GET ${paths.session}`, ok({ ...session, status: "opened" }), ok(session));
  assert.ok(!(await svc(wait, environmentFor(service))).stderr.includes("\r"));
  const create = ["tenants", "create", "--external-id", "a", "--display-name", "A"];
  assert.equal((await svc([...create, "--quiet"], environmentFor(service))).stderr, "");
  assert.match((await svc(create, environmentFor(service))).stderr, /^ {2}export SVC_TENANT_ID=ten_\S+$/m);
});
