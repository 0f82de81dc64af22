/** Judges a token endpoint's response (RFC 6749 §5). Pure; an error never contains any part of the response. */
import {
  readConnectionFacts,
  type AuthorizationServer,
  type ExchangeFacts,
  type OAuthAuth,
  type OAuthCredential,
} from "@svc/provider-kit";
import { echoes } from "../provider-calls/echoes.ts";
import type { TokenResult } from "./port.ts";

/** The maximum size of a token endpoint's response. */
export const responseBytesMax = 64 * 1024;
/** The maximum length of a code or token, in characters: a token must fit into a header. */
export const tokenCharsMax = 8 * 1024;
/** The longest access-token lifetime that is believed, in seconds: ten years. A longer one counts as this. */
const expiresInMax = 315_360_000;
const scopesMax = 200;

/** RFC 6749 appendix A: codes and tokens are visible ASCII. */
const visible = /^[\x21-\x7e]+$/;
/** RFC 6749 §3.3: a scope token. */
const scopeCharsMax = 256;
const scopeToken = new RegExp(`^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,${scopeCharsMax}}$`);
/** Statuses below 500 that prove no refusal (RFC 9110 §15.5.9, §15.5.20; RFC 8470 §5.2; RFC 6585 §4). */
const nonRefusals: ReadonlySet<number> = new Set([408, 421, 425, 429]);
/** Error codes about the server's own state; RFC 6749 defines them for the authorization endpoint. */
const serverStateCodes: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable", "slow_down"]);
/** The members read from every response. An ID token, and anything else that a server adds, is ignored. */
const memberNames = ["access_token", "token_type", "expires_in", "refresh_token", "scope", "error"] as const;

/** The unchecked members of a response; null members are left out. */
export type TokenResponse = {
  status: number;
  fields: Readonly<Partial<Record<(typeof memberNames)[number], unknown>>>;
  /** The values of the declared facts, by the facts' names; absent if there are none. */
  members?: Readonly<Record<string, unknown>>;
};

/** Whether a text can be a code or a token. */
export function isToken(text: string): boolean {
  return text.length <= tokenCharsMax && visible.test(text);
}

/** An auth's declaration of the members of a response. */
export type MemberRules = Pick<OAuthAuth, "connectionFacts"> & {
  server: Pick<AuthorizationServer, "scopeMember" | "errorMember">;
};

/**
 * Reads the response to a token request.
 * @param auth names further members to read.
 * @returns null if there is no complete, readable response: a JSON object of at most 64 KiB. A 200 with an `error`,
 * which some servers send, is returned as the 400 that it means.
 */
