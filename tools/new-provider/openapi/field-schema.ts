/** A field's schema as TypeBox code, with a valid value. */
import { capitalized, stringCode } from "./code-names.ts";
import { itemsOf } from "./description.ts";
import type { Description } from "./description.ts";
import { textSample } from "./samples.ts";
import { schemaFacts } from "./schema-facts.ts";
import type { SchemaFacts } from "./schema-facts.ts";

/** Code and a value. */
export interface FieldSchema {
  readonly code: string;
  readonly sample: unknown;
}

/** Bounds for fields that a description leaves unbounded: without them, an input could be as large as a request. */
const lengthMax = 4096;
const itemsMax = 100;
const depthMax = 2;

/** The pattern of an id in a path if the description has none: characters that need no escaping. */
const pathPattern = "^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$";

/** A field's schema; null if it has no single type or is nested too deeply. */
export function fieldSchema(
  description: Description,
  facts: SchemaFacts,
  name: string,
  isInPath: boolean,
  depth = 1,
): FieldSchema | null {
  const words = stringCode(facts.description ?? `\`${name}\` of the API.`);
  const plain = isInPath ? pathSchema(facts, words) : plainSchema(description, facts, words, depth);
  if (plain === null || !facts.nullable || isInPath) return plain;
  return { ...plain, code: `Type.Union([${plain.code}, Type.Null()], { description: ${words} })` };
}

/** A segment of the path. */
function pathSchema(facts: SchemaFacts, words: string): FieldSchema | null {
  if (facts.kind === "integer" || facts.kind === "number") return numberSchema(facts, words);
  if (facts.kind !== "string") return null;
  return textSchema(facts, words, { minLength: 1, maxLength: 200, pattern: pathPattern });
}

function plainSchema(description: Description, facts: SchemaFacts, words: string, depth: number): FieldSchema | null {
  switch (facts.kind) {
    case "string":
      return textSchema(facts, words, { maxLength: lengthMax });
    case "integer":
    case "number":
      return numberSchema(facts, words);
    case "boolean":
      return {
        code: `Type.Boolean({ description: ${words} })`,
        sample: exampleOf(facts, (value) => typeof value === "boolean") ?? true,
      };
    case "array":
      return depth < depthMax ? listSchema(description, facts, words, depth) : null;
    case "object":
      return depth < depthMax ? objectSchema(description, facts, words, depth) : null;
    case "other":
      return null;
  }
}

function textSchema(
  facts: SchemaFacts,
  words: string,
  absent: { minLength?: number; maxLength: number; pattern?: string },
): FieldSchema {
  const { choices, node } = facts;
  if (choices.length > 0) {
    const sample = exampleOf(facts, (value) => choices.includes(String(value))) ?? choices[0];
    return { code: `oneOf([${choices.map(stringCode).join(", ")}], ${words})`, sample };
  }
  const minLength = numberIn(node["minLength"]) ?? absent.minLength;
  const maxLength = Math.min(numberIn(node["maxLength"]) ?? absent.maxLength, 65_536);
  const given = patternOf(node["pattern"]);
  const example = exampleOf(facts, (value) => typeof value === "string" && value.length <= maxLength);
  const candidates = [example, textSample(node["format"], minLength ?? 1), "1", "a1", "A1"].filter(
    (value) => typeof value === "string",
  );
  const own = given === undefined ? undefined : candidates.find((value) => new RegExp(given, "u").test(value));
  // A pattern without a matching value couldn't be tested.
  const pattern = own === undefined ? absent.pattern : given;
  const sample =
    own ?? candidates.find((value) => pattern === undefined || new RegExp(pattern, "u").test(value)) ?? "a1";
  const code = `Type.String(${options(words, { minLength, maxLength, pattern })})`;
  return { code: node["format"] === "password" ? `sensitive(${code})` : code, sample };
}

function numberSchema(facts: SchemaFacts, words: string): FieldSchema {
  const [minimum, maximum] = [numberIn(facts.node["minimum"]), numberIn(facts.node["maximum"])];
  const sample = exampleOf(
    facts,
    (value) => typeof value === "number" && (facts.kind === "number" || Number.isSafeInteger(value)),
  );
  return {
    code: `Type.${capitalized(facts.kind)}(${options(words, { minimum, maximum })})`,
    sample: sample ?? minimum ?? 1,
  };
}

function listSchema(description: Description, { node }: SchemaFacts, words: string, depth: number): FieldSchema | null {
  const items = fieldSchema(description, schemaFacts(description, node["items"]), "item", false, depth + 1);
  if (items === null) return null;
  const bounds = {
    minItems: numberIn(node["minItems"]),
    maxItems: Math.min(numberIn(node["maxItems"]) ?? itemsMax, 1000),
  };
  return { code: `Type.Array(${items.code}, ${options(words, bounds)})`, sample: [items.sample] };
}

/** A nested object is sent unchanged, so its fields keep the API's names. */
function objectSchema(
  description: Description,
  { properties, required }: SchemaFacts,
  words: string,
  depth: number,
): FieldSchema | null {
  const entries: string[] = [];
  const sample: Record<string, unknown> = {};
  for (const [from, schema] of Object.entries(properties)) {
    const facts = schemaFacts(description, schema);
    if (facts.node["readOnly"] === true) continue;
    const made = fieldSchema(description, facts, from, false, depth + 1);
    const isRequired = required.includes(from);
    if (made === null && isRequired) return null;
    if (made === null) continue;
    entries.push(`${stringCode(from)}: ${isRequired ? made.code : `Type.Optional(${made.code})`}`);
    sample[from] = made.sample;
  }
  if (entries.length === 0) return null;
  return {
    code: `Type.Object({ ${entries.join(", ")} }, { additionalProperties: false, description: ${words} })`,
    sample,
  };
}

function options(words: string, more: Readonly<Record<string, number | string | undefined>>): string {
  const given = Object.entries(more).filter(([, value]) => value !== undefined);
  return `{ ${[`description: ${words}`, ...given.map(([option, value]) => `${option}: ${JSON.stringify(value)}`)].join(", ")} }`;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The description's own example, if it has the right type. */
function exampleOf({ node }: SchemaFacts, fits: (value: unknown) => boolean): unknown {
  const given = node["example"] ?? itemsOf(node["examples"])[0] ?? node["default"];
  return given !== undefined && fits(given) ? given : undefined;
}

/** A pattern that matches a whole text, in syntax that every validator supports. */
function patternOf(pattern: unknown): string | undefined {
  if (typeof pattern !== "string" || !pattern.startsWith("^") || !pattern.endsWith("$") || pattern.length > 500)
    return undefined;
  if (/\(\?[=!]|\(\?<[=!]|\\[1-9]|\\k</.test(pattern)) return undefined;
  try {
    void new RegExp(pattern, "u");
    return pattern;
  } catch {
    return undefined;
  }
}
