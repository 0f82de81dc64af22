/**
 * The schemas of tools, in the form that hosts can use. A result's schema is the action's output without its secrets,
 * under the same rules as the contract's `dropUnrecorded`, which creates the result itself. Several hosts reject keywords
 * that JSON Schema has had for years, and several send `null` for what a model left out. The server enforces the action's
 * own schema, so a listed one lets no call through. Pure.
 */
import { summaryKeyword, unrecordedKeywords } from "@svc/contract";
import type { Action } from "@svc/provider-kit";

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>;

/** Keywords that combine schemas: a mark inside one affects fields that other branches declare. */
const combining = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "patternProperties", "not"];
const references = ["$ref", "$dynamicRef", "$recursiveRef"];

/** Thrown if the schema can't be determined. */
class UndeterminedSchema extends Error {}

/**
 * Returns the schema of a tool's structured content; null if it can't be determined, in which case none is promised.
 * A write's result promises no field: a replay returns what the record contains, and a write that was resolved has no
 * output.
 */
export function toResultSchema(action: Pick<Action, "output" | "effect">): JsonSchema | null {
  const plain = JSON.parse(JSON.stringify(action.output)) as JsonSchema;
  if (plain["type"] !== "object") return null;
  try {
    const kept = withoutDetail(visible(plain)) ?? { type: "object", properties: {}, additionalProperties: false };
    if (action.effect === "read") return kept;
    const { required: _, ...rest } = kept;
    const isCounted = listFields(plain).some(([, field]) => field[summaryKeyword] === "count");
    const count = isCounted ? { count: { type: "integer", minimum: 0 } } : {};
    return { ...rest, properties: { ...Object.fromEntries(listFields(kept)), ...count } };
  } catch (error) {
    if (error instanceof UndeterminedSchema) return null;
    throw error;
  }
}

/** Returns the schema without its secret fields; null if all of it is secret. */
function visible(schema: JsonSchema): JsonSchema | null {
  if (isSecret(schema)) return null;
  if (combining.some((keyword) => holdsMark(schema[keyword]))) throw new UndeterminedSchema();
  const kept: JsonSchema = { ...schema };
  delete kept["$defs"];
  if (schema["properties"] !== undefined) {
    const properties: JsonSchema = {};
    for (const [name, field] of listFields(schema)) {
      const part = visible(field);
      if (part !== null) properties[name] = part;
    }
    kept["properties"] = properties;
    const required = [...listRequired(schema)].filter((name) => Object.hasOwn(properties, name));
    if (schema["required"] !== undefined) kept["required"] = required;
  }
  if (isSchema(schema["items"])) {
    const items = visible(schema["items"]);
    if (items === null) throw new UndeterminedSchema();
    kept["items"] = items;
  }
  if (holdsMark(schema["additionalProperties"]) || holdsMark(schema["prefixItems"])) throw new UndeterminedSchema();
  return kept;
}

/**
 * Removes our own marks, and descriptions below the result's top-level fields: validators ignore them, they repeat from
 * tool to tool, and they would be a third of a listing. The action's page has them.
 */
function withoutDetail(schema: JsonSchema | null, depth = 0): JsonSchema | null {
  if (schema === null) return null;
  const kept: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith("x-") || (keyword === "description" && depth > 1)) continue;
    kept[keyword] = detailWithin(keyword, value, depth);
  }
  return kept;
}

/** Keywords whose value maps names to schemas. */
const mapping: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);

function detailWithin(keyword: string, value: unknown, depth: number): unknown {
  if (mapping.has(keyword) && isSchema(value)) {
    const fields = Object.entries(value).map(([name, field]) => [name, inner(field, depth + 1)] as const);
    return Object.fromEntries(fields);
  }
  if (combining.includes(keyword) || keyword === "items" || keyword === "prefixItems") {
    return Array.isArray(value) ? value.map((part: unknown) => inner(part, depth + 1)) : inner(value, depth + 1);
  }
  return value;
}

function inner(part: unknown, depth: number): unknown {
  return isSchema(part) ? withoutDetail(part, depth) : part;
}

function isSecret(schema: JsonSchema): boolean {
  const isMarked = unrecordedKeywords.some((keyword) => schema[keyword] === true);
  return isMarked || references.some((keyword) => schema[keyword] !== undefined);
}

/** Whether anything inside is secret. */
function holdsMark(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return (!Array.isArray(part) && isSecret(part as JsonSchema)) || Object.values(part).some(holdsMark);
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

function listFields(schema: JsonSchema): [string, JsonSchema][] {
  const properties = schema["properties"];
  return isSchema(properties)
    ? Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
    : [];
}

function listRequired(schema: JsonSchema): Set<string> {
  return new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
}

/** Where a schema contains others: one, a list, or one for each name. */
const single: ReadonlySet<string> = new Set(["items", "not", "additionalProperties", "propertyNames", "contains"]);
const listed: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const named: ReadonlySet<string> = new Set(["properties", "$defs"]);

/**
 * Returns a schema without `additionalProperties: false`, `patternProperties`, `const` and our own `x-` keywords, which
 * the converters of Gemini's SDK, or Ajv in its strict mode, don't accept.
 */
export function listedSchema(schema: JsonSchema): JsonSchema {
  const shown: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith("x-") || (keyword === "additionalProperties" && value === false)) continue;
    if (keyword === "const") {
      if (typeof value !== "boolean") shown["enum"] = [value];
      else shown["type"] = "boolean";
    } else if (keyword === "patternProperties") {
      const [of, ...others] = Object.values(value as Record<string, JsonSchema>);
      if (of !== undefined && others.length === 0) shown["additionalProperties"] = listedSchema(of);
    } else if (named.has(keyword)) {
      const schemas = Object.entries(value as Record<string, JsonSchema>);
      shown[keyword] = Object.fromEntries(schemas.map(([name, one]) => [name, listedSchema(one)]));
    } else if (listed.has(keyword)) shown[keyword] = (value as JsonSchema[]).map(listedSchema);
    else shown[keyword] = single.has(keyword) && isSchema(value) ? listedSchema(value) : value;
  }
  return shown;
}

/** Returns a tool with the schemas that hosts can use. */
export function listedTool<Tool extends { inputSchema: JsonSchema; outputSchema?: JsonSchema }>(tool: Tool): Tool {
  const { inputSchema, outputSchema } = tool;
  return {
    ...tool,
    inputSchema: listedSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: listedSchema(outputSchema) }),
  };
}

/** Returns the arguments without each optional one that is `null` although its schema doesn't allow that. */
export function withoutFillers(
  given: Readonly<Record<string, unknown>>,
  schema: { readonly properties: Readonly<Record<string, unknown>>; readonly required?: readonly string[] },
): Record<string, unknown> {
  const isFiller = ([name, value]: [string, unknown]): boolean => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return value === null && isSchema(field) && schema.required?.includes(name) !== true && !allowsNull(field);
  };
  return Object.fromEntries(Object.entries(given).filter((entry) => !isFiller(entry)));
}

function allowsNull(field: JsonSchema): boolean {
  const { type, enum: values, anyOf, oneOf } = field;
  if ([type].flat().includes("null") || (Array.isArray(values) && values.includes(null)) || field["const"] === null) {
    return true;
  }
  const branches = [anyOf, oneOf].flatMap((schemas) => (Array.isArray(schemas) ? (schemas as unknown[]) : []));
  return branches.some((branch) => isSchema(branch) && allowsNull(branch));
}
