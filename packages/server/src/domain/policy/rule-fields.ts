/**
 * Compares the fields in a rule's schema with the inputs that its actions declare. A rule with a field that no input
 * has is a mistake: as a condition it never matches, and as an exception it always does. Pure.
 */
import { declaredBy, declaredField, declaredItem, isSensitivePlace, type Declared } from "@svc/contract";

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
    const secret = inside.find(({ at }) => isSensitivePlace(at));
    if (secret !== undefined) return `\`${name}\` is a sensitive field of ${secret.action}, which rules don't see.`;
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
