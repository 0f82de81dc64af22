/**
 * What a server's response proves. A response that doesn't say whether the tool ran proves nothing. Texts are svc's own:
 * a server's words are never part of an error.
 */
import type { BodyVerdict, ProviderResponse, Refusal, ResponseContext } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** JSON-RPC errors with which a server rejects a request before any tool runs. */
const rejections: Readonly<Record<number, string>> = {
  [-32700]: "The server couldn't parse the request.",
  [-32600]: "The server says that the request isn't valid.",
  [-32601]: "The server doesn't know the request's method.",
  [-32602]: "The server rejected the tool's name or its arguments before it ran anything.",
};

/** The refusal by a tool, which is the server's word for a call that failed. */
export const toolRefusal: Refusal = {
  code: "PROVIDER_REJECTED",
  detail: "The server's tool reported that the call failed. Check the input, and what the tool's description asks for.",
};

/** The refusal of a request whose session the server doesn't know, so that it ran nothing for it. */
export const sessionEnded: Refusal = {
  code: "PROVIDER_REJECTED",
  detail: "The server has ended the session, or there's no MCP server at this address.",
};

/** What a message says about a call. */
export type CallVerdict =
  | { kind: "result"; result: Readonly<Record<string, unknown>> }
  | { kind: "refused"; refusal: Refusal }
  /** It doesn't say whether the tool ran, or ran to its end. */
  | { kind: "unclear" };

/** Judges the response to `tools/call`. */
export function judgeMessage(message: unknown): CallVerdict {
  const { result, error } = Object(message) as { result?: unknown; error?: unknown };
  if (isRecord(error)) {
    const { code } = error;
    const detail = typeof code === "number" ? rejections[code] : undefined;
    return detail === undefined
      ? { kind: "unclear" }
      : { kind: "refused", refusal: { code: "PROVIDER_REJECTED", detail } };
  }
  if (!isRecord(result)) return { kind: "unclear" };
  const { isError, resultType = "complete", task } = result;
  if (resultType !== "complete" || task !== undefined) return { kind: "unclear" };
  return isError === true ? { kind: "refused", refusal: toolRefusal } : { kind: "result", result };
}

/**
 * Judges the body of a change. A session that the server no longer knows says nothing about a call that it had received
 * before. Reads are judged where they're made.
 */
export function judgeResponse({ status, body }: ProviderResponse, { change }: ResponseContext): BodyVerdict {
  if (!change) return { verdict: "accepted" };
  if (status === 404) return { verdict: "unknown" };
  if (status >= 300) return { verdict: "accepted" };
  const verdict = judgeMessage(body);
  if (verdict.kind === "result") return { verdict: "accepted" };
  return verdict.kind === "refused" ? { verdict: "refused", refusal: verdict.refusal } : { verdict: "unknown" };
}

/** The meaning of a status that isn't a success. */
export function refuse({ status }: ProviderResponse): Refusal {
  switch (status) {
    case 401:
      return { code: "PROVIDER_UNAUTHORIZED", detail: "The server refused the credential." };
    case 403:
      return { code: "PROVIDER_FORBIDDEN", detail: "The server says that the credential doesn't allow this." };
    case 404:
      return sessionEnded;
    case 429:
      return { code: "PROVIDER_RATE_LIMITED" };
    default:
      return { code: "PROVIDER_REJECTED", detail: "The server rejected the request before it ran anything." };
  }
}
