/** The tutorial's commands, run in a copy of the tree: the created provider passes its tests and the type check. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { codeFindings } from "../tidy/code-rules.ts";
import { docstringFindings } from "../tidy/docstrings.ts";
import { layerFindings } from "../tidy/layers.ts";
import { parse } from "../tidy/parser.ts";
import { textFindings } from "../tidy/text-rules.ts";
import { proseFindings } from "../tidy/words.ts";
import { namesOf } from "./names.ts";
import { makePackage, packageNameOf } from "./own-package.ts";
import { providerFiles } from "./provider-files.ts";
import { withDependency, withProvider } from "./registration.ts";
import { collectTemplates } from "./templates.ts";

const root = join(import.meta.dirname, "../..");
const tutorial = readFileSync(join(root, "docs/new-provider.md"), "utf8");
const [making = [], , , checking = []] = [...tutorial.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = ""]) =>
  text.trim().split("\n"),
);

let copy: string;
before(() => {
  copy = mkdtempSync(join(tmpdir(), "svc-new-provider-"));
  for (const path of [
    ".oxlintrc.json",
    "package.json",
    "tsconfig.json",
    "packages/provider-kit/package.json",
    "providers/doppler/package.json",
    "packages/server/package.json",
    "packages/server/src",
    "tools/new-provider",
    "tools/start.js",
    "tools/usage.ts",
    ".prettierrc.json",
  ]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  link("node_modules", (name) => name !== "@svc");
  link("node_modules/@svc", () => true);
  // npm puts a package with two versions next to the package that needs the other one.
  const nested = "packages/server/node_modules";
  if (existsSync(join(root, nested))) symlinkSync(join(root, nested), join(copy, nested));
});
after(() => rmSync(copy, { recursive: true, force: true }));

/** Links the installed packages, so that the copy has its own folder of the project's packages. */
function link(folder: string, isTaken: (name: string) => boolean): void {
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder)).filter(isTaken)) {
    symlinkSync(join(root, folder, name), join(copy, folder, name));
  }
}

function run(command: string): string {
  // With this variable, a test runner would report to ours instead of as text.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { cwd: copy, env, encoding: "utf8" });
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout;
}

