/**
 * `npm run demo`: the main flow from an operator's key to two lost responses, one that svc settles by checking and one
 * that only a person can resolve, on SQLite and the simulated provider, with the real programs. It ends with what it
 * proved, and fails if any of it doesn't hold. `--server PROGRAM` runs it with another `svc-server`.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { freePort } from "../free-port.ts";
import { programs, runProgram, startServer, tell, type Ran } from "./terminal.ts";

// Another `svc-server`, for example one that runs in a container. Refuses every other argument.
const { server: otherServer } = parseArgs({ options: { server: { type: "string" } } }).values;
if (otherServer !== undefined) programs["svc-server"] = otherServer;
const startedAt = Date.now();
const origin = "http://localhost:3000";
const returnUrl = "http://localhost:3000/connected";
const folder = mkdtempSync(join(tmpdir(), "svc-demo-"));
const provider = await startDopplerSimulator();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const serverEnvironment = {
  SVC_LISTEN: `127.0.0.1:${port}`,
  SVC_PUBLIC_URL: url,
  SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}`,
  // No load balancer needs time to notice that the server stops.
  SVC_DRAIN_GRACE_MS: "0",
};
const consumerEnvironment: Record<string, string> = { SVC_API_URL: url, SVC_DOCS_URL: url };
let printed = "";
const connectTokens: string[] = [];

/** Runs `svc`, prints it, and checks its exit code. */
async function svc(
  args: readonly string[],
  options: { exit?: number; stdin?: string; show?: boolean } = {},
): Promise<Ran> {
  const { exit = 0, stdin = "", show = true } = options;
  tell.command(`svc ${args.map((arg) => (/^[\w./:@=-]+$/.test(arg) ? arg : `'${arg}'`)).join(" ")}`);
  const ran = await runProgram("svc", args, consumerEnvironment, stdin);
  printed += ran.stderr;
  if (show) tell.respond(shorten(ran.stderr + ran.stdout));
  assert.equal(ran.exitCode, exit, `svc ${args.join(" ")} exited with ${ran.exitCode}: ${ran.stderr}`);
  return ran;
}

function shorten(text: string): string {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => (line.length > 110 ? `${line.slice(0, 109)}…` : line));
  return lines.length > 14 ? [...lines.slice(0, 13), `… ${lines.length - 13} lines more`].join("\n") : lines.join("\n");
}

function executionIn({ stdout, stderr }: Ran): string {
  const [id] = /act_[0-9a-z]{26}/.exec(stderr + stdout) ?? [];
  assert.ok(id !== undefined, "no execution is named");
  return id;
}

function field(ran: Ran, name: string): string {
  const value = (JSON.parse(ran.stdout) as Record<string, unknown>)[name];
  assert.ok(typeof value === "string", `${name} is missing in the response`);
  return value;
}

