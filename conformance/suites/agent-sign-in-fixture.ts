/** The participants in an agent's sign-in: a host, a browser with cookies, and the consumer's app. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import type { AgentAuthorization, ApproveAgentAuthorization, DecidedAgentAuthorization } from "@svc/contract";
import type { Caller } from "../harness/index.ts";
import { endpointOf } from "./mcp-client.ts";

/** The page of the consumer's app on which its users decide. */
export const signInPage = "https://app.example.com/agents/sign-in";
/** The address at which the host receives the browser. */
export const hostRedirect = "https://host.example.com/callback";

/** A browser: it keeps cookies and follows no redirect by itself. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Opens an address. */
  async open(url: string): Promise<{ status: number; location: string | null; html: string }> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: cookie === "" ? {} : { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { status: response.status, location: response.headers.get("location"), html: await response.text() };
  }
}

/** A host that publishes its metadata at a local address. */
export interface PublishingHost {
  readonly clientId: string;
  /** Replaces the published metadata. */
  publish(respond: (request: IncomingMessage, response: ServerResponse) => void): void;
  requests(): number;
  close(): Promise<void>;
}

export async function startHost(): Promise<PublishingHost> {
  let requests = 0;
  let clientId = "";
  const document = () => ({ client_id: clientId, client_name: "Example Chat", redirect_uris: [hostRedirect] });
  let respond = (_request: IncomingMessage, response: ServerResponse): void =>
    void response.end(JSON.stringify(document()));
  const server = createServer((request, response) => {
    requests += 1;
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  clientId = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  return {
    get clientId() {
      return clientId;
    },
    publish: (next) => (respond = next),
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A sign-in, step by step. */
export class SignIn {
  readonly verifier: string = randomBytes(32).toString("base64url");
  readonly browser: Browser;
  readonly url: string;
  readonly clientId: string;
  readonly resource: string;

  /** @param parts.url the server's. @param parts.resource the address to sign in to. */
  constructor(parts: { url: string; clientId: string; resource: string; browser?: Browser }) {
    this.url = parts.url;
    this.clientId = parts.clientId;
    this.resource = parts.resource;
    this.browser = parts.browser ?? new Browser();
  }

  /** The address to which the host sends the browser. @param change parameters to replace; null omits one. */
  authorizeUrl(change: Readonly<Record<string, string | null>> = {}): string {
    const parameters: Readonly<Record<string, string | null>> = {
      response_type: "code",
      client_id: this.clientId,
      redirect_uri: hostRedirect,
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: this.resource,
      state: "the-state",
      ...change,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
    return `${this.url}/oauth/authorize?${query.toString()}`;
  }

  /** Opens the first page. @returns the id with which the consumer's app is called. */
  async begin(change: Readonly<Record<string, string | null>> = {}): Promise<string> {
    const { status, html } = await this.browser.open(this.authorizeUrl(change));
    assert.equal(status, 200, html);
    const [, href = ""] = /<a class="button primary" href="([^"]+)"/.exec(html) ?? [];
    const next = new URL(href.replaceAll("&amp;", "&"));
    assert.equal(`${next.origin}${next.pathname}`, signInPage);
    return next.searchParams.get("agent_authorization_id") ?? assert.fail("There is no id.");
  }

  /** Redeems a code. @param change form fields to replace; null omits one. */
  async redeem(code: string, change: Readonly<Record<string, string | null>> = {}) {
    return await this.token({
      grant_type: "authorization_code",
      code,
      client_id: this.clientId,
      redirect_uri: hostRedirect,
      code_verifier: this.verifier,
      resource: this.resource,
      ...change,
    });
  }

  /** Uses a refresh token. */
  async refresh(refreshToken: string, change: Readonly<Record<string, string | null>> = {}) {
    return await this.token({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: this.clientId,
      ...change,
    });
  }

  /** Calls the token endpoint. */
  async token(fields: Readonly<Record<string, string | null>>): Promise<{ status: number; body: TokenBody }> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
    const response = await fetch(`${this.url}/oauth/token`, { method: "POST", body: form });
    assert.equal(response.headers.get("cache-control"), "no-store");
    return { status: response.status, body: (await response.json()) as TokenBody };
  }

  /** Returns from the app's decision. @returns the parameters of the redirect to the host. */
  async finish(continueUrl: string, browser: Browser = this.browser): Promise<URLSearchParams> {
    const { status, location, html } = await browser.open(continueUrl);
    assert.equal(status, 303, html);
    const back = new URL(location ?? "");
    assert.equal(`${back.origin}${back.pathname}`, hostRedirect);
    return back.searchParams;
  }

  /** Performs all steps to a code. */
  async code(app: Caller, allowed: ApproveAgentAuthorization): Promise<string> {
    const back = await this.finish(await approve(app, await this.begin(), allowed));
    assert.deepEqual([back.get("state"), back.get("iss")], ["the-state", this.url]);
    return back.get("code") ?? assert.fail(back.toString());
  }

  /** Performs all steps to tokens. */
  async tokens(app: Caller, allowed: ApproveAgentAuthorization): Promise<Required<TokenBody>> {
    const { status, body } = await this.redeem(await this.code(app, allowed));
    assert.equal(status, 200, JSON.stringify(body));
    return body as Required<TokenBody>;
  }
}

/** A response of the token endpoint. */
export interface TokenBody {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly error?: string;
}

/** The consumer's app approves. @returns the address to which it redirects its user's browser. */
export async function approve(app: Caller, id: string, allowed: ApproveAgentAuthorization): Promise<string> {
  const shown = await app.get(`/v1/agent-authorizations/${id}`);
  assert.equal((shown.json as AgentAuthorization).status, "pending", shown.text);
  const response = await app.post(`/v1/agent-authorizations/${id}:approve`, allowed);
  assert.equal(response.status, 200, response.text);
  return (response.json as DecidedAgentAuthorization).continueUrl;
}

/** The setting that allows hosts to register themselves. */
export const registering = { SVC_AGENT_HOST_REGISTRATION: "true" };

/** Registers a host, for a server with {@link registering}. @returns its client ID. */
export async function registerHost(url: string, redirectUri: string = hostRedirect): Promise<string> {
  const document = { client_name: "Registered", redirect_uris: [redirectUri] };
  const response = await fetch(`${url}/oauth/register`, { method: "POST", body: JSON.stringify(document) });
  assert.equal(response.status, 201);
  return ((await response.json()) as { client_id: string }).client_id;
}

/**
 * Begins a sign-in of a registered host at a tenant's address.
 *
 * @returns the id with which the consumer's app is called.
 */
export async function begunSignIn(url: string, tenantId: string): Promise<string> {
  const clientId = await registerHost(url);
  return await new SignIn({ url, clientId, resource: endpointOf({ url, tenantId }) }).begin();
}

/**
 * Signs in the official client, from only an address.
 * @param issuer svc's public address. @param decide the app's decision; returns the address for its user's browser.
 */
export async function signInWithOfficialClient(
  address: string,
  issuer: string,
  decide: (id: string) => Promise<string>,
): Promise<Client> {
  const browser = new Browser();
  const saved: { client?: object; tokens?: object; verifier?: string; code?: string } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: hostRedirect,
    clientMetadata: { client_name: "Official", redirect_uris: [hostRedirect], token_endpoint_auth_method: "none" },
    clientInformation: () => saved.client as never,
    saveClientInformation: (client) => void (saved.client = client),
    tokens: () => saved.tokens as never,
    saveTokens: (tokens) => void (saved.tokens = tokens),
    saveCodeVerifier: (verifier) => void (saved.verifier = verifier),
    codeVerifier: () => saved.verifier ?? "",
    async redirectToAuthorization(asked) {
      const { html } = await browser.open(asked.href);
      const [, href = ""] = /<a class="button primary" href="([^"]+)"/.exec(html) ?? [];
      const id = new URL(href.replaceAll("&amp;", "&")).searchParams.get("agent_authorization_id") ?? "";
      const { location } = await browser.open(await decide(id));
      saved.code = new URL(location ?? "").searchParams.get("code") ?? "";
    },
  };
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
  await assert.rejects(new Client({ name: "official", version: "1.0.0" }).connect(transport), UnauthorizedError);
  await transport.finishAuth(new URLSearchParams({ code: saved.code ?? "", iss: issuer }));
  const client = new Client({ name: "official", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { authProvider: provider }));
  return client;
}
