/** The schema of an action's input, as TypeBox code. */
import { capitalized, fieldName, stringCode } from "./code-names.ts";
import { DescriptionError } from "./description.ts";
import type { Description } from "./description.ts";
import { quoted } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { schemaFacts } from "./schema-facts.ts";
import type { SchemaFacts } from "./schema-facts.ts";

/** A field of the input, and where its value goes. */
export interface InputField {
  /** Our name. */
  readonly name: string;
  /** The API's name. */
  readonly from: string;
  readonly to: "path" | "query" | "body";
  readonly required: boolean;
  /** Its schema in code. */
  readonly code: string;
  /** Whether its value is a text. */
  readonly isText: boolean;
  readonly schema: unknown;
}

/** The fields of an input, and the optional ones that had to be left out, with the reason. */
export interface Input {
  readonly fields: readonly InputField[];
  readonly leftOut: readonly string[];
}

/** Bounds for what a description leaves unbounded: an input without them could be as large as a request. */
const lengthMax = 4096;
const itemsMax = 100;
const depthMax = 4;

/** An id in a path if the description has no pattern: what needs no escaping. */
const pathPattern = "^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$";

/**
 * The input of an operation: its parameters and the fields of its body, in one object.
 * @throws DescriptionError if a required field has no single type, or two fields have one name.
 */
export function inputOf(description: Description, operation: Operation): Input {
  const fields: InputField[] = [];
  const leftOut: string[] = [];
  const add = (field: Omit<InputField, "code" | "isText" | "name">, words: string, isNamed: boolean): void => {
    const facts = schemaFacts(description, field.schema);
    const isInPath = field.to === "path";
    const code = schemaCode(
      description,
      { ...facts, description: isNamed ? words : facts.description },
      field.from,
      isInPath,
      1,
    );
    if (code === null) {
      if (field.required)
        throw new DescriptionError(
          `${quoted(operation.operationId)}: ${quoted(field.from)} has no single type: write it by hand.`,
        );
      leftOut.push(field.from);
      return;
    }
    const taken = fields.some(({ name }) => name === fieldName(field.from));
    const name = taken ? fieldName(`${field.to} ${field.from}`) : fieldName(field.from);
    fields.push({ ...field, name, code, isText: facts.kind === "string" });
  };
  for (const { name, in: to, required, description: words, schema } of operation.parameters) {
    add({ from: name, to, required, schema }, words, true);
  }
  if (operation.body !== null) {
    const { properties, required, kind } = schemaFacts(description, operation.body.schema);
    if (kind !== "object")
      throw new DescriptionError(`The body of ${quoted(operation.operationId)} isn't an object: write it by hand.`);
    for (const [from, schema] of Object.entries(properties)) {
      if (schemaFacts(description, schema).node["readOnly"] === true) continue;
      add({ from, to: "body", required: required.includes(from), schema }, "", false);
    }
  }
  return { fields, leftOut };
}

/** The input's schema. */
export function inputCode({ fields }: Input): string {
  const entries = fields.map(({ name, required, code }) => `${name}: ${required ? code : `Type.Optional(${code})`}`);
  return `Type.Object({ ${entries.join(", ")} }, { additionalProperties: false })`;
}

/** A schema in code; null if it has no single type or is nested too deeply. */
function schemaCode(
  description: Description,
  facts: SchemaFacts,
  name: string,
  isInPath: boolean,
  depth: number,
): string | null {
  const words = stringCode(facts.description ?? `\`${name}\` of the API.`);
  const plain = plainCode(description, facts, words, isInPath, depth);
  if (plain === null || !facts.nullable || isInPath) return plain;
  return `Type.Union([${plain}, Type.Null()], { description: ${words} })`;
}

function plainCode(
  description: Description,
  { kind, node, choices, properties, required }: SchemaFacts,
  words: string,
  isInPath: boolean,
  depth: number,
): string | null {
  const options = (more: Readonly<Record<string, unknown>>): string => {
    const given = Object.entries(more).filter(([, value]) => value !== undefined);
    return `{ ${[`description: ${words}`, ...given.map(([option, value]) => `${option}: ${JSON.stringify(value)}`)].join(", ")} }`;
  };
  const number = (option: string): number | undefined =>
    typeof node[option] === "number" && Number.isFinite(node[option]) ? node[option] : undefined;
  switch (kind) {
    case "string": {
      if (choices.length > 0) return `oneOf([${choices.map(stringCode).join(", ")}], ${words})`;
      const pattern = isInPath ? (patternOf(node) ?? pathPattern) : patternOf(node);
      const secret = node["format"] === "password";
      const code = `Type.String(${options({ minLength: number("minLength") ?? (isInPath ? 1 : undefined), maxLength: Math.min(number("maxLength") ?? (isInPath ? 200 : lengthMax), 65_536), pattern })})`;
      return secret ? `sensitive(${code})` : code;
    }
    case "integer":
    case "number":
      return `Type.${capitalized(kind)}(${options({ minimum: number("minimum"), maximum: number("maximum") })})`;
    case "boolean":
      return `Type.Boolean(${options({})})`;
    case "array": {
      const items =
        depth >= depthMax
          ? null
          : schemaCode(description, schemaFacts(description, node["items"]), "item", false, depth + 1);
      if (items === null) return null;
      return `Type.Array(${items}, ${options({ minItems: number("minItems"), maxItems: Math.min(number("maxItems") ?? itemsMax, 1000) })})`;
    }
    case "object": {
      const names = Object.entries(properties);
      if (names.length === 0 || depth >= depthMax) return null;
      const entries = names.flatMap(([from, schema]) => {
        const code = schemaCode(description, schemaFacts(description, schema), from, false, depth + 1);
        const isRequired = required.includes(from);
        // A nested object is sent as it is, so its fields keep the API's names.
        if (code === null) return isRequired ? [null] : [];
        return [`${stringCode(from)}: ${isRequired ? code : `Type.Optional(${code})`}`];
      });
      if (entries.includes(null) || entries.length === 0) return null;
      return `Type.Object({ ${entries.join(", ")} }, { additionalProperties: false, description: ${words} })`;
    }
    case "other":
      return null;
  }
}

/** A pattern that matches a whole text, in the syntax that every validator knows. */
function patternOf({ pattern }: SchemaFacts["node"]): string | undefined {
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
