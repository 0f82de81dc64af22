/**
 * Maps Vault's refusals, `{errors: string[]}`, to error codes. Messages may quote the path, so whole lines are matched
 * and never passed on: https://developer.hashicorp.com/vault/api-docs#http-status-codes
 *
 * A dead token and a missing right have the same 403. Its lines tell them apart on some servers:
 * - `invalid token` (Vault 1.17 and later; `bad token` on old ones): the token is dead.
 * - an error from the check of policies, which begins with a count (`1 error occurred:`): the token is alive, but lacks
 *   the right.
 * - `permission denied` alone: a dead token of OpenBao or an older Vault, but also an engine that the token can't see.
 */
import type { ResponseContext, BodyVerdict, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { appRoleKind } from "./client.ts";

const versionMismatch = /^check-and-set parameter did not match the current version/;
const deadLines: ReadonlySet<string> = new Set(["invalid token", "bad token"]);
const countLine = /^[0-9]+ errors? occurred:$/;

/** The refusal of a service token that is no longer valid. */
export const dead: Refusal = {
  code: "PROVIDER_UNAUTHORIZED",
  detail: "Vault doesn't accept this connection's token: it has expired or was revoked. Its owner must reconnect.",
};

/** Returns what a 403 says about the token; `unclear` if it can be either. */
export function judgeToken(response: Pick<ProviderResponse, "body">): "dead" | "lacks_right" | "unclear" {
  const lines = errorTexts(response).flatMap((text) =>
    text.split("\n").map((line) => line.replace(/^\s*\* /, "").trim()),
  );
  if (lines.some((line) => deadLines.has(line))) return "dead";
  return lines.some((line) => countLine.test(line)) ? "lacks_right" : "unclear";
}

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence with nothing from the response.
 */
export function refuse(response: ProviderResponse, { change, credentialKind }: ResponseContext): Refusal {
  const { status } = response;
  switch (status) {
    case 401:
    case 403:
      return refuseToken(response, { change, credentialKind });
    case 404:
      return {
        code: "RESOURCE_NOT_FOUND",
        detail: "Vault has no such secrets engine, or the token can't see it. Check the project.",
      };
    case 412:
      // It passes, so the key is freed as for a rate limit.
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "The server that answered lags behind the others, so it did nothing. Try again.",
      };
    case 429:
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "Vault's rate limit has been reached. Try again later.",
      };
  }
  if (status < 400 || status >= 500) {
    return { code: "PROVIDER_ERROR", detail: `Vault answered with status ${String(status)}.` };
  }
  return {
    code: "PROVIDER_REJECTED",
    detail: `Vault rejected the request as invalid (status ${String(status)}). Check the input.`,
  };
}

function refuseToken(response: ProviderResponse, { change, credentialKind }: ResponseContext): Refusal {
  const about = judgeToken(response);
  const denied = `Vault doesn't let this connection's token ${change ? "change" : "read"} this`;
  if (about === "lacks_right") return { code: "PROVIDER_FORBIDDEN", detail: `${denied}: its policies don't allow it.` };
  // A login's token ends soon, and its end says nothing about the secret ID.
  if (about === "dead" && credentialKind !== appRoleKind) return dead;
  return { code: "PROVIDER_FORBIDDEN", detail: `${denied}: ${unclearEnd}` };
}

const unclearEnd =
  "its policies don't allow it, or the token has expired or was revoked. Test the connection to find out.";

/** Returns whether a refusal leaves open if the token is dead. */
export function isUnclear({ code, detail }: Refusal): boolean {
  return code === "PROVIDER_FORBIDDEN" && detail?.endsWith(unclearEnd) === true;
}

/**
 * Judges a change: a conflict about the version proves only that the version has moved on. If the request reached Vault
 * twice, the first one moved it.
 */
export function judge(response: ProviderResponse, { change }: ResponseContext): BodyVerdict {
  const isConflict =
    change && response.status === 400 && errorTexts(response).some((text) => versionMismatch.test(text));
  return { verdict: isConflict ? "unknown" : "accepted" };
}

/** Returns the messages of a refusal. They may quote the path. */
export function errorTexts({ body }: Pick<ProviderResponse, "body">): string[] {
  const errors: unknown = isRecord(body) ? body["errors"] : undefined;
  return Array.isArray(errors) ? errors.filter((text) => typeof text === "string") : [];
}
