/**
 * What Key Vault's refusals mean: `{error: {code, message, innererror: {code}}}`. Messages quote names, so only codes
 * are compared: https://learn.microsoft.com/en-us/azure/key-vault/general/rest-error-codes
 */
import type { ResponseContext, BodyVerdict, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The outer and the inner code of an error; undefined if the body has none. */
export function codesOf(body: unknown): { code: unknown; inner: unknown } {
  const error = isRecord(body) ? body["error"] : undefined;
  if (!isRecord(error)) return { code: undefined, inner: undefined };
  const { code, innererror } = error;
  return { code, inner: isRecord(innererror) ? innererror["code"] : undefined };
}

/** Refusals for a 403, by inner code. */
const forbidden: Readonly<Record<string, Refusal>> = {
  ForbiddenByFirewall: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The vault's firewall blocks this service. Allow its address in the vault's network settings.",
  },
  SecretDisabled: {
    code: "PROVIDER_REJECTED",
    detail: "The secret is disabled in Azure, so it can't be read. Enable it there, or write a new version.",
  },
};

/** Refusals for a 409 of a write, by inner code. Nothing was written. */
const conflicts: Readonly<Record<string, Refusal>> = {
  ObjectIsDeletedButRecoverable: {
    code: "PROVIDER_REJECTED",
    detail: "A deleted secret still has this name until its retention period ends. Recover or purge it in Azure first.",
  },
  // These two pass, so the key is freed as for a rate limit.
  ObjectIsBeingDeleted: {
    code: "PROVIDER_RATE_LIMITED",
    detail: "A secret with this name is being deleted right now, so nothing was written. Try again soon.",
  },
  ObjectIsBeingRecovered: {
    code: "PROVIDER_RATE_LIMITED",
    detail: "A deleted secret with this name is being recovered right now, so nothing was written. Try again soon.",
  },
};

/** Judges a change: another operation in progress on the secret may be a copy of this one. */
export function judge({ status, body }: ProviderResponse, { change }: ResponseContext): BodyVerdict {
  const { code, inner } = codesOf(body);
  const isOther = change && status === 409 && code === "Conflict" && own(conflicts, String(inner)) === undefined;
  return { verdict: isOther ? "unknown" : "accepted" };
}

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence that quotes nothing from the response.
 */
export function refuse({ status, body }: ProviderResponse): Refusal {
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
          detail: "The app registration isn't allowed to do this in the vault: it lacks the role or the access policy.",
        }
      );
    case 404:
      return code === "SecretNotFound"
        ? { code: "SECRET_NOT_FOUND", detail: "The config has no secret with this name. List the names to check it." }
        : { code: "RESOURCE_NOT_FOUND", detail: "The vault's address has no such resource." };
    case 409:
      return (
        own(conflicts, known) ?? {
          code: "PROVIDER_RATE_LIMITED",
          detail: "Another operation on this secret is in progress, so nothing was done. Try again.",
        }
      );
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
