/**
 * Schemas as hosts can use them. Several reject keywords that JSON Schema has had for years, and several send `null` for
 * what a model left out. The server enforces the action's own schema, so a listed one lets no call through. Pure.
 */
import type { JsonSchema } from "./result-schema.ts";

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

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
