/**
 * What Doppler's refusals mean. Its errors are `{messages: string[], success: false}` with no machine-readable code, and
 * the messages echo what the caller sent: they are matched against, never passed on.
 */
import { ProviderFailure, type ProviderAnswer, type Refusal } from "@svc/provider-kit";
import { isRecord } from "./client.ts";

/** The whole message: others quote what the caller sent, and no input may condemn a connection. */
const invalidToken = /^invalid auth token\.?$/i;

/** A missing project or config is 404 or this 400, for the same request, by recent activity in the workplace. */
const noAccess = /does not have access to requested (?:project|config)/i;

/**
 * Judges an answer below 500 that an action did not accept (contract §6.3), and any other as a fault of the provider's.
 * @returns the code, and a sentence that holds nothing of the answer.
 */
export function refuse(answer: ProviderAnswer, context: { credentialKind: string; change: boolean }): Refusal {
  const { status } = answer;
  const saysOf400 = (pattern: RegExp) => status === 400 && messagesOf(answer.body).some((text) => pattern.test(text));
  if (status === 401 || saysOf400(invalidToken)) {
    return {
      code: "PROVIDER_UNAUTHORIZED",
      detail: "Doppler no longer accepts the token of this connection. Its owner must reconnect with a new one.",
    };
  }
  if (status === 403) return { code: "PROVIDER_FORBIDDEN", detail: forbidden(context) };
  if (status === 404 || saysOf400(noAccess)) {
    return {
      code: "PROVIDER_NOT_FOUND",
      detail:
        "Doppler knows no such project or config, or the token of this connection may not see it. Check both names; " +
        "a Service Token reaches the one config it was made for.",
    };
  }
  if (status === 429) {
    return { code: "PROVIDER_RATE_LIMITED", detail: "Doppler's rate limit is reached. Try again later." };
  }
  if (status >= 400 && status < 500) {
    return {
      code: "PROVIDER_REJECTED",
      detail: `Doppler refused the request as invalid (status ${String(status)}). Check the input against Doppler's rules.`,
    };
  }
  return { code: "PROVIDER_ERROR", detail: `Doppler answered with status ${String(status)}. The fault is Doppler's.` };
}

/**
 * Explains a refusal that a Service Token met where only a Service Account Token helps.
 * @param failure what the read ended in.
 * @param codeFor the code to report in place of the failure's.
 * @returns a failure that says which token is needed; the same failure for a token that is dead, for a limit that
 *   passes, for a fault of the provider's and for every other kind of token.
 */
export function needsServiceAccount(
  failure: unknown,
  credentialKind: string,
  codeFor: (code: Refusal["code"]) => Refusal["code"],
): unknown {
  if (!(failure instanceof ProviderFailure) || credentialKind !== "service_token") return failure;
  const { code } = failure.refusal;
  if (code !== "PROVIDER_FORBIDDEN" && code !== "PROVIDER_NOT_FOUND" && code !== "PROVIDER_REJECTED") return failure;
  return new ProviderFailure({
    code: codeFor(code),
    detail:
      "This connection holds a Service Token, which reaches one config only. A Service Account Token is needed for " +
      "this listing: the owner of the connection reconnects with one.",
  });
}

function forbidden(context: { credentialKind: string; change: boolean }): string {
  if (!context.change) return "The token of this connection may not read this at Doppler: the grant is missing there.";
  return context.credentialKind === "service_token"
    ? "The Service Token of this connection may not write at Doppler: it was made with read access only."
    : "The token of this connection may not write here at Doppler: its role lacks the permission.";
}

function messagesOf(body: unknown): string[] {
  if (!isRecord(body) || !Array.isArray(body["messages"])) return [];
  return body["messages"].filter((message) => typeof message === "string");
}
