/**
 * Secrets that only svc, the provider and one browser may see, in successful and failing OAuth flows and refreshes, and
 * in MCP.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  assertProblem,
  testReturnUrl,
  uniqueName,
  withOtherEnd,
  type HttpResponse,
  type Connected,
} from "../../conformance/harness/index.ts";
import { agreeAt } from "../../conformance/harness/oauth/consent-clicks.ts";
import { CookieClient, formsOf } from "../../conformance/harness/oauth/cookie-client.ts";
import { returnedWith, type Journey } from "../../conformance/harness/oauth/journey.ts";
import { repository, type OAuthFixture } from "../../conformance/harness/oauth/fixture.ts";
import type { CanaryRegistry, CanaryClass } from "./registry.ts";

const user = { login: "octocat" };
/** Shorter form fields are choices, not secrets. */
const secretLengthMin = 20;

/** The canary class of each kind of secret at the authorization server. */
const classOf: Readonly<Record<string, CanaryClass>> = {
  access_token: "OAuth access token",
  refresh_token: "OAuth refresh token",
  authorization_code: "authorization code",
  code_verifier: "verifier, state or ticket",
};

/** Plants all secrets of the authorization server. */
export function plantThoseOf({ authorization }: Pick<OAuthFixture, "authorization">, registry: CanaryRegistry): void {
  for (const { name, value } of authorization.secrets) {
    const kind = classOf[name.split(" ")[0] ?? ""];
    assert.ok(kind !== undefined, name);
    registry.plant(kind, value);
  }
}

export interface OAuthFlowOptions {
  readonly clientSecret: string;
  /** Skips the failing flows in the browser. */
  readonly isShort: boolean;
}

/** Runs everything. @returns the browsers. */
export async function goOAuthFlow(
  fixture: OAuthFixture,
  registry: CanaryRegistry,
  { clientSecret, isShort }: OAuthFlowOptions,
): Promise<readonly CookieClient[]> {
  registry.plant("OAuth client secret", clientSecret);
  const journeys = await goEveryWay(fixture, registry, isShort);
  await refreshEveryWay(fixture, clientSecret);
  await writeContent(fixture, registry);
  return journeys.map(({ browser }) => browser);
}

/** Runs flows that succeed and fail. */
async function goEveryWay(
  fixture: OAuthFixture,
  registry: CanaryRegistry,
  isShort: boolean,
): Promise<readonly Journey[]> {
  const plant: Plant = (kind, value, toldBy) => registry.allowAt(registry.plant(kind, value), toldBy);
  const journeys: Journey[] = [];
  const begin = async (
    completion: "automatic" | "confirmed",
  ): Promise<{ journey: Journey; callback: (cancel?: boolean) => Promise<URL> }> => {
    const journey = await fixture.journey({ completion });
    journeys.push(journey);
    plant("Connect token", journey.session.token, ({ pathname }) => pathname.endsWith("/connect-sessions"));
    plant("session secret", await journey.secret(), ({ pathname }) => pathname === "/connect/v1/exchange");
    return { journey, callback: (cancel) => plantAndAgree(journey, plant, cancel === true) };
  };

  const confirmed = await begin("confirmed");
  const back = await confirmed.journey.land(await confirmed.callback());
  const { completion_code: code = "" } = returnedWith(back, testReturnUrl);
  plant("completion code", code, ({ pathname }) => pathname.endsWith("/callback"));
  assertProblem(await confirmed.journey.complete(withOtherEnd(code)), "COMPLETION_CODE_INVALID");
  assert.equal((await confirmed.journey.complete(code)).status, 200);

  if (isShort) return journeys;

  const good = await begin("automatic");
  await good.journey.land(await good.callback());
  await good.journey.authorize();

  const cancelled = await begin("automatic");
  await cancelled.journey.land(await cancelled.callback(true));

  const bad = await begin("automatic");
  await bad.journey.land(await bad.callback(), new CookieClient());
  const withIss = await bad.callback();
  withIss.searchParams.set("iss", "https://evil.example");
  await bad.journey.land(withIss);
  const elsewhere = await bad.callback();
  elsewhere.pathname = "/connect/oauth/doppler/callback";
  await bad.journey.land(elsewhere);
  // The authorization server echoes the request.
  const echoed = await bad.callback();
  const echo = JSON.stringify({ error: "invalid_request", error_description: echoed.searchParams.get("code") });
  fixture.github.origin.tokenFaults.push({ kind: "status", status: 400, body: echo, type: "application/json" });
  await bad.journey.land(echoed);
  await fixture.assertNothingMade(bad.journey);
  return journeys;
}

