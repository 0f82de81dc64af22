/**
 * Maps Notion's refusals, `{code, message}`, to error codes. The message quotes the input:
 * https://developers.notion.com/reference/errors
 */
import type { ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const unauthorized: Refusal = {
  code: "PROVIDER_UNAUTHORIZED",
  detail: "Notion no longer accepts the token of this connection. Its owner must reconnect.",
};
const limited: Refusal = {
  code: "PROVIDER_RATE_LIMITED",
  detail: "Notion's rate limit has been reached. Wait before the next request.",
};
const forbidden: Refusal = {
  code: "PROVIDER_FORBIDDEN",
  detail: "The integration lacks the capability for this. Its owner can add it in Notion.",
};
const notFound: Refusal = {
  code: "RESOURCE_NOT_FOUND",
  detail:
    "Notion has nothing with this id, or it isn't shared with the integration. Notion's response is the same for both.",
};

const codes: Readonly<Record<string, Refusal>> = {
  unauthorized,
  rate_limited: limited,
  restricted_resource: forbidden,
  object_not_found: notFound,
  conflict_error: {
    code: "PROVIDER_REJECTED",
    detail: "Someone else changed this at the same time, so Notion saved nothing. Read it again.",
  },
};
const statuses: Readonly<Record<number, Refusal>> = { 401: unauthorized, 403: forbidden, 404: notFound, 429: limited };

/** Maps a response that an action didn't accept to an error. */
export function refuse({ status, body }: ProviderResponse): Refusal {
  const code = isRecord(body) && typeof body["code"] === "string" ? body["code"] : "";
  if (status >= 400 && status < 500) {
    const known = Object.hasOwn(codes, code) ? codes[code] : statuses[status];
    if (known !== undefined) return known;
    return {
      code: "PROVIDER_REJECTED",
      detail: `Notion rejected the request as invalid (status ${String(status)}). Check the properties against those of the data source.`,
    };
  }
  return {
    code: "PROVIDER_ERROR",
    detail: `Notion answered with status ${String(status)}, which it doesn't document for this request.`,
  };
}
