/**
 * What Doppler's refusals mean. Its errors are `{messages: string[], success: false}` without a machine-readable code.
 * The messages quote the input, so they are only matched and never passed on.
 */
import { ProviderFailure, type ProviderResponse, type Refusal } from "@svc/provider-kit";
import { isRecord } from "./client.ts";

/** Matches the whole message, because other messages quote the input, and input must never invalidate a connection. */
const invalidToken = /^invalid auth token\.?$/i;

/**
 * A missing project or config is a 404 or this 400 for the same request, depending on recent activity in the workplace.
 */
const noAccess = /does not have access to requested (?:project|config)/i;

/**
 * Maps a response below 500 that an action didn't accept to an error (contract §6.3), and any other response to a
 * provider fault.
 * @returns the code, and a sentence without any text from the response.
 */
export function refuse(response: ProviderResponse, context: { credentialKind: string; change: boolean }): Refusal {
  const { status } = response;
  const saysOf400 = (pattern: RegExp) => status === 400 && messagesOf(response.body).some((text) => pattern.test(text));
  if (status === 401 || saysOf400(invalidToken)) {
    return {
      code: "PROVIDER_UNAUTHORIZED",
      detail:
        "Doppler doesn't accept this connection's token: it was revoked or has expired, or it is mistyped or of a class that this API " +
        "doesn't take. Its owner must reconnect with a new one.",
    };
  }
  if (status === 403) return { code: "PROVIDER_FORBIDDEN", detail: forbidden(context) };
  if (status === 404 || saysOf400(noAccess)) {
    return {
      code: "RESOURCE_NOT_FOUND",
      detail:
        "Doppler has no such project or config, or this connection's token can't see it. Check both names; a Service Token " +
        "only has access to its own config.",
    };
  }
  if (status === 429) {
    return { code: "PROVIDER_RATE_LIMITED", detail: "Doppler's rate limit has been reached. Try again later." };
  }
  if (status >= 400 && status < 500) {
    return {
      code: "PROVIDER_REJECTED",
      detail: `Doppler rejected the request as invalid (status ${String(status)}). Check the input against Doppler's rules.`,
    };
  }
  return { code: "PROVIDER_ERROR", detail: `Doppler answered with status ${String(status)}, a fault on its side.` };
}

/**
 * Explains a Service Token's refusal if only a Service Account Token would work.
 * @param failure the error of the read.
 * @param codeFor the code to report instead of the failure's.
 * @returns a failure that says which token is needed; the same failure for an invalid token, a rate limit, a provider
 *   fault or any other kind of token.
 */
export function needsServiceAccount(
  failure: unknown,
  credentialKind: string,
  codeFor: (code: Refusal["code"]) => Refusal["code"],
): unknown {
  if (!(failure instanceof ProviderFailure) || credentialKind !== "service_token") return failure;
  const { code } = failure.refusal;
  if (code !== "PROVIDER_FORBIDDEN" && code !== "RESOURCE_NOT_FOUND" && code !== "PROVIDER_REJECTED") return failure;
  return new ProviderFailure({
    code: codeFor(code),
    detail:
      "This connection has a Service Token, which gives access to one config only. A Service Account Token is needed for this " +
      "list: the connection's owner must reconnect with one.",
  });
}

function forbidden(context: { credentialKind: string; change: boolean }): string {
  if (!context.change) return "This connection's token may not read this in Doppler: it lacks the permission.";
  return context.credentialKind === "service_token"
    ? "This connection's Service Token may not write in Doppler: it has read access only."
    : "This connection's token may not write here in Doppler: its role lacks the permission.";
}

function messagesOf(body: unknown): string[] {
  if (!isRecord(body) || !Array.isArray(body["messages"])) return [];
  return body["messages"].filter((message) => typeof message === "string");
}
