/** Reads a policy from an operator's file. */
import { readFileSync, statSync } from "node:fs";
import { parseJsonStrict, type PolicyRule } from "@svc/contract";
import { readPolicyRules, type KnownInputs } from "../../domain/policy/rules.ts";
import { OperatorFailure } from "./failure.ts";
import { refuseUnmatched } from "./unmatched.ts";

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
