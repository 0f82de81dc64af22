/**
 * What a look recognizes the effect by: the facts, evidence version and digests that a dispatch stores, and the marker
 * that identifies an execution at its provider.
 */
import { createHash } from "node:crypto";
import { dropUnrecorded } from "@svc/contract";
import canonicalize from "canonicalize";
import { factsMaxBytes, type Action, type Evidence, toMarker, type Marker } from "@svc/provider-kit";
import type { TenantDigests, KeyedHashes } from "../vault/port.ts";
import type { ExecutionRow } from "../records/record.ts";

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
  return Buffer.byteLength(json) <= factsMaxBytes && JSON.stringify(dropUnrecorded(schema, facts)) === json;
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

/**
 * Returns the data that a field's digest covers, so that digests are comparable only within one execution and field.
 */
export function comparedData(executionId: string, field: string, value: unknown): readonly string[] {
  return [executionId, field, typeof value === "string" ? value : (canonicalize(value) ?? "")];
}

/** Returns the digests of the compared fields in an input. @param digests null if the action compares none. */
export function digestsOf(
  { compares = [] }: Pick<Evidence, "compares">,
  executionId: string,
  input: unknown,
  digests: TenantDigests,
): Record<string, string> {
  const fields = Object.entries(input as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.flatMap(([field, value]) =>
      compares.includes(field) ? [[field, digests.digest(comparedData(executionId, field, value))]] : [],
    ),
  );
}

/** Returns the marker of an execution, always the same one. */
export type MarkerOf = (execution: Pick<ExecutionRow, "id" | "clientId" | "tenantId">) => Marker;

/** @param hashes the deployment's keyed hashes. Uses the first hashing key, which stays when others are added. */
export function createMarkers(hashes: Pick<KeyedHashes, "hashUnderEveryKey">): MarkerOf {
  return ({ id, clientId, tenantId }) => {
    const oldest = hashes.hashUnderEveryKey("marker", [clientId, tenantId, id]).at(-1) ?? "";
    return toMarker(Buffer.from(oldest.slice(oldest.indexOf(".") + 1), "base64url"));
  };
}
