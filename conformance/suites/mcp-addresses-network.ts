/**
 * Runs in a network of its own: a live server of svc, and a stranger's MCP server that leads it to addresses inside the
 * network in every way it can. Exits with 0 if each was refused and no connection arrived there.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Execution, ImportedConnection } from "@svc/contract";
import { makeClient, makeHome, openSession, startServer, uniqueName, until, type Ran } from "../harness/index.ts";
import { Caller, type RunningServer } from "../harness/index.ts";
import { Journey } from "../harness/oauth/journey.ts";
import { startNames } from "../strangers/network/names.ts";
import { certificateFile, honest, publicAddress, startNetworkServer, type Said } from "../strangers/network/server.ts";
import { untilLoaded, type ReviewFile } from "./mcp-provider-fixture.ts";

const names = new Map<string, readonly string[]>(
  ["notes", "open", "auth", "tokens", "apps", "public"].map((name) => [`${name}.acme.io`, [publicAddress]]),
);
names.set("private.acme.io", ["10.77.0.1"]);
names.set("metadata.acme.io", ["169.254.169.254"]);
names.set("loop.acme.io", ["127.0.0.1"]);
names.set("mixed.acme.io", [publicAddress, "10.77.0.1"]);
names.set("denied.acme.io", ["20.30.9.1"]);
await startNames((name) => names.get(name) ?? null);
const stranger = await startNetworkServer();
const home = await makeHome("sqlite");
const start = (): Promise<RunningServer> =>
  startServer({
    engine: "sqlite",
    home,
    live: true,
    env: { NODE_EXTRA_CA_CERTS: certificateFile, SVC_WEBHOOK_DENY_CIDRS: "20.30.9.0/24" },
  });
let server = await start();
let cases = 0;

/** Runs one attack. Nothing may arrive anywhere but at the public address. */
async function refused(what: string, said: Partial<Said>, work: () => Promise<void>): Promise<void> {
  stranger.says = { ...honest, ...said };
  stranger.reached.length = 0;
  try {
    await work();
    assert.deepEqual(stranger.reached, []);
  } catch (error) {
    throw new Error(`It isn't refused: ${what}. Reached: ${stranger.reached.join()}`, { cause: error });
  }
  stranger.says = honest;
  cases += 1;
}

const fileOf = (slug: string): string => join(home.folder, `${slug}.json`);

async function inspect(slug: string, url: string): Promise<Ran> {
  rmSync(fileOf(slug), { force: true });
  return await server.operate(["providers", "add-mcp", slug, url, "--with-token", "--to", fileOf(slug)], "token");
}

