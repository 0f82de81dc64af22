/** The output of an action, as code that derives its schema and its parser from one declaration (the kit's `shape`). */
import { capitalized, fieldName, stringCode, wordsOf } from "./code-names.ts";
import { DescriptionError, itemsOf, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import { unwrapped } from "./input-code.ts";
import { schemaFacts } from "./schema-facts.ts";
import type { SchemaFacts } from "./schema-facts.ts";

/** The output for a response. */
export interface Output {
  /**
   * - `object`: the response's fields.
   * - `list`: a list, returned as `items`, next to the response's other fields.
   * - `done`: no response is returned.
   */
  readonly kind: "object" | "list" | "done";
  /** The shape of the object, or of one item of the list. */
  readonly code: string;
  /** The member of the response that contains the object or the list; null if it's the entire response. */
  readonly member: string | null;
  /** The shape of the fields next to a list; null if there are none. */
  readonly beside: string | null;
  /** Fields of the response that have no single type, by path. */
  readonly leftOut: readonly string[];
}

/** Whether a field's name or format says that its value is a secret. */
export function soundsSecret(name: string, { node, kind }: SchemaFacts): boolean {
  const words = wordsOf(name);
  const secrets = /^(?:secret|token|password|passwd|key|credential|credentials|signature)$/;
  return node["format"] === "password" || (kind === "string" && words.some((word) => secrets.test(word)));
}

const depthMax = 3;
const fieldsMax = 60;

/** The shapes of the description's own components, by constant. A shape follows those that it contains. */
export class Resources {
  readonly shapes = new Map<string, string>();
  readonly #constants = new Map<string, string | null>();

  /** The constant for a component; null if it can't have one, or contains itself. */
  constantFor(reference: string, make: () => string | null): string | null {
    const known = this.#constants.get(reference);
    if (known !== undefined) return known;
    this.#constants.set(reference, null);
    const code = make();
    const [first = "", ...rest] = wordsOf(reference.split("/").at(-1) ?? "");
    const words = first + rest.map(capitalized).join("");
    // A suffix distinguishes it from reserved words and from the functions of `shape`.
    const constant = /^[a-z][a-zA-Z0-9]{0,60}$/.test(words) ? `${words}Shape` : `shape${String(this.#constants.size)}`;
    if (code === null || this.shapes.has(constant)) return code;
    this.shapes.set(constant, code);
    this.#constants.set(reference, constant);
    return constant;
  }
}

/** The output for a response with this schema; null means no response. */
export function outputOf(description: Description, response: unknown, resources: Resources): Output {
  const leftOut: string[] = [];
  const context = { description, resources };
  const none: Output = { kind: "done", code: "", member: null, beside: null, leftOut };
  if (response === null) return none;
  const facts = schemaFacts(description, response);
  const member = facts.kind === "array" ? null : listMember(description, facts);
  if (facts.kind === "array" || member !== null) {
    const list = member === null ? facts : schemaFacts(description, facts.properties[member]);
    const code = shapeCode(context, list.node["items"], member ?? "", leftOut, 1);
    if (code === null) return none;
    const { [member ?? ""]: _list, ...rest } = facts.properties;
    const beside = member === null ? null : ownShapeCode(context, { ...facts, properties: rest }, "", leftOut, 2);
    return { kind: "list", code, member, beside, leftOut };
  }
  const { wrapper, schema } = unwrapped(description, facts);
  const code = shapeCode(context, wrapper === null ? response : schema, wrapper ?? "", leftOut, 1);
  return code === null ? none : { kind: "object", code, member: wrapper, beside: null, leftOut };
}

/** The member with the list in a paged response: the only member that is a list of objects. */
export function listMember(description: Description, { kind, properties }: SchemaFacts): string | null {
  if (kind !== "object") return null;
  const lists = Object.keys(properties).filter((name) => {
    const member = schemaFacts(description, properties[name]);
    return member.kind === "array" && schemaFacts(description, member.node["items"]).kind === "object";
  });
  // Next to a page there are cursors and counts. With more than those, it's a resource that has a list.
  const [only, second] = lists;
  return only !== undefined && second === undefined && Object.keys(properties).length <= 6 ? only : null;
}

interface Context {
  readonly description: Description;
  readonly resources: Resources;
}

/** An object's shape; null if it isn't an object or none of it can be declared. */
function shapeCode(context: Context, schema: unknown, path: string, leftOut: string[], depth: number): string | null {
  const reference = toNode(schema)["$ref"];
  const make = (): string | null =>
    ownShapeCode(context, schemaFacts(context.description, schema), path, leftOut, depth);
  return typeof reference === "string" ? context.resources.constantFor(reference, make) : make();
}

function ownShapeCode(
  context: Context,
  { kind, properties, required }: SchemaFacts,
  path: string,
  leftOut: string[],
  depth: number,
): string | null {
  if (kind !== "object" || depth > depthMax) return null;
  const names = new Set<string>();
  const anchor = required.length > 0 ? null : anchorOf(Object.keys(properties), depth);
  const hasSecret = Object.entries(properties).some(([from, schema]) =>
    soundsSecret(from, schemaFacts(context.description, schema)),
  );
  const entries = Object.entries(properties).flatMap(([from, schema]) => {
    const facts = schemaFacts(context.description, schema);
    const at = path === "" ? from : `${path}.${from}`;
    const name = nameOf(from);
    const code =
      name === null || names.has(name) || names.size >= fieldsMax
        ? null
        : fieldCode(context, schema, from, at, leftOut, depth);
    if (facts.node["writeOnly"] === true) return [];
    if (code === null || name === null) {
      leftOut.push(at);
      return [];
    }
    names.add(name);
    const isSecret = soundsSecret(from, facts);
    const marked = isSecret ? `secret(${code})` : hasSecret && isName(from) ? `recorded(${code})` : code;
    const mayBeAbsent = from !== anchor && (!required.includes(from) || facts.nullable);
    return [`${name}: ${mayBeAbsent && facts.kind !== "array" ? `orNull(${marked})` : marked}`];
  });
  return entries.length === 0 ? null : `shape({ ${entries.join(", ")} })`;
}

/** The field that identifies the resource if the description requires none: its id. */
function anchorOf(names: readonly string[], depth: number): string | null {
  return names.find((name) => /^(?:id|gid|key)$/.test(name)) ?? (depth === 1 ? (names[0] ?? null) : null);
}

/** Whether a sensitive output's record may keep the field: whether it is the resource's name. */
function isName(from: string): boolean {
  return /^(?:id|name|title)$/i.test(from);
}

/** Rejects a name with a dot, which would mean a member of a member. */
function nameOf(from: string): string | null {
  try {
    return from.includes(".") ? null : fieldName(from);
  } catch (error) {
    if (error instanceof DescriptionError) return null;
    throw error;
  }
}

function fieldCode(
  context: Context,
  schema: unknown,
  from: string,
  at: string,
  leftOut: string[],
  depth: number,
): string | null {
  const facts = schemaFacts(context.description, schema);
  const [name, words] = [stringCode(from), stringCode(facts.description ?? `\`${from}\` of the API.`)];
  switch (facts.kind) {
    case "string":
      return facts.node["format"] === "date-time" ? `time(${name}, ${words})` : `text(${name}, ${words})`;
    case "integer":
      return `integer(${name}, ${words})`;
    case "number":
      return `decimal(${name}, ${words})`;
    case "boolean":
      return `flag(${name}, ${words})`;
    case "array": {
      const items = schemaFacts(context.description, facts.node["items"]);
      if (items.kind === "string") return `textsOf(${name}, ${words})`;
      const inner = shapeCode(context, facts.node["items"], at, leftOut, depth + 1);
      return inner === null ? null : `listOf(${name}, ${words}, ${inner})`;
    }
    case "object": {
      const inner = shapeCode(context, objectSchema(context.description, schema), at, leftOut, depth + 1);
      return inner === null ? null : `part(${name}, ${inner})`;
    }
    case "other":
      return null;
  }
}

/** The one object in a schema that may also be null, so that its reference is followed. */
function objectSchema(description: Description, schema: unknown): unknown {
  const node = toNode(schema);
  const branches = [...itemsOf(node["oneOf"]), ...itemsOf(node["anyOf"])];
  const [only, second] = branches.filter((branch) => description.resolve(branch)["type"] !== "null");
  return only !== undefined && second === undefined ? only : schema;
}
