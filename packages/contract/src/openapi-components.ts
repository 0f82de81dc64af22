/** The shared parts of the API description: schemas, headers, parameters, examples. */
import type { TSchema } from "typebox";
import { errorCodes, errorTable, problemOf, type ErrorCode } from "./errors.ts";
import type { Operation } from "./operations/operation.ts";

/** A part of the document as plain JSON. */
export type Json = Record<string, unknown>;

/** The schemas of the components. A schema with a `title` is published once, under its title, and referenced elsewhere. */
export class SchemaRegistry {
  readonly schemas: Json = {};

  /** Returns the schema for use in the document: a reference if it has a title. Registers every titled schema inside it. */
  reference(schema: TSchema): Json {
    return this.#node(JSON.parse(JSON.stringify(schema))) as Json;
  }

  #node(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((part) => this.#node(part));
    if (!isJson(node)) return node;
    const { title } = node;
    const copy = () => Object.fromEntries(Object.entries(node).map(([name, part]) => [name, this.#node(part)]));
    if (typeof title !== "string") return copy();
    if (!Object.hasOwn(this.schemas, title)) {
      this.schemas[title] = {};
      this.schemas[title] = copy();
    }
    return { $ref: `#/components/schemas/${title}` };
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Builds a reference to a component. */
export function ref(kind: "headers" | "parameters" | "examples", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

const requestIdSchema = { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", maxLength: 64 };
const keyPattern = '^(?:[\\x21-\\x7e]{1,255}|"(?:[\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\x22\\x5c]){1,255}")$';

function header(description: string, schema: Json, example: unknown): Json {
  return { description, schema, example };
}

/** Response headers. */
export const headers: Json = {
  "x-request-id": header("ID of this request: your own `x-request-id` if you sent one.", requestIdSchema, "req_4f7c1d"),
  "RateLimit-Limit": header("Requests per second that the service client may make.", { type: "integer" }, 500),
  "RateLimit-Remaining": header("Requests that remain before the limit is reached.", { type: "integer" }, 499),
  "RateLimit-Reset": header("Seconds until the full limit is available again.", { type: "integer" }, 1),
  "Retry-After": header("Seconds to wait before you send the same request again.", { type: "integer", minimum: 0 }, 1),
  "WWW-Authenticate": header("How to authenticate (RFC 9110).", { type: "string" }, "Bearer"),
  "x-should-retry": header("`false` if clients must not retry automatically.", { type: "string" }, "false"),
  "Idempotent-Replayed": header("`true` if this is a replay of the key's first response.", { type: "string" }, "true"),
  Location: header("Path of the created resource.", { type: "string" }, "/v1/tenants/ten_01k0000000e8r9m2p4s6t8w0y2"),
  ETag: header("Version of the response, for `If-None-Match`.", { type: "string" }, '"5d8c72a5"'),
  "Cache-Control": header("How long the response may be cached.", { type: "string" }, "public, max-age=300"),
};

const keyDescription =
  "Identifies this attempt: the same request with the same key returns the first response again and never acts twice. 1 to " +
  "255 visible ASCII characters, bare or quoted.";
const idempotencyKey = { name: "Idempotency-Key", in: "header", schema: { type: "string", pattern: keyPattern } };

/** Headers that a request may have, by the name of their component in the API description. */
export const headerParameters: Json = {
  IdempotencyKey: { ...idempotencyKey, required: true, description: keyDescription, example: "order-1042-rotate" },
  IdempotencyKeyForWrites: {
    ...idempotencyKey,
    required: false,
    description: `Required if the action's effect is \`write\` or \`destructive\`; ignored for reads. ${keyDescription}`,
    example: "order-1042-rotate",
  },
  RequestId: {
    name: "x-request-id",
    in: "header",
    required: false,
    description: "Your own ID for this request; the response returns it.",
    schema: requestIdSchema,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body.",
    schema: { type: "string", maxLength: 256 },
  },
};

/** Builds one example of each problem that these operations can return. */
export function problemExamples(operations: readonly Operation[], docsUrl: string): Json {
  const used = new Set(operations.flatMap((operation) => operation.errors));
  const codes = errorCodes.filter((code) => used.has(code));
  const entries = codes.map((code) => [
    code,
    { summary: errorTable[code].title, value: problemOf(code, { docsUrl, requestId: "req_4f7c1d" }) },
  ]);
  return Object.fromEntries(entries) as Json;
}

/** Returns the headers that a problem with one of these codes can have, in addition to `x-request-id`. */
export function problemHeaders(codes: readonly ErrorCode[]): string[] {
  const names: string[] = [];
  if (codes.some((code) => errorTable[code].retryAfterSeconds !== undefined || code === "EXECUTION_NOT_UNKNOWN")) {
    names.push("Retry-After");
  }
  if (codes.some((code) => errorTable[code].status === 401)) names.push("WWW-Authenticate");
  if (codes.includes("ACTION_OUTCOME_UNKNOWN")) names.push("x-should-retry");
  return names;
}
