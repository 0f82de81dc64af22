/** Plays a host against a running server, step by step, as the host itself would. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { ApproveAgentAuthorization, CreatedDelegatedToken } from "@svc/contract";
import { until, type Caller, uniqueName } from "../harness/index.ts";
import { approve, Browser, type TokenBody } from "../suites/agent-sign-in-fixture.ts";
import { assertionOf, claimsFor, makeKey, signedWith, type Key } from "../suites/host-assertions.ts";
import type { Host } from "./host.ts";

/** What a host is played against. */
export interface Stage {
  /** The server's address, which is its issuer. */
  readonly url: string;
  readonly tenantId: string;
  /** The consumer's app. */
  readonly app: Caller;
  readonly allowed: ApproveAgentAuthorization;
  /** Publishes a JSON document. @returns its address. */
  readonly publish: (path: string, document: object) => string;
  /** A tool that reads, and its required arguments. */
  readonly call: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

/** The longest name of a tool that models accept. */
const toolNameLengthMax = 64;

/** What was seen of a host that was played. */
export interface Played {
  readonly tools: readonly string[];
  /** Whether it signed its requests. */
  readonly signed: boolean;
}

type Metadata = Readonly<Record<string, unknown>>;

/** Plays a host from its first request to the end of its sign-in. */
export async function play(host: Host, stage: Stage): Promise<Played> {
  const address = addressOf(host, stage);
  if (host.identity.by === "token") {
    const tools = await useTools(host, stage, { address, token: await delegatedToken(stage) });
    return { tools, signed: false };
  }
  const metadata = await discover(host, stage, address);
  const client = await identify(host, stage, metadata);
  const grant = await signIn(host, stage, { address, metadata, client });
  const token = async (fields: Readonly<Record<string, string>>): Promise<{ status: number; body: TokenBody }> =>
    await post(textOf(metadata, "token_endpoint"), { ...fields, ...client.identification(textOf(metadata, "issuer")) });
  const first = await token({ ...grant, grant_type: "authorization_code" });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const tools = await useTools(host, stage, { address, token: first.body.access_token ?? "" });

  // An hour later, as many calls as it makes at once notice that the token has expired.
  const refresh = (refreshToken: string) => token({ grant_type: "refresh_token", refresh_token: refreshToken });
  const asked = Array.from({ length: Math.max(1, host.refreshes) }, () => refresh(first.body.refresh_token ?? ""));
  const renewed = await Promise.all(asked);
  for (const { status, body } of renewed) {
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body, renewed[0]?.body);
  }
  const second = renewed[0]?.body ?? {};
  await useTools(host, stage, { address, token: second.access_token ?? "" });

  // Once more, and the response doesn't arrive.
  await refresh(second.refresh_token ?? "");
  const third = await refresh(second.refresh_token ?? "");
  assert.equal(third.status, 200, JSON.stringify(third.body));
  await useTools(host, stage, { address, token: third.body.access_token ?? "" });
  assert.equal((await refresh(third.body.refresh_token ?? "")).status, 200);

  const end = { token: third.body.access_token ?? "", ...client.identification(textOf(metadata, "issuer")) };
  assert.equal((await post(textOf(metadata, "revocation_endpoint"), end)).status, 200);
  // A revoked token stops within a second.
  await until(5000, "the token ends", async () =>
    (await send(host, address, end.token, "tools/list")).status === 401 ? true : null,
  );
  return { tools, signed: client.signs };
}

function addressOf({ address }: Host, { url, tenantId }: Stage): string {
  return url + address.replace("tenant", `/v1/tenants/${tenantId}/mcp`);
}

async function delegatedToken({ app, allowed }: Stage): Promise<string> {
  const { tenant_id, actions } = allowed;
  const created = await app.post(
    "/v1/delegated-tokens",
    {
      tenant_id,
      actions,
      audience: ["mcp"],
      expiresIn: 600,
    },
    { idempotencyKey: uniqueName("token") },
  );
  assert.equal(created.status, 201, created.text);
  return (created.json as Required<CreatedDelegatedToken>).token;
}