const inside = /in a network that svc doesn't connect to/;
for (const host of ["10.77.0.1", "[fd00:ec2::254]", "localhost", "private.acme.io", "denied.acme.io"]) {
  await refused(`an MCP server at ${host}`, {}, async () => {
    const { exitCode, stderr } = await inspect("never", `https://${host}/mcp`);
    assert.equal(exitCode, 1);
    assert.match(stderr, inside);
  });
}
const attacks: readonly (readonly [what: string, host: string, said: (place: string) => Partial<Said>])[] = [
  ...["192.168.77.1", "[::1]", "mixed.acme.io", "denied.acme.io"].map(
    (host) =>
      [
        "address of its authorization server",
        host,
        (place: string) => ({ resource: { authorization_servers: [place] } }),
      ] as const,
  ),
  ...["authorization", "token", "registration"].flatMap((kind) =>
    (kind === "token" ? ["169.254.169.254", "0x7f.1", "metadata.acme.io"] : ["127.0.0.1", "loop.acme.io"]).map(
      (host) =>
        [`${kind} endpoint`, host, (place: string) => ({ authorization: { [`${kind}_endpoint`]: place } })] as const,
    ),
  ),
];
for (const [what, host, said] of attacks) {
  await refused(`${what} at ${host}`, said(`https://${host}`), async () => {
    const { exitCode, stderr } = await inspect("never", "https://notes.acme.io/mcp");
    assert.equal(exitCode, 0, stderr);
    assert.match(
      stderr,
      new RegExp(`${what} can't be used\\. Its address is in a network that svc doesn't connect to`),
    );
    const { auth } = JSON.parse(readFileSync(fileOf("never"), "utf8")) as ReviewFile;
    assert.deepEqual(auth, { kind: "bearer" });
  });
}
const unused = { revocation_endpoint: "https://10.77.0.1/revoke", jwks_uri: "https://private.acme.io/keys" };
const hidden = ' resource_metadata="https://169.254.169.254/x"';
await refused("addresses that svc doesn't use", { authorization: unused, challenge: hidden }, async () => {
  assert.equal((await inspect("never", "https://notes.acme.io/mcp")).exitCode, 0);
  const { auth } = JSON.parse(readFileSync(fileOf("never"), "utf8")) as ReviewFile;
  assert.equal(auth.kind, "oauth");
});
await refused(
  "metadata elsewhere alone",
  { challenge: ` resource_metadata="https://10.77.0.1/x"`, resource: { resource: "https://x.acme.io" } },
  async () => {
    assert.match(
      (await inspect("never", "https://notes.acme.io/mcp")).stderr,
      /at another origin, where svc doesn't ask/,
    );
  },
);
for (const path of ["/mcp", "/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"]) {
  await refused(`a redirect of ${path}`, { redirects: { [path]: "https://10.77.0.1/x" } }, async () => {
    const { exitCode, stderr } = await inspect("never", "https://notes.acme.io/mcp");
    assert.equal(exitCode, path === "/mcp" ? 1 : 0);
    assert.match(stderr, /redirect/);
    assert.equal(existsSync(fileOf("never")), path !== "/mcp");
  });
}

/** Applies a review whose only tool is enabled. */
async function apply(slug: string, edit: (review: ReviewFile) => ReviewFile = (review) => review): Promise<Ran> {
  const review = edit(JSON.parse(readFileSync(fileOf(slug), "utf8")) as ReviewFile);
  const tools = review.tools.map((tool) => ({ ...tool, reviewed: true }));
  writeFileSync(fileOf(slug), JSON.stringify({ ...review, tools }));
  return await server.operate(["providers", "apply", fileOf(slug)]);
}

