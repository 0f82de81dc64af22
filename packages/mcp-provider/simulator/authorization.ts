/**
 * A stand-in for the authorization server of an MCP server, written from RFC 6749, 7591, 7636, 8414, 8707 and 9207. Its
 * user agrees at once. It enforces what a careful server would: PKCE, exact callbacks, the resource, one use per code and
 * refresh token.
 */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Message } from "./deliveries.ts";

/** How it is set up. */
export type AuthorizationStandInOptions = {
  /** The identifier of the MCP server (RFC 8707); a function, because the two servers name each other. */
  resource: () => string;
  /** Whether a client ID can be the address of a document. */
  acceptsDocuments?: boolean;
  /** Whether apps can be registered. */
  registers?: boolean;
  /** Changes what it says about itself. */
  describe?: (own: Message) => Message;
  /** Changes what a registration says. */
  confirm?: (own: Message) => Message;
  /** The audience that its access tokens name, which are then JWTs (RFC 9068). */
  audience?: string;
  /** The issuer in its authorization responses; its own by default. */
  namedIssuer?: string;
};

/** A running stand-in. */
export type AuthorizationStandIn = {
  issuer: string;
  /** The user who is signed in at it. */
  signedIn: string;
  /** The secrets of its registered apps, by client ID. */
  registered: ReadonlyMap<string, string>;
  /** The queries of authorization requests and the fields of token requests, in order. */
  authorizations: URLSearchParams[];
  tokenRequests: URLSearchParams[];
  /** Everything that it issued: codes, tokens and secrets. */
  issued: string[];
  /** The user of a valid access token; null for any other. */
  userOf(token: string): string | null;
  /** Issues an access token without an authorization, as for a user's own tools. */
  issueTo(user: string): string;
  /** Ends every access token, so that only refresh tokens help. */
  expireTokens(): void;
  close(): Promise<void>;
};

type Code = { clientId: string; redirectUri: string; challenge: string; user: string };
type Grant = { clientId: string; user: string };
type App = { redirectUris: readonly string[]; method: string; secret: string };

