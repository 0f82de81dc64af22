/** Sample values: the description's own examples, or values that fit the schema. */
import { itemsOf, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import { asObject, objectsIn, schemaFacts } from "./schema-facts.ts";
import type { SchemaFacts } from "./schema-facts.ts";

const depthMax = 6;

/** How many values a sample has at most: some descriptions refer to each other without end. */
const valuesMax = 1500;

/** A value that fits a schema; undefined for one without a type. */
export function sampleOf(description: Description, schema: unknown): unknown {
  return makeSample({ description, left: valuesMax }, schema, undefined, 0);
}

interface Budget {
  readonly description: Description;
  left: number;
}

/** @param hint the value at this place in the example of the object around it. */
function makeSample(budget: Budget, schema: unknown, hint: unknown, depth: number): unknown {
  budget.left -= 1;
  const { description } = budget;
  const given = schemaFacts(description, schema);
  const facts = asObject(given) ?? objectsIn(given) ?? given.branches[0] ?? given;
  const { kind, node, choices, nullable } = facts;
  const own = exampleIn(given) ?? hint;
  if (own === null && nullable) return null;
  switch (kind) {
    case "string": {
      const isTime = node["format"] === "date-time";
      const isRight = typeof own === "string" && (!isTime || isTimeText(own));
      if (isRight && (choices.length === 0 || choices.includes(own))) return own;
      return choices[0] ?? textSample(node["format"], Number(node["minLength"] ?? 1));
    }
    case "integer":
      return Number.isSafeInteger(own) ? own : Math.ceil(Number(node["minimum"] ?? 1));
    case "number":
      return typeof own === "number" ? own : Number(node["minimum"] ?? 1);
    case "boolean":
      return typeof own === "boolean" ? own : true;
    case "array": {
      const item =
        depth < depthMax && budget.left > 0 ? makeSample(budget, node["items"], itemsOf(own)[0], depth + 1) : undefined;
      return item === undefined || item === null ? [] : [item];
    }
    case "object":
      return objectSample(budget, facts, toNode(own), depth);
    case "map":
      return own === undefined ? {} : toNode(own);
    case "union":
    case "any":
      return own;
  }
}

function objectSample(budget: Budget, { properties, required }: SchemaFacts, hints: object, depth: number): object {
  const names = Object.keys(properties);
  const first = names.filter((name) => required.includes(name));
  const entries = [...first, ...names.filter((name) => !required.includes(name))].map((name): [string, unknown] => {
    const isKept = first.includes(name) || (depth < depthMax && budget.left > 0);
    const hint = (hints as Readonly<Record<string, unknown>>)[name];
    const value = isKept && depth < 2 * depthMax ? makeSample(budget, properties[name], hint, depth + 1) : undefined;
    return [name, value];
  });
  const kept = new Map(entries.filter(([, value]) => value !== undefined));
  return Object.fromEntries(names.filter((name) => kept.has(name)).map((name) => [name, kept.get(name)]));
}

/** The schema's own example; undefined if it has none. */
export function exampleIn({ node }: SchemaFacts): unknown {
  return node["example"] ?? itemsOf(node["examples"])[0] ?? node["const"] ?? node["default"];
}

/** Whether a text is a time in the form that `time()` of the kit reads. */
function isTimeText(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A text in a format, with a minimum length. */
export function textSample(format: unknown, lengthMin: number): string {
  if (format === "date-time") return "2026-01-15T09:30:00Z";
  if (format === "date") return "2026-01-15";
  if (format === "uuid") return "7b0c8e1e-3f0a-4c5e-9d2a-5a1f0c9b2e11";
  if (format === "email") return "ada@example.com";
  if (format === "uri") return "https://example.com/";
  return "sample".padEnd(Math.min(lengthMin, 200), "x");
}
