/**
 * The data that a dispatch stores, so that a look can recognize the effect: the action's facts and evidence version.
 */
import { createHash } from "node:crypto";
import { dropSensitive } from "@svc/contract";
import { factsMaxBytes, type Action } from "@svc/provider-kit";

/** Whether a value conforms to the schema that an action declares for its facts. */
export type ConformingFacts = (action: Action, facts: unknown) => boolean;

/**
 * Whether an action may pass these facts. They must match its schema, be small, and contain no sensitive field.
 * @param facts null if it passed none, which is always allowed.
 */
export function acceptsFacts(action: Action, facts: unknown, conforms: ConformingFacts): boolean {
  if (facts === null) return true;
  const schema = action.evidence?.facts;
  if (schema === undefined || !conforms(action, facts)) return false;
  const json = JSON.stringify(facts);
  return Buffer.byteLength(json) <= factsMaxBytes && JSON.stringify(dropSensitive(schema, facts)) === json;
}

const versions = new WeakMap<Action, string>();

/**
 * Returns the version of an action's evidence declaration. Facts written under another version may have another
 * meaning. It is a digest of the declaration, so no number has to be incremented. Changing only `settle` doesn't change
 * it.
 */
export function evidenceVersion(action: Action): string {
  const known = versions.get(action);
  if (known !== undefined) return known;
  const { id, input, evidence } = action;
  const { strength, needs, facts = null, compares = [] } = evidence ?? { strength: "none", needs: [] };
  const declaration = JSON.stringify([id, input, strength, needs, facts, compares]);
  const version = createHash("sha256").update(declaration).digest("base64url").slice(0, 22);
  versions.set(action, version);
  return version;
}
