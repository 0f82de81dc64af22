/** What a command needs is installed only if that is wanted, once, and before anything starts. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ensure, mayInstall } from "./ensure.ts";
import type { Need } from "./need.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-ensure-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function need(name: string, { isThere = false }: { isThere?: boolean } = {}): Need & { installs: number } {
  const made = {
    name,
    installs: 0,
    isThere: () => isThere || made.installs > 0,
    install() {
      made.installs += 1;
    },
  };
  return made;
}

test("says in one sentence what is missing and which command installs it, and installs nothing", () => {
  const [spin, gcc, node] = [need("Spin"), need("gcc"), need("Node", { isThere: true })];
  const wish = { command: "npm run test:model", needs: [spin, gcc, node], mayInstall: false };
  const sentence = "npm run test:model needs Spin and gcc: `npm run test:model -- --install` installs what is missing.";
  assert.equal(ensure(wish), sentence);
  const short = ensure({ ...wish, command: "npm run proof -- --short", needs: [spin] });
  assert.equal(
    short,
    "npm run proof -- --short needs Spin: `npm run proof -- --short --install` installs what is missing.",
  );
  assert.deepEqual([spin.installs, gcc.installs], [0, 0]);
});

test("installs what is missing if that is wanted, and nothing twice", () => {
  const [spin, node] = [need("Spin"), need("Node", { isThere: true })];
  const wish = { command: "npm run test:model", needs: [spin, node], mayInstall: true };
  assert.equal(ensure(wish), null);
  assert.equal(ensure(wish), null);
  assert.deepEqual([spin.installs, node.installs], [1, 0]);
});

test("installs if asked to, and in CI", () => {
  const before = process.env["CI"];
  try {
    delete process.env["CI"];
    assert.deepEqual([mayInstall(false), mayInstall(true)], [false, true]);
    process.env["CI"] = "true";
    assert.equal(mayInstall(false), true);
  } finally {
    if (before === undefined) delete process.env["CI"];
    else process.env["CI"] = before;
  }
});

test("two processes that need the same install it once, one after the other", async () => {
  const [program, log] = [join(folder, "installs.ts"), join(folder, "log")];
  writeFileSync(log, "");
  writeFileSync(
    program,
    `
import { appendFileSync, readFileSync } from "node:fs";
import { ensure } from ${JSON.stringify(join(import.meta.dirname, "ensure.ts"))};
const log = ${JSON.stringify(log)};
const slow = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
const install = () => { appendFileSync(log, "begins\\n"); slow(); appendFileSync(log, "ends\\n"); };
const isThere = () => readFileSync(log, "utf8").endsWith("ends\\n");
ensure({ command: "npm run test:x", needs: [{ name: "x", isThere, install }], mayInstall: true });`,
  );
  const both = [1, 2].map(() => spawn(process.execPath, [program], { stdio: "inherit" }));
  const codes = await Promise.all(both.map(async (child) => ((await once(child, "exit")) as [number])[0]));
  assert.deepEqual([codes, readFileSync(log, "utf8")], [[0, 0], "begins\nends\n"]);
});
