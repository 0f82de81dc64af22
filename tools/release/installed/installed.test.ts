/**
 * A release as strangers get it: published on registries of this machine, installed in empty folders where nothing of this checkout
 * is found, and used for the main flow.
 */
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
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { pyright } from "../../../judges/checks/programs.ts";
import { freePort } from "../../free-port.ts";
import { startInstalled, type RunningServer } from "../../pack/installed.ts";
import type { Lock } from "../../pack/lock.ts";
import { publishedWorkspaces, root } from "../../pack/workspaces.ts";
import { buildRelease } from "../build.ts";
import { digestsFile } from "../digests.ts";
import { isOurs, published, publishedVersion } from "../names.ts";
import { publishPackages } from "../publish.ts";
import { emptyEnvironment, installFrom, mypy, startIndex, twine, wheelFrom } from "./python-index.ts";
import { EmptyFolder, startRegistry, type Registry } from "./registry.ts";

const origin = "http://localhost:3000";
const repository = "https://git.acme.test/acme/svc";
const writtenLine = /^act_\w{26} succeeded$/m;

const work = mkdtempSync(join(tmpdir(), "svc-release-"));
const release = join(work, "release");
let registry: Registry;
let server: RunningServer | undefined;
/** What a backend is given. */
let backend: Readonly<Record<string, string>>;

before(async () => {
  buildRelease({ out: release, repository });
  mkdirSync(join(work, "registry"));
  registry = await startRegistry(join(work, "registry"));
});
after(async () => {
  await server?.stop();
  await registry?.close();
  rmSync(work, { recursive: true, force: true });
});

/** The project in another folder, as a clone has it after `npm ci`. */
function copyProject(to: string): void {
  const isLeftOut = /(?:^|\/)(?:node_modules|\.git|dist|data|artefacts)$/;
  cpSync(root, to, { recursive: true, filter: (path) => !isLeftOut.test(path.slice(root.length)) });
  for (const modules of globSync(["node_modules", "{packages,providers}/*/node_modules"], { cwd: root })) {
    // Hard links are faster, if it is the same file system.
    const copies = (way: string): boolean =>
      spawnSync("cp", [way, join(root, modules), join(to, modules)]).status === 0;
    assert.ok(["-al", "-a"].some(copies), modules);
  }
}

