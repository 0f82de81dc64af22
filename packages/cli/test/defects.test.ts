/** Unexpected errors: the process reports a bug, and quotes nothing of its data. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { environmentFor, launcher } from "./fixture/launcher.ts";
import { connectionId, execution, executionId, sessionId } from "./fixture/samples.ts";
import { ok, paths, serviceKey, startService } from "./fixture/service.ts";

const canary = "canary-of-a-defect-71";

/** Loaded before the program. Throws as a bug would, with everything that an error could quote. */
const preloaded = `
  const text = [process.env.SVC_TOKEN, process.argv.join(" "), "${canary}"].join(" ");
  class OwnDefect extends TypeError {}
  const foreign = () => Object.assign(new OwnDefect(text + "\\n    at " + text, { cause: new Error(text) }), {
    code: text, headers: { authorization: text }, body: text });
  const ways = {
    "throw": () => { throw foreign(); },
    "reject": () => void Promise.reject(foreign()),
    "reject with text": () => void Promise.reject(text),
    "throw text": () => { throw text; },
    "throw null": () => { throw null; },
    "throw what has no constructor": () => { throw Object.assign(Object.create(null), { text }); },
  };
  const way = process.env.DEFECT;
  if (way === "inside") Intl.Segmenter.prototype.segment = () => { throw foreign(); };
  process.on("SIGUSR2", () => setImmediate(ways[way]));
`;

async function crash(
  context: TestContext,
  ending: string,
  args: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const service = await startService(context);
  service.on(`GET ${paths.execution}`, ok({ ...execution, status: "dispatched" }));
  const options = `--import=data:text/javascript,${encodeURIComponent(preloaded)}`;
  const env = { ...environmentFor(service), NODE_OPTIONS: options, DEFECT: ending };
  const child = spawn(launcher, args, { env, stdio: "pipe" });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  // The first message of `wait` shows that the program is running. A command that breaks on its own is left alone: a
  // process that has begun to exit would be terminated by the signal.
  if (ending !== "inside") child.stderr.once("data", () => child.kill("SIGUSR2"));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

function assertQuotesNothing(printed: string): void {
  for (const text of [canary, serviceKey, executionId, sessionId, connectionId, "file:", "node:", "defects.test"]) {
    assert.ok(!printed.includes(text), `it prints ${text}: ${printed}`);
  }
  assert.doesNotMatch(printed, /^\s+at /m, "it prints a stack");
}

const wait = ["executions", "wait", executionId, "--format", "json"];

for (const [ending, kind] of [
  ["throw", "OwnDefect"],
  ["reject", "OwnDefect"],
  ["reject with text", "UnhandledPromiseRejection"],
  ["throw text", "string"],
  ["throw null", "object"],
  ["throw what has no constructor", "object"],
] as const) {
  test(`reports only the class of a bug that ends in "${ending}", and exits with 1`, async (context) => {
    const { code, stdout, stderr } = await crash(context, ending, wait);
    assert.equal(code, 1, stderr);
    assert.equal(stdout, "");
    const lines = stderr.trimEnd().split("\n");
    assert.equal(lines.at(-1), `svc: this command stopped on a bug (${kind}).`);
    assertQuotesNothing(lines.slice(1).join("\n"));
    assert.ok(!stderr.includes(serviceKey) && !stderr.includes(canary), stderr);
  });
}

test("reports a bug inside a command without any of its text, and exits with 1", async (context) => {
  const { code, stdout, stderr } = await crash(context, "inside", ["connect-sessions", "get", sessionId]);
  assert.equal(code, 1, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^error: This is a bug in svc/);
  assertQuotesNothing(stderr);
});
