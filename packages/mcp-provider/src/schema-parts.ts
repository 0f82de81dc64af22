/** Parts of JSON Schemas: what a stranger's schema says in one place, and how svc combines alternatives. */
import { isRecord } from "@svc/provider-kit/shape";
import { plainText } from "./stranger-text.ts";

type Node = Record<string, unknown>;

const descriptionCharsMax = 1000;

/** Keywords that say nothing about the value. */
const silent: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$schema",
  "$id",
]);

/** Whether a schema has no keywords that say something about the value, apart from the named ones. */
export function isDescribedBy(schema: unknown, keywords: readonly string[]): boolean {
  return isRecord(schema) && Object.keys(schema).every((name) => silent.has(name) || keywords.includes(name));
}

/** The description, on one line and without characters that hide or reorder text; none if the schema has none. */
export function words({ description, title }: Node): { description?: string } {
  const text = [description, title].find((one): one is string => typeof one === "string" && one.trim() !== "");
  return text === undefined ? {} : { description: plainText(text, descriptionCharsMax) };
}

/** The one type of a value. Without the keyword, it follows from the keywords that only one type has. */
export function scalarOf(schema: Node): unknown {
  const { type } = schema;
  if (type !== undefined) return type;
  if (isRecord(schema["properties"])) return "object";
  return schema["items"] === undefined ? undefined : "array";
}

/** Follows a reference within a schema; null if it leads nowhere. */
export function resolved(root: Node, reference: string): Node | null {
  let at: unknown = root;
  for (const token of reference.slice(2).split("/")) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isRecord(at) || !Object.hasOwn(at, name)) return null;
    at = at[name];
  }
  return isRecord(at) ? at : null;
}

/** One schema for several alternatives. Each appears once. */
export function combined(branches: readonly Node[]): Node {
  const distinct = [...new Map(branches.map((branch) => [JSON.stringify(branch), branch])).values()];
  const [only, ...others] = distinct;
  return only !== undefined && others.length === 0 ? only : { anyOf: distinct };
}