type Plant = (kind: CanaryClass, value: string, toldBy: (url: URL) => boolean) => void;

async function plantAndAgree(journey: Journey, plant: Plant, cancel: boolean): Promise<URL> {
  const kind = "verifier, state or ticket";
  const isAuthorizePage = ({ pathname }: URL): boolean => pathname.endsWith("/authorize");
  const url = await journey.authorizationUrl();
  const [, ticket = ""] = [...url.searchParams][0] ?? [];
  plant(kind, ticket, isAuthorizePage);
  const page = await journey.openPage(url);
  for (const cookie of page.setCookies) {
    plant(kind, cookie.split(";")[0]?.split("=").slice(1).join("=") ?? "", () => false);
  }
  for (const [, value] of formsOf(page)[0]?.fields ?? []) {
    if (value.length >= secretLengthMin) plant(kind, value, isAuthorizePage);
  }
  const atProvider = await journey.toProvider(page);
  plant(kind, atProvider.searchParams.get("state") ?? "", isAuthorizePage);
  return await agreeAt(journey.browser, atProvider, { ...user, decision: cancel ? "cancel" : "authorize" });
}

/** Rotations, echoing faults, MCP calls, a revoked grant, and a reconnect by another user. */
async function refreshEveryWay(fixture: OAuthFixture, clientSecret: string): Promise<void> {
  const { authorization, github } = fixture;
  const connected = await fixture.connected();
  await authorization.expireAccessTokens();
  await connected.run("issues.list", repository);
  await callByMcp(fixture, connected);
  await authorization.expireAccessTokens();
  const last = authorization.secrets.findLast(({ name }) => name.startsWith("refresh_token"))?.value ?? "";
  const said = `${last} ${clientSecret}`;
  const echo = { kind: "status", status: 500, body: `Not accepted: ${said}`, type: "text/plain" } as const;
  const json = JSON.stringify({ error: "invalid_client", error_description: said, error_uri: said, [said]: said });
  const asToken = JSON.stringify({ access_token: { said }, token_type: said, expires_in: said });
  github.origin.tokenFaults.push(
    echo,
    { ...echo, status: 200, body: asToken.slice(0, -3), type: "application/json" },
    { ...echo, status: 200, body: asToken, type: "application/json" },
    { ...echo, status: 401, body: json, type: "application/json" },
  );
  for (let attempt = 0; attempt < 3; attempt += 1) await connected.execute("issues.list", repository);
  github.origin.tokenFaults.length = 0;
  const journey = await fixture.journey({ tenantId: connected.tenantId, connection_id: connected.id });
  await journey.land(await journey.toCallback({ login: "hubot" }));
  await authorization.revokeGrantsOf(user.login);
  await connected.execute("issues.list", repository);
  await connected.caller.delete(connected.path);
}

/** The repository of what is written, which nothing else reads. */
const notes = { owner: "octocat", repo: "blank" } as const;

const written = ["issues.create", "issues.update", "issues.comment"] as const;

/**
 * Writes what people write, in calls that succeed, fail, lose their response, wait for approval and are looked up:
 * nothing but the provider and the person who decides may see it.
 */
