/** A row for each of the SDKs' API operations, generated from the contract: every parameter and every field once. */
import { operationList, type Operation } from "@svc/contract";
import type { Row } from "../row.ts";

/** A JSON Schema, limited to the contract's keywords. */
type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly "x-sensitive"?: boolean;
};

/** Operations for other callers: agents, browsers, monitoring. */
const otherTags: ReadonlySet<string> = new Set(["MCP", "Connect frontend", "Service"]);

export const operationRows: readonly Row[] = operationList
  .filter(({ tag }) => !otherTags.has(tag))
  .map((operation) => rowOf(operation));

function rowOf(operation: Operation): Row {
  const { id, method, success } = operation;
  const params = sampleOf(operation.params) as Record<string, string>;
  const query = sampleOf(operation.query) as Record<string, unknown>;
  const body = sampleOf(operation.body) as Record<string, unknown>;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? "");
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const response = success.schema === undefined ? null : (sampleOf(success.schema) as Record<string, unknown>);
  return {
    name: `sends ${id} with every parameter and field, and returns the entire response`,
    operation: id,
    arguments: { ...params, ...query, ...body, ...(id === "proposeAction" ? { idempotencyKey: "key-1" } : {}) },
    responses: [response === null ? { status: success.status } : { status: success.status, body: response }],
    requests: [
      {
        method,
        path: search === "" ? path : `${path}?${search}`,
        ...(operation.body === undefined ? {} : { body }),
        ...(["required", "optional"].includes(operation.idempotency)
          ? { key: id === "proposeAction" ? "key-1" : "generated" }
          : {}),
      },
    ],
    result: resultOf(id, response),
  };
}

/** The SDK's result: the items of a list, a proposal, and for an executed action also whether it was replayed. */
function resultOf(id: string, response: Readonly<Record<string, unknown>> | null): unknown {
  if (response === null) return null;
  if (id === "executeAction") return { ...response, replayed: false };
  if (id === "proposeAction") return response["proposal"];
  const [first, ...others] = Object.entries(response).filter(([name]) => !name.endsWith("Cursor"));
  return others.length === 0 && Array.isArray(first?.[1]) ? first[1] : response;
}

/** A value with every field of a schema. Secrets, and fields that may contain some, contain the canary. */
function sampleOf(schema: Schema | undefined): unknown {
  if (schema === undefined) return {};
  if (schema["x-sensitive"] === true) return schema.type === "object" ? { field: "canary" } : "canary";
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0]);
  if (schema.type === "array") return [sampleOf(schema.items)];
  if (schema.type === "object") return objectSample(schema);
  const samples: Readonly<Record<string, unknown>> = {
    string: "text",
    integer: 7,
    number: 7,
    boolean: true,
    null: null,
  };
  return schema.type === undefined ? { value: "canary" } : samples[schema.type];
}

function objectSample({ properties, additionalProperties }: Schema): unknown {
  if (properties === undefined) {
    return { field: typeof additionalProperties === "object" ? sampleOf(additionalProperties) : "text" };
  }
  const fields = Object.entries(properties).map(([name, field]) => [name, sampleOf(field)]);
  // With a next page, a list would never end.
  return { ...Object.fromEntries(fields), ...("nextCursor" in properties ? { nextCursor: null } : {}) };
}
