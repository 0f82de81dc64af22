/** The types that a route handler receives and returns. */
import type { ServiceError } from "@svc/contract";
import type { Caller } from "../../domain/service-clients/caller.ts";
import type { RequestIdentity } from "../../domain/idempotency/key.ts";

/** A request for a handler. Each part is checked when first used, in the contract's order. */
export type RequestContext = {
  requestId: string;
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /**
   * The query, checked against the operation's schema, with defaults filled in.
   * @throws ServiceError INVALID_REQUEST.
   */
  query(): Readonly<Record<string, unknown>>;
  /**
   * The JSON body, read strictly and checked against the operation's schema.
   * @throws ServiceError INVALID_REQUEST.
   */
  body(): unknown;
  /** The idempotency key, unquoted; null if there is none. @throws ServiceError IDEMPOTENCY_KEY_INVALID. */
  idempotencyKey(): string | null;
  /** Method, path and body, for the key's fingerprint. */
  identity(): RequestIdentity;
  /** Every value of a header, in order. */
  header(name: string): readonly string[];
};

/** A request from an authenticated service client. */
export type CallerContext = RequestContext & { caller: Caller };

/** A handler's response. */
export type Reply = {
  status?: number;
  /** Sent as JSON; a string is sent unchanged, with the given content type. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** A recorded error response, sent as a problem document. */
  problem?: ServiceError;
  /** Sets `Idempotent-Replayed: true`. */
  replayed?: boolean;
};

/** The content type of JSON responses other than problems. */
export const jsonType = "application/json; charset=utf-8";

/** A reply with JSON that is already serialized. */
export function jsonReply(json: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { body: json, headers: { ...headers, "content-type": jsonType } };
}
