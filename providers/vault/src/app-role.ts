/**
 * The exchange of an AppRole's secret ID for a token, at the connection's own server:
 * https://developer.hashicorp.com/vault/api-docs/auth/approle
 */
import type { BearerExchange, IssuedBearer, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { appRoleKind } from "./client.ts";
import { errorTexts, refuse } from "./errors.ts";

/** The credential for a login with an AppRole. */
export type AppRoleCredential = { role_id: string; secret_id: string };

/** Describes the login that gets the role a token. */
export function login({ role_id, secret_id }: AppRoleCredential): BearerExchange {
  return {
    kind: "exchange",
    request: {
      method: "POST",
      path: ["v1", "auth", "approle", "login"],
      json: { role_id, secret_id },
      responseBody: { keep: ["auth.client_token", "auth.lease_duration"] },
    },
    read: readToken,
    refuse: refuseLogin,
    // A dead token and a missing right have the same status.
    deadTokenCodes: ["PROVIDER_FORBIDDEN"],
  };
}

/** Reads the token. A lease of 0 seconds means that it doesn't expire. */
function readToken(body: unknown): IssuedBearer | null {
  const auth = isRecord(body) ? body["auth"] : undefined;
  const { client_token: token, lease_duration: lease } = isRecord(auth) ? auth : {};
  if (typeof token !== "string" || typeof lease !== "number" || lease < 0) return null;
  return { token, lifetimeSeconds: lease === 0 ? Infinity : lease };
}

/** Both a dead credential and a disallowed address are 400. Only the message tells which. */
function refuseLogin(response: ProviderResponse): Refusal {
  const { status } = response;
  const texts = errorTexts(response);
  if (status === 400 && texts.some((text) => /^source address .* unauthorized/.test(text))) return untrusted;
  if (status === 400 && texts.some((text) => /^invalid (?:role|secret)/.test(text))) return dead;
  if (status === 403 || status === 404) return absent;
  return refuse(response, { credentialKind: appRoleKind, change: false });
}

const dead: Refusal = {
  code: "PROVIDER_UNAUTHORIZED",
  detail:
    "Vault doesn't accept the role ID with this secret ID: the secret ID is wrong, was destroyed, has expired, or has no uses left.",
};

/** The refusal of a login from an address that the role doesn't allow. */
export const untrusted: Refusal = {
  code: "PROVIDER_FORBIDDEN",
  detail: "The AppRole doesn't allow logins from this service's IP address.",
};

const absent: Refusal = {
  code: "PROVIDER_REJECTED",
  detail: "Vault has no AppRole auth method at `auth/approle` in this namespace.",
};
