/**
 * A resource of GitHub's API as far as it is passed on: each field once, with its name at GitHub, its type and its
 * words. The output's schema and the parser of GitHub's answer come from the same line, so neither can say more than
 * the other. Pure.
 */
import { ProviderFailure } from "@svc/provider-kit";
import { Type, type Static, type TArray, type TNull, type TObject, type TSchema, type TUnion } from "typebox";

/** One field of an output. */
export type Field<Schema extends TSchema = TSchema> = {
  /** The field's name at GitHub. */
  from: string;
  schema: Schema;
  /** Takes GitHub's value, `undefined` where it is absent. @throws ProviderFailure `PROVIDER_ERROR` for another type. */
  read: (value: unknown) => Static<Schema>;
  /** The fields of the object, or of the objects in the list, that it holds; null for a plain value. */
  inner: Fields | null;
};

/** Fields by their name in the output. */
export type Fields = { readonly [name: string]: Field };

/** A resource: its fields, the schema of an output, and the parser of an answer. */
export type Shape<Own extends Fields = Fields> = {
  fields: Own;
  schema: ShapeSchema<Own>;
  /** @throws ProviderFailure `PROVIDER_ERROR` where the value is not GitHub's form of the resource. */
  read: (value: unknown) => Static<ShapeSchema<Own>>;
};

/** The schema of an object with these fields, all of them required. */
export type ShapeSchema<Own extends Fields> = TObject<{ [Name in keyof Own]: Own[Name]["schema"] }>;

/** Makes a resource of its fields. */
export function shape<Own extends Fields>(fields: Own, options: { description?: string } = {}): Shape<Own> {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]));
  const schema = Type.Object(properties, { ...options, additionalProperties: false });
  const read = (value: unknown) => {
    const source = record(value);
    return Object.fromEntries(Object.entries(fields).map(([name, { from, read }]) => [name, read(source[from])]));
  };
  // Both are built from `fields` entry by entry; the compiler cannot follow that.
  return { fields, schema: schema as unknown as ShapeSchema<Own>, read: read as Shape<Own>["read"] };
}

/** A text, the empty one included. */
export function text(from: string, description: string) {
  return plain(from, Type.String({ description }), textOf);
}

/** A moment as GitHub writes it (ISO 8601, UTC, such as `2026-03-10T09:00:00Z`), passed on unchanged. */
export function time(from: string, description: string) {
  return plain(from, Type.String({ description: `${description} ISO 8601, UTC, as GitHub gives it.` }), timeOf);
}

/** A whole number from 0 that fits a JSON number exactly. */
export function count(from: string, description: string) {
  return plain(from, Type.Integer({ description, minimum: 0 }), countOf);
}

/** A yes or no. */
export function flag(from: string, description: string) {
  return plain(from, Type.Boolean({ description }), flagOf);
}

/** An object of another shape. */
export function part<Own extends Fields>(from: string, { fields, schema, read }: Shape<Own>): Field<ShapeSchema<Own>> {
  return { from, schema, read, inner: fields };
}

/** The same field where GitHub may give null, or leave it out: both are null here. */
export function orNull<Schema extends TSchema>(field: Field<Schema>): Field<TUnion<[Schema, TNull]>> {
  const { description } = field.schema as { description?: string };
  const schema = Type.Union([field.schema, Type.Null()], description === undefined ? {} : { description });
  const read = (value: unknown) => (value === undefined || value === null ? null : field.read(value));
  return { ...field, schema, read };
}

/** A list of resources; where GitHub leaves it out it is empty. */
export function listOf<Own extends Fields>(
  from: string,
  description: string,
  item: Shape<Own>,
): Field<TArray<ShapeSchema<Own>>> {
  const read = (value: unknown) => list(value ?? []).map(item.read);
  return { from, schema: Type.Array(item.schema, { description }), read, inner: item.fields };
}

/** A list of texts; where GitHub leaves it out it is empty. */
export function textsOf(from: string, description: string) {
  return plain(from, Type.Array(Type.String(), { description }), (value) => list(value ?? []).map(textOf));
}

/** A field of an object, passed on without the object around it, such as the name of a type. Null where there is none. */
export function nameWithin(from: string, name: string, description: string) {
  const schema = Type.Union([Type.String(), Type.Null()], { description });
  return plain(from, schema, (value) => {
    const within = value === undefined || value === null ? null : record(value)[name];
    return within === undefined || within === null ? null : textOf(within);
  });
}

/** Whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws ProviderFailure `PROVIDER_ERROR` where the value is no object. */
export function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` where the value is no list. */
export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` where the value is no text. */
export function textOf(value: unknown): string {
  if (typeof value !== "string") throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` where the value is no whole number from 0. */
export function countOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` where the value is no boolean. */
export function flagOf(value: unknown): boolean {
  if (typeof value !== "boolean") throw wrongShape();
  return value;
}

/** A success that is not what GitHub documents. */
export function wrongShape(): ProviderFailure {
  return new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "GitHub answered with success, but not in the shape that its documentation gives.",
  });
}

function timeOf(value: unknown): string {
  const given = textOf(value);
  if (!/^\d{4}-\d\d-\d\dT/.test(given) || Number.isNaN(Date.parse(given))) throw wrongShape();
  return given;
}

function plain<Schema extends TSchema>(
  from: string,
  schema: Schema,
  read: (value: unknown) => Static<Schema>,
): Field<Schema> {
  return { from, schema, read, inner: null };
}
