/**
 * Checks the rules that an operator sets. A rule with a field in its schema that no input of its actions has is a
 * mistake: as a condition it never matches, and as an exception it always does. Pure.
 */
import {
  PolicyRules,
  ServiceError,
  type InputError,
  type PolicyRule,
  declaredBy,
  declaredField,
  declaredItem,
  isUnrecordedPlace,
  type Declared,
} from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import { compileSchema } from "../schemas/compile.ts";
import { allows, patternsWithoutAction } from "../service-clients/policy.ts";
import { describeSchemaProblem } from "./input-schema.ts";

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
  const [fault] = policyRuleFaults(rules, known);
  if (fault === undefined) return rules;
  const place = fault.pointer.endsWith("/input") ? ", `input`" : "";
  throw invalid(`Rule ${String(fault.rule + 1)}${place}: ${fault.message}`);
}

/** What is wrong with a rule of the right form: its index, and where in all rules. */
export type RuleFault = { rule: number; pointer: string; message: string };

/** Finds what is wrong with rules of the right form, at most one fault in each. @param known the loaded providers. */
export function policyRuleFaults(rules: readonly PolicyRule[], known: readonly KnownInputs[]): RuleFault[] {
  return rules.flatMap((rule, index) => {
    const fault = ruleFault(rule, known);
    return fault === null ? [] : [{ rule: index, pointer: `/${String(index)}${fault.at}`, message: fault.message }];
  });
}

/** Whether a rule is about any of the actions, and nothing is wrong with it for them. */
export function conforms(rule: PolicyRule, known: readonly KnownInputs[]): boolean {
  return actionsOf(rule, known) !== null && ruleFault(rule, known) === null;
}

function ruleFault(rule: PolicyRule, known: readonly KnownInputs[]): { at: string; message: string } | null {
  const { match, decision, approver } = rule;
  if (approver !== undefined && decision !== "ask") {
    return { at: "/approver", message: "`approver` belongs to `ask` only." };
  }
  const actions = actionsOf(rule, known);
  if (actions?.length === 0) return { at: "", message: matchesNothing };
  const input = match?.input;
  if (input === undefined) return null;
  const message = describeSchemaProblem(input) ?? (actions === null ? null : describeUnseen(input, actions));
  return message === null ? null : { at: "/match/input", message };
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

type Node = Readonly<Record<string, unknown>>;

/** An action's declaration at one place of its input. */
type Place = { action: string; at: Declared };

/**
 * Describes a field in a rule that the rule can't see: a sensitive one, or one that no action has.
 * @param schema the schema of the rule's `input`. @param actions the rule's actions, at least one, each with its `name`
 * as `<provider>/<action>`.
 * @returns a sentence for the operator, or null if the rule can match.
 */
export function describeUnseen(schema: Node, actions: readonly { name: string; input: object }[]): string | null {
  const places = actions.map(({ name, input }) => ({ action: name, at: declaredBy(input) }));
  const unseen = unseenField(schema, places);
  if (unseen !== null) return unseen;
  if (places.some(({ at }) => canConform(schema, at))) return null;
  return "No action that the rule is about has all the fields that it requires.";
}

/** @param path the path of the places, as shown in the sentence. */
function unseenField(schema: Node, places: readonly Place[], path = ""): string | null {
  const asked = nodeOf(schema["properties"]);
  for (const name of new Set([...Object.keys(asked), ...namesOf(schema["required"])])) {
    const inside = within(places, (at) => declaredField(at, name));
    const secret = inside.find(({ at }) => isUnrecordedPlace(at));
    if (secret !== undefined) return `\`${name}\` of ${secret.action} is kept out of records, so rules don't see it.`;
    if (inside.length === 0) return `No action that the rule is about has a field \`${path}${name}\`.`;
    const found = unseenField(nodeOf(asked[name]), inside, `${path}${name}.`);
    if (found !== null) return found;
  }
  for (const part of [
    ...listOf(schema["anyOf"]),
    ...listOf(schema["allOf"]),
    ...(schema["not"] === undefined ? [] : [nodeOf(schema["not"])]),
  ]) {
    const found = unseenField(part, places, path);
    if (found !== null) return found;
  }
  return schema["items"] === undefined
    ? null
    : unseenField(nodeOf(schema["items"]), within(places, declaredItem), path);
}

function within(places: readonly Place[], next: (at: Declared) => Declared): Place[] {
  return places.map(({ action, at }) => ({ action, at: next(at) })).filter(({ at }) => at.length > 0);
}

/** Whether an action has all the fields that the schema requires. */
function canConform(schema: Node, at: Declared): boolean {
  const asked = nodeOf(schema["properties"]);
  const anyOf = listOf(schema["anyOf"]);
  return (
    namesOf(schema["required"]).every((name) => {
      const inside = declaredField(at, name);
      return inside.length > 0 && canConform(nodeOf(asked[name]), inside);
    }) &&
    listOf(schema["allOf"]).every((part) => canConform(part, at)) &&
    (anyOf.length === 0 || anyOf.some((part) => canConform(part, at)))
  );
}

function nodeOf(value: unknown): Node {
  return Object(value) as Node;
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.map(nodeOf) : [];
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