/** Starts it on loopback. */
export async function startAuthorizationStandIn(options: AuthorizationStandInOptions): Promise<AuthorizationStandIn> {
  const {
    resource,
    acceptsDocuments = false,
    registers = true,
    describe = (own) => own,
    confirm = (own) => own,
  } = options;
  const apps = new Map<string, App>();
  const codes = new Map<string, Code>();
  const access = new Map<string, Grant>();
  const refresh = new Map<string, Grant>();
  const registered = new Map<string, string>();
  const issued: string[] = [];
  const [authorizations, tokenRequests]: [URLSearchParams[], URLSearchParams[]] = [[], []];
  const make = (prefix: string): string => {
    const value = `${prefix}-${randomBytes(18).toString("base64url")}`;
    issued.push(value);
    return value;
  };
  const named = (): string => {
    const parts = [{ typ: "at+jwt" }, { aud: options.audience, jti: make("jti") }, "signature"];
    const value = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    issued.push(value);
    return value;
  };
  const state = { signedIn: "ada" };

  const appOf = async (clientId: string): Promise<App | null> => {
    if (!acceptsDocuments || !clientId.startsWith("http")) return apps.get(clientId) ?? null;
    const response = await fetch(clientId, { redirect: "manual" });
    const document = (await response.json()) as Record<string, unknown>;
    if (response.status !== 200 || document["client_id"] !== clientId) return null;
    return { redirectUris: document["redirect_uris"] as string[], method: "none", secret: "" };
  };
  const authorize = async (query: URLSearchParams, response: ServerResponse): Promise<void> => {
    authorizations.push(query);
    const field = (name: string): string => query.get(name) ?? "";
    const clientId = field("client_id");
    const app = await appOf(clientId);
    const redirectUri = field("redirect_uri");
    if (app === null || !app.redirectUris.includes(redirectUri)) return say(response, 400, { error: "invalid_client" });
    const isBound = field("code_challenge_method") === "S256" && field("resource") === resource();
    if (field("response_type") !== "code" || !isBound) return say(response, 400, { error: "invalid_request" });
    const code = make("code");
    codes.set(code, { clientId, redirectUri, challenge: field("code_challenge"), user: state.signedIn });
    const back = new URL(redirectUri);
    const iss = options.namedIssuer ?? issuer;
    for (const [name, value] of Object.entries({ code, iss, state: field("state") }))
      back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  };
  const token = async (fields: URLSearchParams, authorization: string, response: ServerResponse): Promise<void> => {
    tokenRequests.push(fields);
    const [id, secret, method] = presented(fields, authorization);
    const app = await appOf(id);
    if (app === null || app.method !== method || app.secret !== secret)
      return say(response, 401, { error: "invalid_client" });
    if (fields.get("resource") !== resource()) return say(response, 400, { error: "invalid_target" });
    const grant = fields.get("grant_type") === "refresh_token" ? refreshed(fields, id) : exchanged(fields, id);
    if (grant === null) return say(response, 400, { error: "invalid_grant" });
    const [accessToken, refreshToken] = [options.audience === undefined ? make("access") : named(), make("refresh")];
    access.set(accessToken, grant);
    refresh.set(refreshToken, grant);
    const tokens = { access_token: accessToken, refresh_token: refreshToken, token_type: "Bearer", expires_in: 3600 };
    say(response, 200, { ...tokens, scope: "notes" });
  };
  const exchanged = (fields: URLSearchParams, clientId: string): Grant | null => {
    const code = fields.get("code") ?? "";
    const found = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(fields.get("code_verifier") ?? "")
      .digest("base64url");
    const isOwn = found?.clientId === clientId && found.redirectUri === fields.get("redirect_uri");
    return isOwn && found.challenge === challenge ? { clientId, user: found.user } : null;
  };
  const refreshed = (fields: URLSearchParams, clientId: string): Grant | null => {
    const old = fields.get("refresh_token") ?? "";
    const found = refresh.get(old) ?? null;
    refresh.delete(old);
    return found?.clientId === clientId ? found : null;
  };
  const register = (asked: Record<string, unknown>, response: ServerResponse): void => {
    const method = String(asked["token_endpoint_auth_method"]);
    const [clientId, secret] = [`app-${String(apps.size + 1)}`, method === "none" ? "" : make("secret")];
    apps.set(clientId, { redirectUris: asked["redirect_uris"] as string[], method, secret });
    registered.set(clientId, secret);
    const own = { ...asked, client_id: clientId, ...(secret === "" ? {} : { client_secret: secret }) };
    say(response, 201, confirm({ ...own, client_secret_expires_at: 0 }));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", issuer);
    const body = await text(request);
    switch (url.pathname) {
      case "/.well-known/oauth-authorization-server":
        return say(response, 200, describe(metadata({ acceptsDocuments, registers })));
      case "/authorize":
        return await authorize(url.searchParams, response);
      case "/token":
        return await token(new URLSearchParams(body), request.headers.authorization ?? "", response);
      case "/register":
        return registers ? register(JSON.parse(body) as Record<string, unknown>, response) : say(response, 404, {});
      default:
        return say(response, 404, {});
    }
  };
  const metadata = (offers: { acceptsDocuments: boolean; registers: boolean }): Message => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...(offers.registers ? { registration_endpoint: `${issuer}/register` } : {}),
    ...(offers.acceptsDocuments ? { client_id_metadata_document_supported: true } : {}),
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "none"],
    authorization_response_iss_parameter_supported: true,
  });
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return Object.assign(state, {
    issuer,
    registered,
    authorizations,
    tokenRequests,
    issued,
    userOf: (value: string) => access.get(value)?.user ?? null,
    issueTo(user: string) {
      const value = make("access");
      access.set(value, { clientId: "", user });
      return value;
    },
    expireTokens: () => access.clear(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

/** How the app authenticates in a token request. */
function presented(fields: URLSearchParams, authorization: string): [id: string, secret: string, method: string] {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1];
  if (basic === undefined) {
    const secret = fields.get("client_secret");
    return [fields.get("client_id") ?? "", secret ?? "", secret === null ? "none" : "client_secret_post"];
  }
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent);
  return [id, secret, "client_secret_basic"];
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
