/** Which process owns a database, among wrappers and servers of other databases. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { findServer } from "../../src/app/machine-facts.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "svc-server-process-")));
after(() => rmSync(folder, { recursive: true }));

/** Looks like a server from outside: its name and argument, and the lock file that it holds open. */
const script = join(folder, "svc-server.js");
writeFileSync(
  script,
  `import { openSync } from "node:fs";
  if (process.argv[3] !== undefined) openSync(process.argv[3], "a");
  console.log("ready");
  process.stdin.resume().on("end", () => process.exit());`,
);
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');

/** Starts a process that ends with the test. @returns the id of the process that answered. */
async function start(
  context: TestContext,
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  context.after(async () => {
    child.stdin.end();
    await once(child, "exit");
  });
  await once(child.stdout, "data");
  return child;
}

test("finds the server that holds a SQLite database's lock, not a wrapper or another server", async (context) => {
  const [mine, other] = [join(folder, "mine.sqlite"), join(folder, "other.sqlite")];
  assert.deepEqual(findServer(`sqlite:${mine}`), { kind: "none" });
  await start(context, [process.execPath, script, "serve", `${other}.lock`]);
  // A shell that has another command to run waits for the first.
  const waiting = ["sh", "-c", '"$@"; exit', "sh"];
  const wrapper = await start(context, [...waiting, process.execPath, script, "serve", `${mine}.lock`]);
  const found = findServer(`sqlite:${mine}`);
  assert.equal(found.kind, "found");
  assert.notEqual(found.kind === "found" ? found.id : "", String(wrapper.pid));
  await start(context, [process.execPath, script, "serve", `${mine}.lock`]);
  assert.deepEqual(findServer(`sqlite:${mine}`), { kind: "unclear", count: 2 });
});

test("finds a PostgreSQL database's server by its own variables, not by its user", async (context) => {
  const url = "postgres://svc:canary-password@db.example:5432/svc?sslmode=require";
  const other = { SVC_DATABASE_URL: "postgres://svc:canary@db.example:5432/another" };
  await start(context, [process.execPath, script, "serve"], other);
  assert.deepEqual(findServer(url), { kind: "none" });
  const server = await start(context, [process.execPath, script, "serve"], { SVC_DATABASE_URL: url });
  assert.deepEqual(findServer("postgres://operator@db.example:5432/svc"), { kind: "found", id: String(server.pid) });
  const file = join(folder, "url");
  writeFileSync(file, `${url}\n`);
  await start(context, [process.execPath, script, "serve"], { SVC_DATABASE_URL_FILE: file });
  assert.deepEqual(findServer(url), { kind: "unclear", count: 2 });
});

test("doesn't take another command of the same program for a server", async (context) => {
  const path = join(folder, "third.sqlite");
  await start(context, [process.execPath, script, "doctor", `${path}.lock`]);
  assert.deepEqual(findServer(`sqlite:${path}`), { kind: "none" });
});
