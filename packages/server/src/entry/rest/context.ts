/**
 * What a route handler receives and returns: its types, the key that some operations require, and the sender, as far as it
 * is known before the body is read.
 */
import { type BodyOf, type OperationId, type ParamsOf, type QueryOf, ServiceError } from "@svc/contract";
import type { Caller } from "../../domain/service-clients/caller.ts";
import type { RequestIdentity } from "../../domain/idempotency/key.ts";
import { type KeyedResponse, restoreError } from "../../domain/idempotency/run-idempotently.ts";
import type { KeyScope } from "../../domain/idempotency/port.ts";
import type { FastifyRequest } from "fastify";
import { toNetwork } from "../../domain/limits/rates.ts";

/** What a handler can read of a request to any operation. */
export type RequestFacts = {
  requestId: string;
  /** The idempotency key, unquoted; null if there is none. @throws ServiceError IDEMPOTENCY_KEY_INVALID. */
  idempotencyKey(): string | null;
  /** Method, path and body, for the key's fingerprint. */
  identity(): RequestIdentity;
  /** Every value of a header, in order. */
  header(name: string): readonly string[];
};

/** An operation's query as read: every `limit` has a default. */
export type ReadQuery<Id extends OperationId> = "limit" extends keyof QueryOf<Id>
  ? QueryOf<Id> & { limit: number }
  : QueryOf<Id>;

/**
 * A request to one operation, with the types of its schemas. Each part is checked when first used, in the contract's
 * order.
 */
export type RequestContext<Id extends OperationId> = RequestFacts & {
  /** Path parameters, decoded. */
  params: ParamsOf<Id>;
  /**
   * The query, checked against the operation's schema, with defaults filled in.
   * @throws ServiceError INVALID_REQUEST.
   */
  query(): ReadQuery<Id>;
  /**
   * The JSON body, read strictly and checked against the operation's schema.
   * @throws ServiceError INVALID_REQUEST.
   */
  body(): BodyOf<Id>;
};

/** What a handler can read of any request from an authenticated service client. */
export type CallerFacts = RequestFacts & { caller: Caller };

/** A request from an authenticated service client to one operation. */
export type CallerContext<Id extends OperationId> = RequestContext<Id> & CallerFacts;

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

/** The headers of a response with a secret, which mustn't be cached. */
export const noStore = { "cache-control": "no-store" };

/** The content type of JSON responses other than problems. */
export const jsonType = "application/json; charset=utf-8";

/** A reply with JSON that is already serialized. */
export function jsonReply(json: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { body: json, headers: { ...headers, "content-type": jsonType } };
}

/**
 * The scope of a request's key.
 * @param tenantId `-` if the operation has no tenant.
 * @throws ServiceError IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID.
 */
export function requiredKey(context: CallerFacts, tenantId: string): KeyScope {
  return keyOr(context, tenantId, () => {
    throw new ServiceError("IDEMPOTENCY_KEY_REQUIRED");
  });
}

/**
 * The scope of a request's key, if it may be absent.
 * @param newKey makes one that no caller knows, so that the request is never repeated.
 * @throws ServiceError IDEMPOTENCY_KEY_INVALID.
 */
export function keyOr(context: CallerFacts, tenantId: string, newKey: () => string): KeyScope {
  return { clientId: context.caller.client.id, tenantId, key: context.idempotencyKey() ?? newKey() };
}

/** The reply for a keyed response: a success or an error, first or replayed. */
export function toReply(response: KeyedResponse, headers: Readonly<Record<string, string>> = {}): Reply {
  const { status, body, replayed } = response;
  const problem = restoreError(response);
  return problem === null ? { status, body, headers, replayed } : { problem, replayed };
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Remembers the authenticated caller of a request. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The request's caller. @throws Error if the route didn't authenticate, which is a defect. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error("The route didn't authenticate its request.");
  return caller;
}

/**
 * The party that a body's bytes are counted for: the service client, or a stranger's network. It may have half of all
 * arriving bodies, 512 at once. A proxy that buffers requests never comes close; one that doesn't needs hundreds of
 * slow browsers in the same second, and then the slowest is cut off.
 */
export function senderOf(request: FastifyRequest): string {
  return callers.get(request)?.client.id ?? networkOf(request);
}

/** The network that a request comes from. A caller that has disconnected has none. */
export function networkOf(request: FastifyRequest): string {
  return toNetwork(request.raw.socket.remoteAddress ?? "");
}