test("builds the same bytes in another folder, whatever the file mode, time zone and language of who builds", () => {
  const out = join(work, "again");
  const folder = join(work, "another folder", "clone");
  copyProject(folder);
  const words = ["tools/release/main.ts", "--dry", "--out", out, "--repository", repository];
  const env = { ...process.env, TZ: "Pacific/Auckland", LC_ALL: "C" };
  const built = spawnSync("sh", ["-c", 'umask 077; exec "$0" "$@"', process.execPath, ...words], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  assert.equal(built.status, 0, built.stderr);
  const list = readFileSync(join(release, digestsFile), "utf8");
  assert.equal(readFileSync(join(out, digestsFile), "utf8"), list);
  assert.equal(built.stdout, list);
  const checked = spawnSync("sha256sum", ["--check", "--quiet", digestsFile], { cwd: release, encoding: "utf8" });
  assert.equal(checked.status, 0, checked.stdout);
});

test("publishes each package once, and refuses other contents for a published version", () => {
  const options = { flags: ["--no-provenance"], env: registry.publisherEnv };
  const expected = publishedWorkspaces().map(({ manifest }) => `${manifest.name}@${publishedVersion()}`);
  // As the release workflow's job runs it: from a checkout without any dependency.
  const checkout = join(work, "checkout");
  for (const path of ["package.json", "tools", "judges/checks/python.json"])
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  const words = ["tools/start.js", "tools/release/main.ts", "--publish", release, "--unsigned"];
  const ran = spawnSync(process.execPath, words, { cwd: checkout, env: registry.publisherEnv, encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  assert.deepEqual(ran.stdout.trim().split("\n").toSorted(), expected.toSorted());
  assert.deepEqual(publishPackages(release, options), []);

  const other = join(work, "other");
  cpSync(release, other, { recursive: true });
  const lockPath = join(other, "npm/package-lock.json");
  writeFileSync(lockPath, readFileSync(lockPath, "utf8").replaceAll('"sha512-', '"sha512-x'));
  assert.throws(() => publishPackages(other, options), /package-lock\.json isn't the file that SHA256SUMS lists/);
  const digest = spawnSync("sha256sum", ["npm/package-lock.json"], { cwd: other, encoding: "utf8" }).stdout;
  const list = readFileSync(join(other, digestsFile), "utf8");
  writeFileSync(join(other, digestsFile), list.replace(/^.*package-lock\.json\n/m, digest));
  assert.throws(() => publishPackages(other, options), /is published already, with other contents/);
});

test("in an empty folder, npx downloads the server and starts a sandbox", async (t) => {
  const folder = new EmptyFolder(work, "server", registry, { isCold: true });
  const npx = ["npx", "--yes", "--no-update-notifier", published.npm.server];
  server = await startInstalled([...npx, "serve", "--sandbox"], {
    cwd: folder.path,
    env: folder.env,
    port: await freePort(),
    hasChild: true,
  });
  assert.deepEqual(readdirSync(folder.path).toSorted(), [".npmrc", "data"]);
  const [lock = ""] = globSync(".npm/_npx/*/package-lock.json", { cwd: folder.env["HOME"] ?? "" });
  assertOurs(join(folder.env["HOME"] ?? "", lock));

  const operate = (...words: string[]): Record<string, unknown> => {
    const ran = folder.run("npx", [...npx.slice(1), ...words, "--format", "json"]);
    assert.equal(ran.status, 0, ran.stderr);
    return JSON.parse(ran.stdout) as Record<string, unknown>;
  };
  const policy = ["--allowed-origin", origin, "--return-url", `${origin}/connected`, "--allow-action", "doppler/*"];
  const { key } = operate("service-clients", "create", "--name", "backend", ...policy);
  const { doppler } = operate("sandbox-credentials") as { doppler: { serviceAccount: string } };
  backend = { SVC_API_URL: server.url, SVC_TOKEN: String(key), CREDENTIAL: doppler.serviceAccount, ORIGIN: origin };

  const size = spawnSync("du", ["-sk", ".npm/_npx"], { cwd: folder.env["HOME"], encoding: "utf8" });
  t.diagnostic(`the server's installation has ${Math.round(Number.parseInt(size.stdout, 10) / 1024)} MiB`);
});

test("in an empty folder, a strict TypeScript program compiles with the SDK and completes the main flow", () => {
  const folder = new EmptyFolder(work, "typescript", registry, { isCold: false });
  const write = (name: string, content: object): void =>
    writeFileSync(join(folder.path, name), JSON.stringify(content));
  write("package.json", { name: "backend", private: true, type: "module" });
  const strict = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
  };
  write("tsconfig.json", {
    compilerOptions: { ...strict, target: "es2024", module: "nodenext", types: ["node"], noEmit: true },
    include: ["flow.ts"],
  });
  cpSync(join(import.meta.dirname, "flow.ts"), join(folder.path, "flow.ts"));
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  const tools = ["typescript", "@types/node"].map((name) => `${name}@${devDependencies[name] ?? ""}`);
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  const installed = folder.run("npm", ["install", ...flags, published.npm.sdk, ...tools]);
  assert.equal(installed.status, 0, installed.stderr);
  assertOurs(join(folder.path, "package-lock.json"));

  const compiled = folder.run(join(folder.path, "node_modules/.bin/tsc"), []);
  assert.equal(compiled.status, 0, compiled.stdout);
  const ran = folder.run("node", ["flow.ts"], backend);
  assert.equal(ran.status, 0, ran.stderr);
  assert.match(ran.stdout, writtenLine);
});

test("the README's block installs from the folder of a release, next to the checkout", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const block = /```sh\nnpm run release -- --dry --install\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const folder = new EmptyFolder(work, "readme", registry, { isCold: false });
  symlinkSync(release, join(folder.path, "released"));
  const quiet = { npm_config_audit: "false", npm_config_fund: "false", npm_config_prefer_offline: "true" };
  const ran = folder.run("bash", ["-ec", block.replace("serve --sandbox", "--version")], quiet);
  assert.equal(ran.status, 0, ran.stderr);
  assert.ok(ran.stdout.trimEnd().endsWith(publishedVersion()), ran.stdout);
  assert.ok(existsSync(join(work, "my-svc/node_modules/.bin/svc")));
});

/** Asserts that each of our packages is one that the release has, or inside one. */
function assertOurs(lockPath: string): void {
  const packagesIn = (path: string): Lock["packages"] => (JSON.parse(readFileSync(path, "utf8")) as Lock).packages;
  const released = packagesIn(join(release, "npm/package-lock.json"));
  const folder = "node_modules/";
  const ours = Object.entries(packagesIn(lockPath)).filter(([place]) =>
    isOurs(place.slice(place.lastIndexOf(folder) + folder.length)),
  );
  assert.ok(ours.length > 1);
  for (const [place, { inBundle, integrity }] of ours) {
    assert.ok(inBundle === true || integrity === released[place]?.["integrity"], place);
  }
}

test("in an empty virtual environment, a strict Python program has types from the SDK and completes the main flow", async () => {
  const folder = join(work, "python");
  mkdirSync(folder);
  const files = globSync("python/*", { cwd: release }).toSorted();
  assert.deepEqual(
    files.map((file) => basename(file).replace(publishedVersion(), "VERSION")),
    ["svc_sdk-VERSION-py3-none-any.whl", "svc_sdk-VERSION.tar.gz"],
  );
  const [wheel = "", source = ""] = files.map((file) => join(release, file));
  const checked = twine(["check", "--strict", wheel, source], folder);
  assert.equal(checked.status, 0, checked.printed);
  const rebuilt = wheelFrom(source, join(folder, "rebuilt"));
  assert.equal(rebuilt.status, 0, rebuilt.printed);
  const again = readFileSync(join(folder, "rebuilt", basename(wheel)));
  assert.ok(again.equals(readFileSync(wheel)), "the source distribution builds another wheel");

  const index = await startIndex(join(folder, "index"));
  try {
    const account = ["--username", "anyone", "--password", "any", "--disable-progress-bar"];
    const uploaded = twine(["upload", "--repository-url", index.url, ...account, wheel, source], folder);
    assert.equal(uploaded.status, 0, uploaded.printed);
    const python = emptyEnvironment(join(folder, "venv"), folder);
    const installed = installFrom(index.url, published.python, python, folder);
    assert.equal(installed.status, 0, installed.printed);

    cpSync(join(import.meta.dirname, "flow.py"), join(folder, "flow.py"));
    writeFileSync(join(folder, "misuse.py"), "from svc import Svc\n\nSvc().tenant(1)\n");
    writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify({ typeCheckingMode: "strict" }));
    const judges = {
      mypy: (file: string) => mypy(file, python, folder),
      pyright: (file: string) => {
        const words = [pyright, "--pythonpath", python, file];
        const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
        return { status, printed: stdout };
      },
    };
    for (const [name, judge] of Object.entries(judges)) {
      const right = judge("flow.py");
      assert.equal(right.status, 0, `${name}: ${right.printed}`);
      const wrong = judge("misuse.py");
      assert.equal(wrong.status, 1, name);
      assert.match(wrong.printed, /"(?:int|Literal\[1\])"[^]*"str"/, name);
    }
    const ran = spawnSync(python, ["flow.py"], { cwd: folder, env: backend, encoding: "utf8" });
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stdout, writtenLine);
  } finally {
    await index.close();
  }
});