async function writeContent(fixture: OAuthFixture, registry: CanaryRegistry): Promise<void> {
  const { api } = fixture.github;
  const requestedActions = [...written, "issues.get", "user.get", "repositories.get"];
  const connected = await fixture.connected({ requestedActions });
  const body = (): string => {
    const text = `Content ${randomBytes(24).toString("hex")}`;
    registry.plant("content written", text);
    return text;
  };
  const write = (action: string, input: object): Promise<HttpResponse> =>
    connected.execute(action, { ...notes, ...input }, { idempotencyKey: uniqueName("content") });
  const created = await write("issues.create", { title: "A note", body: body() });
  assert.equal(created.status, 200, created.text);
  const { number } = (created.json as { output: { number: number } }).output;
  for (const action of written.slice(1)) {
    const response = await write(action, { number, body: body() });
    assert.equal(response.status, 200, response.text);
  }
  await write("issues.comment", { number, body: body(), undeclared: body() });
  for (const status of [400, 404, 422, 500]) {
    const text = body();
    const json = { message: `Bad ${text}`, errors: [{ message: text, [text]: text }] };
    api.faults.add({ times: 2, fault: { kind: "status", status, effect: false, json, headers: { "x-echo": text } } });
    await write("issues.create", { title: "A refused note", body: text });
    await sendByMcp(connected, {
      id: uniqueName("mcp"),
      method: "tools/call",
      params: { name: "github_issues_create", arguments: { ...notes, title: "A note", body: text } },
    });
    api.faults.clear();
  }
  const proposed = await connected.caller.post(
    `${connected.path}/actions/issues.create:propose`,
    { input: { ...notes, title: "A proposed note", body: body() } },
    { idempotencyKey: uniqueName("proposed") },
  );
  assert.equal(proposed.status, 202, proposed.text);
  const { proposal } = proposed.json as { proposal: { id: string } };
  const { caller, tenantId } = connected;
  for (const path of [`/proposals/${proposal.id}`, "/proposals", "/action-executions", "/mcp"]) {
    await caller.get(`/v1/tenants/${tenantId}${path}`);
  }
  await caller.get("/v1/events");
  await caller.get("/v1/audit-events");
}

const accept = ["accept", "application/json, text/event-stream"] as const;

/** Sends one message to a tenant's MCP endpoint. */
export function sendByMcp(
  { caller, tenantId }: Connected,
  message: Readonly<Record<string, unknown>>,
): Promise<HttpResponse> {
  return caller.post(`/v1/tenants/${tenantId}/mcp`, { jsonrpc: "2.0", ...message }, { headers: [accept] });
}

/** Calls tools at a provider that echoes the token, and nonexistent tools. */
async function callByMcp(fixture: OAuthFixture, connected: Connected): Promise<void> {
  const { api } = fixture.github;
  const token = fixture.authorization.secrets.findLast(({ name }) => name.startsWith("access_token"))?.value ?? "";
  const call = (name: string, more: object = {}): Promise<HttpResponse> =>
    sendByMcp(connected, {
      id: uniqueName("mcp"),
      method: "tools/call",
      params: { name, arguments: { ...repository, ...more } },
    });
  await sendByMcp(connected, { id: 1, method: "tools/list" });
  const answered = await call("github_issues_list");
  assert.equal(answered.status, 200, answered.text);
  for (const status of [400, 404, 422, 500]) {
    const json = { message: `Bad ${token}`, errors: [{ message: token, [token]: token }] };
    const headers = { "x-echo": token, "x-github-request-id": token };
    api.faults.add({ times: 2, fault: { kind: "status", status, effect: false, json, headers } });
    await call("github_issues_list");
    await call("github_issues_create", { title: `An issue at ${status}` });
    api.faults.clear();
  }
  for (const name of [token, "doppler_secrets_get", "github_issues_list"]) await call(name, { owner: { token } });
  await sendByMcp(connected, { id: token.slice(0, 4), method: `tools/${token}` });
  const { caller, tenantId } = connected;
  const headers = [["authorization", `Bearer ${token}`], accept] as const;
  await caller.http.send({ method: "POST", path: `/v1/tenants/${tenantId}/mcp`, headers, body: `{"${token}` });
}
