/**
 * An identity provider that says what a test tells it to, true or not. It signs the person in at once; what it must keep
 * apart (codes, nonces, refresh tokens) it keeps apart as a real one does.
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";

/** Claims, true or not. */
export type Said = Record<string, unknown>;

/** What a test can change. */
export type IssuerKnobs = {
  /** The claims of the person whom it signs in, besides those of the protocol. */
  person: Said & { sub: string };
  /** Changes the claims of ID tokens. */
  change: (claims: Said) => Said;
  /** Makes ID tokens instead of signing them. */
  sign: ((claims: Said) => Promise<string>) | null;
  /** Changes the way back. */
  back: (parameters: URLSearchParams) => void;
  /** Whether ID tokens have the person's claims; otherwise only userinfo has. */
  isTalkative: boolean;
  /** The subject of userinfo; the person's by default. */
  userinfoSubject: string | null;
  givesRefreshTokens: boolean;
  isDown: boolean;
  /** The issuer in its description; its own by default. */
  calledItself: string | null;
};

/** The provider. */
export type TestIssuer = {
  url: string;
  clientId: string;
  knobs: IssuerKnobs;
  /** How far its clock is ahead of the machine's when it makes logout tokens. */
  aheadMs: () => number;
  /** Restores the defaults. */
  reset(): void;
  /** Signs claims with its key, or with another one under the name of its key. */
  signed(claims: Said, options?: { stranger?: boolean; kid?: string; typ?: string }): Promise<string>;
  /** Claims of a logout token, unless changed. */
  logoutClaims(change?: Said): Said;
  /** The requests to the token endpoint, by grant type. */
  grants: string[];
  /** Every token and code that it gave. */
  secrets: string[];
  /** Ends all of its sessions: refresh tokens no longer work. */
  forget(): void;
  close(): Promise<void>;
};

const clientId = "svc-console";
/** The client's secret, with characters that must be encoded. */
export const clientSecret = "s+cret/with:signs";
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

type Code = { nonce: string; challenge: string; redirectUri: string };

/** Listens on a port of this machine, without TLS. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const [own, other] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "ES256", use: "sig" };
  const defaults = (): IssuerKnobs => ({
    person: { sub: "u1", name: "Grace Hopper", groups: ["platform"], email: "grace@acme.example" },
    change: (claims) => claims,
    sign: null,
    back: () => undefined,
    isTalkative: true,
    userinfoSubject: null,
    givesRefreshTokens: true,
    isDown: false,
    calledItself: null,
  });
  const codes = new Map<string, Code>();
  const refreshTokens = new Set<string>();
  const made = (prefix: string): string => {
    const secret = `${prefix}-${randomUUID()}`;
    issuer.secrets.push(secret);
    return secret;
  };
  const idToken = async (nonce: string | null): Promise<string> => {
    const { person, isTalkative, change, sign } = issuer.knobs;
    const now = Math.floor(Date.now() / 1000);
    const said = isTalkative ? person : { sub: person.sub };
    const base = { iss: issuer.url, aud: clientId, iat: now, exp: now + 86_400, sid: `sid-${person.sub}`, ...said };
    const claims = change(nonce === null ? base : { ...base, nonce });
    const token = await (sign?.(claims) ?? issuer.signed(claims));
    issuer.secrets.push(token);
    return token;
  };
  const tokens = async (nonce: string | null): Promise<Said> => {
    const refresh = issuer.knobs.givesRefreshTokens ? made("refresh") : null;
    if (refresh !== null) refreshTokens.add(refresh);
    return {
      token_type: "Bearer",
      access_token: made("access"),
      expires_in: 300,
      id_token: await idToken(nonce),
      ...(refresh === null ? {} : { refresh_token: refresh }),
    };
  };
  const redeem = async (form: URLSearchParams): Promise<Said | null> => {
    issuer.grants.push(form.get("grant_type") ?? "");
    if (form.get("grant_type") === "refresh_token") {
      // Each works once: a second use of one ends the session, as with rotation.
      return refreshTokens.delete(form.get("refresh_token") ?? "") ? await tokens(null) : null;
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGenuine = code?.challenge === challenge && code.redirectUri === form.get("redirect_uri");
    return isGenuine ? await tokens(code.nonce) : null;
  };
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", issuer.url);
    const send = (status: number, body: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (issuer.knobs.isDown) return void request.socket.destroy();
    if (url.pathname === "/.well-known/openid-configuration") {
      return send(200, { ...description(issuer.url), issuer: issuer.knobs.calledItself ?? issuer.url });
    }
    if (url.pathname === "/jwks") return send(200, { keys: [jwk] });
    if (url.pathname === "/authorize") {
      const asked = (name: string): string => url.searchParams.get(name) ?? "";
      const code = made("code");
      codes.set(code, {
        nonce: asked("nonce"),
        challenge: asked("code_challenge"),
        redirectUri: asked("redirect_uri"),
      });
      const back = new URL(asked("redirect_uri"));
      back.search = new URLSearchParams({ code, state: asked("state"), iss: issuer.url }).toString();
      issuer.knobs.back(back.searchParams);
      return void response.writeHead(303, { location: back.href }).end();
    }
    if (url.pathname === "/userinfo") {
      const { person, userinfoSubject } = issuer.knobs;
      return send(200, { ...person, sub: userinfoSubject ?? person.sub });
    }
    if (url.pathname !== "/token") return send(404, {});
    const basic = `${clientId}:${encodeURIComponent(clientSecret)}`;
    const isClient = request.headers.authorization === `Basic ${Buffer.from(basic).toString("base64")}`;
    const given = await redeem(new URLSearchParams(await textOf(request)));
    if (!isClient) return send(401, { error: "invalid_client" });
    return given === null
      ? send(400, { error: "invalid_grant", error_description: "canary-description" })
      : send(200, given);
  };
  const issuer: TestIssuer = {
    url: "",
    clientId,
    knobs: defaults(),
    aheadMs: () => 0,
    reset: () => void (issuer.knobs = defaults()),
    async signed(claims, { stranger = false, kid = "own", typ } = {}) {
      const key: CryptoKey = stranger ? other.privateKey : own.privateKey;
      const header = { alg: "ES256", kid, ...(typ === undefined ? {} : { typ }) };
      return await new SignJWT(claims).setProtectedHeader(header).sign(key);
    },
    logoutClaims(change = {}) {
      const now = Math.floor((Date.now() + issuer.aheadMs()) / 1000);
      const events = { [logoutEvent]: {} };
      const base = { iss: issuer.url, aud: clientId, iat: now, exp: now + 120, jti: randomUUID(), events };
      return { ...base, sub: issuer.knobs.person.sub, ...change };
    },
    grants: [],
    secrets: [],
    forget: () => refreshTokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

function description(url: string): Said {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/jwks`,
    end_session_endpoint: `${url}/end`,
    id_token_signing_alg_values_supported: ["ES256", "none", "HS256"],
    authorization_response_iss_parameter_supported: true,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}
