/** Rules for the facts that an action passes with its change. */
import { dropUnrecorded } from "@svc/contract";
import type { Action } from "../action.ts";
import { factsMaxBytes } from "../evidence.ts";
import { violations } from "./validation.ts";

/** The minimum length of a text that is recognizable; a shorter one may occur anywhere. */
const tellingLength = 4;

/**
 * Checks the facts of a run.
 * @param input the input of the run.
 * @returns one sentence per fault; none if the facts match the action's declaration.
 */
export function factsFaults(
  action: Pick<Action, "input" | "evidence">,
  input: unknown,
  facts: Readonly<Record<string, unknown>> | undefined,
): string[] {
  const schema = action.evidence?.facts;
  if (schema === undefined) return facts === undefined ? [] : ["It passes facts that it doesn't declare."];
  if (facts === undefined) return ["It declares facts, but passes none."];
  const bytes = Buffer.byteLength(JSON.stringify(facts));
  const texts = textsOf(facts);
  return [
    ...violations(schema, facts).map((violation) => `Its facts don't match their schema: ${violation}.`),
    ...(bytes > factsMaxBytes ? [`Its facts have ${String(bytes)} bytes, more than ${String(factsMaxBytes)}.`] : []),
    ...(unrecordedTexts(action.input, input).some((secret) => texts.some((text) => text.includes(secret)))
      ? ["Its facts contain the value of a field that is kept out of records."]
      : []),
  ];
}

/** Returns the texts in an input's secrets and content that are long enough to be recognized elsewhere. */
export function unrecordedTexts(schema: object, input: unknown): string[] {
  const kept = new Set(textsOf(dropUnrecorded(schema, input)));
  return textsOf(input).filter((text) => text.length >= tellingLength && !kept.has(text));
}

/** Collects the strings in a JSON value, at any depth, without the names of fields. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Returns a text, and the beginning of the base64 of any text that starts with it. */
export function encodings(text: string): [plain: string, base64: string] {
  const bytes = Buffer.from(text);
  return [text, bytes.toString("base64").slice(0, Math.floor((bytes.length * 8) / 6))];
}
