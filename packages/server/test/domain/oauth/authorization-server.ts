/**
 * A small authorization server with its API, on loopback. It makes the same checks as a real one, and a test can make
 * it misbehave.
 */
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The form fields of a token request. */
export type TokenRequest = Readonly<Record<string, string>>;

/** A running server. */
export type FakeServer = {
  origin: string;
  tokenRequests: TokenRequest[];
  /** How often the API identified a token's account. */
  identified: number;
  /** The account for the next codes. */
  account: string;
  /** The scopes that the user allows; null for everything requested. */
  allowed: string[] | null;
  /** Replaces the response of the token endpoint or of the API, once each. */
  tokenResponses: { status: number; body: unknown }[];
  apiResponses: { status: number; body: unknown }[];
  /** The requests to the revocation endpoint, and its responses instead of an empty 200, once each. */
  revocations: TokenRequest[];
  revocationResponses: { status: number; body: unknown }[];
  /** Called before a token request is answered. */
  beforeResponse: () => Promise<void>;
  /** Called before the API identifies a token's account. */
  beforeIdentified: () => Promise<void>;
  /** Every issued token and code. */
  given: string[];
  /** Returns where the user's browser is sent after the user has agreed to this request. */
  agree(location: string, change?: Readonly<Record<string, string | null>>): string;
  close(): Promise<void>;
};

type Grant = { challenge: string; redirectUri: string; clientId: string; account: string; scopes: string[] };

export async function startAuthorizationServer(): Promise<FakeServer> {
  const codes = new Map<string, Grant>();
  const accounts = new Map<string, string>();
  const server = createServer((request, response) => void respond(request, response));
  const fake: FakeServer = {
    origin: "",
    tokenRequests: [],
    identified: 0,
    account: "ada",
    allowed: null,
    tokenResponses: [],
    apiResponses: [],
    revocations: [],
    revocationResponses: [],
    beforeResponse: () => Promise.resolve(),
    beforeIdentified: () => Promise.resolve(),
    given: [],
    agree(location, change = {}) {
      const { searchParams: requested } = new URL(location);
      const code = `code-${randomUUID()}`;
      const redirectUri = requested.get("redirect_uri") ?? "";
      codes.set(code, {
        challenge: requested.get("code_challenge") ?? "",
        redirectUri,
        clientId: requested.get("client_id") ?? "",
        account: fake.account,
        scopes: fake.allowed ?? (requested.get("scope") ?? "").split(" "),
      });
      const back = new URL(redirectUri);
      const parameters = { code, state: requested.get("state"), iss: fake.origin, ...change };
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== null) back.searchParams.set(name, value);
      }
      return back.href;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.method === "POST" && request.url === "/oauth/token") {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      fake.tokenRequests.push(form);
      await fake.beforeResponse();
      const scripted = fake.tokenResponses.shift();
      if (scripted !== undefined) send(scripted.status, scripted.body);
      else exchange(form, send);
    } else if (request.method === "POST" && request.url === "/oauth/revoke") {
      fake.revocations.push(Object.fromEntries(new URLSearchParams(await text(request))));
      const { status, body } = fake.revocationResponses.shift() ?? { status: 200, body: {} };
      send(status, body);
    } else if (request.url === "/me") {
      fake.identified += 1;
      await fake.beforeIdentified();
      const scripted = fake.apiResponses.shift();
      const login = accounts.get(request.headers.authorization ?? "");
      if (scripted !== undefined) send(scripted.status, scripted.body);
      else send(login === undefined ? 401 : 200, { login });
    } else send(404, {});
  }

  function exchange(form: TokenRequest, send: (status: number, body: unknown) => void): void {
    const grant = codes.get(form["code"] ?? "");
    codes.delete(form["code"] ?? "");
    const challenge = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    const isValid =
      grant?.challenge === challenge &&
      grant.redirectUri === form["redirect_uri"] &&
      grant.clientId === form["client_id"];
    if (grant === undefined || !isValid || form["client_secret"] !== "s3cret")
      return send(400, { error: "invalid_grant" });
    const token = `at-${randomUUID()}`;
    const refresh = `rt-${randomUUID()}`;
    fake.given.push(token, refresh, form["code"] ?? "");
    accounts.set(`Bearer ${token}`, grant.account);
    const scope = grant.scopes.join(" ");
    send(200, { access_token: token, token_type: "bearer", expires_in: 3600, refresh_token: refresh, scope });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