/** Finds the authorization server, and checks what a careful host checks. */
async function discover(host: Host, { url }: Stage, address: string): Promise<Metadata> {
  const refused = await send(host, address, null, "tools/list");
  assert.equal(refused.status, 401);
  const [, named = ""] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? [];
  let issuer = url;
  if (host.finds !== "server metadata") {
    const { pathname } = new URL(address);
    const from = host.finds === "challenge" ? named : `${url}/.well-known/oauth-protected-resource${pathname}`;
    const resource = await read(from);
    assert.equal(resource["resource"], address);
    [issuer = ""] = resource["authorization_servers"] as string[];
  }
  const metadata = await read(`${issuer}/.well-known/oauth-authorization-server`);
  assert.equal(metadata["issuer"], issuer);
  assert.ok((metadata["code_challenge_methods_supported"] as string[]).includes("S256"));
  return metadata;
}

/** The key of hosts that sign. svc remembers keys, so it is the same in every play. */
const hostKey: Key = makeKey("RS256", "cimd-20260428030119");

interface Client {
  readonly id: string;
  readonly signs: boolean;
  /** The parameters with which it identifies itself when it calls. */
  identification(issuer: string): Readonly<Record<string, string>>;
}

async function identify({ identity, name }: Host, { publish }: Stage, metadata: Metadata): Promise<Client> {
  assert.ok(identity.by !== "token");
  if (identity.by === "registration") {
    const endpoint = textOf(metadata, "registration_endpoint");
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(identity.body),
    });
    const made = (await response.json()) as Metadata;
    assert.deepEqual([response.status, made["token_endpoint_auth_method"]], [201, "none"], JSON.stringify(made));
    assert.equal("client_secret" in made, false);
    assert.deepEqual(made["redirect_uris"], identity.body["redirect_uris"]);
    const id = textOf(made, "client_id");
    return { id, signs: false, identification: () => ({ client_id: id }) };
  }
  assert.equal(metadata["client_id_metadata_document_supported"], true);
  const { document } = identity;
  const at = (address: unknown): string => `/${name}${new URL(String(address)).pathname}`.replaceAll(/[ ,]/g, "-");
  const served = { ...document, client_id: "" };
  const id = publish(at(document.client_id), served);
  served.client_id = id;
  const methods = metadata["token_endpoint_auth_methods_supported"] as string[];
  const signs = document["token_endpoint_auth_method"] === "private_key_jwt" && methods.includes("private_key_jwt");
  if (!signs) return { id, signs, identification: () => ({ client_id: id }) };
  const key = hostKey;
  const jwks = publish(at(document["jwks_uri"]), { keys: [{ ...key.jwk, use: "sig", alg: "RS256" }] });
  Object.assign(served, { jwks_uri: jwks });
  return {
    id,
    signs,
    identification: (issuer) => ({
      client_id: id,
      ...signedWith(assertionOf(key, claimsFor(id, issuer), { kid: "cimd-20260428030119", typ: "JWT" })),
    }),
  };
}

