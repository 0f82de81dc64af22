/** What a dispatch keeps of a changing request, so that a look can recognize its effect: facts and version of the action. */
import { createHash } from "node:crypto";
import { dropSensitive } from "@svc/contract";
import { factsMaxBytes, type Action } from "@svc/provider-kit";

/** Whether a value conforms to the schema that an action declares for its facts. */
export type ConformingFacts = (action: Action, facts: unknown) => boolean;

/**
 * Whether an action may pass these facts: declared, small, and without a sensitive field.
 * @param facts null if it handed none over, which it always may.
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
 * The version of what an action declares about evidence. Facts that another version wrote may mean something else. It is a
 * digest of the declaration, so there is no number to forget; if only `settle` changes, it reads the same facts.
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
