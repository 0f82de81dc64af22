/**
 * The parts of a provider's resources that an action returns. Each field is declared once: its place in the provider's
 * response, its type and its description. The output's schema and the parser for the response are built from this
 * declaration, so they always agree.
 */
import { content as contentMark, sensitive, summary } from "@svc/contract";
import { Type, type Static, type TArray, type TNull, type TObject, type TSchema, type TUnion } from "typebox";
import { ProviderFailure } from "./failure.ts";

/** One field of an output. */
export type Field<Schema extends TSchema = TSchema> = {
  /** The field's name in the response, with dots for nested members: `fields.summary`. */
  from: string;
  schema: Schema;
  /**
   * Reads the response's value (`undefined` if absent).
   * @throws ProviderFailure `PROVIDER_ERROR` if it has another type.
   */
  read: (value: unknown) => Static<Schema>;
  /** The fields of the contained object or list items; null for a plain value. */
  inner: Fields | null;
};

/** Fields by their output name. */
export type Fields = { readonly [name: string]: Field };

/** A resource: its fields, the output schema, and the parser for a response. */
export type Shape<Own extends Fields = Fields> = {
  fields: Own;
  schema: ShapeSchema<Own>;
  /** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't in the documented format. */
  read: (value: unknown) => Static<ShapeSchema<Own>>;
};

/** The schema of an object with these fields, all of them required. */
export type ShapeSchema<Own extends Fields> = TObject<{ [Name in keyof Own]: Own[Name]["schema"] }>;

/**
 * Builds a resource from its fields.
 * @example
 *   const issue = shape({ id: text("id", "Id of the issue."), team: orNull(text("team.name", "Name of its team.")) });
 *   issue.read(response.body); // { id, team }, or `PROVIDER_ERROR`
 */
export function shape<Own extends Fields>(fields: Own, options: { description?: string } = {}): Shape<Own> {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]));
  const schema = Type.Object(properties, { ...options, additionalProperties: false });
  const read = (value: unknown) => {
    const source = record(value);
    return Object.fromEntries(
      Object.entries(fields).map(([name, { from, read }]) => [name, read(memberAt(source, from))]),
    );
  };
  // Both are built from `fields` entry by entry, which the compiler can't follow.
  return { fields, schema: schema as unknown as ShapeSchema<Own>, read: read as Shape<Own>["read"] };
}

/** A text, possibly empty. */
export function text(from: string, description: string) {
  return plain(from, Type.String({ description }), textOf);
}

/** A time in ISO 8601 with an offset, such as `2026-03-10T09:00:00Z`, returned unchanged. */
export function time(from: string, description: string) {
  return plain(from, Type.String({ description: `${description} ISO 8601, as returned by the provider.` }), timeOf);
}

/** A whole number from 0 that fits a JSON number exactly. */
export function count(from: string, description: string) {
  return plain(from, Type.Integer({ description, minimum: 0 }), countOf);
}

/** A whole number, possibly negative, that fits a JSON number exactly. */
export function integer(from: string, description: string) {
  return plain(from, Type.Integer({ description }), integerOf);
}

/** A number with or without decimals. */
export function decimal(from: string, description: string) {
  return plain(from, Type.Number({ description }), decimalOf);
}

/** A boolean. */
export function flag(from: string, description: string) {
  return plain(from, Type.Boolean({ description }), flagOf);
}

/** An object of another shape. */
export function part<Own extends Fields>(from: string, { fields, schema, read }: Shape<Own>): Field<ShapeSchema<Own>> {
  return { from, schema, read, inner: fields };
}

/** The field; null if the provider returns null or omits it. */
export function orNull<Schema extends TSchema>(field: Field<Schema>): Field<TUnion<[Schema, TNull]>> {
  const { description } = field.schema as { description?: string };
  const schema = Type.Union([field.schema, Type.Null()], description === undefined ? {} : { description });
  const read = (value: unknown) => (value === undefined || value === null ? null : field.read(value));
  return { ...field, schema, read };
}

/**
 * The field, marked as a secret that no record contains (`sensitive` in the contract). Its action has a sensitive
 * output.
 */
export function secret<Schema extends TSchema>(field: Field<Schema>): Field<Schema> {
  return { ...field, schema: sensitive(field.schema) };
}

/**
 * The field, marked as what a person wrote, for the output of an action that changes something (`content` in the
 * contract). No record contains it.
 */
export function content<Schema extends TSchema>(field: Field<Schema>): Field<Schema> {
  return { ...field, schema: contentMark(field.schema) };
}

/** The field, marked so that records of a sensitive output keep it (`summary` in the contract). */
export function recorded<Schema extends TSchema>(field: Field<Schema>): Field<Schema> {
  return { ...field, schema: summary(field.schema) };
}

/** The list, which the provider always returns: `listOf` and `textsOf` take one that is absent as empty. */
export function given<Schema extends TSchema>(field: Field<Schema>): Field<Schema> {
  const read = (value: unknown) => field.read(value ?? wrongValue());
  return { ...field, read };
}

/** A list of resources; empty if the provider omits it. */
export function listOf<Own extends Fields>(
  from: string,
  description: string,
  item: Shape<Own>,
): Field<TArray<ShapeSchema<Own>>> {
  const read = (value: unknown) => list(value ?? []).map(item.read);
  return { from, schema: Type.Array(item.schema, { description }), read, inner: item.fields };
}

/** A list of texts; empty if the provider omits it. */
export function textsOf(from: string, description: string) {
  return plain(from, Type.Array(Type.String(), { description }), (value) => list(value ?? []).map(textOf));
}

/** Whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't an object. */
export function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't a list. */
export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't a text. */
export function textOf(value: unknown): string {
  if (typeof value !== "string") throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't a whole number from 0. */
export function countOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't a whole number. */
export function integerOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't a number. */
export function decimalOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrongShape();
  return value;
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the value isn't a boolean. */
export function flagOf(value: unknown): boolean {
  if (typeof value !== "boolean") throw wrongShape();
  return value;
}

/** Creates the failure for a success in a format that the provider doesn't document. */
export function wrongShape(): ProviderFailure {
  return new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "The provider reported success, but its response isn't in the documented format.",
  });
}

function wrongValue(): never {
  throw wrongShape();
}

function timeOf(value: unknown): string {
  const given = textOf(value);
  if (!/^\d{4}-\d\d-\d\dT/.test(given) || Number.isNaN(Date.parse(given))) throw wrongShape();
  return given;
}

/** Returns the member at a dotted path; `undefined` or null if it, or anything on the way to it, is absent or null. */
function memberAt(source: Readonly<Record<string, unknown>>, path: string): unknown {
  const [name = "", ...rest] = path.split(".");
  const member = Object.hasOwn(source, name) ? source[name] : undefined;
  if (rest.length === 0 || member === undefined || member === null) return member;
  return memberAt(record(member), rest.join("."));
}

function plain<Schema extends TSchema>(
  from: string,
  schema: Schema,
  read: (value: unknown) => Static<Schema>,
): Field<Schema> {
  return { from, schema, read, inner: null };
}
