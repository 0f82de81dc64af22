/**
 * The tenant's token endpoint, written from
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
import { fieldsOf, type SimResponse, type SimRequest } from "@svc/simulator";
import { apps, tenantId } from "./apps.ts";
import type { KeyVaultWorld } from "./world.ts";

const lifetimeSeconds = 3599;

function error(status: number, code: string, number: number, text: string): SimResponse {
  const description = `AADSTS${String(number)}: ${text} Trace ID: 255d1aef-8c98-452f-ac51-23d051240864`;
  return { status, json: { error: code, error_description: description, error_codes: [number] } };
}

/** Answers a request for a token. */
export function issueToken(
  request: SimRequest,
  store: KeyVaultWorld,
  params: Readonly<Record<string, string>>,
): SimResponse {
  const { tokenEndpoint } = store.switches;
  if (tokenEndpoint === "unavailable") return error(503, "temporarily_unavailable", 90033, "A transient error.");
  if (tokenEndpoint === "throttled")
    return { ...error(429, "invalid_request", 90055, "Too many."), headers: { "retry-after": "20" } };
  const { grant_type, client_id, client_secret, scope } = fieldsOf(request);
  if (params["tenant"]?.toLowerCase() !== tenantId) return error(400, "invalid_request", 90002, "Tenant not found.");
  if (grant_type !== "client_credentials") return error(400, "unsupported_grant_type", 70003, "Unsupported.");
  if (scope !== "https://vault.azure.net/.default")
    return error(400, "invalid_scope", 70011, "The scope is not valid.");
  const known = Object.entries(apps).find(([, app]) => app.client_id === client_id);
  if (known === undefined) return error(400, "unauthorized_client", 700016, "Application was not found.");
  const [name, app] = known;
  if (app.client_secret !== client_secret || tokenEndpoint === "refuses") {
    return error(401, "invalid_client", 7000215, "Invalid client secret.");
  }
  const value = `eyJ0eXAiOiJKV1QifQ.${Buffer.from(name).toString("base64url")}.${String(request.sequence).padStart(43, "s")}`;
  const scopes = name === "readOnly" ? [] : ["write"];
  store.tokens.add({ value, name, scopes, expiresAtMs: request.timeMs + lifetimeSeconds * 1000 });
  const json = {
    token_type: "Bearer",
    expires_in: lifetimeSeconds,
    ext_expires_in: lifetimeSeconds,
    access_token: value,
  };
  return { status: 200, json };
}

/** The tenant's OpenID configuration, which Microsoft's clients read first. svc doesn't: its endpoint is fixed. */
export function describeEndpoints(
  _request: SimRequest,
  _store: KeyVaultWorld,
  params: Readonly<Record<string, string>>,
): SimResponse {
  const at = `https://login.microsoftonline.com/${params["tenant"] ?? ""}`;
  const endpoints = {
    authorization_endpoint: `${at}/oauth2/v2.0/authorize`,
    token_endpoint: `${at}/oauth2/v2.0/token`,
    jwks_uri: `${at}/discovery/v2.0/keys`,
  };
  return { status: 200, json: { issuer: `${at}/v2.0`, ...endpoints } };
}
