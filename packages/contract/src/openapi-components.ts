/** The shared parts of the API description: schemas, headers, parameters, examples. */
import type { TSchema } from "typebox";
import { namedEnums } from "./named-enums.ts";
import { errorCodes, errorTable, problemOf, type ErrorCode } from "./errors.ts";
import type { Operation } from "./operations/operation.ts";

/** A part of the document as plain JSON. */
export type Json = Record<string, unknown>;

/**
 * The schemas of the components. A schema with a `title` is published once, under its title, and referenced elsewhere;
 * so is a named enum, whose description stays beside the reference because each use has its own.
 */
export class SchemaRegistry {
  readonly schemas: Json = {};

  /**
   * Returns the schema for use in the document: a reference if it has a title. Registers every titled schema inside it.
   */
  reference(schema: TSchema): Json {
    return this.#node(JSON.parse(JSON.stringify(schema))) as Json;
  }

  #node(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((part) => this.#node(part));
    if (!isJson(node)) return node;
    const { title, type, enum: values, ...besides } = node;
    if (type === "string" && Array.isArray(besides["anyOf"])) return openEnum(besides["anyOf"], node);
    if (typeof title === "string") return this.#published(title, () => this.#parts(node));
    const enumName = namedEnums.get(JSON.stringify(values));
    if (enumName === undefined) return this.#parts(node);
    return { ...this.#published(enumName, () => ({ type, enum: values })), ...besides };
  }

  #published(name: string, build: () => Json): Json {
    if (!Object.hasOwn(this.schemas, name)) {
      this.schemas[name] = {};
      this.schemas[name] = build();
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #parts(node: Json): Json {
    const copy: Json = Object.fromEntries(Object.entries(node).map(([name, part]) => [name, this.#node(part)]));
    const branches = copy["anyOf"];
    const told = Array.isArray(branches) ? this.#toldApart(branches) : null;
    if (told === null) return copy;
    const { anyOf, ...besides } = copy;
    return { ...besides, oneOf: anyOf, discriminator: told };
  }

  /** Returns the discriminator of branches that each fix another text in the same property; null if there is none. */
  #toldApart(branches: readonly unknown[]): Json | null {
    const mapping: Record<string, string> = {};
    let propertyName = "";
    for (const branch of branches) {
      const reference = isJson(branch) ? branch["$ref"] : undefined;
      if (typeof reference !== "string") return null;
      const { properties } = this.schemas[reference.split("/").at(-1) ?? ""] as { properties?: Record<string, Json> };
      const fixed = Object.entries(properties ?? {}).filter(([, { const: value }]) => typeof value === "string");
      const [[name, schema] = ["", {}]] = fixed;
      if (fixed.length !== 1 || (propertyName !== "" && name !== propertyName)) return null;
      propertyName = name;
      mapping[String(schema["const"])] = reference;
    }
    return Object.keys(mapping).length === branches.length ? { propertyName, mapping } : null;
  }
}

/**
 * A text that is one of the known ones or has another form. Generators of clients, such as ogen, know no `anyOf` of texts, so
 * the description has a text, with the known ones beside it.
 */
function openEnum(branches: readonly unknown[], { anyOf: _anyOf, ...text }: Json): Json {
  const known = branches.flatMap((branch) => (isJson(branch) && Array.isArray(branch["enum"]) ? branch["enum"] : []));
  return { ...text, "x-extensible-enum": known };
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
  IdempotencyKeyIfAny: {
    ...idempotencyKey,
    required: false,
    description: `Optional: without one, a repeated request is another request. ${keyDescription}`,
    example: "order-1042-rotate",
  },
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