/** Does what a frontend with its own form does in the end user's browser. */
async function submitCredential(token: string, credential: string): Promise<void> {
  const post = async (path: string, body: unknown, secret?: string): Promise<Record<string, unknown>> => {
    const headers: Record<string, string> = { "content-type": "application/json", origin };
    if (secret !== undefined) headers["authorization"] = `Bearer ${secret}`;
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    assert.equal(response.status, 200, `${path} answered ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const { sessionSecret } = await post("/connect/v1/exchange", { token });
  await post("/connect/v1/credential", { access_token: credential }, String(sessionSecret));
}

/** Connects an account with these actions. @returns the connection's id. */
async function connect(actions: readonly string[]): Promise<string> {
  const granted = actions.flatMap((action) => ["--action", action]);
  const addresses = ["--origin", origin, "--return-url", returnUrl];
  const session = await svc(
    ["connect-sessions", "create", "--provider", "doppler", ...addresses, ...granted, "--format", "json"],
    { show: false },
  );
  const connectToken = field(session, "token");
  const sessionId = field(session, "id");
  connectTokens.push(connectToken);
  tell.respond(`id     ${sessionId}\ntoken  ${connectToken.slice(0, 8)}…  (works once, only for the frontend)`);
  const waiting = svc(["connect-sessions", "wait", sessionId, "--quiet", "--format", "json"], { show: false });
  await submitCredential(connectToken, provider.tokens.serviceAccount);
  const id = field(await waiting, "connection_id");
  tell.respond(`completed: ${id}`);
  return id;
}

tell.title("svc: from an operator's key to an executed action");
tell.note("SQLite, a simulated secrets provider, and the real command line. Nothing leaves this machine.");
const server = await startServer(["--sandbox", "--sandbox-provider", `doppler=${provider.url}`], serverEnvironment);

tell.step(1, "The operator issues a key, shown only once");
const policy = ["--allowed-origin", origin, "--return-url", returnUrl, "--allow-action", "doppler/*"];
tell.command(`svc-server service-clients create --name backend ${policy.join(" ")} --format json`);
const made = await runProgram(
  "svc-server",
  ["service-clients", "create", "--name", "backend", ...policy, "--format", "json"],
  serverEnvironment,
);
assert.equal(made.exitCode, 0, made.stderr);
const serviceKey = field(made, "key");
tell.respond(`id   ${field(made, "id")}\nkey  ${serviceKey.slice(0, 19)}…  (in SVC_TOKEN from now on)`);
consumerEnvironment["SVC_TOKEN"] = serviceKey;

tell.step(2, "The backend authenticates and checks itself");
await svc(["auth", "status"]);
await svc(["doctor", "--origin", origin, "--return-url", returnUrl]);

tell.step(3, "It creates a tenant");
const tenant = await svc([
  "tenants",
  "create",
  "--external-id",
  "acme",
  "--display-name",
  "Acme Inc.",
  "--format",
  "json",
]);
consumerEnvironment["SVC_TENANT_ID"] = field(tenant, "id");

tell.step(4, "It discovers providers and actions");
await svc(["providers", "list"]);
await svc(["actions", "list", "doppler"]);

tell.step(5, "It opens a Connect session, the end user submits a token, and it waits for the session");
const connection = await connect(["secrets.names.list", "secrets.get", "secrets.set"]);

tell.step(6, "The connection is tested");
await svc(["connections", "test", connection]);

tell.step(7, "An input is validated locally, before anything is sent");
const place = { project: "harbor-api", config: "dev" };
const wrong = JSON.stringify({ ...place, name: "lower-case", value: "x" });
await svc(["actions", "validate", "secrets.set", "--connection", connection, "--input", wrong], { exit: 5 });

tell.step(8, "A safe read, and a write that does nothing if repeated");
const read = JSON.stringify(place);
await svc(["actions", "execute", "secrets.names.list", "--connection", connection, "--input", read]);
const secret = `demo-${"s3cr3t".toUpperCase()}-${process.pid}`;
const write = JSON.stringify({ ...place, name: "GREETING", value: secret });
const writeArgs = [
  "actions",
  "execute",
  "secrets.set",
  "--connection",
  connection,
  "--input",
  "-",
  "--idempotency-key",
];
await svc([...writeArgs, "demo-write-1"], { stdin: write });
await svc([...writeArgs, "demo-write-1"], { stdin: write });

tell.step(9, "The response to a write is lost: svc checks at the provider, and the caller gets its response");
provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
const lost = JSON.stringify({ ...place, name: "LOST_RESPONSE", value: secret });
const settled = await svc([...writeArgs, "demo-write-2"], { stdin: lost });
tell.note("It took effect, and svc says on what grounds:");
const record = await svc(["executions", "get", executionIn(settled)], { show: false });
tell.respond(record.stdout.slice(record.stdout.indexOf("TIME ")));

tell.step(10, "A connection that may write but not read: svc can't check, so it reports an unknown outcome");
const blind = await connect(["secrets.set"]);
const blindArgs = writeArgs.map((arg) => (arg === connection ? blind : arg));
provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
const unknown = JSON.stringify({ ...place, name: "UNKNOWN_OUTCOME", value: secret });
const stopped = await svc([...blindArgs, "demo-write-3"], { stdin: unknown, exit: 7 });
const executionId = executionIn(stopped);
await svc(["executions", "settle", executionId], { exit: 1 });
tell.note("So a person checks, with a token that may read:");
const look = JSON.stringify({ ...place, name: "UNKNOWN_OUTCOME" });
const seen = await svc(
  ["actions", "execute", "secrets.get", "--connection", connection, "--input", look, "--format", "json"],
  { show: false },
);
assert.ok(seen.stdout.includes(secret), "the lost write isn't at the provider");
tell.respond("UNKNOWN_OUTCOME exists, with the value that was sent.");
await svc(["executions", "resolve", executionId, "--outcome", "succeeded", "--note", "Seen at the provider."]);
await svc([...blindArgs, "demo-write-3"], { stdin: unknown });

await server.stop();
await provider.close();
prove();
rmSync(folder, { recursive: true, force: true });

/** Verifies the provider's own ledger and the files on disk. */
function prove(): void {
  tell.title("What this proved");
  const effects = provider.ledger.effects.map((effect) => effect.kind);
  const writes = provider.ledger.requests.filter((request) => request.method === "POST").length;
  assert.equal(writes, 3, "the provider received a different number of changing requests");
  assert.equal(effects.length, 3, "the provider counted a different number of effects");
  tell.proof("5 write commands under 3 keys: 3 changing requests, 3 effects in the provider's own ledger");
  tell.proof("of two lost responses, one was settled by checking and one by a person; neither was sent again");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const kept = files.map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString("latin1")).join("");
  const secrets = {
    "secret value": secret,
    "provider token": provider.tokens.serviceAccount,
    "service key": serviceKey,
    ...Object.fromEntries(connectTokens.map((token, number) => [`Connect token ${number + 1}`, token])),
  };
  for (const [name, value] of Object.entries(secrets)) {
    const forms = [value, Buffer.from(value).toString("base64").replace(/=+$/, ""), Buffer.from(value).toString("hex")];
    for (const form of forms)
      assert.ok(!(kept + server.log() + printed).includes(form), `${name} was stored somewhere`);
  }
  tell.proof(
    `no secret value, provider token, service key or Connect token in ${files.length} files, logs and messages`,
  );
  console.log(`\nDone in ${((Date.now() - startedAt) / 1000).toFixed(1)} s. Next: docs/quickstart.md\n`);
}