export function readTokenResponse(facts: ExchangeFacts, auth?: MemberRules): TokenResponse | null {
  if (facts.kind !== "answered" || facts.body.kind !== "complete") return null;
  const { text } = facts.body;
  if (Buffer.byteLength(text) > responseBytesMax) return null;
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const known = memberNames.flatMap((name) => {
    const value = memberAt(body, [name]);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const error = facts.status < 400 ? {} : errorAt(body, auth);
  const fields: TokenResponse["fields"] = { ...error, ...Object.fromEntries(known), ...scopeAt(body, auth) };
  const status = facts.status === 200 && fields.error !== undefined ? 400 : facts.status;
  const declared = Object.entries(auth?.connectionFacts ?? {});
  if (declared.length === 0) return { status, fields };
  const found = declared.map(([name, { member }]) => [name, member === undefined ? undefined : memberAt(body, member)]);
  return { status, fields, members: Object.fromEntries(found) as Record<string, unknown> };
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((within, name) => {
    const isObject = typeof within === "object" && within !== null && !Array.isArray(within);
    return isObject && Object.hasOwn(within, name) ? (within as Record<string, unknown>)[name] : undefined;
  }, value);
}

/** Returns the scopes from the declared member: a text, or a list of texts, which is joined as in RFC 6749 §3.3. */
function scopeAt(body: object, auth: MemberRules | undefined): { scope?: unknown } {
  const path = auth?.server.scopeMember;
  if (path === undefined) return {};
  const scope = memberAt(body, path) ?? undefined;
  const isList = Array.isArray(scope) && scope.every((one) => typeof one === "string" && !one.includes(" "));
  return { scope: isList ? scope.join(" ") : scope };
}

/** Returns the error code from the declared member, for a server with its own form of refusals. */
function errorAt(body: object, auth: MemberRules | undefined): { error?: unknown } {
  const path = auth?.server.errorMember;
  const error = path === undefined ? undefined : memberAt(body, path);
  return typeof error === "string" ? { error } : {};
}

/** Judges an `error` from a token endpoint. @param isGrant whether the code invalidates the code or refresh token. */
export function judgeTokenError(status: number, error: string, isGrant: (error: string) => boolean): TokenResult {
  if (status < 400 || status >= 500 || nonRefusals.has(status) || serverStateCodes.has(error)) {
    return { kind: "unsure", sent: true };
  }
  return { kind: "refused", error: isGrant(error) ? "invalid_grant" : "other" };
}

/** The context for reading a credential. */
export type CredentialContext = {
  auth: Pick<OAuthAuth, "grantedScopes" | "acceptsToken" | "connectionFacts" | "secretPart"> & {
    server?: Pick<AuthorizationServer, "tokenTypes">;
  };
  /** The scopes that were requested or, in a refresh, already granted. */
  requested: readonly string[];
  /** The current refresh token, which is kept if the response has none; null in a first exchange. */
  refreshToken: string | null;
  /** In a refresh, the connection's facts, which are kept unchanged; absent in a first exchange. */
  facts?: Readonly<Record<string, string>>;
  nowMs: number;
};

/**
 * Returns the credential in a successful response.
 * @param members the values of the declared facts.
 * @returns null if a member is missing or violates RFC 6749 §5.1, the provider's rules don't accept the token, or a fact
 * doesn't match its declaration. An unusable lifetime or refresh token counts as missing.
 */
export function readCredential(
  fields: TokenResponse["fields"],
  context: CredentialContext,
  members: TokenResponse["members"] = {},
): OAuthCredential | null {
  const { access_token: accessToken, scope = null } = fields;
  if (typeof accessToken !== "string" || !isToken(accessToken)) return null;
  if (context.auth.acceptsToken?.(accessToken) === false) return null;
  // Refusing everything for one of these two would use up the code, and no one could ever connect.
  const refreshToken = readRefreshToken(fields.refresh_token) ?? context.refreshToken;
  const lifetimeSeconds = readLifetime(fields.expires_in);
  if (!isKnownType(fields.token_type, context.auth.server?.tokenTypes)) return null;
  if (scope !== null && typeof scope !== "string") return null;
  const granted = context.auth.grantedScopes({ scope, accessToken, requested: context.requested });
  const { secretPart = (token) => token } = context.auth;
  const tokens = (refreshToken === null ? [accessToken] : [accessToken, refreshToken]).map(secretPart);
  // Scopes are stored in plain text and shown, so they must not contain a token.
  const scopes = [...new Set(granted)].filter((one) => !echoes(tokens, one.slice(0, scopeCharsMax)));
  if (scopes.length > scopesMax || !scopes.every((one) => scopeToken.test(one))) return null;
  const facts = context.facts ?? readConnectionFacts(context.auth, members, "member");
  // A fact can become part of a URL, so it must not contain a token either.
  if (facts === null || Object.values(facts).some((one) => echoes(tokens, one))) return null;
  const expiresAt = lifetimeSeconds === null ? null : context.nowMs + lifetimeSeconds * 1000;
  const credential = { accessToken, refreshToken, expiresAt, scopes };
  return Object.keys(facts).length === 0 ? credential : { ...credential, facts };
}

/** Whether a token type is accepted: `bearer` (RFC 6749 §7.1), or the types declared for the server. */
export function isKnownType(type: unknown, known: AuthorizationServer["tokenTypes"] = ["bearer"]): boolean {
  return typeof type === "string" ? known.includes(type.toLowerCase()) : type === undefined && known.includes(null);
}

/** Returns the refresh token; null if there is none that can be sent, such as an empty one. */
function readRefreshToken(value: unknown): string | null {
  return typeof value === "string" && isToken(value) ? value : null;
}

/**
 * Returns the lifetime in whole seconds, which some servers send as a text; null if it's missing or says nothing, such
 * as 0.
 */
function readLifetime(value: unknown): number | null {
  const seconds = typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 1) return null;
  return Math.min(Math.floor(seconds), expiresInMax);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
