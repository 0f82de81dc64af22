/**
 * Validates values against JSON Schema (2020-12) without `eval`, for the SDK, the CLI and edge runtimes. Returns the
 * same pointers, keywords and messages as the server.
 */
import { dereference, validate, type OutputUnit, type Schema } from "@cfworker/json-schema";
import type { InputError } from "./errors.ts";
import { parseJsonStrict, pointerToken } from "./json.ts";
import { keywordDefinitions } from "./keywords.ts";
import { messageFor, sortedErrors } from "./messages.ts";

/** The result of a validation: valid, or every error. */
export type ValidationResult = { readonly ok: true } | { readonly ok: false; readonly errors: readonly InputError[] };

/**
 * Validates a value as it would arrive after `JSON.stringify`. `format` is an annotation and isn't checked.
 *
 * @param schema a JSON Schema whose `$ref`s, if any, are local.
 * @returns errors sorted by pointer, without duplicates; none quotes the value.
 */
export function validateAgainst(schema: object, value: unknown): ValidationResult {
  const parsed = parseJsonStrict(toJsonText(value), unlimited);
  if (!parsed.ok) return { ok: false, errors: [{ pointer: parsed.pointer, keyword: "json", message: parsed.reason }] };
  const whole = wholeOf(schema);
  const units = checkPart(whole, whole.root, parsed.value, false).errors;
  const errors = [...leafErrors(units, whole.root, parsed.value), ...ownErrors(whole, whole.root, parsed.value, "")];
  const first = units[0];
  if (errors.length === 0 && first !== undefined) {
    errors.push({ pointer: toPointer(first), keyword: first.keyword, message: messageFor(first.keyword) });
  }
  return errors.length === 0 ? { ok: true } : { ok: false, errors: sortedErrors(errors) };
}

type Node = Record<string, unknown>;

/** The server limits the size of values. Only the depth is limited here, because of recursion. */
const unlimited = { depthMax: 256, keysMax: Number.POSITIVE_INFINITY, valuesMax: Number.POSITIVE_INFINITY };

/** A whole schema, and the targets of the `$ref`s in any part of it. */
type Whole = { root: Node; lookup: Record<string, Schema | boolean> };
const wholes = new WeakMap<object, Whole>();

function wholeOf(schema: object): Whole {
  let whole = wholes.get(schema);
  if (whole === undefined) {
    // A copy without `format`, which the library would check, unlike 2020-12 and the server. The copy also keeps the
    // library's marks off the caller's schema.
    const root = withoutFormat(schema) as Node;
    whole = { root, lookup: dereference(root) };
    wholes.set(schema, whole);
  }
  return whole;
}

/** @param stopsAtFirst whether one error is enough. */
function checkPart({ lookup }: Whole, part: Node, value: unknown, stopsAtFirst: boolean) {
  return validate(value, part, "2020-12", lookup, stopsAtFirst);
}

function withoutFormat(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutFormat);
  if (!isNode(node)) return node;
  const kept = Object.entries(node).filter(([name, part]) => !(name === "format" && typeof part === "string"));
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutFormat(part)]));
}

/** Turns `undefined`, and values that JSON can't represent, into a text that isn't JSON. */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** Keywords that only report that something inside them failed. */
const wrapping: ReadonlySet<string> = new Set([
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "properties",
  "patternProperties",
  "propertyNames",
  "items",
  "prefixItems",
  "dependentSchemas",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
]);

function leafErrors(units: readonly OutputUnit[], root: Node, value: unknown): InputError[] {
  const errors: InputError[] = [];
  for (const [place, unit] of units.entries()) {
    if (wrapping.has(unit.keyword)) continue;
    const pointer = toPointer(unit);
    const keywordValue = keywordValueAt(root, unit.keywordLocation);
    if (unit.keyword === "required") errors.push(...missingFields(pointer, keywordValue, valueAt(value, pointer)));
    else if (unit.keyword === "false") errors.push(unwanted(pointer, units[place - 1]?.keyword));
    else errors.push({ pointer, keyword: unit.keyword, message: messageFor(unit.keyword, keywordValue) });
  }
  return errors;
}

