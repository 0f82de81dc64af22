/** The marks on schemas that say what may be kept, and the copies that obey them. */
import type { TSchema } from "typebox";
import { sensitiveKeyword, summaryKeyword } from "./keywords.ts";

/** Marks a field as a secret: no record, log, trace, audit entry or idempotency store holds it. Gives a marked copy. */
export function sensitive<Schema extends TSchema>(schema: Schema): Schema {
  return marked(schema, sensitiveKeyword, true);
}

/** Marks a field of a sensitive output as one that may be kept. Gives a marked copy. */
export function summary<Schema extends TSchema>(schema: Schema): Schema {
  return marked(schema, summaryKeyword, true);
}

/** Marks an array of a sensitive output: of it, the length is kept, as `{ count }`. Gives a marked copy. */
export function summaryCount<Schema extends TSchema>(schema: Schema): Schema {
  return marked(schema, summaryKeyword, "count");
}

/**
 * A deep copy without the fields that are marked sensitive in any branch of the schema, and without fields that the
 * schema does not declare. `undefined` where the whole value is sensitive or undeclared.
 */
export function dropSensitive(schema: object, value: unknown): unknown {
  return copy(branchesOf(schema as Node), value);
}

/**
 * A deep copy of only the fields marked for the summary; sensitive ones stay out even so. Arrays marked by
 * {@link summaryCount} become `count` beside the kept fields. Null where nothing is marked.
 */
export function keepSummary(schema: object, value: unknown): Record<string, unknown> | null {
  const flat = branchesOf(schema as Node);
  if (!isObject(value) || flat.some(isSecret)) return null;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const schemas = propertySchemas(flat, name);
    if (schemas.some(isSecret)) continue;
    const mark = schemas.find((branch) => branch[summaryKeyword] !== undefined)?.[summaryKeyword];
    if (mark === "count" && Array.isArray(field)) kept["count"] = field.length;
    else if (mark === true) put(kept, name, copy(schemas, field));
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** The output that may be kept and replayed: its summary where the action's output is sensitive, else all but secrets. */
export function safeOutput(action: { sensitiveOutput: boolean; output: object }, output: unknown): unknown {
  return action.sensitiveOutput ? keepSummary(action.output, output) : (dropSensitive(action.output, output) ?? null);
}

type Node = Record<string, unknown>;

const combinators = ["allOf", "anyOf", "oneOf"] as const;
const conditionals = ["if", "then", "else"] as const;
/** References are not followed: what stands behind one counts as sensitive. */
const references = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

function marked<Schema extends TSchema>(schema: Schema, keyword: string, mark: unknown): Schema {
  // TypeBox keeps what it knows of a schema in properties that a spread would lose.
  const clone = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema)) as Schema;
  return Object.defineProperty(clone, keyword, { value: mark, enumerable: true, configurable: true, writable: true });
}

function isObject(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSecret(schema: Node): boolean {
  return schema[sensitiveKeyword] === true || references.some((keyword) => schema[keyword] !== undefined);
}

/** The schemas in a map or list of schemas. */
function values(parts: unknown): Node[] {
  return typeof parts === "object" && parts !== null ? Object.values(parts).filter(isObject) : [];
}

/**
 * What was found out of schemas, which never change once they are made. Lists are known by themselves: what {@link branches}
 * and {@link propertySchemas} gave once, they give again.
 */
const flattened = new WeakMap<object, readonly Node[]>();
const declaredProperties = new WeakMap<readonly Node[], Map<string, readonly Node[]>>();

/** A schema and all that it combines, flat. */
function branchesOf(schema: Node): readonly Node[] {
  const known = flattened.get(schema) ?? branches([schema]);
  flattened.set(schema, known);
  return known;
}

/** The schemas themselves and all that they combine, flat: a mark in any of them counts. */
function branches(schemas: readonly Node[]): Node[] {
  const flat: Node[] = [];
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    flat.push(schema);
    for (const keyword of combinators) {
      waiting.push(...values(schema[keyword]));
    }
    waiting.push(
      ...conditionals.map((keyword) => schema[keyword]).filter(isObject),
      ...values(schema["dependentSchemas"]),
    );
  }
  return flat;
}

/** All that the branches, already flat, declare about one property, flat as well; empty where none declares it. */
function propertySchemas(schemas: readonly Node[], name: string): readonly Node[] {
  const properties = declaredProperties.get(schemas) ?? new Map<string, readonly Node[]>();
  declaredProperties.set(schemas, properties);
  const known = properties.get(name);
  if (known !== undefined) return known;
  const found = foundSchemas(schemas, name);
  // Names that schemas spell out are few; any other is a caller's own.
  const isNamed = schemas.some(({ properties: named }) => isObject(named) && Object.hasOwn(named, name));
  if (isNamed) properties.set(name, found);
  return found;
}

function foundSchemas(schemas: readonly Node[], name: string): Node[] {
  const found: Node[] = [];
  for (const schema of schemas) {
    const properties = schema["properties"];
    const declared = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    // Whether a name matches is not looked at: a mark on any pattern counts for every declared field.
    if (isObject(declared)) found.push(declared, ...values(schema["patternProperties"]));
    else if (isObject(schema["additionalProperties"])) found.push(schema["additionalProperties"]);
  }
  return branches(found);
}

/** A copy of what the schemas, already flat, declare and none marks sensitive; `undefined` where nothing is left. */
function copy(flat: readonly Node[], value: unknown): unknown {
  if (flat.some(isSecret)) return undefined;
  if (Array.isArray(value)) {
    const items = flat.flatMap((schema) => [schema["items"], ...values(schema["prefixItems"])]).filter(isObject);
    if (items.length === 0) return [];
    const ofItems = branches(items);
    const kept = value.map((item) => copy(ofItems, item));
    return kept.filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const declared = propertySchemas(flat, name);
    if (declared.length > 0) put(kept, name, copy(declared, field));
  }
  return kept;
}

/** Sets a field as data, whatever its name is; leaves it out where there is nothing to keep. */
function put(target: Record<string, unknown>, name: string, field: unknown): void {
  if (field === undefined) return;
  // The one name by which an assignment does something else.
  if (name !== "__proto__") target[name] = field;
  else Object.defineProperty(target, name, { value: field, enumerable: true, configurable: true, writable: true });
}
