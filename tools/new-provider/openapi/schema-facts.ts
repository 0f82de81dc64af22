/** The facts of a description's schema, with references, `allOf`, alternatives and the two ways to write null combined. */
import { itemsOf, oneLine, textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";

/**
 * The type of a value. `map` is an object with any names, `union` has alternatives of different types, and `any` is
 * everything that has no type.
 */
export type Kind = "string" | "integer" | "number" | "boolean" | "array" | "object" | "map" | "union" | "any";

/** A schema without its references. */
export interface SchemaFacts {
  readonly kind: Kind;
  readonly nullable: boolean;
  readonly description: string | undefined;
  readonly node: Node;
  /** Its fields by the API's name, for an object. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** The allowed texts, for a string with a choice. */
  readonly choices: readonly string[];
  /** The alternatives of a union, each with one type. */
  readonly branches: readonly SchemaFacts[];
}

/** How deep alternatives and combinations may be nested in each other. */
const depthMax = 8;

/** Reads a schema. */
export function schemaFacts(description: Description, schema: unknown, depth = 0): SchemaFacts {
  const node = description.resolve(schema);
  if (depth > depthMax) return { ...ownFacts({}), description: words(node) };
  const inner = (part: unknown): SchemaFacts => schemaFacts(description, part, depth + 1);
  const parts = itemsOf(node["allOf"]).map(inner);
  const own = ownFacts(node);
  const base = parts.length === 0 ? own : merged([...parts, own], node);
  const all = [...itemsOf(node["oneOf"]), ...itemsOf(node["anyOf"])];
  const real = all.filter((branch) => description.resolve(branch)["type"] !== "null").map(inner);
  const types = typesOf(node);
  const forks = types.length > 1 ? types.map((type) => inner({ ...node, type })) : real;
  // Alternatives that only say which fields are required don't change the type.
  if (forks.length === 0 || (base.kind !== "any" && real.every(({ kind }) => kind === "any") && types.length < 2)) {
    return base;
  }
  const joined = base.kind === "object" ? forks.map((fork) => merged([base, fork], node)) : forks;
  const nullable = base.nullable || all.length > real.length;
  return { ...oneOrUnion(joined, node), nullable, description: words(node) ?? joined[0]?.description };
}

/**
 * The fields of an object, or of all alternatives if each is an object: then those are required that every alternative
 * requires. Null for everything else.
 */
export function asObject(facts: SchemaFacts): SchemaFacts | null {
  if (facts.kind === "object") return facts;
  const objects = facts.branches.map(asObject);
  if (facts.kind !== "union" || objects.some((branch) => branch === null)) return null;
  return union(objects.filter((branch) => branch !== null));
}

/** Those alternatives of a union that are objects, as one object; null if there are none. */
export function objectsIn(facts: SchemaFacts): SchemaFacts | null {
  const objects = facts.branches.map(asObject).filter((branch) => branch !== null);
  return objects.length === 0 ? asObject(facts) : union(objects);
}

function union(objects: readonly SchemaFacts[]): SchemaFacts {
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties)))];
  const properties = names.map((name) => {
    const schemas = [...new Set(objects.flatMap((object) => object.properties[name] ?? []))];
    return [name, schemas.length === 1 ? schemas[0] : { anyOf: schemas }] as const;
  });
  return {
    ...(objects[0] ?? ownFacts({})),
    node: {},
    properties: Object.fromEntries(properties),
    required: names.filter((name) => objects.every(({ required }) => required.includes(name))),
    branches: [],
  };
}

function oneOrUnion(forks: readonly SchemaFacts[], node: Node): SchemaFacts {
  const flat = forks.flatMap((fork) => (fork.kind === "union" ? fork.branches : [fork]));
  const [first, ...others] = flat;
  if (first === undefined) return ownFacts(node);
  if (others.length === 0) return first;
  if (flat.every(({ kind }) => kind === "string")) {
    const isChoice = flat.every(({ choices }) => choices.length > 0);
    const choices = isChoice ? [...new Set(flat.flatMap((fork) => fork.choices))] : [];
    return { ...first, node: isChoice ? first.node : { example: first.node["example"] }, choices };
  }
  if (flat.every(({ kind }) => kind === "integer" || kind === "number")) {
    return { ...first, kind: flat.some(({ kind }) => kind === "number") ? "number" : "integer", node: {} };
  }
  if (flat.every(({ kind }) => kind === "boolean")) return first;
  return { ...ownFacts({}), kind: "union", node, branches: flat };
}

function ownFacts(node: Node): SchemaFacts {
  const types = typesOf(node);
  const properties = toNode(node["properties"]);
  const choices = itemsOf(node["enum"] ?? (node["const"] === undefined ? undefined : [node["const"]]));
  const isChoice = choices.length > 0 && choices.every((choice) => typeof choice === "string" || choice === null);
  return {
    kind: kindOf(node, types.length === 1 ? types[0] : undefined, isChoice),
    nullable: node["nullable"] === true || itemsOf(node["type"]).includes("null") || choices.includes(null),
    description: words(node),
    node,
    properties,
    required: itemsOf(node["required"]).filter((name): name is string => typeof name === "string"),
    choices: isChoice ? choices.filter((choice): choice is string => typeof choice === "string") : [],
    branches: [],
  };
}

/** The types of a value besides null. */
function typesOf(node: Node): string[] {
  const given = Array.isArray(node["type"]) ? (node["type"] as unknown[]) : [node["type"]];
  return given.filter((type): type is string => typeof type === "string" && type !== "null");
}

function kindOf(node: Node, type: string | undefined, isChoice: boolean): Kind {
  const hasFields = Object.keys(toNode(node["properties"])).length > 0;
  if (type === "object" || (type === undefined && (hasFields || node["additionalProperties"] !== undefined))) {
    return hasFields || node["additionalProperties"] === false ? "object" : "map";
  }
  if (type === undefined && isChoice) return "string";
  if (type === undefined && node["items"] !== undefined) return "array";
  const kinds: readonly Kind[] = ["string", "integer", "number", "boolean", "array"];
  return kinds.find((kind) => kind === type) ?? "any";
}

function merged(all: readonly SchemaFacts[], node: Node): SchemaFacts {
  const typed = all.filter(({ kind }) => kind !== "any");
  // An open object next to one with fields adds nothing.
  const [first, ...rest] = typed.some(({ kind }) => kind === "object")
    ? typed.filter(({ kind }) => kind !== "map")
    : typed;
  const base = first ?? ownFacts({});
  const sum = [...rest, ...all.filter(({ kind }) => kind === "any")].reduce(
    (done, next) => ({
      ...done,
      node: { ...done.node, ...next.node },
      properties: { ...done.properties, ...next.properties },
      required: [...new Set([...done.required, ...next.required])],
    }),
    base,
  );
  const nullable = node["nullable"] === true || all.every((part) => part.nullable);
  return { ...sum, nullable, description: words(node) ?? base.description };
}

function words(node: Node): string | undefined {
  const text = textIn(node["description"]) ?? textIn(node["title"]);
  return text === undefined ? undefined : oneLine(text, 200);
}
