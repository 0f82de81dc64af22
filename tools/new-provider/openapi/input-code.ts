/** The schema of an action's input, as TypeBox code. */
import { fieldName } from "./code-names.ts";
import { DescriptionError } from "./description.ts";
import type { Description } from "./description.ts";
import { quoted } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { fieldSchema } from "./field-schema.ts";
import type { SchemaFacts } from "./schema-facts.ts";
import { schemaFacts } from "./schema-facts.ts";

/** A field of the input, and where its value is sent. */
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
  /** A valid value for its schema. */
  readonly sample: unknown;
}

/** The fields of an input, and the optional ones that had to be omitted, with the reason. */
export interface Input {
  readonly fields: readonly InputField[];
  /** The one member of the body that contains all of its fields, such as `data`; null if the body itself does. */
  readonly wrapper: string | null;
  readonly leftOut: readonly string[];
}

/**
 * The input of an operation: its parameters and the fields of its body, in one object.
 * @throws DescriptionError if a required field has no single type.
 */
export function inputOf(description: Description, operation: Operation): Input {
  const fields: InputField[] = [];
  const leftOut: string[] = [];
  const add = (from: string, to: InputField["to"], required: boolean, facts: SchemaFacts): void => {
    const made = fieldSchema(description, facts, from, to === "path");
    if (made === null) {
      if (required) throw notTyped(operation, from);
      leftOut.push(from);
      return;
    }
    const taken = fields.some(({ name }) => name === fieldName(from));
    const name = taken ? fieldName(`${to} ${from}`) : fieldName(from);
    fields.push({ from, to, required, name, ...made, isText: facts.kind === "string" });
  };
  for (const { name, in: to, required, description: words, schema } of operation.parameters) {
    add(name, to, required, { ...schemaFacts(description, schema), description: words });
  }
  if (operation.body === null) return { fields, leftOut, wrapper: null };
  const { wrapper, facts } = unwrapped(description, schemaFacts(description, operation.body.schema));
  if (facts.kind !== "object") throw notTyped(operation, "body");
  for (const [from, schema] of Object.entries(facts.properties)) {
    const field = schemaFacts(description, schema);
    if (field.node["readOnly"] !== true) add(from, "body", facts.required.includes(from), field);
  }
  return { fields, leftOut, wrapper };
}

/** The input's schema. */
export function inputCode({ fields }: Input): string {
  const entries = fields.map(({ name, required, code }) => `${name}: ${required ? code : `Type.Optional(${code})`}`);
  return `Type.Object({ ${entries.join(", ")} }, { additionalProperties: false })`;
}

/** The contents of an object whose only member is an object, such as `data`. */
export function unwrapped(
  description: Description,
  facts: SchemaFacts,
): { wrapper: string | null; facts: SchemaFacts; schema: unknown } {
  const [only, second] = Object.entries(facts.properties);
  const none = { wrapper: null, facts, schema: facts.node };
  if (facts.kind !== "object" || only === undefined || second !== undefined) return none;
  const [wrapper, schema] = only;
  const inner = schemaFacts(description, schema);
  return inner.kind === "object" && Object.keys(inner.properties).length > 0 ? { wrapper, facts: inner, schema } : none;
}

function notTyped({ operationId }: Operation, field: string): DescriptionError {
  return new DescriptionError(`${quoted(operationId)}: ${quoted(field)} has no single type: write it by hand.`);
}
