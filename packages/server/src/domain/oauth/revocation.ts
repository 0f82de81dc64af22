/** Sends one request to an authorization server to revoke a token (RFC 7009). */
import type { ExchangeFacts, OAuthAuth, OAuthCredential, RevocationEndpoint } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import { type OAuthApp, clientCredentials } from "./app.ts";
import type { RevocationResult, RevokeToken } from "./port.ts";

/** Dependencies for revoking. */
export type RevocationDeps = {
  transport: ProviderTransport;
  platform: Pick<Platform, "monotonicMs">;
  timeoutMs: number;
};

/** Creates the function. It doesn't throw for a server or network failure or a missing app. */
export function createRevokeToken(deps: RevocationDeps): RevokeToken {
  return async ({ provider, auth, app }, credential) => {
    const { revocation } = auth.server;
    if (revocation === undefined) return { kind: "failed", reason: "not_supported" };
    const parts = partsOf({ auth, app, revocation }, credential);
    if (typeof parts === "string") return { kind: "failed", reason: parts };
    const channel = deps.transport.open(provider.slug, {
      service: "authorization",
      headers: parts.headers,
      deadlineMs: deps.platform.monotonicMs() + deps.timeoutMs,
    });
    try {
      return judge(await channel.send({ method: "POST", path: revocation.path, ...parts.body }));
    } finally {
      channel.close();
    }
  };
}

type Subject = { auth: OAuthAuth; app: OAuthApp | undefined; revocation: RevocationEndpoint };
type Parts = {
  headers: Readonly<Record<string, string>>;
  body: { form?: Record<string, string>; json?: Record<string, string> };
};

/** Returns the parts of the request; a reason if the app or the fact that it needs is missing. */
function partsOf({ auth, app, revocation }: Subject, credential: OAuthCredential): Parts | "no_app" | "no_fact" {
  const { accessToken, refreshToken } = credential;
  if (revocation.authentication === "bearer") return { headers: { authorization: `Bearer ${accessToken}` }, body: {} };
  const isRefresh = revocation.revokes === "refresh_token" && refreshToken !== null;
  const token = isRefresh ? refreshToken : accessToken;
  const { tokenRequest } = auth.server;
  const written = (fields: Record<string, string>): Parts["body"] =>
    tokenRequest === "json" ? { json: fields } : { form: fields };
  const hint = isRefresh ? "refresh_token" : "access_token";
  const ofToken = revocation.sendsHint === true ? { token, token_type_hint: hint } : { token };
  const fields = revocation.names === undefined ? ofToken : ofConnection(revocation.names, credential);
  if (fields === null) return "no_fact";
  if (revocation.authentication === "none") return { headers: {}, body: written(fields) };
  if (app === undefined) return "no_app";
  if (revocation.authentication === "secret") {
    const headers = { authorization: `Bearer ${app.clientSecret}` };
    return { headers, body: written({ ...fields, client_id: app.clientId }) };
  }
  const credentials = clientCredentials(auth.server, app);
  return { headers: credentials.headers, body: written({ ...fields, ...credentials.fields }) };
}

function ofConnection(
  { fact, field }: NonNullable<RevocationEndpoint["names"]>,
  { facts = {} }: OAuthCredential,
): Record<string, string> | null {
  const value = Object.hasOwn(facts, fact) ? facts[fact] : undefined;
  return value === undefined ? null : { [field]: value };
}

/** Judges the response: a 2xx means revoked (RFC 7009 §2.2), unless its body has an error, which some servers send. */
function judge(facts: ExchangeFacts): RevocationResult {
  if (facts.kind !== "answered") return { kind: "failed", reason: `${facts.kind}_${facts.reason}` };
  const { status, body } = facts;
  if (status < 200 || status > 299) return { kind: "failed", reason: `status_${String(status)}` };
  if (body.kind === "unreadable") return { kind: "failed", reason: "unreadable" };
  if (body.kind === "complete" && hasError(body.text)) return { kind: "failed", reason: "refused" };
  return { kind: "revoked" };
}

function hasError(text: string): boolean {
  try {
    const { error, ok } = Object(JSON.parse(text)) as { error?: unknown; ok?: unknown };
    return ok === false || (error !== undefined && error !== null);
  } catch {
    // The body of a success has no meaning.
    return false;
  }
}
