/** Asks an authorization server to revoke a token (RFC 7009), once. */
import type { ExchangeFacts, OAuthAuth, OAuthCredential, RevocationEndpoint } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { OAuthApp } from "./app.ts";
import type { RevocationResult, RevokeToken } from "./port.ts";

/** What revoking needs. */
export type RevocationDeps = {
  transport: ProviderTransport;
  platform: Pick<Platform, "monotonicMs">;
  timeoutMs: number;
};

/** Creates the function. It throws neither for a server or network failure nor for a missing app. */
export function createRevokeToken(deps: RevocationDeps): RevokeToken {
  return async ({ provider, auth, app }, credential) => {
    const { revocation } = auth.server;
    if (revocation === undefined) return { kind: "failed", reason: "not_supported" };
    const parts = partsOf({ auth, app, revocation }, credential);
    if (parts === null) return { kind: "failed", reason: "no_app" };
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

/** Null if the app is gone, but the request has to authenticate with it. */
function partsOf({ auth, app, revocation }: Subject, credential: OAuthCredential): Parts | null {
  const { accessToken, refreshToken } = credential;
  if (revocation.authentication === "bearer") return { headers: { authorization: `Bearer ${accessToken}` }, body: {} };
  const isRefresh = revocation.revokes === "refresh_token" && refreshToken !== null;
  const token = isRefresh ? refreshToken : accessToken;
  const hint = isRefresh ? "refresh_token" : "access_token";
  const { tokenRequest, clientAuthentication } = auth.server;
  const written = (fields: Record<string, string>): Parts["body"] =>
    tokenRequest === "json" ? { json: fields } : { form: fields };
  const fields = { token, token_type_hint: hint };
  if (revocation.authentication === "none") return { headers: {}, body: written(fields) };
  if (app === undefined) return null;
  if (clientAuthentication === "client_secret_basic") {
    return { headers: { authorization: basic(app.clientId, app.clientSecret) }, body: written(fields) };
  }
  return { headers: {}, body: written({ ...fields, client_id: app.clientId, client_secret: app.clientSecret }) };
}

/** RFC 6749 §2.3.1: both are form-encoded first. */
function basic(clientId: string, clientSecret: string): string {
  const encode = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString("base64")}`;
}

/** A 2xx says that the token is revoked (RFC 7009 §2.2), unless its body has an error, as some servers send with a 200. */
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
    // The content of a success means nothing.
    return false;
  }
}
