/** Reads one of AWS's service models as botocore carries them, for services with the protocol "json". */
import type { Description, DocumentedRefusal, Operation, Schema } from "./description.ts";
import { nameOf } from "./json-schema.ts";

type Shape = {
  readonly type: string;
  readonly members?: Readonly<Record<string, { readonly shape: string; readonly documentation?: string }>>;
  readonly member?: { readonly shape: string };
  readonly value?: { readonly shape: string };
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly fault?: boolean;
  readonly error?: { readonly code?: string; readonly httpStatusCode?: number };
};

type Model = {
  readonly metadata: { readonly targetPrefix: string; readonly apiVersion: string };
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly input?: { readonly shape: string };
        readonly output?: { readonly shape: string };
        readonly errors?: readonly { readonly shape: string }[];
        readonly deprecated?: boolean;
      }
    >
  >;
  readonly shapes: Readonly<Record<string, Shape>>;
};

/** Makes the description of a service model. */
export function fromBotocore(model: Model, source: string): Description {
  const { operations, shapes, metadata } = model;
  const definitions = Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [nameOf(name), schemaOf(shape)]),
  );
  return {
    source,
    kind: "description",
    definitions,
    find({ headers, body }) {
      const [prefix, name = ""] = (headers["x-amz-target"] ?? "").split(".");
      const found = prefix === metadata.targetPrefix ? operations[name] : undefined;
      if (found === undefined) return null;
      const operation: Operation = {
        name,
        isDeprecated: found.deprecated === true,
        parameters: [],
        body: found.input === undefined ? null : refTo(found.input.shape),
        responses: new Map([[200, found.output === undefined ? null : refTo(found.output.shape)]]),
        refusals: (found.errors ?? []).flatMap(({ shape }) => refusalOf(shape, shapes[shape])),
        scopes: null,
        notes: [],
      };
      return { operation, parameters: [], unknownParameters: [], body: JSON.parse(body) as unknown };
    },
  };
}

/** A fault of the service itself proves nothing, and isn't a refusal. */
function refusalOf(name: string, shape: Shape | undefined): DocumentedRefusal[] {
  const status = shape?.error?.httpStatusCode ?? 400;
  if (shape === undefined || shape.fault === true || status >= 500 || name.startsWith("Internal")) return [];
  return [{ name, status, body: { __type: shape.error?.code ?? name, message: "No.", Message: "No." } }];
}

function schemaOf(shape: Shape): Schema {
  const { type, min, max, required = [], pattern } = shape;
  switch (type) {
    case "structure": {
      const members = Object.entries(shape.members ?? {}).map(([name, { shape: of, documentation }]) => {
        return [
          name,
          { allOf: [refTo(of)], ...(documentation === undefined ? {} : { description: documentation }) },
        ] as const;
      });
      return { type: "object", properties: Object.fromEntries(members), required };
    }
    case "list":
      return { type: "array", items: refTo(shape.member?.shape ?? ""), ...bounds("Items", min, max) };
    case "map":
      return { type: "object", additionalProperties: refTo(shape.value?.shape ?? "") };
    case "boolean":
      return { type: "boolean" };
    case "integer":
    case "long":
      return {
        type: "integer",
        ...(min === undefined ? {} : { minimum: min }),
        ...(max === undefined ? {} : { maximum: max }),
      };
    case "timestamp":
    case "double":
    case "float":
      return { type: "number" };
    case "blob":
      return { type: "string" };
    default:
      return {
        type: "string",
        ...(shape.enum === undefined ? {} : { enum: shape.enum }),
        ...bounds("Length", min, max),
        ...(pattern === undefined || !isPattern(pattern) ? {} : { pattern: `^(?:${pattern})$` }),
      };
  }
}

function bounds(of: "Items" | "Length", min: number | undefined, max: number | undefined): Schema {
  return { ...(min === undefined ? {} : { [`min${of}`]: min }), ...(max === undefined ? {} : { [`max${of}`]: max }) };
}

/** Some patterns are Java's. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(`^(?:${text})$`, "u").source !== "";
  } catch {
    return false;
  }
}

function refTo(shape: string): Schema {
  return { $ref: `#/$defs/${nameOf(shape)}` };
}