test("the tutorial's first commands create a provider whose tests pass", () => {
  assert.equal(making.length, 3);
  const [make = "", install = "", check = ""] = making;
  assert.match(run(make), /providers\/big-box\/src\/manifest\.ts/);
  // npm's work in the whole project, as far as it concerns this provider; npm itself would need a registry.
  assert.equal(install, "npm install");
  symlinkSync(join(copy, "providers/big-box"), join(copy, "node_modules/@svc/provider-big-box"));
  // `npm test` runs these files in the whole project, of which this is a part.
  assert.equal(check, "npm test -- providers/big-box");
  const told = run(testsOf("big-box"));
  assert.match(told, /^# fail 0$/m);
  for (const checked of ["notes.get: returns an output", "notes.create: reports each ending of the change"]) {
    assert.ok(told.includes(`big-box/${checked}`), checked);
  }
  assert.ok(checking.includes(check), "it is the same command at the end");
});

test("the provider has the right types, follows the house rules, and is in the server's list", () => {
  const settings = {
    extends: "./tsconfig.json",
    include: ["providers/big-box", "packages/server/src/app/providers.ts"],
  };
  writeFileSync(join(copy, "tsconfig.new.json"), JSON.stringify(settings));
  run("node_modules/.bin/tsc -p tsconfig.new.json");
  for (const [file, text] of providerFiles({ names: namesOf("big-box"), auth: "static" }, collectTemplates())) {
    const path = `providers/big-box/${file}`;
    const findings = [...textFindings({ path, text }), ...proseFindings({ path, text })];
    if (path.endsWith(".ts")) {
      const source = parse({ path, text });
      findings.push(...[layerFindings, codeFindings, docstringFindings].flatMap((find) => find(source)));
    }
    assert.deepEqual(findings, [], path);
    assert.doesNotMatch(text, /acme/i, path);
  }
  const list = join(copy, "packages/server/src/app/providers.ts");
  const program = `
    const { registeredProviders } = await import(${JSON.stringify(list)});
    const { provider, startSimulator, sandboxCredentials } = registeredProviders.at(-1);
    const simulator = await startSimulator();
    await simulator.close();
    console.log(provider.slug, provider.name, Object.keys(await sandboxCredentials()).join());`;
  writeFileSync(join(copy, "list.mjs"), program);
  assert.equal(run("node_modules/.bin/node list.mjs"), "big-box Big Box apiKey\n");
});

test("a provider with OAuth follows the rules too, and its tests pass", () => {
  run("npm run new:provider -- big-crate --auth oauth");
  symlinkSync(join(copy, "providers/big-crate"), join(copy, "node_modules/@svc/provider-big-crate"));
  const settings = { extends: "./tsconfig.json", include: ["providers/big-crate"] };
  writeFileSync(join(copy, "tsconfig.crate.json"), JSON.stringify(settings));
  run("node_modules/.bin/tsc -p tsconfig.crate.json");
  const told = run(testsOf("big-crate"));
  assert.match(told, /^# fail 0$/m);
  assert.match(told, /big-crate: a token response without scopes grants the requested ones/);
  for (const path of globSync("providers/big-crate/**/*.ts", { cwd: copy })) {
    const source = parse({ path, text: readFileSync(join(copy, path), "utf8") });
    assert.deepEqual(
      [layerFindings, codeFindings, docstringFindings].flatMap((find) => find(source)),
      [],
      path,
    );
    assert.doesNotMatch(source.text, /acme|template/i, path);
  }
});

test("a separate package has exact versions, and a range for the kit", () => {
  const made = makePackage({ slug: "big-box", auth: "static" });
  assert.ok("files" in made);
  const manifest = JSON.parse(made.files.get("package.json") ?? "") as Record<string, Record<string, string>>;
  const { dependencies, devDependencies, peerDependencies } = manifest;
  assert.equal(manifest["name"], packageNameOf("big-box"));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
  assert.deepEqual(peerDependencies, { "@svc/provider-kit": "^0.1.0" });
});

test("rejects an invalid slug, and a provider that already exists", () => {
  for (const slug of ["", "Big", "big_box", "-big", "big-", "9big", "new", "b".repeat(41)]) {
    assert.throws(() => namesOf(slug), RangeError, slug);
  }
  const big = { slug: "big-box2", value: "bigBox2", type: "BigBox2", title: "Big Box2", variable: "BIG_BOX2" };
  assert.deepEqual(namesOf("big-box2"), big);
  const list = readFileSync(join(root, "packages/server/src/app/providers.ts"), "utf8");
  assert.throws(() => withProvider(list, namesOf("doppler")), /already registered/);
  assert.throws(() => withProvider("export const nothing = [];\n", namesOf("big-box")), /no list/);
  const manifest = withDependency('{"dependencies":{"@svc/simulator":"1.0.0"}}', namesOf("big-box"), "1.0.0");
  assert.deepEqual(Object.keys((JSON.parse(manifest) as { dependencies: object }).dependencies), [
    "@svc/provider-big-box",
    "@svc/simulator",
  ]);
});

test("the command lists a description's operations, and says how it is used", () => {
  assert.match(run("npm run --silent new:provider -- --help"), /^npm run new:provider -- SLUG .*\n {2}--auth oauth/);
  const lines = run(`npm run --silent new:provider -- --openapi ${descriptionOf("shelves")}`)
    .trim()
    .split("\n");
  assert.match(lines[0] ?? "", /^OPERATION +ACTION +METHOD +PATH +SUMMARY$/);
  assert.match(lines[1] ?? "", /^listBooks +books\.list +GET +\/shelves\/\{shelf_id\}\/books +List books$/);
  assert.equal(lines.length, 7);
  const wrong = "npm run --silent new:provider -- x --openapi ";
  assert.match(
    run(`${wrong}${descriptionOf("shelves")} --operations lendBok 2>&1 || true`),
    /Did you mean "lendBook"\?/,
  );
  assert.match(run(`${wrong} none.yaml 2>&1 || true`), /none\.yaml can't be read/);
  assert.match(
    run("npm run --silent new:provider -- --shelf 2>&1 || true"),
    /Unknown option[^]*\n\nnpm run new:provider/,
  );
});

test("a provider from a description is formatted, has a type error for each open fact, and fails until it names its account", () => {
  generate("shelves", "listBooks,addBook,getBook,editBook,removeBook,lendBook=shelves.lend");
  run(
    "node_modules/.bin/prettier --check providers/shelves packages/server/src/app/providers.ts packages/server/package.json",
  );
  const types = "node_modules/.bin/tsc -p tsconfig.shelves.json --pretty false";
  const facts = sourcesOf("shelves").flatMap(({ text }) => [...text.matchAll(/unconfirmed\(/g)]);
  assert.equal(facts.length, 29);
  const errors = run(`${types} || true`).match(/^providers\/shelves\/.*error TS/gm) ?? [];
  assert.equal(errors.length, facts.length, errors.join("\n"));
  confirm("shelves");
  run(types);
  // The description has no operation that names an account, so the generated request can't be right.
  const failed = run(`${testsOf("shelves")} || true`).match(/^not ok \d+ - .*$/gm) ?? [];
  assert.deepEqual(
    failed.map((line) => line.replace(/^not ok \d+ - /, "")),
    [
      "shelves: names the account of a credential, using only reads",
      "shelves: names no account if the read of it ends badly",
    ],
  );
});

test("a provider from a description with every construct has the right types, and passes its tests", () => {
  generate(
    "constructs",
    "account/get,mails/*,create*,getTreeById,TreesController_report,words_list,replaceWords,trees/set-picture",
  );
  confirm("constructs");
  run("node_modules/.bin/tsc -p tsconfig.constructs.json --pretty false");
  assert.match(run(testsOf("constructs")), /^# fail 0$/m);
});

function descriptionOf(name: string): string {
  return join(root, `tools/new-provider/openapi/test/${name}.yaml`);
}

/** Generates a provider from the description with its name, and what its types and tests need. */
function generate(name: string, operations: string): void {
  run(`npm run new:provider -- ${name} --openapi ${descriptionOf(name)} --operations '${operations}'`);
  symlinkSync(join(copy, `providers/${name}`), join(copy, `node_modules/@svc/provider-${name}`));
  const settings = { extends: "./tsconfig.json", include: [`providers/${name}`] };
  writeFileSync(join(copy, `tsconfig.${name}.json`), JSON.stringify(settings));
}

function sourcesOf(name: string): { path: string; text: string }[] {
  return globSync(`providers/${name}/src/**/*.ts`, { cwd: copy }).map((path) => ({
    path: join(copy, path),
    text: readFileSync(join(copy, path), "utf8"),
  }));
}

function testsOf(name: string): string {
  return `node_modules/.bin/node --test --test-reporter=tap providers/${name}/test/*.test.ts`;
}

function confirm(name: string): void {
  for (const { path, text } of sourcesOf(name)) writeFileSync(path, confirmed(text));
}

/** Confirms everything, like a person who finds every guess right, and no read that proves a change. */
function confirmed(text: string): string {
  let rest = text.replaceAll(/\n {2}evidence: unconfirmed\(\s*null,\s*"(?:[^"\\]|\\.)*",?\s*\),/g, "");
  // The innermost one first: its guess contains no other.
  for (let at = rest.lastIndexOf(open); at >= 0; at = rest.lastIndexOf(open)) {
    const [guess, length] = guessAt(rest.slice(at + open.length));
    rest = `${rest.slice(0, at)}(${guess})${rest.slice(at + open.length + length)}`;
  }
  return rest.replaceAll(/(?<=[{,]\s*)unconfirmed,\s*/g, "").replaceAll(/,\s*unconfirmed(?=[\s,])/g, "");
}

const open = "unconfirmed(";

/** The guess of a call, and the length of its arguments with the parenthesis. */
function guessAt(code: string): [guess: string, length: number] {
  const reason = /,\s*"(?:[^"\\]|\\.)*",?\s*\)/g;
  for (const match of code.matchAll(reason)) {
    const guess = code.slice(0, match.index);
    const plain = guess.replaceAll(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, "");
    const depth = plain.replaceAll(/[^([{]/g, "").length - plain.replaceAll(/[^)\]}]/g, "").length;
    if (depth === 0) return [guess, match.index + match[0].length];
  }
  throw new RangeError(code.slice(0, 200));
}
