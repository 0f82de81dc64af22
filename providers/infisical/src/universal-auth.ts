/**
 * The exchange of a machine identity's client secret for an access token, at the connection's own server:
 * https://infisical.com/docs/documentation/platform/identities/universal-auth
 */
import type { BearerExchange, IssuedBearer, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { isValidationFailure, refuseAddress } from "./errors.ts";

/** The credential for a login with Universal Auth. */
export type ClientCredential = { client_id: string; client_secret: string };

/** Describes the login that gets the identity an access token. */
export function login({ client_id, client_secret }: ClientCredential): BearerExchange {
  return {
    kind: "exchange",
    request: {
      method: "POST",
      path: ["api", "v1", "auth", "universal-auth", "login"],
      json: { clientId: client_id, clientSecret: client_secret },
      responseBody: { keep: ["accessToken", "expiresIn", "tokenType"] },
    },
    read: readToken,
    refuse: refuseLogin,
  };
}

/** Reads the token. A lifetime of 0 means that it doesn't expire. */
function readToken(body: unknown): IssuedBearer | null {
  const { accessToken: token, expiresIn, tokenType } = isRecord(body) ? body : {};
  if (typeof token !== "string" || typeof expiresIn !== "number" || expiresIn < 0 || tokenType !== "Bearer")
    return null;
  return { token, lifetimeSeconds: expiresIn === 0 ? Infinity : expiresIn };
}

/** Both an invalid secret and an identity that is locked for a few minutes are 401. Only the message tells which. */
function refuseLogin(response: ProviderResponse): Refusal {
  const { status, body } = response;
  const message = isRecord(body) ? body["message"] : undefined;
  if (status === 401 && !isValidationFailure(response)) {
    return typeof message === "string" && /temporarily locked/.test(message) ? locked : dead;
  }
  if (status === 403) return refuseAddress(response) ?? { code: "PROVIDER_FORBIDDEN" };
  if (status === 429) {
    return {
      code: "PROVIDER_RATE_LIMITED",
      detail: "Infisical's rate limit for logins has been reached. Try again later.",
    };
  }
  if (status < 400 || status >= 500) return { code: "PROVIDER_ERROR" };
  return {
    code: "PROVIDER_REJECTED",
    detail: `Infisical issued no access token for the client ID (status ${String(status)}).`,
  };
}

const dead: Refusal = {
  code: "PROVIDER_UNAUTHORIZED",
  detail:
    "Infisical doesn't accept the client ID with this client secret: the secret is wrong, was revoked, has expired, or has no uses left.",
};

const locked: Refusal = {
  code: "PROVIDER_RATE_LIMITED",
  detail: "Infisical has locked this client ID for a few minutes, because of logins with a wrong client secret.",
};
