/** Commands on a server elsewhere: the admin API below them instead of a database. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { writeFile } from "node:fs/promises";
import { createAdminClient } from "../../../src/adapters/egress/admin-client.ts";
import { remoteAdministration } from "../../../src/app/remote.ts";
import { createOperatorActions } from "../../../src/entry/cli/actions.ts";
import type { OperatorEnvironment } from "../../../src/entry/cli/environment.ts";
import { createOperatorProgram } from "../../../src/entry/cli/program.ts";
import { makeFixture, type Fixture } from "../console/fixture.ts";

let fixture: Fixture;
const folder = mkdtempSync(join(tmpdir(), "svc-elsewhere-"));
before(async () => {
  fixture = await makeFixture({}, { empty: true });
});
after(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command with a token. @returns what it printed. */
async function run(token: string, ...words: string[]): Promise<string> {
  const environment = {
    remote: createAdminClient({ url: fixture.origin, token }),
    nowMs: Date.now,
    namesDatabase: () => false,
    open: () => Promise.reject(new Error("There is no database here.")),
    providers: [],
    setting: () => null,
    variable: () => undefined,
  } as unknown as OperatorEnvironment;
  let printed = "";
  const io = { out: (text: string) => void (printed += text), err: () => undefined };
  const actions = createOperatorActions(io, environment, () => Promise.resolve());
  await createOperatorProgram(io, actions, true).parseAsync(words, { from: "user" });
  return printed;
}

async function applied(name: string, text: string, ...flags: string[]): Promise<string> {
  const path = join(folder, `${name}.yaml`);
  await writeFile(path, text);
  return await run(fixture.token, "apply", path, ...flags);
}

test("lists, changes and revokes without a database", async () => {
  const json = ["--format", "json"];
  const made = await run(fixture.token, "service-clients", "create", "--name", "far", ...json);
  const { id, key } = JSON.parse(made) as { id: string; key: string };
  assert.match(key, /^svc_live_/);
  await run(fixture.token, "service-clients", "update", id, "--allow-action", "acme/*", "--completion", "confirmed");
  await run(fixture.token, "service-clients", "add-key", id, "--key-name", "ci");
  await run(fixture.token, "service-clients", "update-key", id, "ci", "--may-decide");
  await run(fixture.token, "service-clients", "rotate-key", id, "--key-name", "ci", "--overlap-seconds", "0");
  await run(fixture.token, "service-clients", "revoke-key", id, "default");
  const listed = JSON.parse(await run(fixture.token, "service-clients", "list", ...json)) as {
    serviceClients: { id: string; completion: string; policy: { actions: string[] } }[];
  };
  const mine = listed.serviceClients.find((client) => client.id === id);
  assert.deepEqual([mine?.completion, mine?.policy.actions], ["confirmed", ["acme/*"]]);
  await run(fixture.token, "service-clients", "revoke", id);
  await run(fixture.token, "operator-tokens", "create", "--name", "Grace", "--role", "viewer");
  await run(fixture.token, "operator-tokens", "update", "Grace", "--role", "operator");
  await run(fixture.token, "operator-tokens", "revoke", "Grace");
  for (const words of [
    "operator-tokens list",
    "oauth-apps list",
    "webhooks list",
    "webhooks status",
    "providers list",
  ]) {
    await run(fixture.token, ...words.split(" "));
  }
  for (const words of ["vault status", "vault rotate", "failover status", "audit verify"]) {
    assert.notEqual(await run(fixture.token, ...words.split(" ")), "", words);
  }
});

test("names the option of a value that the server refuses", async () => {
  const create = (...more: string[]) => run(fixture.token, "service-clients", "create", "--name", "bad", ...more);
  await assert.rejects(create("--allow-action", "acme/nothing.*"), /--allow-action "acme\/nothing\.\*": No action/);
  await assert.rejects(create("--allow-action", "*"), /--allow-action "\*": /);
  await assert.rejects(create("--allowed-origin", "localhost"), /--allowed-origin "localhost": /);
});

test("applies a file, a second time without a change, and refuses patterns with their place", async () => {
  const keyFile = join(folder, "far.key");
  const file = (pattern: string, ruled = "acme/*") => `serviceClients:
  - name: applied
    policy:
      actions: ["${pattern}"]
      rules: [{ decision: ask, match: { actions: ["${ruled}"] } }]
    keys: [{ name: backend, keyFile: "${keyFile}" }]
`;
  await assert.rejects(applied("pattern", file("acmee/*")), /pattern\.yaml:4:17: .*Did you mean acme\/\*\?/);
  await assert.rejects(applied("rule", file("acme/*", "acmee/*")), /rule\.yaml:5:51: .*Did you mean acme\/\*\?/);
  assert.match(await applied("good", file("acme/*"), "--dry-run"), /^\+ service client applied/);
  await applied("good", file("acme/*"));
  assert.match(readFileSync(keyFile, "utf8"), /^svc_live_/);
  assert.match(await applied("good", file("acme/*")), /^Nothing/);
});

test("a role that isn't enough, and a command that stays on the machine, change nothing", async () => {
  const { secret } = await fixture.tokens.create({ name: "viewer", role: "viewer", expiresInDays: 1 });
  await run(secret, "service-clients", "list");
  await assert.rejects(run(secret, "service-clients", "create", "--name", "never"), { code: "NOT_PERMITTED" });
  await assert.rejects(run("sop_wrong", "service-clients", "list"), { code: "UNAUTHENTICATED" });
  for (const words of ["migrate", "vault rekey", "clock status", "doctor"]) {
    await assert.rejects(run(fixture.token, ...words.split(" ")), new RegExp(`${words} works only on`));
  }
});

test("says that nothing answered, and never sends a token unencrypted to another machine", async () => {
  const away = createAdminClient({ url: "http://127.0.0.1:9", token: "sop_x" });
  await assert.rejects(away.listOAuthApps({}), {
    name: "AdministrationUnavailable",
    message: /look before you repeat it/,
  });
  const at = (url: string) => remoteAdministration({ SVC_ADMIN_TOKEN: "sop_x", SVC_ADMIN_URL: url });
  for (const url of ["", "nowhere", "http://admin.example"]) assert.throws(() => at(url), { name: "ConfigError" });
  assert.notEqual(at("https://admin.example"), null);
  assert.equal(remoteAdministration({ SVC_ADMIN_URL: "https://admin.example" }), null);
});
