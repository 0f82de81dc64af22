/** The schema of an action's input, as TypeBox code. */
import { fieldName } from "./code-names.ts";
import { DescriptionError, quoted } from "./description.ts";
import type { Description } from "./description.ts";
import { fieldSchema, openField } from "./field-schema.ts";
import type { SentAs } from "./field-schema.ts";
import type { Operation } from "./operation.ts";
import type { Parameter } from "./parameters.ts";
import { objectsIn, schemaFacts } from "./schema-facts.ts";
import type { SchemaFacts } from "./schema-facts.ts";

/** A field of the input, and where its value is sent. */
export interface InputField {
  /** Our name. */
  readonly name: string;
  /** The API's name. */
  readonly from: string;
  /** `whole` is the body itself. */
  readonly to: "path" | "query" | "header" | "body" | "whole";
  readonly required: boolean;
  /** Its schema in code. */
  readonly code: string;
  readonly kind: SchemaFacts["kind"];
  /** What joins the items of a list into one value. */
  readonly separator: string | null;
  /** A valid value for its schema. */
  readonly sample: unknown;
}

/** The fields of an input, and what had to be left out. */
export interface Input {
  readonly fields: readonly InputField[];
  /** The one member of the body that contains all of its fields, such as `data`; null if the body itself does. */
  readonly wrapper: string | null;
  /** Headers whose value is always the same, in code. */
  readonly headers: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
  /** Why a person has to look at the whole input; null if nothing is open besides its fields. */
  readonly doubt: string | null;
}

/**
 * The input of an operation: its parameters and the fields of its body, in one object.
 * @throws DescriptionError if something required can't be named or sent.
 */
export function inputOf(description: Description, operation: Operation): Input {
  const fields: InputField[] = [];
  const leftOut: string[] = [...operation.notSent];
  const add = (field: Pick<InputField, "from" | "to" | "required" | "separator">, facts: SchemaFacts, as: SentAs) => {
    const { from, to, required } = field;
    const made = fieldSchema(description, facts, from, as) ?? (required ? openField(facts, from) : null);
    const name = made === null ? null : freeName(fields, to, from, required);
    if (made === null || name === null) leftOut.push(from);
    else fields.push({ ...field, name, ...made, kind: facts.kind });
  };
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    const facts = { ...schemaFacts(description, parameter.schema), description: parameter.description };
    const fixed = parameter.in === "header" ? fixedHeader(operation, parameter, facts) : null;
    if (fixed === "") leftOut.push(parameter.name);
    else if (fixed !== null) headers[parameter.name] = fixed;
    else for (const part of partsOf(description, parameter, facts)) add(part.field, part.facts, part.as);
  }
  const { body } = operation;
  const plain = { fields, leftOut, headers, wrapper: null, doubt: null };
  if (body === null) return plain;
  const whole = schemaFacts(description, body.schema);
  const object = objectsIn(whole);
  if (object === null) {
    if (body.kind === "form") throw new DescriptionError("its form has no fields");
    const facts = { ...whole, description: whole.description ?? "The body of the request." };
    add({ from: "body", to: "whole", required: true, separator: null }, facts, "json");
    return plain;
  }
  const { wrapper, facts } = unwrapped(description, object);
  for (const [from, schema] of Object.entries(facts.properties)) {
    const field = schemaFacts(description, schema);
    if (field.node["readOnly"] === true) continue;
    const sent = { from, to: "body", required: facts.required.includes(from), separator: null } as const;
    add(sent, field, body.kind === "form" ? "form" : "json");
  }
  const forms = whole.kind === "union" ? whole.branches.length : 0;
  const doubt =
    forms === 0 ? null : `the body has ${String(forms)} forms, whose fields are all here: which do you need?`;
  return { ...plain, wrapper, doubt };
}

/** A header's value in code: the execution's own marker, or the only allowed one. Empty for one that isn't sent. */
function fixedHeader({ method }: Operation, { name, required }: Parameter, { choices }: SchemaFacts): string | null {
  if (/^idempotency-key$/i.test(name)) return method === "GET" ? (required ? null : "") : "provider.marker.uuid";
  const [only, second] = choices;
  return only !== undefined && second === undefined ? JSON.stringify(only) : null;
}

interface Part {
  readonly field: Pick<InputField, "from" | "to" | "required" | "separator">;
  readonly facts: SchemaFacts;
  readonly as: SentAs;
}

/** A parameter, or one for each member of an object in the query. */
function partsOf(description: Description, parameter: Parameter, facts: SchemaFacts): Part[] {
  const { name, in: to, required, separator, isDeep } = parameter;
  const object = to === "query" ? objectsIn(facts) : null;
  if (object === null) {
    const isList = facts.kind === "array" && to !== "query";
    const as = to === "path" && !isList ? "segment" : to === "header" && !isList ? "segment" : "query";
    return [{ field: { from: name, to, required, separator }, facts, as }];
  }
  return Object.entries(object.properties).map(([member, schema]) => ({
    field: {
      from: isDeep ? `${name}[${member}]` : member,
      to,
      required: required && object.required.includes(member),
      separator,
    },
    facts: schemaFacts(description, schema),
    as: "query",
  }));
}

/** A name that no other field has; null for an optional field that can't have one. */
function freeName(fields: readonly InputField[], to: string, from: string, required: boolean): string | null {
  try {
    const isTaken = (name: string): boolean => fields.some((field) => field.name === name);
    const own = fieldName(from);
    if (!isTaken(own)) return own;
    const longer = fieldName(`${to === "whole" ? "body" : to} ${from}`);
    if (!isTaken(longer)) return longer;
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
  }
  if (required) throw new DescriptionError(`the name ${quoted(from)} can't become a field`);
  return null;
}

/** The input's schema. */
export function inputCode({ fields, doubt }: Input): string {
  const entries = fields.map(({ name, required, code }) => `${name}: ${required ? code : `Type.Optional(${code})`}`);
  const code = `Type.Object({ ${entries.join(", ")} }, { additionalProperties: false })`;
  return doubt === null ? code : `unconfirmed(${code}, ${JSON.stringify(doubt)})`;
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
