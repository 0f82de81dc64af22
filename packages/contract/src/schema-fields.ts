/** The fields of an object schema in words, for pages and terminals. */

/** The keywords of a schema that are described. */
export type DescribedSchema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly DescribedSchema[];
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
  readonly items?: DescribedSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly "x-sensitive"?: boolean;
};

/** A field, after those that it is in. */
export type SchemaField = {
  readonly name: string;
  /** Where it is: `owner.login`, `labels[].name`. */
  readonly path: string;
  /** How many fields it is in. */
  readonly depth: number;
  readonly isRequired: boolean;
  readonly schema: DescribedSchema;
};

/** Returns the fields of an object schema, each followed by its own. */
export function schemaFields(schema: object): SchemaField[] {
  return fieldsIn(JSON.parse(JSON.stringify(schema)) as DescribedSchema, "", 0);
}

function fieldsIn(schema: DescribedSchema, prefix: string, depth: number): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const isRequired = (schema.required ?? []).includes(name);
    return [{ name, path, depth, isRequired, schema: field }, ...innerFields(field, path, depth + 1)];
  });
}

function innerFields(field: DescribedSchema, path: string, depth: number): SchemaField[] {
  if (field.anyOf !== undefined) return field.anyOf.flatMap((part) => innerFields(part, path, depth));
  return field.items === undefined ? fieldsIn(field, `${path}.`, depth) : innerFields(field.items, `${path}[]`, depth);
}

/**
 * Returns the type in words: `string or null`, `array of object`, the values of an enumeration.
 * @param literal how a value is written.
 */
export function typeWords(
  field: DescribedSchema,
  literal: (value: unknown) => string = (value) => (typeof value === "string" ? value : JSON.stringify(value)),
): string {
  if (field.enum !== undefined) return field.enum.map(literal).join(", ");
  if (field.const !== undefined) return literal(field.const);
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map((part) => typeWords(part, literal)))].join(" or ");
  if (field.items !== undefined) return `array of ${typeWords(field.items, literal)}`;
  return typeof field.type === "string" ? field.type : (field.type?.join(" or ") ?? "any");
}

/** A pattern that is longer says nothing to a person. */
const patternLengthMax = 60;

/** Returns the limits in words: `1 to 200 characters`. */
export function limitWords(
  { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern }: DescribedSchema,
  code: (text: string) => string = (text) => text,
): string[] {
  const range = (low: number | undefined, high: number | undefined, of: string): string[] => {
    const counted = (count: number | undefined): string =>
      `${count}${count === 1 ? of.replace(/(?:ie)?s$/, (end) => (end === "ies" ? "y" : "")) : of}`;
    if (low === undefined && high === undefined) return [];
    if (low !== undefined && high !== undefined) return [`${low} to ${counted(high)}`];
    return [high === undefined ? `at least ${counted(low)}` : `at most ${counted(high)}`];
  };
  return [
    ...range(minimum, maximum, ""),
    ...range(minLength, maxLength, " characters"),
    ...range(minItems, maxItems, " entries"),
    ...(pattern === undefined || pattern.length > patternLengthMax ? [] : [`pattern ${code(pattern)}`]),
  ];
}
