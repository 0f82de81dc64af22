/** Checks the rules that an operator sets. */
import { PolicyRules, ServiceError, type InputError, type PolicyRule } from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import { compileSchema } from "../schema/compile.ts";
import { allows } from "../service-clients/policy.ts";
import { describeSchemaProblem } from "./input-schema.ts";

/** A provider with its actions' inputs. */
export type KnownInputs = Pick<Provider, "slug"> & {
  actions: readonly Pick<Provider["actions"][number], "id" | "input">[];
};

const check = compileSchema(PolicyRules);

/**
 * Reads a policy.
 * @param value parsed JSON. @param known the providers in the code, with which rules about sensitive fields are refused.
 * @throws ServiceError INVALID_REQUEST, with what is wrong in words.
 */
export function readPolicyRules(value: unknown, known: readonly KnownInputs[]): readonly PolicyRule[] {
  const [error] = check(value);
  if (error !== undefined) throw invalid(errorText(error));
  const rules = value as readonly PolicyRule[];
  for (const [index, { match, decision, approver }] of rules.entries()) {
    const name = `Rule ${String(index + 1)}`;
    if (approver !== undefined && decision !== "ask") throw invalid(`${name}: \`approver\` belongs to \`ask\` only.`);
    const input = match?.input;
    if (input === undefined) continue;
    const problem = describeSchemaProblem(input) ?? describeUnseen(input, match?.actions, known);
    if (problem !== null) throw invalid(`${name}, \`input\`: ${problem}`);
  }
  return rules;
}

/** A rule never sees a sensitive field. One that asks for it would never match, so a `deny` would deny nothing. */
function describeUnseen(schema: Node, actions: readonly string[] | undefined, known: readonly KnownInputs[]) {
  for (const { slug, actions: all } of known) {
    for (const { id, input } of all) {
      if (actions !== undefined && !allows(actions, slug, id)) continue;
      const field = unseenField(schema, nodeOf(input));
      if (field !== null) return `\`${field}\` is a sensitive field of ${slug}/${id}, which rules don't see.`;
    }
  }
  return null;
}

type Node = Readonly<Record<string, unknown>>;

/** @returns the first field that a rule's schema asks for, in any branch, and that is sensitive in the action's input. */
function unseenField(schema: Node, declared: Node): string | null {
  const fields = nodeOf(declared["properties"]);
  const asked = nodeOf(schema["properties"]);
  const named = [...Object.keys(asked), ...listOf(schema["required"]).map(String)];
  const direct = named.find((name) => isSensitive(fields[name]));
  if (direct !== undefined) return direct;
  const inner: [unknown, unknown][] = [
    ...[...listOf(schema["anyOf"]), ...listOf(schema["allOf"]), schema["not"]].map((part): [unknown, unknown] => [
      part,
      declared,
    ]),
    ...Object.entries(asked).map(([name, part]): [unknown, unknown] => [part, fields[name]]),
    [schema["items"], declared["items"]],
  ];
  for (const [part, of] of inner) {
    const found = part === undefined || of === undefined ? null : unseenField(nodeOf(part), nodeOf(of));
    if (found !== null) return found;
  }
  return null;
}

function nodeOf(value: unknown): Node {
  return Object(value) as Node;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSensitive(schema: unknown): boolean {
  return nodeOf(schema)["x-sensitive"] === true;
}

function errorText({ pointer, message }: InputError): string {
  const [, index = ""] = pointer.split("/");
  const place = /^\d+$/.test(index) ? `Rule ${String(Number(index) + 1)}, at ${pointer}: ` : "";
  return `${place}${message}`;
}

function invalid(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail: `The policy was not set. ${detail}` });
}
