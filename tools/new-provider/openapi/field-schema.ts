/** A field's schema as TypeBox code, with a valid value. */
import { capitalized, stringCode } from "./code-names.ts";
import type { Description, Node } from "./description.ts";
import { exampleIn, textSample } from "./samples.ts";
import { schemaFacts } from "./schema-facts.ts";
import type { SchemaFacts } from "./schema-facts.ts";

/** Code and a value. */
export interface FieldSchema {
  readonly code: string;
  readonly sample: unknown;
}

/** What a place in a request accepts. A query takes plain values and lists of them; a form takes no null. */
export type SentAs = "segment" | "query" | "form" | "json";

/** The place of a schema: how it is sent, and the schemas around it. */
interface Place {
  readonly description: Description;
  readonly as: SentAs;
  readonly around: readonly Node[];
}

const depthMax = 6;
const branchesMax = 12;

/** A field's schema; null if it can't be written, because it contains itself or is something that can't be sent so. */
export function fieldSchema(
  description: Description,
  facts: SchemaFacts,
  name: string,
  as: SentAs,
): FieldSchema | null {
  return schemaAt({ description, as, around: [] }, facts, name);
}

/** A required field without a schema: a text, until a person has written what the API accepts. */
export function openField(facts: SchemaFacts, name: string): FieldSchema {
  const words = wordsOf(facts, name) ?? "";
  const why = "the generator can't express what the description says: what does the API accept?";
  return { code: `unconfirmed(Type.String({ description: ${words} }), ${stringCode(why)})`, sample: "sample" };
}

/** The description in code. Only a field without one needs a substitute. */
function wordsOf({ description }: SchemaFacts, name: string | null): string | null {
  if (description === undefined && name === null) return null;
  return stringCode(description ?? `\`${name ?? ""}\` of the API.`);
}

/** @param name the field's name; null for an item of a list or an alternative. */
function schemaAt(place: Place, facts: SchemaFacts, name: string | null): FieldSchema | null {
  const words = wordsOf(facts, name);
  const plain = plainSchema(place, facts, words);
  if (plain === null || !facts.nullable || place.as !== "json") return plain;
  return { ...plain, code: `Type.Union([${[plain.code, "Type.Null()"].join(", ")}]${optionsAfter(words)})` };
}

function plainSchema(place: Place, facts: SchemaFacts, words: string | null): FieldSchema | null {
  const isPlainOnly = place.as === "segment" || (place.as === "query" && place.around.length > 0);
  switch (facts.kind) {
    case "string":
      return textSchema(facts, words, place.as === "segment");
    case "integer":
    case "number":
      return numberSchema(facts, words);
    case "boolean": {
      const example = exampleIn(facts);
      const sample = typeof example === "boolean" ? example : true;
      return place.as === "segment" ? null : { code: `Type.Boolean(${options(words, {})})`, sample };
    }
    case "array":
      return isPlainOnly ? null : listSchema(place, facts, words);
    case "object":
      return isPlainOnly || place.as === "query" ? null : objectSchema(place, facts, words);
    case "map":
      return isPlainOnly || place.as === "query" ? null : mapSchema(place, facts, words);
    case "union":
      return unionSchema(place, facts, words);
    case "any":
      return place.as === "json"
        ? { code: `Type.Unknown(${options(words, {})})`, sample: exampleIn(facts) ?? "sample" }
        : null;
  }
}

function textSchema(facts: SchemaFacts, words: string | null, isSegment: boolean): FieldSchema {
  const { choices, node } = facts;
  const example = exampleIn(facts);
  if (choices.length > 0) {
    const sample = choices.find((choice) => choice === example) ?? choices[0];
    return { code: `oneOf([${choices.map(stringCode).join(", ")}]${words === null ? "" : `, ${words}`})`, sample };
  }
  const minLength = numberIn(node["minLength"]);
  const maxLength = numberIn(node["maxLength"]);
  const given = patternOf(node["pattern"]);
  const fits = (text: unknown): text is string =>
    typeof text === "string" && text.length <= (maxLength ?? 4096) && text.length >= (minLength ?? 0);
  const candidates = [example, textSample(node["format"], minLength ?? 1), "1", "a1", "A1"].filter(fits);
  const own = given === undefined ? undefined : candidates.find((text) => new RegExp(given, "u").test(text));
  // A pattern without a matching value couldn't be tested.
  const pattern = own === undefined ? undefined : given;
  const isSafe = (text: string): boolean => !isSegment || /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(text);
  const sample = own ?? candidates.find(isSafe) ?? "a1".padEnd(minLength ?? 0, "1");
  const bounds = isSegment && pattern === undefined ? "segment" : pattern !== undefined ? "text" : null;
  const spread = bounds === null || (bounds === "text" && maxLength !== undefined) ? [] : [`...unstated.${bounds}`];
  const code = `Type.String(${options(words, { minLength, maxLength, pattern }, spread)})`;
  return { code: node["format"] === "password" ? `sensitive(${code})` : code, sample };
}

