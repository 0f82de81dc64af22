/** What every action's declaration must have, as functions that return what is wrong in words. Pure. */
import type { Action } from "../action.ts";

/** A node of a JSON schema and the path to it, such as `/properties/value`. */
type SchemaNode = { path: string; schema: Readonly<Record<string, unknown>> };

/** Pattern syntax that RE2 does not have: look-around, back-references, named references. */
const notInRe2 = /\(\?[=!]|\(\?<[=!]|\\[1-9]|\\k</;

/** @returns a sentence a fault; none where the declaration is in order. */
export function declarationFaults(action: Action): string[] {
  const input = nodesOf(action.input, "/input");
  const output = nodesOf(action.output, "/output");
  return [
    ...textFaults(action),
    ...[...input, ...output].flatMap(strictnessFaults),
    ...[...input, ...output].flatMap(markFaults),
    ...[...input, ...output].flatMap(patternFaults),
    ...fieldsOf(input)
      .filter((field) => !isText(field.schema["description"]))
      .map(({ path }) => `${path} has no description.`),
    ...redactionFaults(action, output),
  ];
}

function textFaults(action: Action): string[] {
  const texts = { title: action.title, description: action.description, consent: action.consent };
  return [
    ...Object.entries(texts).flatMap(([field, text]) => (isText(text) ? [] : [`${field} is empty.`])),
    ...(/^[a-z]+(?:[.][a-z]+)*$/.test(action.id) ? [] : ["id is not lower-case words joined by dots."]),
  ];
}

function strictnessFaults({ path, schema }: SchemaNode): string[] {
  if (schema["type"] !== "object" || schema["additionalProperties"] === false) return [];
  return [`${path} lets unknown fields pass (additionalProperties is not false).`];
}

function markFaults({ path, schema }: SchemaNode): string[] {
  if (schema["x-sensitive"] === undefined) return [];
  const marked = nodesOf(schema, path).filter((node) => node.schema["x-summary"] !== undefined);
  return marked.map((node) => `${node.path} is kept in records (x-summary) although it is secret (x-sensitive).`);
}

function patternFaults({ path, schema }: SchemaNode): string[] {
  const { pattern } = schema as { pattern?: unknown };
  if (typeof pattern !== "string") return [];
  if (notInRe2.test(pattern)) return [`${path} has a pattern that RE2 cannot run.`];
  try {
    void new RegExp(pattern, "u");
    return pattern.startsWith("^") && pattern.endsWith("$") ? [] : [`${path} has a pattern without anchors.`];
  } catch {
    return [`${path} has a pattern that is not a regular expression.`];
  }
}

function redactionFaults(action: Action, output: readonly SchemaNode[]): string[] {
  const has = (nodes: readonly SchemaNode[], mark: string) => nodes.some(({ schema }) => schema[mark] !== undefined);
  const faults: string[] = [];
  if (has(output, "x-sensitive") && !action.sensitiveOutput)
    faults.push("Its output has secrets; sensitiveOutput is false.");
  if (action.sensitiveOutput && !has(output, "x-summary")) faults.push("Its output is sensitive and has no x-summary.");
  return faults;
}

/** The nodes that stand directly under some `properties`. */
function fieldsOf(nodes: readonly SchemaNode[]): SchemaNode[] {
  return nodes.filter(({ path }) => /\/properties\/[^/]+$/.test(path));
}

/** Every schema inside a schema, itself included. */
function nodesOf(schema: unknown, path: string): SchemaNode[] {
  if (typeof schema !== "object" || schema === null) return [];
  const node = schema as Readonly<Record<string, unknown>>;
  const children = ["properties", "patternProperties", "$defs"].flatMap((keyword) =>
    Object.entries(objectOf(node[keyword])).flatMap(([name, child]) => nodesOf(child, `${path}/${keyword}/${name}`)),
  );
  const single = ["items", "not", "additionalProperties"].flatMap((keyword) =>
    nodesOf(node[keyword], `${path}/${keyword}`),
  );
  const lists = ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((keyword) => {
    const list = node[keyword];
    return Array.isArray(list) ? list.flatMap((child, at) => nodesOf(child, `${path}/${keyword}/${String(at)}`)) : [];
  });
  return [{ path, schema: node }, ...children, ...single, ...lists];
}

function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
