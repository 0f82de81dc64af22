/** Checks the rules that an operator sets. */
import { PolicyRules, ServiceError, type InputError, type PolicyRule } from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import { compileSchema } from "../schemas/compile.ts";
import { allows, patternsWithoutAction } from "../service-clients/policy.ts";
import { describeSchemaProblem } from "./input-schema.ts";
import { describeUnseen } from "./rule-fields.ts";

/** A provider, with the parts that rules depend on: its actions' inputs and effects. */
export type KnownInputs = Pick<Provider, "slug"> & {
  actions: readonly Pick<Provider["actions"][number], "id" | "input" | "effect">[];
};

const check = compileSchema(PolicyRules);

const matchesNothing =
  "It would never match. No action that it names has one of its effects, and `ask` is never for reads.";

/**
 * Parses a policy.
 * @param value parsed JSON. @param known the loaded providers. Rules that could never match any of their actions are
 * refused.
 * @throws ServiceError INVALID_REQUEST that describes the problem.
 */
export function readPolicyRules(value: unknown, known: readonly KnownInputs[]): readonly PolicyRule[] {
  const [error] = check(value);
  if (error !== undefined) throw invalid(errorText(error));
  const rules = value as readonly PolicyRule[];
  for (const [index, rule] of rules.entries()) {
    const { match, decision, approver } = rule;
    const name = `Rule ${String(index + 1)}`;
    if (approver !== undefined && decision !== "ask") throw invalid(`${name}: \`approver\` belongs to \`ask\` only.`);
    const actions = actionsOf(rule, known);
    if (actions?.length === 0) throw invalid(`${name}: ${matchesNothing}`);
    const input = match?.input;
    if (input === undefined) continue;
    const problem = describeSchemaProblem(input) ?? (actions === null ? null : describeUnseen(input, actions));
    if (problem !== null) throw invalid(`${name}, \`input\`: ${problem}`);
  }
  return rules;
}

/** Returns the loaded actions that a rule can match; null if its patterns match none, such as a later version's. */
function actionsOf({ decision, match = {} }: PolicyRule, known: readonly KnownInputs[]): readonly NamedInput[] | null {
  const { actions, effect } = match;
  const named = known.flatMap(({ slug, actions: all }) =>
    all
      .filter(({ id }) => actions === undefined || allows(actions, slug, id))
      .map((action) => ({ name: `${slug}/${action.id}`, input: action.input, effect: action.effect })),
  );
  if (named.length === 0) return null;
  return named.filter(
    (one) => (effect?.includes(one.effect) ?? true) && !(decision === "ask" && one.effect === "read"),
  );
}

type NamedInput = { name: string; input: object };

/** Describes probable mistakes in a valid policy, as sentences without a period. */
export function policyWarnings(
  rules: readonly PolicyRule[],
  known: Parameters<typeof patternsWithoutAction>[1],
): string[] {
  return rules.flatMap(({ match }, index) =>
    patternsWithoutAction(match?.actions ?? [], known).map(
      (pattern) => `rule ${String(index + 1)} of the policy: no action in this version matches ${pattern}`,
    ),
  );
}

function errorText({ pointer, message }: InputError): string {
  const [, index = ""] = pointer.split("/");
  const place = /^\d+$/.test(index) ? `Rule ${String(Number(index) + 1)}, at ${pointer}: ` : "";
  return `${place}${message}`;
}

function invalid(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail: `The policy was not set. ${detail}` });
}
