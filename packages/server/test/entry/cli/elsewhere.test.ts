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
import { sampleReview } from "../../domain/providers/sample-review.ts";
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

test("applies MCP servers before what names them, shows what differs, and takes them away with --prune", async () => {
  const write = (name: string, review: object) => writeFile(join(folder, name), JSON.stringify(review, null, 2));
  await write("notes.review.json", sampleReview(["list_notes"]));
  const inline = JSON.stringify(sampleReview(["add_note"], "wiki"));
  const reviews = ["notes.review.json", inline].map((review) => `  - review: ${review}\n`).join("");
  const client = (rule: string) => `serviceClients:
  - name: reader
    policy:
      actions: [notes/*, wiki/tools.addNote]
      rules:
        - decision: ask
          match: { actions: [wiki/*], input: { type: object, properties: { ${rule}: { type: string } } } }
    keys: [{ name: backend, keyFile: "${join(folder, "reader.key")}" }]
`;
  const file = `${client("text")}providers:\n${reviews}`;
  const looked = await applied("servers", file, "--dry-run");
  assert.match(
    looked,
    /^\+ MCP server notes\n {4}url: "https:\/\/tools\.example\.com\/mcp"\n {4}tools: \["list_notes"\]$/m,
  );
  assert.ok(looked.indexOf("MCP server wiki") < looked.indexOf("service client reader"), looked);
  assert.match(await applied("servers", file), /^Applied\.$/m);
  assert.match(await applied("servers", file), /^Nothing else differs\.$/m);
  await write("notes.review.json", sampleReview());
  const changed = await applied("servers", file);
  assert.match(changed, /^~ MCP server notes\n {4}tools\.add_note\.reviewed: false -> true$/m);
  const fewer = `providers:\n  - review: notes.review.json\n`;
  assert.match(await applied("servers", fewer), /^ {2}MCP server wiki isn't in the file; --prune would remove it$/m);
  assert.match(await applied("servers", fewer, "--prune"), /^- MCP server wiki$/m);
  assert.match(await applied("servers", fewer, "--prune"), /^Nothing/);
  const listed = JSON.parse(await run(fixture.token, "providers", "list", "--format", "json")) as {
    providers: { slug: string }[];
  };
  assert.deepEqual(listed.providers.map(({ slug }) => slug).toSorted(), ["acme", "notes"]);
});

test("says where a review can't be used, in its own file or in the one that holds it", async () => {
  const tampered = JSON.stringify({ ...sampleReview(), trusted: true }, null, 2);
  await writeFile(join(folder, "odd.review.json"), tampered);
  const line = tampered.split("\n").findIndex((text) => text.includes('"trusted"')) + 1;
  const named = "providers:\n  - review: odd.review.json\n";
  await assert.rejects(applied("odd", named), new RegExp(`odd\\.review\\.json:${line}:3: trusted: `));
  const held = `providers:\n  - review:\n      ${tampered.replaceAll("\n", "\n      ")}\n`;
  await assert.rejects(applied("odd", held), /odd\.yaml:\d+:9: trusted: This field is unknown\.\nNothing was changed/);
  const wrong = sampleReview().tools.map((tool) => ({ ...tool, description: "Other." }));
  const forged = `providers: [{ review: ${JSON.stringify({ ...sampleReview(), tools: wrong })} }]\n`;
  await assert.rejects(applied("odd", forged), /odd\.yaml:1:\d+: digest: It doesn't match/);
  const twice = `providers:\n${"  - review: notes.review.json\n".repeat(2)}`;
  await assert.rejects(applied("odd", twice), /odd\.yaml:3:5: slug: Another MCP server has this slug/);
  const moved = JSON.stringify({ ...sampleReview(), url: "https://thief.example.com/mcp" });
  await assert.rejects(
    applied("odd", `providers: [{ review: ${moved} }]\n`),
    /odd\.yaml:1:\d+: url: The slug notes and/,
  );
  await assert.rejects(applied("odd", "providers:\n  - reviews: x\n"), /odd\.yaml:2:5: reviews: This field is unknown/);
  await assert.rejects(applied("odd", "providers:\n  - review: none.json\n"), /none\.json can't be read \(ENOENT\)/);
});

test("finds a mistake in a rule's input before anything is changed, with its place", async () => {
  const file = (rule: string) => `serviceClients:
  - name: ruled
    policy:
      rules:
        - decision: deny
        - decision: deny
          match: { actions: [acme/*], input: { type: object, required: [nothing] } }
    keys:
      - name: backend
        keyFile: "${join(folder, "ruled.key")}"
        rules:
          - ${rule}
`;
  const first = "decision: deny";
  const input =
    /ruled\.yaml:7:39: input: No action that the rule is about has a field `nothing`\.\nNothing was changed/;
  await assert.rejects(applied("ruled", file(first)), input);
  const second = "{ decision: deny, approver: other }";
  await assert.rejects(applied("ruled", file(second)), /ruled\.yaml:12:31: approver: `approver` belongs to `ask` only/);
  const listed = await run(fixture.token, "service-clients", "list");
  assert.doesNotMatch(listed, /ruled/);
});

test("a role that isn't enough, and a command that stays on the machine, change nothing", async () => {
  const { secret } = await fixture.tokens.create({ name: "viewer", role: "viewer", expiresInDays: 1 });
  await run(secret, "service-clients", "list");
  await assert.rejects(run(secret, "service-clients", "create", "--name", "never"), { code: "NOT_PERMITTED" });
  await assert.rejects(
    run("sop_wrong", "service-clients", "list"),
    /doesn't accept the operator token in SVC_ADMIN_TOKEN/,
  );
  for (const words of ["migrate", "vault rekey", "clock status", "doctor"]) {
    await assert.rejects(run(fixture.token, ...words.split(" ")), new RegExp(`${words} works only on`));
  }
});

test("says that nothing answered, and never sends a token unencrypted to another machine", async () => {
  const away = createAdminClient({ url: "http://127.0.0.1:9", token: "sop_x" });
  await assert.rejects(away.listOAuthApps({ query: {} }), {
    name: "AdministrationUnavailable",
    message: /look before you repeat it/,
  });
  const at = (url: string) => remoteAdministration({ SVC_ADMIN_TOKEN: "sop_x", SVC_ADMIN_URL: url });
  for (const url of ["", "nowhere", "http://admin.example"]) assert.throws(() => at(url), { name: "ConfigError" });
  assert.notEqual(at("https://admin.example"), null);
  assert.equal(remoteAdministration({ SVC_ADMIN_URL: "https://admin.example" }), null);
});