/** Sends the user's browser through svc and the app. @returns what it redeems. */
async function signIn(
  host: Host,
  { app, allowed, url }: Stage,
  { address, metadata, client }: { address: string; metadata: Metadata; client: Client },
): Promise<Record<string, string>> {
  const otherEnd = address.endsWith("/") ? address.slice(0, -1) : `${address}/`;
  const resource = { address, "other end": otherEnd, server: url, "": "" }[host.resource];
  const verifier = randomBytes(32).toString("base64url");
  const authorize = new URL(textOf(metadata, "authorization_endpoint"));
  const parameters = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: host.redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: randomBytes(16).toString("base64url"),
    ...(resource === "" ? {} : { resource }),
    ...host.asks,
  };
  for (const [name, value] of Object.entries(parameters)) authorize.searchParams.set(name, value);
  const browser = new Browser();
  const page = await browser.open(authorize.href);
  assert.equal(page.status, 200, page.html);
  const [, href = ""] = /<a class="button primary" href="([^"]+)"/.exec(page.html) ?? [];
  const id = new URL(href.replaceAll("&amp;", "&")).searchParams.get("agent_authorization_id") ?? "";
  const { location } = await browser.open(await approve(app, id, allowed));
  const returned = location ?? "";
  assert.ok(returned.startsWith(`${host.redirectUri}?`), returned);
  const back = new URLSearchParams(returned.slice(returned.indexOf("?")));
  assert.deepEqual([back.get("state"), back.get("iss")], [parameters.state, url]);
  return {
    code: back.get("code") ?? "",
    redirect_uri: host.redirectUri,
    code_verifier: verifier,
    ...(host.repeatsResource ? { resource } : {}),
  };
}

/** Connects, lists the tools and calls one. @returns the names of the tools. */
async function useTools(
  host: Host,
  { call }: Stage,
  { address, token }: { address: string; token: string },
): Promise<string[]> {
  if (host.revision < statelessRevision) {
    const params = { protocolVersion: host.revision, capabilities: {}, clientInfo: { name: host.name, version: "1" } };
    const { protocolVersion } = await resultOf(await send(host, address, token, "initialize", params));
    assert.equal(protocolVersion, host.revision);
    assert.equal((await send(host, address, token, "notifications/initialized")).status, 202);
  }
  const { tools } = await resultOf(await send(host, address, token, "tools/list"));
  const listed = tools as readonly {
    name: string;
    inputSchema: { properties: Record<string, object>; required?: string[] };
  }[];
  for (const { name } of listed) assert.ok(host.prefix.length + name.length <= toolNameLengthMax, host.prefix + name);
  const tool = listed.find(({ name }) => name === call.name);
  assert.ok(tool !== undefined);
  const optional = Object.keys(tool.inputSchema.properties).filter(
    (name) => !(tool.inputSchema.required ?? []).includes(name) && !(name in call.arguments),
  );
  assert.ok(optional.length > 1);
  const fillers = {
    "": {},
    null: Object.fromEntries(optional.map((name) => [name, null])),
    "empty connection_id": { connection_id: "" },
  }[host.fills];
  const params = { name: call.name, arguments: { ...call.arguments, ...fillers } };
  const result = await resultOf(await send(host, address, token, "tools/call", params));
  assert.equal(result["isError"], undefined, JSON.stringify(result));
  return listed.map(({ name }) => name);
}

const statelessRevision = "2026-07-28";

/** Sends a message as a host does. @param token null for none. */
async function send(
  { accept, revision, name: client }: Host,
  address: string,
  token: string | null,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  const isStateless = revision >= statelessRevision;
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { name } = params;
  return await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: {
      accept,
      "content-type": "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(method === "initialize" ? {} : { "mcp-protocol-version": revision }),
      ...(isStateless ? { "mcp-method": method, ...(typeof name === "string" ? { "mcp-name": name } : {}) } : {}),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      ...(method.startsWith("notifications/") ? {} : { id: 1 }),
      method,
      params: { ...params, ...(isStateless ? { _meta: envelope } : {}) },
    }),
  });
}

/** The result in a response, as JSON or as the only message of a stream. */
async function resultOf(response: Response): Promise<Metadata> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const [, data = ""] = isStream ? (/^data: ?(.+)$/m.exec(text) ?? []) : [text, text];
  const { result } = JSON.parse(data) as { result?: Metadata };
  assert.ok(result !== undefined, text);
  return result;
}

async function read(address: string): Promise<Metadata> {
  const response = await fetch(address, { redirect: "error" });
  assert.equal(response.status, 200, address);
  return (await response.json()) as Metadata;
}

async function post(address: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as TokenBody };
}

function textOf(of: Metadata, name: string): string {
  const value = of[name];
  assert.ok(typeof value === "string", name);
  return value;
}
