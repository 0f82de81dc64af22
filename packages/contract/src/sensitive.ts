/** The schema marks that control what may be stored and shown, and functions that copy only those parts. */
import type { TSchema } from "typebox";
import { contentKeyword, sensitiveKeyword, summaryKeyword, unrecordedKeywords } from "./keywords.ts";

/**
 * Marks a field as a secret, which no record, log, trace, audit entry or idempotency store may contain. Returns a copy.
 */
export function sensitive<Schema extends TSchema>(schema: Schema): Schema {
  return withMark(schema, sensitiveKeyword, true);
}

/**
 * Marks a field as content: what a person writes, such as a comment or a mail, in an input or repeated in the output of
 * a change. It is kept out of the same places as a secret, but the person who decides about the call sees it. Returns a
 * marked copy.
 */
export function content<Schema extends TSchema>(schema: Schema): Schema {
  return withMark(schema, contentKeyword, true);
}

/** Marks a field in a sensitive output as safe to store. Returns a marked copy. */
export function summary<Schema extends TSchema>(schema: Schema): Schema {
  return withMark(schema, summaryKeyword, true);
}

/** Marks an array in a sensitive output so that its length is stored, as `{ count }`. Returns a marked copy. */
export function summaryCount<Schema extends TSchema>(schema: Schema): Schema {
  return withMark(schema, summaryKeyword, "count");
}

/**
 * Returns the part of a value that records, logs and events may contain: a deep copy without fields that are marked as
 * secret or content in any branch of the schema, and without undeclared fields. `undefined` if nothing is left.
 */
export function dropUnrecorded(schema: object, value: unknown): unknown {
  return copy(cachedBranches(schema as Node), value, isUnrecorded);
}

/** Returns the part of an input that the person who decides about it sees: as {@link dropUnrecorded}, with its content. */
export function dropSecrets(schema: object, value: unknown): unknown {
  return copy(cachedBranches(schema as Node), value, isSecret);
}

/** Returns the names of the fields that an input has and that {@link dropUnrecorded} drops. */
export function withheldFields(schema: object, input: unknown): readonly string[] {
  const kept = Object(dropUnrecorded(schema, input)) as object;
  return Object.keys(Object(input) as object).filter((name) => !Object.hasOwn(kept, name));
}

/** Whether any place of a schema has one of these marks. */
export function holdsMark(schema: unknown, keywords: readonly string[] = unrecordedKeywords): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const isMarked = !Array.isArray(schema) && keywords.some((keyword) => (schema as Node)[keyword] === true);
  return isMarked || Object.values(schema).some((part) => holdsMark(part, keywords));
}

/**
 * Returns a deep copy with only the fields marked for the summary, and never a secret or content. Arrays marked with
 * {@link summaryCount} become `count`. Null if nothing is marked.
 */
export function keepSummary(schema: object, value: unknown): Record<string, unknown> | null {
  const flat = cachedBranches(schema as Node);
  if (!isObject(value) || flat.some(isUnrecorded)) return null;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const schemas = propertySchemas(flat, name);
    if (schemas.some(isUnrecorded)) continue;
    const mark = schemas.find((branch) => branch[summaryKeyword] !== undefined)?.[summaryKeyword];
    if (mark === "count" && Array.isArray(field)) kept["count"] = field.length;
    else if (mark === true) put(kept, name, copy(schemas, field, isUnrecorded));
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** The schemas declared for one place in a value, from all branches; empty if there are none. */
export type Declared = readonly Readonly<Record<string, unknown>>[];

/** Returns the schemas declared for a whole value. */
export function declaredBy(schema: object): Declared {
  return cachedBranches(schema as Node);
}

/** Returns the schemas declared for a field of an object. */
export function declaredField(at: Declared, name: string): Declared {
  return propertySchemas(at, name);
}

/** Returns the schemas declared for the items of a list. */
export function declaredItem(at: Declared): Declared {
  return itemSchemas(at);
}

/** Whether the value at a place is a secret. */
export function isSecretPlace(at: Declared): boolean {
  return at.some(isSecret);
}

/** Whether {@link dropUnrecorded} drops the value at a place. */
export function isUnrecordedPlace(at: Declared): boolean {
  return at.some(isUnrecorded);
}

/**
 * Returns the output that may be stored and replayed: a summary if the output is sensitive, otherwise all that isn't
 * marked.
 */
export function safeOutput(action: { sensitiveOutput: boolean; output: object }, output: unknown): unknown {
  return action.sensitiveOutput ? keepSummary(action.output, output) : (dropUnrecorded(action.output, output) ?? null);
}

type Node = Readonly<Record<string, unknown>>;

const combinators = ["allOf", "anyOf", "oneOf"] as const;
const conditionals = ["if", "then", "else"] as const;
/** References aren't followed; their targets count as sensitive. */
const references = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

function withMark<Schema extends TSchema>(schema: Schema, keyword: string, mark: unknown): Schema {
  // TypeBox stores data about a schema in properties that a spread would lose.
  const clone = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema)) as Schema;
  return Object.defineProperty(clone, keyword, { value: mark, enumerable: true, configurable: true, writable: true });
}

