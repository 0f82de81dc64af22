/** Universal Auth, written from https://infisical.com/docs/documentation/platform/identities/universal-auth */
import { fieldsOf, type SimResponse, type SimRequest } from "@svc/simulator";
import type { InfisicalToken, InfisicalWorld } from "./world.ts";

const clientOf = (number: number, hex: string) => ({
  client_id: `9f3a7c1e-0000-4000-8000-00000000000${String(number)}`,
  client_secret: hex.repeat(8),
});

/** The clients that Universal Auth accepts, by name. */
export const clients = {
  everything: clientOf(1, "5b2d4c8e"),
  /** Can describe secrets, but not read their values or change them. */
  describer: clientOf(2, "a1f03d6b"),
} as const;

/** The permissions of each identity's tokens. */
export const permissions: Readonly<Record<keyof typeof clients, InfisicalToken["permissions"]>> = {
  everything: ["describe", "read", "write"],
  describer: ["describe"],
};

const messages = {
  wrong: "Invalid credentials",
  expired: "Access denied due to expired client secret",
  used_up: "Access denied due to client secret usage limit reached",
  locked: "This identity auth method is temporarily locked, please try again later",
} as const;

/** The message to a request from an IP address that the identity doesn't trust. */
export const untrustedAddress = "You are not allowed to access this resource from the current IP address";

function refusal(statusCode: number, error: string, message: unknown): SimResponse {
  return { status: statusCode, json: { reqId: "req-1", statusCode, error, message } };
}

/** Builds a token that looks like a JSON Web Token but isn't checked. @param more claims in addition to its name. */
export function tokenOf(name: string, more: object = {}): string {
  const claims = Buffer.from(JSON.stringify({ identityAccessTokenId: name, ...more })).toString("base64url");
  return `eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmF0dXJl`;
}

/** Answers a login. */
export function logIn(request: SimRequest, store: InfisicalWorld): SimResponse {
  const { login, distrusts, tokenSeconds } = store.switches;
  const { clientId, clientSecret } = fieldsOf(request);
  if (login === "limited") return refusal(429, "RateLimitExceeded", "Rate limit exceeded. Please try again later");
  if (login === "unavailable") return refusal(500, "InternalServerError", "Something went wrong");
  if (typeof clientId !== "string" || typeof clientSecret !== "string") {
    return refusal(422, "ValidationFailure", [{ code: "invalid_type", message: "Required" }]);
  }
  const known = Object.entries(clients).find(([, client]) => client.client_id === clientId);
  if (known === undefined) return refusal(401, "UnauthorizedError", messages.wrong);
  if (distrusts === "logins") return refusal(403, "ForbiddenError", untrustedAddress);
  if (login === "locked") return refusal(401, "UnauthorizedError", messages.locked);
  const [name, client] = known;
  if (client.client_secret !== clientSecret) return refusal(401, "UnauthorizedError", messages.wrong);
  if (login !== "issues") return refusal(401, "UnauthorizedError", messages[login]);
  const value = tokenOf(`login-${String(request.sequence)}`);
  store.tokens.add({
    value,
    name: `${name}-${String(request.sequence)}`,
    scopes: [],
    expiresAtMs: tokenSeconds === 0 ? null : request.timeMs + tokenSeconds * 1000,
    actor: "identity",
    permissions: permissions[name as keyof typeof clients],
  });
  const json = { accessToken: value, expiresIn: tokenSeconds, accessTokenMaxTTL: 2_592_000, tokenType: "Bearer" };
  return { status: 200, json };
}