function numberSchema(facts: SchemaFacts, words: string | null): FieldSchema {
  const [minimum, maximum] = [numberIn(facts.node["minimum"]), numberIn(facts.node["maximum"])];
  const example = exampleIn(facts);
  const isRight = typeof example === "number" && (facts.kind === "number" || Number.isSafeInteger(example));
  const sample = isRight && example >= (minimum ?? example) && example <= (maximum ?? example) ? example : undefined;
  return {
    code: `Type.${capitalized(facts.kind)}(${options(words, { minimum, maximum })})`,
    sample: sample ?? minimum ?? Math.min(1, maximum ?? 1),
  };
}

function listSchema(place: Place, facts: SchemaFacts, words: string | null): FieldSchema | null {
  const inside = within(place, facts);
  const items = inside && schemaAt(inside, schemaFacts(place.description, facts.node["items"]), null);
  if (items === null) return null;
  const [minItems, maxItems] = [numberIn(facts.node["minItems"]), numberIn(facts.node["maxItems"])];
  const spread = maxItems === undefined ? ["...unstated.list"] : [];
  const sample = Array.from({ length: Math.min(Math.max(minItems ?? 1, 1), 10) }, () => items.sample);
  return { code: `Type.Array(${items.code}, ${options(words, { minItems, maxItems }, spread)})`, sample };
}

/** A nested object is sent unchanged, so its fields keep the API's names. */
function objectSchema(place: Place, facts: SchemaFacts, words: string | null): FieldSchema | null {
  const inside = within(place, facts);
  if (inside === null) return null;
  const entries: string[] = [];
  const sample: Record<string, unknown> = {};
  for (const [from, schema] of Object.entries(facts.properties)) {
    const field = schemaFacts(place.description, schema);
    if (field.node["readOnly"] === true || from === "__proto__") continue;
    const isRequired = facts.required.includes(from);
    const made = schemaAt(inside, field, from) ?? (isRequired ? openField(field, from) : null);
    if (made === null) continue;
    entries.push(`${stringCode(from)}: ${isRequired ? made.code : `Type.Optional(${made.code})`}`);
    sample[from] = made.sample;
  }
  const code = `Type.Object({ ${entries.join(", ")} }, ${options(words, {}, strict)})`;
  return { code, sample };
}

/** An object with any names, whose values have one schema. */
function mapSchema(place: Place, facts: SchemaFacts, words: string | null): FieldSchema | null {
  const inside = within(place, facts);
  if (inside === null) return null;
  const given = facts.node["additionalProperties"];
  const values = typeof given === "object" && given !== null ? schemaFacts(place.description, given) : null;
  const made = values === null ? null : schemaAt(inside, values, null);
  const code = made?.code ?? (place.as === "json" ? "Type.Unknown()" : "Type.String()");
  return {
    code: `Type.Record(Type.String(), ${code}, ${options(words, {}, strict)})`,
    sample: made === null ? {} : { sample: made.sample },
  };
}

/** Those alternatives that can be written. */
function unionSchema(place: Place, facts: SchemaFacts, words: string | null): FieldSchema | null {
  const branches = facts.branches.slice(0, branchesMax);
  const made = branches.flatMap((branch) => schemaAt(place, branch, null) ?? []);
  const several = [...new Map(made.map((schema) => [schema.code, schema])).values()];
  const [first, second] = several;
  // A segment's number has digits only, so the text covers it.
  if (second === undefined || place.as === "segment") {
    const all = branches.flatMap((branch) => plainSchema(place, { ...branch, nullable: false }, words) ?? []);
    return all.find(({ code }) => code.startsWith("Type.String")) ?? all[0] ?? null;
  }
  return {
    code: `Type.Union([${several.map(({ code }) => code).join(", ")}]${optionsAfter(words)})`,
    sample: first?.sample,
  };
}

/** The place inside a schema; null if it contains itself, or is too deep. */
function within(place: Place, { node }: SchemaFacts): Place | null {
  if (place.around.includes(node) || place.around.length >= depthMax) return null;
  return { ...place, around: [...place.around, node] };
}

const strict = ["additionalProperties: false"];

function optionsAfter(words: string | null): string {
  return words === null ? "" : `, ${options(words, {})}`;
}

function options(
  words: string | null,
  more: Readonly<Record<string, number | string | undefined>>,
  spread: readonly string[] = [],
): string {
  const given = Object.entries(more).flatMap(([option, value]) =>
    value === undefined ? [] : [`${option}: ${JSON.stringify(value)}`],
  );
  const all = [...(words === null ? [] : [`description: ${words}`]), ...spread, ...given];
  return all.length === 0 ? "" : `{ ${all.join(", ")} }`;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
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
