/** Reads the request with which a host sends the user's browser (RFC 6749 §4.1.1, with PKCE and RFC 8707). Pure. */
import { readRedirectUri } from "./redirects.ts";

/** A well-formed request. Its host and addresses still have to be checked. */
export type AuthorizeRequest = {
  hostId: string;
  redirectUri: string;
  state: string | null;
  codeChallenge: string;
  resource: string;
};

/** A fault that the host caused, as RFC 6749 §4.1.2.1 names it. */
export type AuthorizeFault = { error: string; description: string };

/** The host's id and the parts of the response to it, which may be wrong in any way. */
export type Addressee = Pick<AuthorizeRequest, "hostId" | "redirectUri" | "state">;

const challengeForm = /^[A-Za-z0-9_-]{43}$/;
const stateLengthMax = 2048;

/** Returns who asks and where the response would go; null without a usable redirect address. */
export function readAddressee(query: URLSearchParams): Addressee | null {
  const redirectUri = only(query, "redirect_uri");
  if (redirectUri === null || readRedirectUri(redirectUri) === null) return null;
  const state = only(query, "state");
  const isReturnable = state === null || (state.length <= stateLengthMax && !hasControls(state));
  return { hostId: only(query, "client_id") ?? "", redirectUri, state: isReturnable ? state : null };
}

/** Reads the rest of the request. */
export function readAuthorizeRequest(query: URLSearchParams, to: Addressee): AuthorizeRequest | AuthorizeFault {
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return invalid("A parameter is repeated.");
  if (only(query, "response_type") !== "code") {
    return { error: "unsupported_response_type", description: "Only code is supported." };
  }
  const codeChallenge = only(query, "code_challenge") ?? "";
  if (only(query, "code_challenge_method") !== "S256" || !challengeForm.test(codeChallenge)) {
    return invalid("PKCE with S256 is required.");
  }
  if (to.state !== only(query, "state")) return invalid("The state is too long, or has control characters.");
  return { ...to, codeChallenge, resource: only(query, "resource") ?? "" };
}

/** Returns a parameter's value; null unless it appears exactly once. */
export function only(query: URLSearchParams, name: string): string | null {
  const [value, ...others] = query.getAll(name);
  return value === undefined || value === "" || others.length > 0 ? null : value;
}

function invalid(description: string): AuthorizeFault {
  return { error: "invalid_request", description };
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
