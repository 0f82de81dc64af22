/** The facts of a description's schema, with references, `allOf` and the two ways to write null combined. */
import { itemsOf, textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";
import { oneLine } from "./operation.ts";

/** The type of a value; `other` is anything that has no single one. */
export type Kind = "string" | "integer" | "number" | "boolean" | "array" | "object" | "other";

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
}

/** Reads a schema. It never follows more than a few levels of `allOf`. */
export function schemaFacts(description: Description, schema: unknown, depth = 0): SchemaFacts {
  const node = description.resolve(schema);
  const branches = [...itemsOf(node["oneOf"]), ...itemsOf(node["anyOf"])].map((branch) => description.resolve(branch));
  const real = branches.filter((branch) => branch["type"] !== "null");
  const [only] = real;
  if (only !== undefined && real.length === 1 && depth < 5) {
    const inner = schemaFacts(description, only, depth + 1);
    return { ...inner, nullable: true, description: words(node) ?? inner.description };
  }
  const parts = itemsOf(node["allOf"]);
  if (parts.length > 0 && depth < 5) {
    const all = [...parts.map((part) => schemaFacts(description, part, depth + 1)), factsOf({ ...node, allOf: [] })];
    return merged(all, node);
  }
  return factsOf(node);
}

function factsOf(node: Node): SchemaFacts {
  const types = (Array.isArray(node["type"]) ? (node["type"] as unknown[]) : [node["type"]]).filter(
    (type): type is string => typeof type === "string",
  );
  const real = types.filter((type) => type !== "null");
  const properties = toNode(node["properties"]);
  const given = real.length === 1 ? real[0] : undefined;
  const implied = given ?? (Object.keys(properties).length > 0 ? "object" : undefined);
  const kinds: readonly Kind[] = ["string", "integer", "number", "boolean", "array", "object"];
  const isForked = itemsOf(node["oneOf"]).length + itemsOf(node["anyOf"]).length > 0;
  return {
    kind: isForked ? "other" : (kinds.find((kind) => kind === implied) ?? "other"),
    nullable: node["nullable"] === true || types.includes("null"),
    description: words(node),
    node,
    properties,
    required: itemsOf(node["required"]).filter((name): name is string => typeof name === "string"),
    choices: itemsOf(node["enum"]).filter((choice): choice is string => typeof choice === "string"),
  };
}

function merged(all: readonly SchemaFacts[], node: Node): SchemaFacts {
  const [first, ...rest] = all.filter(({ kind }) => kind !== "other");
  const base = first ?? factsOf({});
  return rest.reduce(
    (sum, next) => ({
      ...sum,
      node: { ...sum.node, ...next.node },
      properties: { ...sum.properties, ...next.properties },
      required: [...new Set([...sum.required, ...next.required])],
      nullable: sum.nullable && next.nullable,
    }),
    { ...base, description: words(node) ?? base.description },
  );
}

function words(node: Node): string | undefined {
  const text = textIn(node["description"]) ?? textIn(node["title"]);
  return text === undefined ? undefined : oneLine(text, 200);
}
