/**
 * Renders a JSON Schema (2020-12) as a TypeScript type. The type accepts every value that the schema accepts. If
 * TypeScript can't express a rule (a pattern, a length, `not`, `if`), the type is wider; it is never narrower.
 */
import { steeringCharacters } from "./names.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The schema that references resolve against, and the references being resolved. */
type Scope = { root: Schema; open: readonly unknown[] };

/**
 * Returns the type's text, over several lines if it has fields. Equal schemas give equal texts.
 * @param indent the indentation of the line that the type starts on.
 */
export function schemaType(schema: unknown, indent = ""): string {
  const root = isSchema(schema) ? schema : {};
  return withoutParentheses(typeOf(schema, indent, { root, open: [] }));
}

/**
 * Renders a docstring for the next line; empty without a text. The text can't end the comment or reorder the code after
 * it.
 */
export function docstring(text: unknown, indent: string): string {
  if (typeof text !== "string" || text.trim() === "") return "";
  const line = text.replaceAll(/\s+/g, " ").replaceAll(steeringCharacters, "\u{fffd}").replaceAll("*/", "*\\/").trim();
  return `${indent}/** ${line} */\n`;
}

/** Renders a JSON value as a literal type. Escapes characters that could hide or reorder the surrounding text. */
export function literalType(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalType).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${literalType(name)}: ${literalType(field)}`);
    return fields.length === 0 ? emptyObject : `{ ${fields.join("; ")} }`;
  }
  return JSON.stringify(value ?? null).replaceAll(
    steeringCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const emptyObject = "Record<string, never>";

function isSchema(part: unknown): part is Schema {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

/**
 * Intersects the types of a schema's keywords, because all of them apply. Unions and intersections are in parentheses.
 */
function typeOf(schema: unknown, indent: string, scope: Scope): string {
  if (schema === false) return "never";
  if (!isSchema(schema)) return "unknown";
  const inner = (part: unknown): string => typeOf(part, indent, scope);
  const parts = [ownType(schema, indent, scope), referredType(schema["$ref"], indent, scope)];
  if (Array.isArray(schema["allOf"])) parts.push(...schema["allOf"].map(inner));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) parts.push(union(branches.map(inner)));
  }
  return intersection(parts);
}

/** The type that the schema states itself: its constant, its choices, or its `type`. */
function ownType(schema: Schema, indent: string, scope: Scope): string {
  if (schema["const"] !== undefined) return literalType(schema["const"]);
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map(literalType));
  const { type } = schema;
  if (typeof type === "string") return typeNamed(type, schema, indent, scope);
  if (Array.isArray(type)) return union(type.map((each) => typeNamed(String(each), schema, indent, scope)));
  return "unknown";
}

function typeNamed(name: string, schema: Schema, indent: string, scope: Scope): string {
  switch (name) {
    case "string":
    case "boolean":
    case "null":
      return name;
    case "number":
    case "integer":
      return "number";
    case "array":
      return arrayType(schema, indent, scope);
    case "object":
      return objectType(schema, indent, scope);
    default:
      return "unknown";
  }
}

function arrayType(schema: Schema, indent: string, scope: Scope): string {
  const { prefixItems, items, minItems } = schema;
  if (!Array.isArray(prefixItems)) return `${typeOf(items, indent, scope)}[]`;
  const required = typeof minItems === "number" ? minItems : 0;
  const first = prefixItems.map((item, at) => `${typeOf(item, indent, scope)}${at < required ? "" : "?"}`);
  const rest = items === false ? [] : [`...${typeOf(items, indent, scope)}[]`];
  return `[${[...first, ...rest].join(", ")}]`;
}

function objectType(schema: Schema, indent: string, scope: Scope): string {
  const deeper = `${indent}  `;
  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const lines = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    const description = isSchema(field) ? field["description"] : undefined;
    const type = withoutParentheses(typeOf(field, deeper, scope));
    return `${docstring(description, deeper)}${deeper}${fieldName(name)}${mark}: ${type};\n`;
  });
  for (const name of required) {
    if (typeof name === "string" && !Object.hasOwn(properties, name))
      lines.push(`${deeper}${fieldName(name)}: unknown;\n`);
  }
  const others = otherFields(schema, deeper, scope, lines.length > 0);
  if (others !== null) lines.push(`${deeper}[name: string]: ${withoutParentheses(others)};\n`);
  if (lines.length === 0) return schema["additionalProperties"] === false ? emptyObject : "{ [name: string]: unknown }";
  return `{\n${lines.join("")}${indent}}`;
}

/**
 * The type of fields that aren't named; null if there are none. Next to named fields it is `unknown`, because an index
 * signature has to include their types. If the schema doesn't mention other fields, the type has no index signature, so
 * that a misspelled name is an error.
 */
function otherFields(schema: Schema, indent: string, scope: Scope, isBesideNamed: boolean): string | null {
  const { additionalProperties, patternProperties } = schema;
  const byPattern = isSchema(patternProperties) ? Object.values(patternProperties) : [];
  const hasOther = additionalProperties !== undefined && additionalProperties !== false;
  if (byPattern.length === 0 && !hasOther) return null;
  if (isBesideNamed || (byPattern.length > 0 && additionalProperties === undefined)) return "unknown";
  return union([...byPattern, ...(hasOther ? [additionalProperties] : [])].map((part) => typeOf(part, indent, scope)));
}

/** A recursive or an external reference is `unknown`. */
function referredType(reference: unknown, indent: string, { root, open }: Scope): string {
  if (typeof reference !== "string") return "unknown";
  const target = resolve(root, reference);
  if (target === undefined || open.includes(target) || open.length >= referencesMax) return "unknown";
  return typeOf(target, indent, { root, open: [...open, target] });
}

/** The maximum depth of nested references. */
const referencesMax = 8;

/** Resolves a reference within the document: `#`, a pointer such as `#/$defs/Name`, or the `$id` of a definition. */
function resolve(root: Schema, reference: string): unknown {
  if (!reference.startsWith("#")) {
    const definitions = isSchema(root["$defs"]) ? root["$defs"] : {};
    const named = Object.values(definitions).find((each) => isSchema(each) && each["$id"] === reference);
    return named ?? (Object.hasOwn(definitions, reference) ? definitions[reference] : undefined);
  }
  let part: unknown = root;
  for (const token of reference.slice(1).split("/").slice(1)) {
    const name = decodeToken(token);
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Schema)[name];
  }
  return /^#(?:\/|$)/.test(reference) ? part : undefined;
}

function decodeToken(token: string): string {
  const text = /%(?![0-9a-f]{2})/i.test(token) ? token : decodeURIComponent(token);
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== "never");
  return distinct.includes("unknown") ? "unknown" : joined(distinct, " | ", "never");
}

function intersection(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== "unknown");
  return distinct.includes("never") ? "never" : joined(distinct, " & ", "unknown");
}

function joined(types: readonly string[], operator: string, none: string): string {
  const [first = none, ...others] = types;
  return others.length === 0 ? first : `(${types.join(operator)})`;
}

/** Only a union or an intersection starts and ends with a parenthesis. */
function withoutParentheses(type: string): string {
  return type.startsWith("(") && type.endsWith(")") ? type.slice(1, -1) : type;
}

function fieldName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalType(name);
}