function isObject(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isUnrecorded(schema: Node): boolean {
  return schema[contentKeyword] === true || isSecret(schema);
}

function isSecret(schema: Node): boolean {
  return schema[sensitiveKeyword] === true || references.some((keyword) => schema[keyword] !== undefined);
}

/** The schemas in a map or list. */
function values(parts: unknown): Node[] {
  return typeof parts === "object" && parts !== null ? Object.values(parts).filter(isObject) : [];
}

/**
 * Caches for schemas, which don't change after they are created. Lists are identified by reference, so {@link branches}
 * and {@link propertySchemas} return the same lists again.
 */
const flattened = new WeakMap<object, readonly Node[]>();
const declaredProperties = new WeakMap<readonly Node[], Map<string, readonly Node[]>>();

/** Returns a schema and all schemas that it combines, as a flat list. */
function cachedBranches(schema: Node): readonly Node[] {
  const known = flattened.get(schema) ?? branches([schema]);
  flattened.set(schema, known);
  return known;
}

/** Returns the schemas and all schemas that they combine, as a flat list. A mark in any of them counts. */
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

/** Returns all schemas that the flat branches declare for a property, also flat; empty if there are none. */
function propertySchemas(schemas: readonly Node[], name: string): readonly Node[] {
  const properties = declaredProperties.get(schemas) ?? new Map<string, readonly Node[]>();
  declaredProperties.set(schemas, properties);
  const known = properties.get(name);
  if (known !== undefined) return known;
  const found = findSchemas(schemas, name);
  // Only cache names that the schemas contain, which are few; callers can send any number of other names.
  const isNamed = schemas.some(({ properties: named }) => isObject(named) && Object.hasOwn(named, name));
  if (isNamed) properties.set(name, found);
  return found;
}

function findSchemas(schemas: readonly Node[], name: string): Node[] {
  const found: Node[] = [];
  for (const schema of schemas) {
    const properties = schema["properties"];
    const declared = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    // Don't check whether a pattern matches the name: a mark on any pattern counts for every declared field.
    if (isObject(declared)) found.push(declared, ...values(schema["patternProperties"]));
    else if (isObject(schema["additionalProperties"])) found.push(schema["additionalProperties"]);
    // Without additional properties, every other name in a valid value matches a pattern.
    else if (schema["additionalProperties"] === false) found.push(...values(schema["patternProperties"]));
  }
  return branches(found);
}

/** Returns all schemas that the flat branches declare for items, also flat; empty if there are none. */
function itemSchemas(flat: readonly Node[]): readonly Node[] {
  return branches(flat.flatMap((schema) => [schema["items"], ...values(schema["prefixItems"])]).filter(isObject));
}

/** Copies what the flat schemas declare and none of them drops; `undefined` if nothing is left. */
function copy(flat: readonly Node[], value: unknown, isDropped: (schema: Node) => boolean): unknown {
  if (flat.some(isDropped)) return undefined;
  if (Array.isArray(value)) {
    const ofItems = itemSchemas(flat);
    if (ofItems.length === 0) return [];
    const kept = value.map((item) => copy(ofItems, item, isDropped));
    return kept.filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const declared = propertySchemas(flat, name);
    if (declared.length > 0) put(kept, name, copy(declared, field, isDropped));
  }
  return kept;
}

/** Sets a field as plain data, whatever its name. Skips it if there is no value. */
function put(target: Record<string, unknown>, name: string, field: unknown): void {
  if (field === undefined) return;
  // Assigning to this name would set the prototype.
  if (name !== "__proto__") target[name] = field;
  else Object.defineProperty(target, name, { value: field, enumerable: true, configurable: true, writable: true });
}
