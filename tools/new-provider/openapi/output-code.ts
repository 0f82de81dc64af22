/** The output of an action, as code that derives its schema and its parser from one declaration (the kit's `shape`). */
import { capitalized, fieldName, stringCode, wordsOf } from "./code-names.ts";
import { DescriptionError, itemsOf, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import { unwrapped } from "./input-code.ts";
import type { ResponseContent } from "./operation.ts";
import { asObject, objectsIn, schemaFacts } from "./schema-facts.ts";
import type { SchemaFacts } from "./schema-facts.ts";

/** The output for a response. */
export interface Output {
  /**
   * - `object`: the response's fields.
   * - `list`: a list, returned as `items`, next to the response's other fields.
   * - `texts`: a list of texts, returned as `items`.
   * - `text`: a response that isn't JSON.
   * - `done`: no response is returned.
   */
  readonly kind: "object" | "list" | "texts" | "text" | "done";
  /** The shape of the object, or of one item of the list. */
  readonly code: string;
  /** The member of the response that contains the object or the list; null if it's the entire response. */
  readonly member: string | null;
  /** The shape of the fields next to a list; null if there are none. */
  readonly beside: string | null;
  /** Fields of the response that have no single type, by path. */
  readonly leftOut: readonly string[];
  /** Why a person has to look at it; null if it says what the description says. */
  readonly doubt: string | null;
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

  /**
   * The constant for a component; null if it can't have one, or contains itself.
   * @param isPart whether it's part of another one: only a whole response has to prove what it is.
   */
  constantFor(reference: string, make: () => string | null, isPart: boolean): string | null {
    const key = `${reference} ${String(isPart)}`;
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    this.#constants.set(key, null);
    const code = make();
    const [first = "", ...rest] = wordsOf(reference.split("/").at(-1) ?? "");
    const words = first + rest.map(capitalized).join("");
    // A suffix distinguishes it from reserved words and from the functions of `shape`.
    const constant = /^[a-z][a-zA-Z0-9]{0,60}$/.test(words)
      ? `${words}${isPart ? "Part" : ""}Shape`
      : `shape${String(this.#constants.size)}`;
    if (code === null || this.shapes.has(constant)) return code;
    this.shapes.set(constant, code);
    this.#constants.set(key, constant);
    return constant;
  }
}

/** Everything that can be declared of a response becomes the output; the rest is named in `leftOut`. */
export function outputOf(context: OutputContext, response: ResponseContent): Output {
  const { description } = context;
  const leftOut: string[] = [];
  const plain = { code: "", member: null, beside: null, leftOut, doubt: null };
  if (response.kind === "text") return { ...plain, kind: "text" };
  const nothing = "the description doesn't say what the response contains: which of it do your users need?";
  if (response.kind === "none") return { ...plain, kind: "done", doubt: nothing };
  const given = schemaFacts(description, response.schema);
  const whole = given.kind === "array" ? given : (objectsIn(given) ?? given);
  const isOneOfSeveral = given.kind === "union" && asObject(given) === null && whole.kind === "object";
  const doubt = isOneOfSeveral
    ? "the response has several forms, and only its objects are read: which come here?"
    : null;
  const member = whole.kind === "array" ? null : listMember(description, whole);
  if (whole.kind === "array" || member !== null) {
    const list = member === null ? whole : schemaFacts(description, whole.properties[member]);
    const items = schemaFacts(description, list.node["items"]);
    if (member === null && items.kind === "string") return { ...plain, kind: "texts" };
    const code = shapeCode(context, list.node["items"], member ?? "", leftOut, 1);
    if (code === null) return { ...plain, kind: "done", doubt: nothing };
    const { [member ?? ""]: _list, ...rest } = whole.properties;
    const beside = member === null ? null : ownShapeCode(context, { ...whole, properties: rest }, "", leftOut, 2, true);
    return { kind: "list", code, member, beside, leftOut, doubt };
  }
  const { wrapper, facts, schema } = unwrapped(description, whole);
  const isNamed = wrapper !== null || whole === given;
  const code = isNamed
    ? shapeCode(context, wrapper === null ? response.schema : schema, wrapper ?? "", leftOut, 1)
    : ownShapeCode(context, facts, "", leftOut, 1, true);
  if (code === null) return { ...plain, kind: "done", doubt: nothing };
  const isUnmarked = context.isSensitive && !code.includes("recorded(");
  const unmarked = "it has secrets, and no field that records may keep: mark one with recorded(…)";
  return {
    kind: "object",
    code,
    member: wrapper,
    beside: null,
    leftOut,
    doubt: doubt ?? (isUnmarked ? unmarked : null),
  };
}

/** The member with the list in a paged response: the only member that is a list of objects. */
export function listMember(description: Description, { kind, properties }: SchemaFacts): string | null {
  if (kind !== "object") return null;
  const lists = Object.keys(properties).filter((name) => {
    const member = schemaFacts(description, properties[name]);
    return member.kind === "array" && asObject(schemaFacts(description, member.node["items"])) !== null;
  });
  // Next to a page there are cursors and counts. With more than those, it's a resource that has a list.
  const [only, second] = lists;
  return only !== undefined && second === undefined && Object.keys(properties).length <= 6 ? only : null;
}

/** What an action's output depends on, besides the response. */
export interface OutputContext {
  readonly description: Description;
  readonly resources: Resources;
  /** The names of the input's fields, for those of the next page. */
  readonly inputs: readonly string[];
  /** Whether records keep only the marked parts of it. */
  readonly isSensitive: boolean;
}

/** An object's shape; null if it isn't an object or none of it can be declared. */
function shapeCode(
  context: OutputContext,
  schema: unknown,
  path: string,
  leftOut: string[],
  depth: number,
): string | null {
  const reference = toNode(schema)["$ref"];
  const facts = schemaFacts(context.description, schema);
  const isWhole = depth === 1;
  const make = (): string | null => ownShapeCode(context, asObject(facts) ?? facts, path, leftOut, depth, isWhole);
  // A field about the next page is named after this action's input, and what records keep depends on its secrets.
  const isShared =
    !isWhole || !(context.isSensitive || Object.keys(facts.properties).some((name) => /^next/i.test(name)));
  return typeof reference === "string" && isShared ? context.resources.constantFor(reference, make, !isWhole) : make();
}

function ownShapeCode(
  context: OutputContext,
  { kind, properties, required }: SchemaFacts,
  path: string,
  leftOut: string[],
  depth: number,
  isOutput = false,
): string | null {
  if (kind !== "object" || depth > depthMax) return null;
  const names = new Set<string>();
  const factsOf = (from: string): SchemaFacts => schemaFacts(context.description, properties[from]);
  const all = Object.keys(properties).filter((from) => factsOf(from).node["writeOnly"] !== true);
  const isSecret = (from: string): boolean => soundsSecret(from, factsOf(from));
  const plain = all.filter((from) => !isSecret(from) && isScalar(factsOf(from)));
  const named = plain.filter(isName);
  const isMarked = all.some(isSecret) || (isOutput && context.isSensitive);
  const kept = !isMarked ? [] : named.length > 0 || !isOutput ? named : plain.slice(0, 1);
  const fields = all.flatMap((from) => {
    const at = path === "" ? from : `${path}.${from}`;
    const name = nameOf(from, isOutput ? context.inputs : null);
    const isFree = name !== null && !names.has(name) && names.size < fieldsMax;
    const code = isFree ? fieldCode(context, properties[from], from, at, leftOut, depth) : null;
    if (code === null || name === null) {
      leftOut.push(at);
      return [];
    }
    names.add(name);
    const marked = isSecret(from) ? `secret(${code})` : kept.includes(from) ? `recorded(${code})` : code;
    return [{ name, from, marked, isList: factsOf(from).kind === "array" }];
  });
  if (fields.length === 0) return null;
  const isCertain = (from: string): boolean => required.includes(from) && !factsOf(from).nullable;
  const isSure = fields.some(({ from, isList }) => isCertain(from) && !isList);
  const anchor = isSure ? null : anchorOf(fields, depth);
  const entries = fields.map(({ name, from, marked, isList }) => {
    if (isList) return `${name}: ${from === anchor ? `given(${marked})` : marked}`;
    return `${name}: ${from === anchor || isCertain(from) ? marked : `orNull(${marked})`}`;
  });
  return `shape({ ${entries.join(", ")} })`;
}

/** The field that proves that it is this resource, if the description promises none: its id, or the first one. */
function anchorOf(fields: readonly { from: string; isList: boolean }[], depth: number): string | null {
  const id = fields.find(({ from }) => /^(?:id|gid|key)$/.test(from));
  const first = fields.find(({ isList }) => !isList) ?? fields[0];
  return id?.from ?? (depth === 1 ? (first?.from ?? null) : null);
}

function isScalar({ kind }: SchemaFacts): boolean {
  return kind === "string" || kind === "integer" || kind === "number" || kind === "boolean";
}

/** Whether a sensitive output's record may keep the field: whether it is the resource's name. */
function isName(from: string): boolean {
  return /^(?:id|name|title)$/i.test(from);
}

/**
 * The output's name for a field; null for one with a dot, which would mean a member of a member. By the kit's convention,
 * `nextPage` goes into the input `page`, so without that input the field has another name.
 */
function nameOf(from: string, inputs: readonly string[] | null): string | null {
  try {
    if (from.includes(".")) return null;
    const name = fieldName(from);
    const [, first = "", rest = ""] = /^next([A-Z])(.*)$/.exec(name) ?? [];
    const sent = `${first.toLowerCase()}${rest}`;
    return sent === "" || inputs === null || inputs.includes(sent) ? name : `${sent}Next`;
  } catch (error) {
    if (error instanceof DescriptionError) return null;
    throw error;
  }
}

function fieldCode(
  context: OutputContext,
  schema: unknown,
  from: string,
  at: string,
  leftOut: string[],
  depth: number,
): string | null {
  const facts = schemaFacts(context.description, schema);
  const object = asObject(facts);
  const [name, words] = [stringCode(from), stringCode(facts.description ?? `\`${from}\` of the API.`)];
  switch (object?.kind ?? facts.kind) {
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
    case "map":
    case "union":
    case "any":
      return null;
  }
}

/** The one object in a schema that may also be null, so that its reference is followed. */
function objectSchema(description: Description, schema: unknown): unknown {
  const node = toNode(schema);
  const branches = [...itemsOf(node["oneOf"]), ...itemsOf(node["anyOf"])];
  const [only, second] = branches.filter((branch) => description.resolve(branch)["type"] !== "null");
  return only !== undefined && second === undefined && node["properties"] === undefined ? only : schema;
}
