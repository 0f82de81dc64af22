/**
 * The exchange of an app registration's client secret for a token, which lives for about an hour:
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow#get-a-token
 */
import type { BearerExchange, IssuedBearer, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** An app registration in a tenant of Microsoft Entra ID. */
export type AppCredential = { tenant_id: string; client_id: string; client_secret: string };

/** The origin of the token endpoint. */
export const entraOrigin = "https://login.microsoftonline.com";

/** The exchange of an app's client secret for a token. */
export function appExchange({ tenant_id, client_id, client_secret }: AppCredential): BearerExchange {
  return {
    kind: "exchange",
    request: {
      method: "POST",
      path: [tenant_id, "oauth2", "v2.0", "token"],
      form: { grant_type: "client_credentials", client_id, client_secret, scope: "https://vault.azure.net/.default" },
      responseBody: { keep: ["access_token", "expires_in", "token_type"] },
    },
    read: readToken,
    refuse: refuseApp,
  };
}

function readToken(body: unknown): IssuedBearer | null {
  const { access_token: token, expires_in: lifetimeSeconds, token_type: type } = isRecord(body) ? body : {};
  if (typeof token !== "string" || typeof lifetimeSeconds !== "number" || type !== "Bearer") return null;
  return { token, lifetimeSeconds };
}

/** Compares only the error codes of RFC 6749 §5.2; the numbers in the messages may change at any time. */
function refuseApp({ status, body }: ProviderResponse): Refusal {
  const error = isRecord(body) ? body["error"] : undefined;
  if (error === "invalid_client" || error === "unauthorized_client") {
    return {
      code: "PROVIDER_UNAUTHORIZED",
      detail:
        "Microsoft Entra ID doesn't accept the app registration: its client secret is wrong or has expired, or the app isn't in this tenant.",
    };
  }
  if (status === 429) {
    return {
      code: "PROVIDER_RATE_LIMITED",
      detail: "Microsoft Entra ID's rate limit has been reached. Try again later.",
    };
  }
  if (error === "temporarily_unavailable" || error === "server_error") return { code: "PROVIDER_ERROR" };
  return {
    code: "PROVIDER_REJECTED",
    detail: "Microsoft Entra ID issued no token for the app registration. Check the tenant ID and the client ID.",
  };
}
