/** Sample values: the description's own examples, or values that fit the schema. */
import { itemsOf } from "./description.ts";
import type { Description } from "./description.ts";
import { schemaFacts } from "./schema-facts.ts";

const depthMax = 6;

/** A value that fits a schema; undefined for one without a single type. */
export function sampleOf(description: Description, schema: unknown, depth = 0): unknown {
  const { kind, node, choices, properties, required, nullable } = schemaFacts(description, schema);
  const given = node["example"] ?? itemsOf(node["examples"])[0] ?? node["default"];
  if (given !== undefined && (fits(kind, given) || (given === null && nullable))) return given;
  switch (kind) {
    case "string":
      return choices[0] ?? textSample(node["format"], Number(node["minLength"] ?? 1));
    case "integer":
    case "number":
      return Number(node["minimum"] ?? 1);
    case "boolean":
      return true;
    case "array": {
      const item = depth < depthMax ? sampleOf(description, node["items"], depth + 1) : undefined;
      return item === undefined ? [] : [item];
    }
    case "object": {
      const entries = Object.entries(properties).map(([name, inner]): [string, unknown] => {
        const value = depth < depthMax ? sampleOf(description, inner, depth + 1) : undefined;
        return [name, value ?? (required.includes(name) ? null : undefined)];
      });
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case "other":
      return undefined;
  }
}

function fits(kind: string, value: unknown): boolean {
  if (kind === "array") return Array.isArray(value);
  if (kind === "integer") return Number.isSafeInteger(value);
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === kind;
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
