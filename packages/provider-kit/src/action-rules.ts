/** Rules for every action's declaration, as pure functions that return a sentence per fault. */
import { actionIdPattern, contentKeyword, sensitiveKeyword, summaryKeyword, unrecordedKeywords } from "@svc/contract";
import type { Action } from "./action.ts";
import { evidenceFaults } from "./evidence-rules.ts";
import { collectNodes, strictnessFaults, type SchemaNode } from "./schema-nodes.ts";

/** Pattern syntax that RE2 doesn't support: lookaround, backreferences, named references. */
const notInRe2 = /\(\?[=!]|\(\?<[=!]|\\[1-9]|\\k</;

/** Checks an action's declaration. @returns one sentence per fault; none if it is valid. */
export function declarationFaults(action: Action): string[] {
  const input = collectNodes(action.input, "/input");
  const output = collectNodes(action.output, "/output");
  return [
    ...textFaults(action),
    ...[...input, ...output].flatMap(strictnessFaults),
    ...[...input, ...output].flatMap(markFaults),
    ...[...input, ...output].flatMap(patternFaults),
    ...childFields(input)
      .filter((field) => !isText(field.schema["description"]))
      .map(({ path }) => `${path} has no description.`),
    // A caller that reads wants the content, and an agent's result is without what is marked.
    ...output
      .filter(({ schema }) => action.effect === "read" && schema[contentKeyword] !== undefined)
      .map(({ path }) => `${path} is content (x-content), but it is what this action reads.`),
    ...redactionFaults(action, output),
    ...evidenceFaults(action),
  ];
}

function textFaults(action: Action): string[] {
  const texts = { title: action.title, description: action.description, consent: action.consent };
  return [
    ...Object.entries(texts).flatMap(([field, text]) => (isText(text) ? [] : [`${field} is empty.`])),
    ...(new RegExp(actionIdPattern).test(action.id)
      ? []
      : ["id must be words joined by dots, such as users.findByEmail."]),
  ];
}

function markFaults({ path, schema }: SchemaNode): string[] {
  const [mark, ...others] = unrecordedKeywords.filter((keyword) => schema[keyword] !== undefined);
  if (mark === undefined) return [];
  const inside = collectNodes(schema, path);
  const holding = (keyword: string) => inside.filter((node) => node.schema[keyword] !== undefined);
  return [
    ...holding(summaryKeyword).map(
      (node) => `${node.path} is recorded (x-summary) although it is kept out of records (${mark}).`,
    ),
    ...(others.length === 0 ? [] : [`${path} is marked as both a secret and content.`]),
    ...(mark === contentKeyword
      ? holding(sensitiveKeyword).map(
          (node) => `${node.path} is secret (x-sensitive), but inside of content (x-content).`,
        )
      : []),
  ];
}

/** Checks that a schema's pattern has anchors and that RE2 can match it. */
export function patternFaults({ path, schema }: SchemaNode): string[] {
  const { pattern } = schema as { pattern?: unknown };
  if (typeof pattern !== "string") return [];
  if (notInRe2.test(pattern)) return [`${path} has a pattern that RE2 doesn't support.`];
  try {
    void new RegExp(pattern, "u");
    return pattern.startsWith("^") && pattern.endsWith("$") ? [] : [`${path} has a pattern without anchors.`];
  } catch {
    return [`${path} has a pattern that isn't a regular expression.`];
  }
}

function redactionFaults(action: Action, output: readonly SchemaNode[]): string[] {
  const has = (nodes: readonly SchemaNode[], mark: string) => nodes.some(({ schema }) => schema[mark] !== undefined);
  const faults: string[] = [];
  if (has(output, sensitiveKeyword) && !action.sensitiveOutput)
    faults.push("Its output has secrets, but sensitiveOutput is false.");
  if (action.sensitiveOutput && !has(output, summaryKeyword))
    faults.push("Its output is sensitive, but has no x-summary.");
  return faults;
}

/** The nodes that are direct children of `properties`. */
function childFields(nodes: readonly SchemaNode[]): SchemaNode[] {
  return nodes.filter(({ path }) => /\/properties\/[^/]+$/.test(path));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
