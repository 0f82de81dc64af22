/**
 * Translates a stranger's JSON Schema into one that svc accepts for actions: strict objects, bounded lists, a type
 * everywhere. Only known keywords are copied, so nothing of the original reaches a validator unread; a stranger's regular
 * expressions are never run. The server still checks what is left out.
 */
import { unstated } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { isName, pointerToken } from "@svc/contract";
import { limits } from "./limits.ts";
import { combined, isDescribedBy, resolved, scalarOf, words } from "./schema-parts.ts";

/** A place in the original schema, as a JSON Pointer, and why svc can't express it. */
export type SchemaGap = { pointer: string; reason: string };

/** A schema that svc accepts, with the optional parts that it leaves out; or why there is none. */
export type MappedSchema =
  | { kind: "mapped"; schema: Record<string, unknown>; leftOut: readonly SchemaGap[] }
  | { kind: "refused"; gap: SchemaGap };

/** Which way the values go. A caller sends an input, so its lists need a bound. */
export type SchemaSide = "input" | "output";

type Node = Record<string, unknown>;
type Context = {
  root: Node;
  side: SchemaSide;
  pointer: string;
  depth: number;
  /** The references that led here. */
  references: readonly string[];
  leftOut: SchemaGap[];
  count: { nodes: number };
};

class Unmappable extends Error {
  readonly gap: SchemaGap;
  constructor({ pointer }: Context, reason: string) {
    super(reason);
    this.gap = { pointer, reason };
  }
}

const dialects = /^https?:\/\/json-schema\.org\/(?:draft\/2020-12|draft\/2019-09|draft-0[67])\/schema#?$/;

/** Maps the whole schema of a tool's input or output, which has to be an object. */
export function mapSchema(schema: Readonly<Node>, side: SchemaSide): MappedSchema {
  const context: Context = {
    root: schema,
    side,
    pointer: "",
    depth: 0,
    references: [],
    leftOut: [],
    count: { nodes: 0 },
  };
  try {
    const { $schema } = schema;
    if ($schema !== undefined && (typeof $schema !== "string" || !dialects.test($schema))) {
      throw new Unmappable(context, "It is written in a dialect of JSON Schema that svc doesn't read.");
    }
    if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytesMax) {
      throw new Unmappable(context, `It has more than ${String(limits.schemaBytesMax / 1024)} KiB.`);
    }
    if (scalarOf(schema) !== "object") throw new Unmappable(context, "It isn't the schema of an object.");
    return { kind: "mapped", schema: mapObject(schema, context, true), leftOut: context.leftOut };
  } catch (error) {
    if (error instanceof Unmappable) return { kind: "refused", gap: error.gap };
    throw error;
  }
}

function mapNode(given: unknown, outer: Context): Node {
  const context = { ...outer, depth: outer.depth + 1 };
  context.count.nodes += 1;
  if (context.depth > limits.schemaDepthMax) throw new Unmappable(context, "It is nested too deeply.");
  if (context.count.nodes > limits.schemaNodesMax) throw new Unmappable(context, "It has too many parts.");
  if (!isRecord(given) || isDescribedBy(given, [])) throw new Unmappable(context, "It accepts any value.");
  const { $ref, allOf } = given;
  if ($ref !== undefined) return mapReference(given, $ref, context);
  if (Array.isArray(allOf)) {
    const [only, ...others] = allOf as unknown[];
    if (others.length > 0 || !isRecord(only)) throw new Unmappable(context, "It combines several schemas (allOf).");
    return mapNode({ ...only, ...words(given) }, context);
  }
  const alternatives = alternativesOf(given);
  if (alternatives !== null) return mapAlternatives(given, alternatives, context);
  if (given["enum"] !== undefined || given["const"] !== undefined) return mapChoice(given, context);
  return mapTyped(given, context);
}

function mapReference(given: Node, reference: unknown, context: Context): Node {
  if (typeof reference !== "string" || !reference.startsWith("#/")) {
    throw new Unmappable(context, "It refers to a schema elsewhere ($ref).");
  }
  if (context.references.includes(reference)) throw new Unmappable(context, "It contains itself ($ref).");
  const target = resolved(context.root, reference);
  if (target === null) throw new Unmappable(context, "It refers to a schema that doesn't exist ($ref).");
  return mapNode({ ...target, ...words(given) }, { ...context, references: [...context.references, reference] });
}

/** The alternatives of a value: `anyOf`, `oneOf`, or several types. Null for a single one. */
function alternativesOf(given: Node): unknown[] | null {
  const { type, ...rest } = given;
  if (Array.isArray(type)) return type.map((one: unknown) => ({ ...rest, type: one }));
  const list = given["anyOf"] ?? given["oneOf"];
  // Conditions on which fields belong together aren't alternatives; the server checks them.
  if (!Array.isArray(list) || (scalarOf(given) === "object" && list.every((one) => isDescribedBy(one, ["required"])))) {
    return null;
  }
  return list as unknown[];
}

