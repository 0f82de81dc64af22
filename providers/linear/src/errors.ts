/**
 * Maps Linear's errors to error codes. `errors[].extensions` has a `type` and a `code`, with status 200 or 400. Only
 * types that mean that nothing happened are refusals; any other type leaves the outcome of a change unknown.
 * https://linear.app/developers/graphql#errors, https://linear.app/developers/rate-limiting, and `errorMap` of
 * `@linear/sdk`
 */
import {
  judgeGraphql,
  type BodyVerdict,
  type GraphqlError,
  type ProviderResponse,
  type Refusal,
} from "@svc/provider-kit";

const unauthorized: Refusal = {
  code: "PROVIDER_UNAUTHORIZED",
  detail: "Linear no longer accepts the credential of this connection. Its owner must reconnect.",
};
const limited: Refusal = {
  code: "PROVIDER_RATE_LIMITED",
  detail: "Linear's rate limit has been reached. Wait before the next request.",
};
const forbidden: Refusal = {
  code: "PROVIDER_FORBIDDEN",
  detail: "Linear doesn't let this connection do this: a scope is missing, or the user isn't allowed to.",
};
const rejected: Refusal = {
  code: "PROVIDER_REJECTED",
  detail:
    "Linear rejected the input, or one of its ids doesn't exist or isn't visible to this connection. Linear's response is the same for all.",
};

const types: Readonly<Record<string, Refusal>> = {
  "authentication error": unauthorized,
  ratelimited: limited,
  forbidden,
  "feature not accessible": {
    code: "PROVIDER_FORBIDDEN",
    detail: "The workspace's plan doesn't include this feature. Ask an administrator of the workspace.",
  },
  "invalid input": rejected,
  "user error": rejected,
  "graphql error": rejected,
  "usage limit exceeded": {
    code: "PROVIDER_REJECTED",
    detail: "The workspace has reached a limit of its plan. Ask an administrator of the workspace.",
  },
};

const codes: Readonly<Record<string, Refusal>> = { RATELIMITED: limited, AUTHENTICATION_ERROR: unauthorized };

/** Judges a response's `errors`, which can have status 200 too. */
export function judge(response: ProviderResponse): BodyVerdict {
  return judgeGraphql(response, refusalOf);
}

/** Maps a response that an action didn't accept to an error. */
export function refuse(response: ProviderResponse): Refusal {
  const verdict = judge(response);
  if (verdict.verdict === "refused") return verdict.refusal;
  const { status } = response;
  if (status === 401) return unauthorized;
  if (status === 403) return forbidden;
  if (status === 429) return limited;
  if (status >= 400 && status < 500) return rejected;
  return {
    code: "PROVIDER_ERROR",
    detail: `Linear answered with status ${String(status)}, which it doesn't document for this request.`,
  };
}

/**
 * The text of a refusal because an id is taken. Only this execution uses the id, so another request with it is a copy
 * of this one.
 */
const idTaken = /\bid\b.*\balready\b|\balready (?:exists|in use|taken)\b|\bduplicate\b/i;

function refusalOf({ extensions, message }: GraphqlError): Refusal | null {
  if (idTaken.test(message)) return null;
  const { type, code } = extensions;
  if (typeof code === "string" && Object.hasOwn(codes, code)) return codes[code] ?? null;
  const name = typeof type === "string" ? type.toLowerCase() : "";
  return Object.hasOwn(types, name) ? (types[name] ?? null) : null;
}
