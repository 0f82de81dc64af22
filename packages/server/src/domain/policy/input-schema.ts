/**
 * The JSON Schemas in policy rules. Operators write them, so only keywords of bounded cost are accepted, and no
 * references.
 */
import { parseJsonStrict, schemaFindings } from "@svc/contract";
import { compileSchema, type SchemaCheck } from "../schemas/compile.ts";

type Schema = Readonly<Record<string, unknown>>;

const sizeMax = 4096;

const keywords: ReadonlySet<string> = new Set(
  [
    ["type", "const", "enum", "properties", "required", "items", "anyOf", "allOf", "not"],
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "pattern"],
    ["minItems", "maxItems", "minProperties", "maxProperties", "additionalProperties", "description", "title"],
  ].flat(),
);

const checks = new Map<string, SchemaCheck>();
const checksMax = 1000;

/** Whether an input conforms to a rule's schema. Each schema is compiled only once, even if its policy is reloaded. */
export function conformsTo(schema: Schema, input: unknown): boolean {
  const text = JSON.stringify(schema);
  let check = checks.get(text);
  if (check === undefined) {
    if (checks.size >= checksMax) checks.clear();
    check = compileSchema(schema);
    checks.set(text, check);
  }
  return check(input).length === 0;
}

/** Describes what is wrong with a rule's schema. @returns a sentence for the operator, or null if it can be used. */
export function describeSchemaProblem(schema: Schema): string | null {
  const text = JSON.stringify(schema);
  if (text.length > sizeMax) return `It is longer than ${String(sizeMax)} characters.`;
  if (schema["type"] !== "object") return 'An input is an object, so it begins with "type": "object".';
  const parsed = parseJsonStrict(text);
  if (!parsed.ok) return "It is nested too deeply.";
  const unknown = unknownKeyword(schema);
  if (unknown !== null) return `It may not use the keyword ${JSON.stringify(unknown)}.`;
  const [finding] = schemaFindings(schema, "caller");
  if (finding !== undefined) return `At ${finding.pointer || "/"}: ${finding.rule} (${finding.remedy}).`;
  try {
    compileSchema(schema)({});
    return null;
  } catch {
    return "It is not a valid JSON Schema, or a keyword doesn't belong to its type.";
  }
}

/** Returns the name of the first keyword that isn't accepted. */
function unknownKeyword(schema: unknown): string | null {
  if (typeof schema !== "object" || schema === null) return null;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywords.has(keyword)) return keyword;
    for (const part of partsOf(keyword, value)) {
      const unknown = unknownKeyword(part);
      if (unknown !== null) return unknown;
    }
  }
  return null;
}

function partsOf(keyword: string, value: unknown): readonly unknown[] {
  if (keyword === "properties") return Object.values(Object(value) as object);
  if (keyword === "anyOf" || keyword === "allOf") return Array.isArray(value) ? value : [];
  return keyword === "items" || keyword === "not" || keyword === "additionalProperties" ? [value] : [];
}
