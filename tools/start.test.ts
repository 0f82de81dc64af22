/** The output of a program of this repository with an old Node, before `npm ci`, or when it fails. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "svc-start-"));
after(() => rmSync(folder, { recursive: true }));

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function start(path: string, { nodeOptions = [], words = [] }: { nodeOptions?: string[]; words?: string[] } = {}) {
  const args = [...nodeOptions, join(import.meta.dirname, "start.js"), path, ...words];
  const { DEBUG: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  return { status, stdout, stderr };
}

const pretending = (name: string, value: unknown): string[] => [
  "--import",
  `data:text/javascript,Object.defineProperty(process,"${name}",{value:${JSON.stringify(value)}})`,
];

test("passes its arguments to the program, and its exit code on", () => {
  const path = program("words.ts", "console.log(process.argv.slice(2).join()); process.exitCode = 3;");
  assert.deepEqual(start(path, { words: ["--a", "b"] }), { status: 3, stdout: "--a,b\n", stderr: "" });
});

for (const version of ["20.20.2", "24.10.9"]) {
  test(`says in one line that Node ${version} is too old`, () => {
    const { status, stderr } = start("nowhere.ts", { nodeOptions: pretending("versions", { node: version }) });
    assert.equal(status, 1);
    assert.match(stderr, /^svc needs Node 24\.11 or later, and this is [\d.]+\. .+\n$/);
  });
}

const remedies: readonly (readonly [installed: readonly string[], remedy: RegExp])[] = [
  [[], /^Run `npm ci` first: it installs one for this project\.$/],
  [
    ["node_modules/.bin/node"],
    /^Run this through npm, as in `npm run demo`: npm uses the one in node_modules\/\.bin\.$/,
  ],
  [["node_modules/.bin/tsc"], /^`npm ci` installs one .+, but has none for \w+ \w+: install Node 24 from .+$/],
];

for (const [installed, remedy] of remedies) {
  test(`says how to get a newer Node if ${installed.join() || "nothing"} is installed`, (t) => {
    const project = mkdtempSync(join(folder, "project-"));
    t.after(() => rmSync(project, { recursive: true }));
    for (const path of ["tools/start.js", ...installed]) mkdirSync(dirname(join(project, path)), { recursive: true });
    for (const path of installed) writeFileSync(join(project, path), "");
    const copy = join(project, "tools/start.js");
    copyFileSync(join(import.meta.dirname, "start.js"), copy);
    const args = [...pretending("versions", { node: "20.20.2" }), copy, "nowhere.ts"];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    const [, said = ""] = /^svc needs Node 24\.11 or later, and this is 20\.20\.2\. (.+)\n$/.exec(stderr) ?? [];
    assert.deepEqual([status, remedy.test(said)], [1, true], stderr);
  });
}

test("names WSL on Windows", () => {
  const { status, stderr } = start("nowhere.ts", { nodeOptions: pretending("platform", "win32") });
  assert.deepEqual([status, stderr], [1, "svc runs on Linux and macOS. On Windows, use WSL.\n"]);
});

test("says to run npm ci if a package is missing", () => {
  const { status, stderr } = start(program("missing.ts", 'import "a-package-that-is-missing";'));
  assert.equal(status, 1);
  assert.match(stderr, /^Cannot find package 'a-package-that-is-missing'.* Run `npm ci` first\.\n$/);
});

test("prints the error without a stack, and exits although something is still running", () => {
  const path = program("fails.ts", 'setInterval(() => {}, 1000); throw new Error("The port 7480 is in use.");');
  assert.deepEqual(start(path), { status: 1, stdout: "", stderr: "The port 7480 is in use.\n" });
});