function mapAlternatives(given: Node, alternatives: readonly unknown[], context: Context): Node {
  if (given["properties"] !== undefined && !Array.isArray(given["type"])) {
    throw new Unmappable(context, "It has fields of its own besides alternatives (anyOf, oneOf).");
  }
  if (alternatives.length === 0 || alternatives.length > limits.alternativesMax) {
    throw new Unmappable(context, "It has no alternatives, or too many (anyOf, oneOf).");
  }
  const mapped: Node[] = [];
  const keyword = ["anyOf", "oneOf"].find((name) => given[name] !== undefined) ?? "type";
  for (const [at, one] of alternatives.entries()) {
    const inner = { ...context, pointer: `${context.pointer}/${keyword}/${String(at)}` };
    try {
      mapped.push(mapNode(one, inner));
    } catch (error) {
      // A caller can do without an alternative; a result that has one can't be read without it.
      if (!(error instanceof Unmappable) || context.side === "output") throw error;
      context.leftOut.push(error.gap);
    }
  }
  if (mapped.every(({ type }) => type === "null")) throw new Unmappable(context, "svc can't express any alternative.");
  return { ...words(given), ...combined(mapped) };
}

function mapChoice(given: Node, context: Context): Node {
  const values = given["const"] === undefined ? given["enum"] : [given["const"]];
  const list = Array.isArray(values) ? (values as unknown[]) : [];
  const types = new Set(list.map((value) => (value === null ? "null" : typeof value)));
  if (types.size === 0 || ![...types].every((type) => ["string", "number", "boolean", "null"].includes(type))) {
    throw new Unmappable(context, "It is a choice between values that aren't texts, numbers or booleans.");
  }
  if (list.some((value) => typeof value === "string" && value !== "" && !isName(value))) {
    throw new Unmappable(context, "It is a choice between texts, one of which has characters that can't be seen.");
  }
  const branches = [...types].map((type) =>
    type === "null" ? { type } : { type, enum: list.filter((value) => value !== null && typeof value === type) },
  );
  return { ...words(given), ...combined(branches) };
}

function mapTyped(given: Node, context: Context): Node {
  const type = scalarOf(given);
  switch (type) {
    case "object":
      return mapObject(given, context, false);
    case "array":
      return mapList(given, context);
    case "string":
      return { type, ...words(given), ...whole(given, ["minLength", "maxLength"]) };
    case "integer":
    case "number":
      return { type, ...words(given), ...bounds(given) };
    case "boolean":
    case "null":
      return { type, ...words(given) };
    default:
      throw new Unmappable(context, "It has no type that svc knows.");
  }
}

function mapList(given: Node, context: Context): Node {
  const { items } = given;
  if (given["prefixItems"] !== undefined || Array.isArray(items)) {
    throw new Unmappable(context, "Its items have a schema for each position.");
  }
  const inner = mapNode(items, { ...context, pointer: `${context.pointer}/items` });
  const sizes = whole(given, ["minItems", "maxItems"]);
  const bound = context.side === "input" ? { maxItems: unstated.list.maxItems } : {};
  return { type: "array", ...words(given), items: inner, ...bound, ...sizes };
}

const forbiddenNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function mapObject(given: Node, context: Context, isWhole: boolean): Node {
  const { properties = {}, additionalProperties } = given;
  const declared = isRecord(properties) ? Object.entries(properties) : [];
  const required = Array.isArray(given["required"]) ? (given["required"] as unknown[]) : [];
  if (declared.length === 0 && isRecord(additionalProperties) && !isWhole) {
    return mapNames(given, additionalProperties, context);
  }
  // An input without fields is a tool without arguments; anywhere else it would be an object that says nothing.
  const isEmpty = isWhole && context.side === "input";
  if (declared.length === 0 && additionalProperties !== false && !isEmpty) {
    throw new Unmappable(context, "It accepts any fields and declares none.");
  }
  const undeclared = required.find((name) => typeof name !== "string" || !Object.hasOwn(Object(properties), name));
  if (undeclared !== undefined) throw new Unmappable(context, "It requires a field that it doesn't declare.");
  const mapped: [string, Node][] = [];
  for (const [name, schema] of declared) {
    const inner = { ...context, pointer: `${context.pointer}/properties/${pointerToken(name)}` };
    try {
      if (forbiddenNames.has(name)) throw new Unmappable(inner, "svc accepts no field with this name.");
      if (!isName(name)) {
        const fields = { ...context, pointer: `${context.pointer}/properties` };
        throw new Unmappable(fields, "A field's name has characters that can't be seen.");
      }
      mapped.push([name, described(mapNode(schema, inner))]);
    } catch (error) {
      if (!(error instanceof Unmappable) || required.includes(name)) throw error;
      context.leftOut.push(error.gap);
    }
  }
  const names = required.filter((name) => mapped.some(([known]) => known === name));
  return {
    type: "object",
    ...words(given),
    properties: Object.fromEntries(mapped),
    ...(names.length === 0 ? {} : { required: [...new Set(names)] }),
    additionalProperties: false,
  };
}

/** An object with any names, whose values have one schema. */
function mapNames(given: Node, values: Node, context: Context): Node {
  const inner = mapNode(values, { ...context, pointer: `${context.pointer}/additionalProperties` });
  return {
    type: "object",
    ...words(given),
    patternProperties: { "^[^\\x00-\\x1f]{1,200}$": inner },
    additionalProperties: false,
    ...(context.side === "input" ? { maxProperties: unstated.list.maxItems } : {}),
  };
}

function described(schema: Node): Node {
  return typeof schema["description"] === "string"
    ? schema
    : { ...schema, description: "Not described by the server." };
}

function whole(given: Node, names: readonly string[]): Node {
  const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return Object.fromEntries(names.flatMap((name) => (isSize(given[name]) ? [[name, given[name]]] : [])));
}

function bounds(given: Node): Node {
  const names = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
  return Object.fromEntries(names.flatMap((name) => (Number.isFinite(given[name]) ? [[name, given[name]]] : [])));
}
