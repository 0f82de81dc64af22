/**
 * What Key Vault's refusals mean: `{error: {code, message, innererror: {code}}}`. Messages quote names, so only codes are compared:
 * https://learn.microsoft.com/en-us/azure/key-vault/general/rest-error-codes
 */
import type { ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The codes of an error, the outer and the inner one; `error` where there is none. */
export function codesOf(body: unknown): { code: unknown; inner: unknown } {
  const error = isRecord(body) ? body["error"] : undefined;
  if (!isRecord(error)) return { code: undefined, inner: undefined };
  const { code, innererror } = error;
  return { code, inner: isRecord(innererror) ? innererror["code"] : undefined };
}

/** What a 403 says, by its inner code. */
const forbidden: Readonly<Record<string, Refusal>> = {
  ForbiddenByFirewall: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The vault's firewall doesn't let this service in. Allow its address in the vault's network settings.",
  },
  SecretDisabled: {
    code: "PROVIDER_REJECTED",
    detail: "The secret is disabled in Azure, so it can't be read. Enable it there, or write a new version.",
  },
};

/** What a 409 says, by its inner code. Nothing was written. */
const conflicts: Readonly<Record<string, string>> = {
  ObjectIsDeletedButRecoverable:
    "A deleted secret still has this name, and the vault keeps it until its retention ends. Recover or purge it in Azure first.",
  ObjectIsBeingDeleted: "A secret with this name is being deleted just now, so nothing was written.",
  ObjectIsBeingRecovered:
    "A deleted secret with this name is being recovered just now, so nothing was written. Try again soon.",
};

/** Judges an answer that an action didn't accept. @returns the code, and a sentence with nothing from the answer. */
export function refuse({ status, body }: ProviderAnswer): Refusal {
  const { code, inner } = codesOf(body);
  const known = typeof inner === "string" ? inner : "";
  switch (status) {
    case 401:
      return {
        code: "PROVIDER_UNAUTHORIZED",
        detail: "The vault doesn't accept the app registration. Check that both are in the same tenant.",
      };
    case 403:
      return (
        own(forbidden, known) ?? {
          code: "PROVIDER_FORBIDDEN",
          detail: "The app registration may not do this in the vault: it lacks the role or the access policy.",
        }
      );
    case 404:
      return code === "SecretNotFound"
        ? { code: "SECRET_NOT_FOUND", detail: "The config has no secret with this name." }
        : { code: "PROVIDER_NOT_FOUND", detail: "The vault's address has no such resource." };
    case 409:
      return {
        code: "PROVIDER_REJECTED",
        detail:
          own(conflicts, known) ?? "Another operation on this secret is under way, so nothing was done. Try again.",
      };
    case 429:
      return { code: "PROVIDER_RATE_LIMITED", detail: "The vault's rate limit has been reached. Try again later." };
  }
  return status >= 400 && status < 500
    ? {
        code: "PROVIDER_REJECTED",
        detail: `The vault rejected the request as invalid (status ${String(status)}). Check the input.`,
      }
    : { code: "PROVIDER_ERROR", detail: `The vault answered with status ${String(status)}.` };
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
