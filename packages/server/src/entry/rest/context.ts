/** What a route's handler gets of a request, and what it answers. */
import type { ServiceError } from "@svc/contract";
import type { Caller } from "../../domain/service-clients/caller.ts";
import type { RequestIdentity } from "../../domain/idempotency/key.ts";

/** A request as a handler sees it: everything is checked when it is asked for, in the contract's order. */
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
  /**
   * The idempotency key, unquoted; null where there is none.
   * @throws ServiceError IDEMPOTENCY_KEY_INVALID.
   */
  idempotencyKey(): string | null;
  /** Method, path and body, as the key's fingerprint takes them. */
  identity(): RequestIdentity;
  /** Every value of a header, in order. */
  header(name: string): readonly string[];
};

/** A request of an authenticated service client. */
export type CallerContext = RequestContext & { caller: Caller };

/** A handler's answer. */
export type Reply = {
  status?: number;
  /** Sent as JSON; a string is sent as it is, with the given content type. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** A refusal that is a recorded answer, sent as a problem. */
  problem?: ServiceError;
  /** Sets `Idempotent-Replayed: true`. */
  replayed?: boolean;
};

/** The content type of every answer in JSON that is no problem. */
export const jsonType = "application/json; charset=utf-8";

/** A reply whose JSON is made already. */
export function jsonReply(json: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { body: json, headers: { ...headers, "content-type": jsonType } };
}
