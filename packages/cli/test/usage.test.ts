/** Help, usage errors, tokens passed as arguments, and the modules loaded at startup. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import type { Environment } from "../src/environment.ts";
import { exitCodes, variables } from "../src/help.ts";
import { createProgram } from "../src/program.ts";
import { environmentFor, root, svc } from "./fixture/launcher.ts";
import { serviceKey, startService } from "./fixture/service.ts";

const bare = environmentFor(null);

test("prints help with an example on stdout and exits with 0", async () => {
  for (const [args, texts] of [
    [["--help"], ["connect-sessions", "SVC_TOKEN", "outcome unknown", "svc doctor --origin"]],
    [
      ["actions", "--help"],
      ["validate", "execute", "svc actions execute doppler/secrets.get"],
    ],
    [
      ["connect-sessions", "--help"],
      ["create", "wait", "svc connect-sessions create --provider doppler"],
    ],
    [
      ["actions", "execute", "--help"],
      ["--connection <id>", "@file", "--idempotency-key", "--format <format>", "--tenant <id>"],
    ],
    [[], ["Usage: svc"]],
    [["actions"], ["Usage: svc actions"]],
    [["help", "actions"], ["Usage: svc actions"]],
  ] as const) {
    const result = await svc(args, bare);
    assert.deepEqual([result.code, result.stderr], [0, ""]);
    for (const text of texts) assert.ok(result.stdout.includes(text), `${args.join(" ")}: ${text}`);
  }
  assert.equal((await svc(["--version"], bare)).stdout, "0.1.0\n");
});

test("lists in the help what contract §7 lists: four variables, and every exit code", async () => {
  const chapter = readFileSync(new URL("../../../docs/contract/07-command-line.md", import.meta.url), "utf8");
  assert.deepEqual([...new Set(chapter.match(/SVC_[A-Z_]+/g))].toSorted(), Object.keys(variables).toSorted());
  const documented = [...chapter.matchAll(/^\| (\d+) +\| /gm)].map(([, code]) => Number(code));
  assert.deepEqual(documented, [...exitCodes.keys()]);
  const { stdout } = await svc(["--help"], environmentFor(null));
  for (const text of [...Object.keys(variables), ...exitCodes]) assert.ok(stdout.includes(text), text);
});

test("shows an example in the help of every command", async () => {
  const program = createProgram(
    { out: () => undefined, err: () => undefined } as unknown as Environment,
    () => undefined,
  );
  const check = async (command: Command, path: readonly string[]): Promise<number> => {
    let help = "";
    command.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp();
    const example = ["svc", ...path].join(" ");
    const shown = help.slice(help.lastIndexOf("\nExample"));
    assert.ok(shown.startsWith("\nExample") && shown.includes(example), example);
    const below = await Promise.all(command.commands.map((each) => check(each, [...path, each.name()])));
    return below.reduce((sum, count) => sum + count, 1);
  };
  assert.ok((await check(program, [])) > 50);
});

test("exits with 2 on a usage error and names the fault; --format json prints one document", async (context) => {
  const service = await startService(context);
  for (const [args, message] of [
    [["nothing"], /unknown command 'nothing'/],
    [["actions", "nothing"], /unknown command 'nothing'/],
    [["actions", "get", "doppler"], /missing required argument 'action_id'/],
    [["actions", "execute", "secrets.get", "--input", "{}"], /--connection <id>' not specified/],
    [["actions", "validate", "secrets.get", "--connection", "con_1"], /--input <json>' not specified/],
    [["connect-sessions", "create", "--provider", "doppler"], /--provider, --origin and --return-url are required/],
    [["connect-sessions", "create", "--provider", "d", "--origin", "o", "--return-url", "u"], /--action is required/],
    [["executions", "resolve", "act_1", "--outcome", "perhaps"], /succeeded, failed/],
    [["webhooks", "create", "--url", "https://hooks.acme.io"], /--event-type <type>' not specified/],
    [["webhooks", "update", "whe_1"], /Pass at least one of/],
    [["webhooks", "deliveries", "whe_1", "--status", "lost"], /pending, delivered, failed/],
    [["executions", "list", "--limit", "ten"], /--limit must be a whole number/],
    [["executions", "list", "--timeout", "0"], /greater than 0/],
    [["auth", "status", "--what"], /unknown option '--what'/],
    [["auth", "status", "more"], /too many arguments/],
    [["completion", "tcsh"], /bash, zsh, fish/],
    [["open", "nothing"], /docs, reference, connect/],
    [["tenants", "delete"], /missing required argument 'tenant_id'/],
    [["auth", "status", "--json", "id,"], /field names/],
  ] as const) {
    const result = await svc([...args, "--format", "json"], environmentFor(service));
    assert.equal(result.code, 2, args.join(" "));
    assert.match(result.stderr, message);
    assert.match((JSON.parse(result.stdout) as { error: { detail: string } }).error.detail, message);
  }
  const table = await svc(["auth", "status", "--format", "xml"], environmentFor(service));
  assert.deepEqual([table.code, table.stdout], [2, ""]);
  assert.deepEqual(service.seen, []);
});

test("rejects a token in an argument before anything else, without repeating it", async (context) => {
  const service = await startService(context);
  const env = { ...environmentFor(service), SVC_TOKEN: "a-token-of-another-form" };
  for (const args of [
    ["auth", "status", "--token", "x-canary"],
    ["auth", "status", "--api-token=x-canary"],
    ["--access-token=x-canary"],
    ["nothing", serviceKey],
    ["executions", "resolve", "act_1", "--outcome", "failed", "--note", `seen with ${serviceKey.slice(0, 25)}`],
    ["auth", "status", "--tenant", "a-token-of-another-form"],
    ["--help", `--tenant=${serviceKey}`],
  ]) {
    const result = await svc(args, env);
    assert.deepEqual([result.code, result.stdout], [2, ""], args.join(" "));
    assert.match(result.stderr, /SVC_TOKEN/);
    assert.doesNotMatch(result.stderr, /canary|abcdefghij|another-form/);
  }
  assert.deepEqual(service.seen, []);
  const masked = await svc(["executions", "get", "svc_live_abcdefghij"], env);
  assert.notEqual(masked.code, 2, "the public part of a key is not a key");
});

test("loads only the contract's values and key creation for help, not the SDK or validation", async () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { runCommandLine } = await import(${JSON.stringify(join(root, "packages/cli/src/main.ts"))});
    const io = { token: null, out: () => undefined, err: () => undefined, status: () => undefined };
    const code = await runCommandLine(["--help"], io);
    const before = loaded.length;
    await runCommandLine(["auth", "status"], io);
    console.log(JSON.stringify({ code, help: loaded.slice(0, before), later: loaded.slice(before) }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  const { code, help, later } = JSON.parse(stdout || `"${stderr}"`) as {
    code: number;
    help: string[];
    later: string[];
  };
  const heavy =
    /packages\/sdk\/|packages\/contract\/(?!src\/(?:idempotency-key|ids|names|terminal\/surface|values)\.ts)|json-schema|typebox|src\/commands\/(?!(?:[a-z-]+\/index|nouns|options)\.ts)|src\/generated\/[a-z-]+-runs/;
  assert.equal(code, 0);
  assert.ok(help.length > 0);
  assert.deepEqual(
    help.filter((url) => heavy.test(url)),
    [],
  );
  assert.ok(
    later.some((url) => heavy.test(url)),
    "the hook reports modules that are loaded later",
  );
});

test("says what was meant by a misspelled command or option, or which commands there are", async () => {
  for (const [args, hint] of [
    [["tenant", "list"], "Did you mean svc tenants?"],
    [["executions", "lst"], "Did you mean svc executions list?"],
    [["tenants", "list", "--limt", "3"], "--limt is no option. Did you mean --limit?"],
    [["unlike-any"], "Commands of svc: auth, doctor, providers, actions, tenants,"],
  ] as const) {
    const { code, stderr } = await svc(args, bare);
    assert.deepEqual([code, stderr.includes(hint)], [2, true], stderr);
  }
});
