/**
 * The part of GitHub's API description (`@octokit/openapi`, MIT) that these tests read, in `api.github.com.json`: the
 * whole is in a package of 400 MB. `write-described-part.ts` writes it, and `official-description.test.ts` compares it
 * with the whole.
 */
import { join } from "node:path";

type Json = Readonly<Record<string, unknown>>;

/** The operations that actions and the simulator implement. */
const operationIds: ReadonlySet<string> = new Set([
  "issues/create",
  "issues/create-comment",
  "issues/get",
  "issues/list-comments",
  "issues/list-for-repo",
  "issues/update",
  "pulls/get",
  "pulls/list",
  "rate-limit/get",
  "repos/get",
  "repos/get-content",
  "repos/list-for-authenticated-user",
  "search/issues-and-pull-requests",
  "users/get-authenticated",
]);

/** Two refusals that the simulator may give for any operation. */
const always: readonly string[] = ["#/components/schemas/basic-error", "#/components/schemas/validation-error"];

export const partFile: string = join(import.meta.dirname, "api.github.com.json");

/** Takes the operations, and what they refer to, from the whole description. @returns JSON. */
export function describedPart(whole: Json): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [path, methods] of Object.entries(whole["paths"] as Readonly<Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId } = Object(operation) as { operationId?: string };
      if (operationId !== undefined && operationIds.has(operationId)) (paths[path] ??= {})[method] = operation;
    }
  }
  const components: Record<string, Record<string, unknown>> = {};
  const taken = new Set<string>();
  const take = (reference: string): void => {
    if (taken.has(reference)) return;
    taken.add(reference);
    const [, , kind = "", name = ""] = reference.split("/");
    const node = Object(Object(whole["components"])[kind])[name] as unknown;
    (components[kind] ??= {})[name] = node;
    for (const next of referencesIn(node)) take(next);
  };
  for (const reference of [...always, ...referencesIn(paths)]) take(reference);
  const sorted = Object.fromEntries(Object.entries(components).map(([kind, nodes]) => [kind, inOrder(nodes)]));
  const { openapi, info } = whole;
  return `${JSON.stringify({ openapi, info, paths: inOrder(paths), components: inOrder(sorted) })}\n`;
}

function referencesIn(node: unknown): string[] {
  return [...JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference);
}

function inOrder<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