let honestAuth: ReviewFile["auth"] | null = null;
await inspect("edited", "https://notes.acme.io/mcp");
for (const [field, host] of [
  ["authorizationEndpoint", "10.77.0.1"],
  ["tokenEndpoint", "169.254.169.254"],
  ["registrationEndpoint", "localhost"],
] as const) {
  await refused(`an edited review with ${field} at ${host}`, {}, async () => {
    const { stderr } = await apply("edited", (review) => ({
      ...review,
      auth: { ...(honestAuth ??= review.auth), [field]: `https://${host}/x` },
    }));
    assert.match(stderr, /https:\/\/[^ ]+\/x can't be used: It's in a network that svc doesn't connect to/m);
  });
}

// From here on, names lead elsewhere after they were looked at.
const slugs = ["moved", "redirected", "open"];
const flags = ["--allow-import", "--force"];
const { caller: first, key } = await makeClient(server, { allowActions: slugs.map((slug) => `${slug}/*`), flags });
const idempotent = () => ({ idempotencyKey: uniqueName("k") });
const made = await first.post("/v1/tenants", { externalId: "t", displayName: "Acme" }, idempotent());
const { id: tenantId } = made.json as { id: string };

const elsewhere = {
  token_endpoint: "https://tokens.acme.io/token",
  registration_endpoint: "https://apps.acme.io/register",
};
await refused("a name for registrations that changes", { authorization: elsewhere }, async () => {
  assert.equal((await inspect("moved", "https://notes.acme.io/mcp")).exitCode, 0);
  assert.equal((await apply("moved")).exitCode, 0);
  names.set("apps.acme.io", ["10.77.0.1"]);
  const { exitCode, stderr } = await server.operate(["oauth-apps", "register", "moved"]);
  assert.equal(exitCode, 1);
  assert.match(stderr, /No app was registered.*in a network that svc doesn't connect to/);
});
await refused("a redirect of a registration", { redirects: { "/register": "https://10.77.0.1/x" } }, async () => {
  assert.equal((await inspect("redirected", "https://public.acme.io/mcp")).exitCode, 0);
  assert.equal((await apply("redirected")).exitCode, 0);
  const { stderr } = await server.operate(["oauth-apps", "register", "redirected"]);
  assert.match(stderr, /The server refused to register an app \(307\)/);
});

/** Connects as a user who comes back from the authorization server. */
async function connect(slug: string): Promise<void> {
  const set = await server.operate(["oauth-apps", "set", slug, "--client-id", "app"], "secret");
  assert.equal(set.exitCode, 0, set.stderr);
  await untilLoaded(server.url, slug, ["tools.write"]);
  await until(5000, "the provider has its app", async () => {
    const { providers } = (await first.get(`/v1/tenants/${tenantId}/providers`)).json as {
      providers: { slug: string }[];
    };
    return providers.some((one) => one.slug === slug) ? true : null;
  });
  const fields = { provider: slug, authKind: "oauth2_authorization_code", requestedActions: ["tools.write"] };
  const going = new Journey({ caller: first, session: await openSession(first, tenantId, fields) });
  const { searchParams } = await going.toProvider();
  const callback = new URL(searchParams.get("redirect_uri") ?? "");
  const query = { code: "canary-of-a-code", iss: "https://auth.acme.io", state: searchParams.get("state") ?? "" };
  for (const [name, value] of Object.entries(query)) callback.searchParams.set(name, value);
  const landed = await going.land(callback);
  assert.match(landed.text, /nothing was stored/);
  assert.equal((await going.state()).connection_id, null);
}
names.set("tokens.acme.io", ["10.77.0.1"]);
await refused("a name for tokens that changes", {}, () => connect("moved"));
await refused("a redirect of a token request", { redirects: { "/token": "https://10.77.0.1/x" } }, async () => {
  await connect("redirected");
  assert.equal(stranger.requests.filter((one) => one === "POST auth.acme.io/token").length, 1);
});

await inspect("open", "https://open.acme.io/mcp");
await apply("open", (review) => ({ ...review, auth: { kind: "none" } }));
await untilLoaded(server.url, "open", ["tools.write"]);
const path = `/v1/tenants/${tenantId}`;
const body = { provider: "open", authKind: "static_credential", requestedActions: ["tools.write"], credential: {} };
const imported = await first.post(`${path}/connections:import`, body, idempotent());
const { connection } = imported.json as ImportedConnection;
assert.ok(connection !== null, imported.text);
const execute = async (caller: Caller): Promise<Execution> => {
  const place = `${path}/connections/${connection.id}/actions/tools.write:execute`;
  const { json } = await caller.post(place, { input: { text: "x" } }, idempotent());
  const { execution, execution_id: id } = json as { execution?: Execution; execution_id?: string };
  return (await caller.get(`${path}/action-executions/${execution?.id ?? id ?? ""}`)).json as Execution;
};
assert.equal((await execute(first)).status, "succeeded", "the public address works");
await refused("a redirect of a call", { redirects: { "/mcp": "https://10.77.0.1/mcp" } }, async () => {
  assert.equal((await execute(first)).status, "failed");
});
for (const address of ["10.77.0.1", "169.254.169.254", "127.0.0.1", "20.30.9.1"]) {
  await refused(`an MCP server whose name changes to ${address}`, {}, async () => {
    names.set("open.acme.io", [address]);
    // Another process remembers no address.
    await server.stop();
    server = await start();
    const { status, error, dispatchedAt } = await execute(new Caller(server.http, key));
    assert.deepEqual([status, error?.code, dispatchedAt], ["failed", "PROVIDER_UNREACHABLE", null]);
    const { stderr } = await server.operate(["providers", "recheck", "open"]);
    assert.match(stderr, /can't be inspected.*in a network that svc doesn't connect to/);
  });
}
await server.kill9();
await home.remove();
process.stdout.write(`${String(cases)} refused\n`);
process.exit();
