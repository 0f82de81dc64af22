/** Applying a file from outside: what it makes works, what is wrong has a place, and no secret is printed. */
import assert from "node:assert/strict";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { ServiceClient } from "@svc/contract";
import { Caller } from "../../harness/caller.ts";
import { suite, verifies, type Fixture } from "../../harness/index.ts";

const file = `serviceClients:
  - name: applied
    appName: Harbor Tools
    allowedOrigins: [https://app.example.com]
    allowedReturnUrls: [https://app.example.com/done]
    policy: { actions: [doppler/*] }
    keys:
      - name: backend
        keyFile: backend.key
      - name: eu
        keyFile: eu.key
        tenantLabel: eu
oauthApps:
  - provider: github
    serviceClient: applied
    clientId: Iv1.applied
    secret: file:oauth-secret
    eventsSecret: file:events-secret
`;
const oauthSecret = "a-secret-of-github-4711";
const eventsSecrets = ["a-secret-for-events-0815", "another-one-for-events-0816"] as const;

suite("apply", (fixture) => {
  const inFolder = ({ server }: Fixture, name: string): string => join(server.home.folder, name);
  const apply = async (text: string, ...flags: string[]) => {
    const { server } = fixture();
    const ran = await server.operate(["apply", "-", ...flags], text);
    assert.doesNotMatch(
      ran.stdout + ran.stderr,
      new RegExp(`svc_live_\\w{11}|${[oauthSecret, ...eventsSecrets].join("|")}`),
    );
    return ran;
  };

  verifies(
    "operators.apply",
    "makes what the file says, once, with keys that work and that only their owner can read",
    async () => {
      await writeFile(inFolder(fixture(), "oauth-secret"), `${oauthSecret}\n`);
      await writeFile(inFolder(fixture(), "events-secret"), `${eventsSecrets[0]}\n`);
      const looked = await apply(file, "--dry-run");
      assert.match(looked.stdout, /^\+ service client applied with its key backend, written to backend\.key$/m);
      await assert.rejects(stat(inFolder(fixture(), "backend.key")), { code: "ENOENT" });
      assert.deepEqual((await apply(file)).exitCode, 0);
      const keys: string[] = [];
      for (const name of ["backend.key", "eu.key"]) {
        const path = inFolder(fixture(), name);
        assert.equal((await stat(path)).mode & 0o777, 0o600);
        keys.push((await readFile(path, "utf8")).trim());
      }
      const [all, narrow] = await Promise.all(
        keys.map(async (key) => {
          const { status, json } = await new Caller(fixture().server.http, key).get("/v1/service-client");
          assert.equal(status, 200);
          return json as ServiceClient;
        }),
      );
      assert.deepEqual([all?.name, all?.appName, all?.tenantLabel], ["applied", "Harbor Tools", null]);
      assert.equal(narrow?.tenantLabel, "eu");
      assert.match((await apply(file)).stdout, /^Nothing else differs\.$/m);
      const listed = await fixture().server.operate(["oauth-apps", "list", "--format", "json"]);
      assert.match(listed.stdout, /Iv1\.applied/);
    },
  );

  test("replaces the secret for an app's events once, and keeps the old one for a day", async () => {
    await writeFile(inFolder(fixture(), "events-secret"), `${eventsSecrets[1]}\n`);
    const replaced = await apply(file);
    const change =
      /^~ secret for events of the OAuth app of github for applied\n {4}eventsSecret: "another one" -> "file:/m;
    assert.match(replaced.stdout, change);
    assert.match((await apply(file)).stdout, /^Nothing else differs\.$/m);
    const { stdout } = await fixture().server.operate(["audit", "export", "--format", "json"]);
    const set = stdout.split("\n").filter((line) => line.includes('"oauth_app.event_secret_set"'));
    assert.deepEqual(
      set.map((line) => /"keepsOld":(true|false)/.exec(line)?.[1]),
      ["false", "true"],
    );
  });

  test("sees every path from the file's own folder", async () => {
    const folder = inFolder(fixture(), "deployment");
    await mkdir(folder);
    await writeFile(join(folder, "secret"), `${oauthSecret}\n`);
    const text = `serviceClients: [{ name: elsewhere, keys: [{ name: only, keyFile: only.key }] }]
oauthApps: [{ provider: github, serviceClient: elsewhere, clientId: Iv1.elsewhere, secret: "file:secret" }]
`;
    await writeFile(join(folder, "svc.yaml"), text);
    const ran = await fixture().server.operate(["apply", "deployment/svc.yaml"]);
    assert.match(ran.stdout, /written to deployment\/only\.key$/m, ran.stderr);
    assert.match(await readFile(join(folder, "only.key"), "utf8"), /^svc_/);
  });

  test("changes what differs, and removes only with --prune", async () => {
    const renamed = file.replace("Harbor Tools", "Harbor").replace(/ {6}- name: eu[\s\S]*?label: eu\n/i, "");
    const changed = await apply(renamed);
    assert.match(changed.stdout, /^~ service client applied\n {4}appName: "Harbor Tools" -> "Harbor"$/m);
    assert.match(changed.stdout, /^ {2}key eu of applied isn't in the file; --prune would revoke it$/m);
    assert.equal((await apply(renamed, "--prune")).exitCode, 0);
    const key = (await readFile(inFolder(fixture(), "eu.key"), "utf8")).trim();
    assert.equal((await new Caller(fixture().server.http, key).get("/v1/service-client")).status, 401);
  });

  const mistakes: readonly (readonly [what: string, text: string, says: RegExp])[] = [
    [
      "an unknown field",
      file.replace("appName", "apName"),
      /^svc-server: standard input:3:5: apName: This field is unknown\.$/m,
    ],
    [
      "a wrong type",
      file.replace("[doppler/*]", "doppler/*"),
      /standard input:6:15: actions: Must be of type array\.$/m,
    ],
    ["text that isn't YAML", file.replace("[doppler/*]", "[doppler/*"), /^svc-server: standard input:\d+:\d+: /m],
    ["a field that is there twice", `${file}oauthApps: []\n`, /standard input:19:1: Map keys must be unique\.$/m],
    ["an origin with a path", file.replace("app.example.com]", "app.example.com/x]"), /standard input:4:22: /],
    ["a pattern that matches nothing", file.replace("doppler/*", "dopler/*"), /standard input:6:25: .*doppler/],
    ["a secret in the file", file.replace("file:oauth-secret", "hunter2"), /standard input:17:5: secret: /],
    [
      "a provider without OAuth",
      file.replace("provider: github", "provider: doppler"),
      /standard input:14:5: provider: /,
    ],
    [
      "a secret for events that a provider doesn't send",
      file.replace("provider: github", "provider: google-drive"),
      /standard input:18:5: eventsSecret: google-drive has no events\./,
    ],
    [
      "a new key without a file",
      file.replace("name: backend", "name: other").replace(/ +keyFile: backend.key\n/, ""),
      /A new key needs a `keyFile`/,
    ],
    ["a key's file that exists", file.replace("name: backend", "name: other"), /keyFile: This file exists already/],
  ];
  for (const [what, text, says] of mistakes) {
    verifies("operators.apply-faults", `refuses ${what} with its place, before anything is changed`, async () => {
      const before = await fixture().server.operate(["service-clients", "list", "--format", "json"]);
      const { exitCode, stdout, stderr } = await apply(text);
      assert.deepEqual([exitCode, stdout], [1, ""], stderr);
      assert.match(stderr, says);
      const after = await fixture().server.operate(["service-clients", "list", "--format", "json"]);
      assert.equal(after.stdout, before.stdout);
    });
  }
});
