/** What a command needs is installed only if that is wanted, once, and before anything starts. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { ensure, mayInstall } from "./ensure.ts";
import type { OwnNeed } from "./need.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-ensure-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a need. @param options.ends what its installation waits for. */
function need(
  name: string,
  { isThere = false, by = "npm", after = [], ends }: Partial<NeedOptions> = {},
): OwnNeed & { installs: number } {
  const made = {
    name,
    by,
    after,
    installs: 0,
    isThere: () => isThere || made.installs > 0,
    async install() {
      order.push(name);
      await ends;
      made.installs += 1;
    },
  };
  return made;
}

interface NeedOptions extends Pick<OwnNeed, "by" | "after"> {
  isThere: boolean;
  ends: Promise<void>;
}

/** The names of what was begun, in this order. */
const order: string[] = [];
beforeEach(() => order.splice(0));

test("says in one sentence what is missing and which command installs it, and installs nothing", async () => {
  const [spin, gcc, node] = [need("Spin"), need("gcc"), need("Node", { isThere: true })];
  const wish = { command: "npm run test:model", needs: [spin, gcc, node], mayInstall: false };
  const sentence = "npm run test:model needs Spin and gcc: `npm run test:model -- --install` installs what is missing.";
  assert.equal(await ensure(wish), sentence);
  const short = await ensure({ ...wish, command: "npm run proof -- --short", needs: [spin] });
  assert.equal(
    short,
    "npm run proof -- --short needs Spin: `npm run proof -- --short --install` installs what is missing.",
  );
  assert.deepEqual([spin.installs, gcc.installs], [0, 0]);
});

test("installs what is missing if that is wanted, and nothing twice", async () => {
  const [spin, node] = [need("Spin"), need("Node", { isThere: true })];
  const wish = { command: "npm run test:model", needs: [spin, node], mayInstall: true };
  assert.equal(await ensure(wish), null);
  assert.equal(await ensure(wish), null);
  assert.deepEqual([spin.installs, node.installs], [1, 0]);
});

test("installs what a need needs before it, although it wasn't named", async () => {
  const pip = need("pip");
  const go = need("Go", { by: "pip", after: [pip] });
  const helm = need("Helm", { by: "go", after: [go] });
  assert.equal(await ensure({ command: "npm run chart", needs: [helm], mayInstall: true }), null);
  assert.deepEqual(order, ["pip", "Go", "Helm"]);
});

test("installs by different installers side by side, by one installer one after another", async () => {
  const { promise: ends, resolve } = Promise.withResolvers<void>();
  const needs = [need("a", { ends }), need("b"), need("c", { by: "pip" })];
  const ensured = ensure({ command: "npm run needs", needs, mayInstall: true });
  await setImmediate();
  assert.deepEqual(order, ["a", "c"]);
  resolve();
  await ensured;
  assert.deepEqual(order, ["a", "c", "b"]);
});

test("an installation that fails fails what needs it and the command, after all others", async () => {
  const broken = { ...need("Go"), install: () => Promise.reject(new Error("Go wasn't installed.")) };
  const [helm, other] = [need("Helm", { by: "go", after: [broken] }), need("other")];
  const wish = { command: "npm run needs", needs: [broken, helm, other], mayInstall: true };
  await assert.rejects(ensure(wish), /^Error: Go wasn't installed\.$/);
  assert.deepEqual(order, ["other"]);
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
const install = async () => { appendFileSync(log, "begins\\n"); slow(); appendFileSync(log, "ends\\n"); };
const isThere = () => readFileSync(log, "utf8").endsWith("ends\\n");
const x = { name: "x", by: "npm", after: [], isThere, install };
await ensure({ command: "npm run test:x", needs: [x], mayInstall: true });`,
  );
  const both = [1, 2].map(() => spawn(process.execPath, [program], { stdio: "inherit" }));
  const codes = await Promise.all(both.map(async (child) => ((await once(child, "exit")) as [number])[0]));
  assert.deepEqual([codes, readFileSync(log, "utf8")], [[0, 0], "begins\nends\n"]);
});
