/** `svc open` and `svc types`: their output, pages and files. `--json`: the fields that it prints. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { browserCommand, openWith } from "../src/browser.ts";
import { environmentFor, svc } from "./fixture/launcher.ts";
import { connection, connectionId, connectToken, getAction, session, setAction } from "./fixture/samples.ts";
import { ok, paths, startService } from "./fixture/service.ts";

function folderOf(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-cli-"));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("prints the page's URL, and says if there is no browser", async () => {
  const env = { ...environmentFor(null), SVC_API_URL: "http://127.0.0.1:1/", BROWSER: "none" };
  for (const [page, more, url] of [
    ["docs", {}, "http://127.0.0.1:1/"],
    ["docs", { SVC_DOCS_URL: "https://docs.acme.io" }, "https://docs.acme.io/"],
    ["reference", {}, "http://127.0.0.1:1/docs/api"],
  ] as const) {
    const { code, stdout, stderr } = await svc(["open", page], { ...env, ...more });
    assert.deepEqual([code, stdout], [0, `${url}\n`]);
    assert.match(stderr, /no browser/);
  }
  const created = JSON.stringify({ ...session, token: connectToken });
  const link = await svc(["open", "connect"], env, created);
  assert.deepEqual([link.code, link.stdout], [0, `${session.connectUrl}#token=${connectToken}\n`]);
  assert.ok(!link.stderr.includes(connectToken), "a token is printed on stdout only");
  assert.equal((await svc(["open", "connect"], env, "{}")).code, 5);
});

test("uses each system's own program to open a page", () => {
  assert.deepEqual(browserCommand("darwin", {}), ["open"]);
  assert.deepEqual(browserCommand("win32", {}), ["rundll32", "url.dll,FileProtocolHandler"]);
  assert.deepEqual(browserCommand("linux", { DISPLAY: ":0" }), ["xdg-open"]);
  assert.deepEqual(browserCommand("linux", { WAYLAND_DISPLAY: "w", BROWSER: "firefox" }), ["firefox"]);
  assert.deepEqual([browserCommand("linux", {}), browserCommand("darwin", { BROWSER: "none" })], [null, null]);
});

test("passes a token to the browser in a file that only this user can read, not as an argument", async (context) => {
  const folder = folderOf(context);
  const program = join(folder, "browser.mjs");
  const got = join(folder, "got");
  writeFileSync(
    program,
    `import { writeFileSync, renameSync } from "node:fs";
    writeFileSync("${got}.part", process.argv.at(-1)); renameSync("${got}.part", "${got}"); process.exit();`,
  );
  const read = async (url: string): Promise<string> => {
    assert.equal(await openWith([process.execPath, program], url), true);
    for (;;) {
      try {
        const text = readFileSync(got, "utf8");
        rmSync(got);
        return text;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  assert.equal(await read("https://docs.acme.io/"), "https://docs.acme.io/");
  const file = fileURLToPath(await read(`https://svc.acme.io/connect?a="1"&b=2#token=${connectToken}`));
  context.after(() => rmSync(join(file, ".."), { recursive: true }));
  assert.equal(statSync(file).mode & 0o077, 0);
  assert.match(
    readFileSync(file, "utf8"),
    new RegExp(`url=https://svc.acme.io/connect\\?a=&quot;1&quot;&amp;b=2#token=${connectToken}"`),
  );
  assert.equal(await openWith([join(folder, "nothing")], "https://docs.acme.io/"), false);
});

test("writes the same types for the same actions, whatever order the server lists them in", async (context) => {
  const service = await startService(context);
  const file = join(folderOf(context), "svc-actions.d.ts");
  const written = async (actions: object[]): Promise<string> => {
    service.on(`GET ${paths.base}/providers/doppler/actions`, ok({ actions }));
    const { code, stderr, stdout } = await svc(["types", "--out", file], environmentFor(service));
    assert.deepEqual([code, stdout], [0, ""], stderr);
    return readFileSync(file, "utf8");
  };
  const first = await written([getAction, setAction]);
  assert.equal(await written([setAction, getAction]), first);
  assert.match(first, /declare module "@svc\/sdk" \{\n {2}interface TenantActions \{\n/);
  assert.equal((await svc(["types"], environmentFor(service))).stdout, first);
  const failed = await svc(["types", "--out", join(file, "below")], environmentFor(service));
  assert.deepEqual([failed.code, /can't be written: ENOTDIR/.test(failed.stderr)], [1, true]);
  service.on(`GET ${paths.base}/providers/doppler/actions`, ok({ actions: [] }));
  assert.equal((await svc(["types"], environmentFor(service))).code, 1);
});

test("--json prints only the named fields, and fails after printing if there is no such field", async (context) => {
  const service = await startService(context);
  const env = environmentFor(service);
  const list = await svc(["connections", "list", "--json", "id,status"], env);
  assert.deepEqual([list.code, JSON.parse(list.stdout)], [0, [{ id: connectionId, status: "active" }]]);
  const one = await svc(["connections", "get", connectionId, "--json=account"], env);
  assert.deepEqual(JSON.parse(one.stdout), { account: connection.account });
  const missing = await svc(["connections", "get", connectionId, "--json", "id,state"], env);
  assert.deepEqual([missing.code, JSON.parse(missing.stdout)], [1, { id: connectionId }]);
  assert.match(missing.stderr, /no field state.*status/);
  service.on(`GET ${paths.base}/connections`, ok({ connections: [], nextCursor: null }));
  assert.equal((await svc(["connections", "list", "--json", "state"], env)).stdout, "[]\n");
});

test("reports where an input stops being JSON", async () => {
  for (const [input, place] of [
    ['{"a":1,}', /line 1, column 8/],
    ["nope", /line 1, column 1/],
    ['{\n  "a": 1\n  "b": 2}', /line 3, column 3/],
    ['{"a":{"b":1,"b":2}}', /at \/a\/b/],
  ] as const) {
    const args = ["actions", "validate", "secrets.get", "--connection", connectionId, "--input", input];
    const { code, stderr } = await svc(args, environmentFor(null));
    assert.deepEqual([code, place.test(stderr)], [5, true], stderr);
  }
});
