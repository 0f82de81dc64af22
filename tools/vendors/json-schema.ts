/** Turns the schemas of OpenAPI and its relatives into JSON Schema, with the keywords that matter to a judge. */
import type { Schema } from "./description.ts";

/** A name that a reference can carry as it is. */
export function nameOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_.-]/g, "_");
}

const plain = [
  "type",
  "enum",
  "const",
  "required",
  "deprecated",
  "description",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
] as const;
const lengths = ["minLength", "maxLength"] as const;

/**
 * Converts a schema.
 * @param refTo returns the new form of a reference.
 */
export function jsonSchema(node: unknown, refTo: (reference: string) => string): Schema {
  const source = Object(node) as Readonly<Record<string, unknown>>;
  const convert = (one: unknown): Schema => jsonSchema(one, refTo);
  if (typeof source["$ref"] === "string") {
    const reference = { $ref: refTo(source["$ref"]) };
    return source["nullable"] === true ? { anyOf: [reference, { type: "null" }] } : reference;
  }
  const made: Record<string, unknown> = {};
  for (const name of [...plain, ...lengths]) if (source[name] !== undefined) made[name] = source[name];
  // In Google's documents, a value of any type.
  if (source["type"] === "any") delete made["type"];
  if (source["required"] !== undefined && !Array.isArray(source["required"])) delete made["required"];
  if (source["format"] === "date-time") made["format"] = "date-time";
  if (typeof source["pattern"] === "string" && isPattern(source["pattern"])) made["pattern"] = source["pattern"];
  if (typeof source["properties"] === "object") {
    const members = Object.entries(source["properties"] as object).map(([name, one]) => [name, convert(one)] as const);
    made["properties"] = Object.fromEntries(members);
    made["type"] ??= "object";
  }
  for (const name of ["items", "additionalProperties"] as const) {
    const inner = source[name];
    if (typeof inner === "object" && inner !== null) made[name] = convert(inner);
    else if (typeof inner === "boolean") made[name] = inner;
  }
  if (Array.isArray(source["allOf"])) made["allOf"] = source["allOf"].map(convert);
  // Vendors write `oneOf` where several branches match.
  const branches = [source["anyOf"], source["oneOf"]].flatMap((some) => (Array.isArray(some) ? some.map(convert) : []));
  if (branches.length > 0) made["anyOf"] = branches;
  return source["nullable"] === true ? nullable(made) : made;
}

/** The schema, or null. */
export function nullable(schema: Schema): Schema {
  const { type, enum: choices } = schema;
  if (typeof type === "string" && schema["anyOf"] === undefined && schema["allOf"] === undefined) {
    const enums = Array.isArray(choices) ? { enum: [...new Set([...(choices as unknown[]), null])] } : {};
    return { ...schema, ...enums, type: [type, "null"] };
  }
  return { anyOf: [schema, { type: "null" }] };
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u").source !== "";
  } catch {
    return false;
  }
}
