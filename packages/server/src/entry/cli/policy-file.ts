/**
 * Reads a policy from an operator's file, and refuses patterns that match nothing: a misspelled one allows, asks about
 * or denies nothing that anybody calls.
 */
import { readFileSync, statSync } from "node:fs";
import { parseJsonStrict, type PolicyRule } from "@svc/contract";
import { readPolicyRules, type KnownInputs } from "../../domain/policy/rules.ts";
import { OperatorFailure, UsageFailure } from "./io.ts";
import {
  describePatternProblem,
  describeUnmatched,
  patternsWithoutAction,
  type KnownActions,
} from "../../domain/service-clients/policy.ts";

/** The largest file, in bytes. */
const bytesMax = 262_144;

/**
 * Reads rules from a file.
 * @param force whether a rule may name actions that this version doesn't have.
 * @throws OperatorFailure for a file that can't be read; ServiceError INVALID_REQUEST for rules that can't be used;
 * UsageFailure for patterns that match nothing.
 */
export function readPolicyFile(path: string, known: readonly KnownInputs[], force: boolean): readonly PolicyRule[] {
  let text: string;
  try {
    if (statSync(path).size > bytesMax) throw new OperatorFailure(`${path} is larger than ${String(bytesMax)} bytes.`);
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof OperatorFailure) throw error;
    throw new OperatorFailure(`The policy file ${path} can't be read.`);
  }
  const parsed = parseJsonStrict(text, { keysMax: 10_000, valuesMax: 20_000 });
  if (!parsed.ok) {
    const { reason, pointer } = parsed;
    const place = pointer === "" ? "" : ` (at ${pointer})`;
    throw new OperatorFailure(`${path} isn't usable JSON: ${reason}${place}`);
  }
  const rules = readPolicyRules(parsed.value, known);
  const patterns = rules.flatMap(({ match }, index) =>
    (match?.actions ?? []).map((pattern) => ({ place: `Rule ${String(index + 1)}`, pattern })),
  );
  refuseUnmatched(patterns, known, force);
  return rules;
}

/** A pattern, and where the operator gave it. */
export type GivenPattern = { place: string; pattern: string };

/**
 * @param force whether `--force` was given, for actions of a later version or of a provider that isn't loaded yet.
 * @throws UsageFailure with a line for each pattern that matches no action.
 */
export function refuseUnmatched(given: readonly GivenPattern[], known: readonly KnownActions[], force: boolean): void {
  if (force) return;
  const lines = given
    .filter(({ pattern }) => describePatternProblem(pattern) === null)
    .filter(({ pattern }) => patternsWithoutAction([pattern], known).length > 0)
    .map(({ place, pattern }) => `${place} ${JSON.stringify(pattern)}: ${describeUnmatched(pattern, known)}`);
  if (lines.length === 0) return;
  throw new UsageFailure([...lines, "Nothing was changed. With --force it is accepted all the same."].join("\n"));
}
