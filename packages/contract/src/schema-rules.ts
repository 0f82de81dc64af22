/**
 * Rules for JSON Schemas, against bodies that are within the size limit but keep a validator busy for seconds. They
 * check the finished schema, so it doesn't matter how it was written.
 */

/** A rule that a schema breaks. */
export interface SchemaFinding {
  /** RFC 6901 pointer into the schema. */
  readonly pointer: string;
  readonly rule: string;
  /** What to do about it. */
  readonly remedy: string;
}

type Node = Readonly<Record<string, unknown>>;

/** Types whose duplicate values a validator finds by lookup. */
const scalarTypes: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean"]);

const rules: readonly { name: string; remedy: string; isBroken: (schema: Node) => boolean; sentOnly?: true }[] = [
  {
    name: "enum without type",
    remedy: "build it with oneOf from @svc/contract",
    isBroken: (schema) => schema["enum"] !== undefined && schema["type"] === undefined,
  },
  {
    name: "uniqueItems without a scalar type of its items",
    remedy: "give the items one scalar type: a validator compares anything else pairwise",
    isBroken: (schema) => schema["uniqueItems"] === true && !scalarTypes.has(node(schema["items"])["type"]),
  },
  {
    name: "array without maxItems",
    remedy: "limit the number of accepted items",
    isBroken: (schema) => schema["type"] === "array" && typeof schema["maxItems"] !== "number",
    sentOnly: true,
  },
  {
    name: "uniqueItems without maxItems",
    remedy: "limit the number of items",
    isBroken: (schema) => schema["uniqueItems"] === true && typeof schema["maxItems"] !== "number",
  },
  {
    name: "pattern without maxLength",
    remedy: "limit the length: it is checked first, so the pattern never runs on a longer text",
    isBroken: (schema) => schema["pattern"] !== undefined && typeof schema["maxLength"] !== "number",
    sentOnly: true,
  },
];

/**
 * Returns the rules that a schema breaks, in itself and in every schema within it.
 * @param from whether callers send its values, or the service, which limits its own.
 */
export function schemaFindings(schema: object, from: "caller" | "service", pointer = ""): SchemaFinding[] {
  const own = schema as Node;
  const broken = rules.filter(({ isBroken, sentOnly }) => (from === "caller" || sentOnly !== true) && isBroken(own));
  const findings = broken.map(({ name, remedy }) => ({ pointer, rule: name, remedy }));
  return [...findings, ...partsOf(own).flatMap(([token, part]) => schemaFindings(part, from, `${pointer}/${token}`))];
}

const single = ["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"];
const several = [
  "anyOf",
  "oneOf",
  "allOf",
  "prefixItems",
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
];

/**
 * Returns the direct subschemas of a schema. Only looks into keywords, because a property may have a keyword's name.
 */
function partsOf(schema: Node): [token: string, part: Node][] {
  const alone = single.map((keyword): [string, unknown] => [keyword, schema[keyword]]);
  const grouped = several.flatMap((keyword) =>
    Object.entries(node(schema[keyword])).map(([name, part]): [string, unknown] => [`${keyword}/${name}`, part]),
  );
  return [...alone, ...grouped].filter((entry): entry is [string, Node] => isNode(entry[1]));
}

function node(value: unknown): Node {
  return isNode(value) ? value : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