/** For an unknown field of a closed object, the library reports the keyword first and then the schema `false`. */
function unwanted(pointer: string, before: string | undefined): InputError {
  const closing = before === "additionalProperties" || before === "unevaluatedProperties";
  const keyword = closing ? before : "false schema";
  return { pointer, keyword, message: messageFor(keyword) };
}

function missingFields(pointer: string, required: unknown, value: unknown): InputError[] {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const missing = isNode(value) ? names.filter((name) => !Object.hasOwn(value, name)) : [];
  return missing.map((name) => ({
    pointer: `${pointer}/${pointerToken(name)}`,
    keyword: "required",
    message: messageFor("required"),
  }));
}

/** The library's locations are URI fragments. */
function toPointer(unit: OutputUnit): string {
  return decodeURIComponent(unit.instanceLocation.slice(1));
}

function toTokens(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const token of toTokens(pointer)) {
    if (Array.isArray(found)) found = found[Number(token)];
    else found = isNode(found) && Object.hasOwn(found, token) ? found[token] : undefined;
  }
  return found;
}

/** Returns the value of the keyword at a location; `undefined` if the location doesn't exist. */
function keywordValueAt(root: Node, location: string): unknown {
  let found: unknown = root;
  const tokens = toTokens(decodeURIComponent(location.slice(1)));
  for (const token of tokens) {
    if (Array.isArray(found)) found = found[Number(token)];
    else if (isNode(found) && token === "$ref") found = resolveReference(root, found);
    else found = isNode(found) && Object.hasOwn(found, token) ? found[token] : undefined;
  }
  return found;
}

function resolveReference(root: Node, schema: Node): Node {
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#")) return schema;
  const target = valueAt(root, decodeURIComponent(reference.slice(1)));
  return isNode(target) ? target : schema;
}

/** Finds errors of custom keywords, which the library ignores. @param node a part of the whole schema. */
function ownErrors(whole: Whole, node: Node, value: unknown, pointer: string): InputError[] {
  const errors: InputError[] = [];
  const target = resolveReference(whole.root, node);
  if (target !== node) errors.push(...ownErrors(whole, target, value, pointer));
  for (const { keyword, validate: isValid } of keywordDefinitions) {
    const keywordValue = node[keyword];
    if (isValid === undefined || keywordValue === undefined || typeof value !== "string") continue;
    if (!isValid(keywordValue, value)) errors.push({ pointer, keyword, message: messageFor(keyword, keywordValue) });
  }
  for (const part of nodes(node["allOf"])) errors.push(...ownErrors(whole, part, value, pointer));
  for (const keyword of ["anyOf", "oneOf"]) {
    const results = nodes(node[keyword]).map((part) => branchErrors(whole, part, value, pointer));
    const fits = results.some((result) => result.accepted && result.errors.length === 0);
    if (!fits) errors.push(...results.flatMap((result) => result.errors));
  }
  for (const [token, part, inner] of children(node, value)) {
    errors.push(...ownErrors(whole, part, inner, `${pointer}/${pointerToken(token)}`));
  }
  return errors;
}

function branchErrors(whole: Whole, part: Node, value: unknown, pointer: string) {
  const accepted = checkPart(whole, part, value, true).valid;
  return { accepted, errors: ownErrors(whole, part, value, pointer) };
}

function children(schema: Node, value: unknown): [token: string, part: Node, inner: unknown][] {
  if (Array.isArray(value)) {
    const items = schema["items"];
    return isNode(items) ? value.map((inner, index) => [String(index), items, inner]) : [];
  }
  if (!isNode(value)) return [];
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  const found: [string, Node, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const part = Object.hasOwn(properties, name) ? properties[name] : schema["additionalProperties"];
    if (isNode(part)) found.push([name, part, inner]);
  }
  return found;
}

function nodes(parts: unknown): Node[] {
  return Array.isArray(parts) ? parts.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
