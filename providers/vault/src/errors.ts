/**
 * Maps Vault's refusals, `{errors: string[]}`, to error codes. A dead token and a missing right have the same 403. Messages may
 * quote the path, so they are matched and never passed on: https://developer.hashicorp.com/vault/api-docs#http-status-codes
 */
import type { AnswerContext, ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const versionMismatch = /^check-and-set parameter did not match the current version/;

/** Maps an answer that an action didn't accept to an error. @returns the code, and a sentence with nothing from the answer. */
export function refuse(answer: ProviderAnswer, { change }: AnswerContext): Refusal {
  const { status } = answer;
  switch (status) {
    case 401:
    case 403:
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `Vault doesn't let this connection's token ${change ? "change" : "read"} this: its policies don't allow it, or the token has expired or was revoked. Test the connection to find out.`,
      };
    case 404:
      return {
        code: "PROVIDER_NOT_FOUND",
        detail: "Vault has no such secrets engine, or the token can't see it. Check the project.",
      };
    case 412:
      return {
        code: "PROVIDER_REJECTED",
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
  return errorTexts(answer).some((text) => versionMismatch.test(text))
    ? {
        code: "PROVIDER_REJECTED",
        detail: "Someone else changed this secret at the same time, so nothing was written.",
      }
    : {
        code: "PROVIDER_REJECTED",
        detail: `Vault rejected the request as invalid (status ${String(status)}). Check the input.`,
      };
}

/** Returns the messages of a refusal. They may quote the path. */
export function errorTexts({ body }: Pick<ProviderAnswer, "body">): string[] {
  const errors: unknown = isRecord(body) ? body["errors"] : undefined;
  return Array.isArray(errors) ? errors.filter((text) => typeof text === "string") : [];
}
