/**
 * Checks that one schema accepts nothing that another doesn't accept. Supports the keywords that the shared schemas
 * use.
 */

type Node = Readonly<Record<string, unknown>>;

/** Keywords whose value may only grow, and keywords whose value may only shrink. */
const lowerBounds = ["minLength", "minimum", "minItems"] as const;
const upperBounds = ["maxLength", "maximum", "maxItems", "x-maxBytes"] as const;

/** Keywords that must not change. Two patterns can't be compared, and a mark decides what is stored. */
const fixed = ["type", "pattern", "format", "x-sensitive", "x-summary"] as const;
const marks: ReadonlySet<string> = new Set(["x-sensitive", "x-summary"]);

/**
 * Returns a sentence for each place where a provider's schema accepts or returns more than the shared one, or requires
 * more from a caller.
 * @param leftOut optional properties that the provider may omit.
 */
export function wideningFaults(shared: object, own: object, path: string, leftOut: readonly string[] = []): string[] {
  return compare(shared as Node, own as Node, path, leftOut);
}

function compare(shared: Node, own: Node, path: string, leftOut: readonly string[]): string[] {
  const options = shared["anyOf"];
  if (Array.isArray(options)) {
    const ownOptions = Array.isArray(own["anyOf"]) ? own["anyOf"] : [own];
    const isCovered = (one: Node) => options.some((option: Node) => compare(option, one, path, leftOut).length === 0);
    return ownOptions.every(isCovered) ? [] : [`${path} has an alternative that the shared schema lacks.`];
  }
  return [
    ...fixed.flatMap((keyword) => {
      const isBound = shared[keyword] !== undefined || marks.has(keyword);
      return isBound && own[keyword] !== shared[keyword] ? [`${path} changes ${keyword}.`] : [];
    }),
    ...lowerBounds.flatMap((keyword) => boundFault(shared, own, path, keyword, (limit, given) => given >= limit)),
    ...upperBounds.flatMap((keyword) => boundFault(shared, own, path, keyword, (limit, given) => given <= limit)),
    ...valueFaults(shared, own, path),
    ...propertyFaults(shared, own, path, leftOut),
    ...itemFaults(shared, own, path, leftOut),
  ];
}

function boundFault(
  shared: Node,
  own: Node,
  path: string,
  keyword: string,
  isWithin: (limit: number, given: number) => boolean,
): string[] {
  const limit = shared[keyword];
  const given = own[keyword];
  if (typeof limit !== "number") return [];
  return typeof given === "number" && isWithin(limit, given) ? [] : [`${path} widens ${keyword}.`];
}

function valueFaults(shared: Node, own: Node, path: string): string[] {
  const allowed = valuesOf(shared);
  if (allowed === null) return [];
  const given = valuesOf(own);
  const isNarrower = given !== null && given.every((value) => allowed.includes(value));
  return isNarrower ? [] : [`${path} has a value that the shared schema lacks.`];
}

/** Returns the only values that a schema accepts; null if it doesn't list them. */
function valuesOf({ enum: values, const: only }: Node): readonly unknown[] | null {
  if (Array.isArray(values)) return values;
  return only === undefined ? null : [only];
}

function propertyFaults(shared: Node, own: Node, path: string, leftOut: readonly string[]): string[] {
  if (shared["type"] !== "object") return [];
  const properties = nodesOf(shared["properties"]);
  const ownProperties = nodesOf(own["properties"]);
  const required = new Set(namesOf(shared["required"]));
  const ownRequired = new Set(namesOf(own["required"]));
  const missing = Object.keys(properties).filter(
    (name) => !Object.hasOwn(ownProperties, name) && (required.has(name) || !leftOut.includes(name)),
  );
  return [
    ...(own["additionalProperties"] === false ? [] : [`${path} accepts unknown fields.`]),
    ...missing.map((name) => `${path}/${name} is missing.`),
    ...Object.entries(ownProperties).flatMap(([name, property]) => {
      const same = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (same === undefined) return [`${path}/${name} isn't in the shared schema.`];
      return [
        ...(required.has(name) === ownRequired.has(name) ? [] : [`${path}/${name} changes whether it is required.`]),
        ...compare(same, property, `${path}/${name}`, leftOut),
      ];
    }),
  ];
}

function itemFaults(shared: Node, own: Node, path: string, leftOut: readonly string[]): string[] {
  if (shared["type"] !== "array") return [];
  return compare(Object(shared["items"]) as Node, Object(own["items"]) as Node, `${path}/items`, leftOut);
}

function nodesOf(value: unknown): Readonly<Record<string, Node>> {
  return Object(value) as Readonly<Record<string, Node>>;
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
