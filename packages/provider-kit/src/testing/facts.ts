/** Rules for the facts that an action passes with its change. */
import { dropSensitive } from "@svc/contract";
import type { Action } from "../action.ts";
import { factsMaxBytes } from "../evidence.ts";
import { violations } from "./validation.ts";

/** A text this short may occur anywhere by chance. */
const tellingLength = 4;

/**
 * @param input the input of the run.
 * @returns one sentence per fault; none if the facts are as the action declares them.
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
    ...(sensitiveTexts(action.input, input).some((secret) => texts.some((text) => text.includes(secret)))
      ? ["Its facts contain the value of a sensitive field."]
      : []),
  ];
}

/** The texts in an input's sensitive fields that are long enough to be recognized elsewhere. */
export function sensitiveTexts(schema: object, input: unknown): string[] {
  const kept = new Set(textsOf(dropSensitive(schema, input)));
  return textsOf(input).filter((text) => text.length >= tellingLength && !kept.has(text));
}

/** Every text in a value. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** A text as itself, and as the base64 of any longer text that begins with it. */
export function encodings(text: string): [plain: string, base64: string] {
  const bytes = Buffer.from(text);
  return [text, bytes.toString("base64").slice(0, Math.floor((bytes.length * 8) / 6))];
}
