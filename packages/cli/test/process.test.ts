/** The process's handling of pipes and signals. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { environmentFor, launcher, svc } from "./fixture/launcher.ts";
import { connectionId, execution, sessionId, session } from "./fixture/samples.ts";
import { ok, paths, serviceKey, startService } from "./fixture/service.ts";

test("exits quietly if the reader of its pipe closes", async (context) => {
  const service = await startService(context);
  const executions = Array.from({ length: 100 }, () => ({
    ...execution,
    summary: { input: "x".repeat(9000), output: null },
  }));
  service.on(`GET ${paths.base}/action-executions`, ok({ executions, nextCursor: null }));
  const child = spawn(launcher, ["executions", "list", "--format", "json"], {
    env: environmentFor(service),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  child.stdout.once("data", () => child.stdout.destroy());
  const [code] = (await once(child, "close")) as [number];
  assert.deepEqual([code, stderr], [0, ""]);
});

test("exits with 130 on SIGINT", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.session}`, ok({ ...session, status: "opened" }));
  const child = spawn(launcher, ["connect-sessions", "wait", sessionId], {
    env: environmentFor(service),
    stdio: "pipe",
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  await once(child.stderr, "data");
  child.kill("SIGINT");
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  assert.deepEqual([code, signal], [130, null]);
  assert.match(stderr, /^Stopped waiting\. Nothing was changed\. To go on: svc connect-sessions wait cs_\S+$/m);
  assert.doesNotMatch(stderr, /^ +at /m);
});

test("never prints the token", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.execution}`, { status: 500, body: { echo: `Bearer ${serviceKey}`, detail: serviceKey } });
  const down = { ...environmentFor(service), SVC_API_URL: "http://127.0.0.1:1" };
  for (const [args, env] of [
    [["executions", "get", execution.id], environmentFor(service)],
    [["auth", "status"], environmentFor(service)],
    [["connections", "test", connectionId, "--timeout", "5"], down],
    [["doctor"], environmentFor(service)],
  ] as const) {
    const { stdout, stderr } = await svc([...args, "--format", "json"], env);
    assert.ok(!(stdout + stderr).includes(serviceKey.slice(9)), args.join(" "));
  }
});
