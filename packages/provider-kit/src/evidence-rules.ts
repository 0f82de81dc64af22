/** Rules for an action's evidence, as pure functions that return a sentence per fault. */
import { unrecordedKeywords } from "@svc/contract";
import type { Action } from "./action.ts";
import type { Evidence } from "./evidence.ts";
import { collectNodes, strictnessFaults, type SchemaNode } from "./schema-nodes.ts";

/** The limits of `quietSeconds`: from a second to a day. */
export const quietSecondsRange = { min: 1, max: 86_400 } as const;

const strengths: readonly string[] = ["exact", "strong", "state", "weak"];

/** Checks an action's evidence. @returns one sentence per fault; none if it is valid or there is none. */
export function evidenceFaults({ effect, input, evidence }: Pick<Action, "effect" | "input" | "evidence">): string[] {
  if (evidence === null) return [];
  if (effect === "read") return ["A read has no outcome to settle, so it must not declare evidence."];
  const facts = collectNodes(evidence.facts, "/facts");
  return [
    ...shapeFaults(evidence),
    ...facts.flatMap(strictnessFaults),
    ...facts.flatMap(boundFaults),
    ...facts.flatMap(({ path, schema }) =>
      markOf(schema).map((mark) => `${path} is marked ${mark}, but facts are stored.`),
    ),
    ...(evidence.compares ?? [])
      .filter(
        (field) => !Object.hasOwn(input.properties, field) || markOf(Object(input.properties[field])).length === 0,
      )
      .map((field) => `compares names ${field}, which is not a field of the input that is kept out of records.`),
  ];
}

/** Checks the needs of actions. @returns a sentence for each need that isn't a read action of the provider. */
export function needFaults(actions: readonly Action[]): string[] {
  const reads = new Set(actions.filter(({ effect }) => effect === "read").map(({ id }) => id));
  const missing = (of: string, needs: readonly string[] = []): string[] =>
    needs
      .filter((need) => !reads.has(need))
      .map((need) => `the ${of} needs ${need}, which is not a read action of this provider.`);
  return actions.flatMap(({ id, evidence, preview }) => [
    ...missing(`evidence of ${id}`, evidence?.needs),
    ...missing(`preview of ${id}`, preview?.needs),
  ]);
}

function shapeFaults({ strength, needs, quietSeconds, settle }: Evidence): string[] {
  const { min, max } = quietSecondsRange;
  const isInRange = Number.isInteger(quietSeconds) && quietSeconds >= min && quietSeconds <= max;
  return [
    ...(strengths.includes(strength) ? [] : [`strength must be one of ${strengths.join(", ")}.`]),
    ...(typeof settle === "function" ? [] : ["It declares a strength, but has no settle."]),
    ...(needs.length > 0 ? [] : ["Its evidence needs no read action, so it can't look."]),
    ...(isInRange ? [] : [`quietSeconds must be a whole number from ${String(min)} to ${String(max)}.`]),
  ];
}

/** Facts are stored, so every field has a limit. */
function boundFaults({ path, schema }: SchemaNode): string[] {
  const { type } = schema;
  if (schema["enum"] !== undefined || schema["const"] !== undefined) return [];
  if (type === "string") return typeof schema["maxLength"] === "number" ? [] : [`${path} has no maxLength.`];
  if (type === "array") return typeof schema["maxItems"] === "number" ? [] : [`${path} has no maxItems.`];
  if (schema["patternProperties"] !== undefined) return [`${path} accepts any number of fields.`];
  const isCombined = ["anyOf", "oneOf", "allOf"].some((keyword) => schema[keyword] !== undefined);
  return type === undefined && !isCombined ? [`${path} accepts any value.`] : [];
}

/** The marks that keep a field out of records. */
function markOf(schema: Readonly<Record<string, unknown>>): string[] {
  return unrecordedKeywords.filter((keyword) => schema[keyword] !== undefined);
}
