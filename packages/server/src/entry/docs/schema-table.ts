/** JSON Schemas as readable tables. */

type Described = {
  type?: string | string[];
  const?: unknown;
  description?: string;
  enum?: unknown[];
  anyOf?: Described[];
  properties?: Record<string, Described>;
  required?: string[];
  items?: Described;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxBytes?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  "x-sensitive"?: boolean;
};

/** Returns the fields of an object schema as a Markdown table; nested fields have a dotted path. */
export function schemaTable(schema: object): string[] {
  const rows = fieldRows(JSON.parse(JSON.stringify(schema)) as Described, "");
  if (rows.length === 0) return ["No fields."];
  return ["| Field | Type | Required | Meaning |", "| --- | --- | --- | --- |", ...rows];
}

function fieldRows(schema: Described, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const required = (schema.required ?? []).includes(name) ? "yes" : "no";
    const mark = field["x-sensitive"] === true ? "**Secret:** never recorded, logged or replayed." : "";
    const meaning = [field.description ?? "", describeBounds(field), mark].filter((part) => part !== "").join(" ");
    const row = `| \`${path}\` | ${describeType(field)} | ${required} | ${cell(meaning)} |`;
    return [row, ...innerRows(field, path)];
  });
}

function innerRows(field: Described, path: string): string[] {
  if (field.anyOf !== undefined) return field.anyOf.flatMap((part) => innerRows(part, path));
  return field.items === undefined ? fieldRows(field, `${path}.`) : innerRows(field.items, `${path}[]`);
}

/** Returns the type in words: `string or null`, `array of object`, the values of an enumeration. */
function describeType(field: Described): string {
  if (field.enum !== undefined) return field.enum.map((value) => `\`${cell(String(value))}\``).join(", ");
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``;
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(describeType))].join(" or ");
  if (field.items !== undefined) return `array of ${describeType(field.items)}`;
  if (Array.isArray(field.type)) return field.type.join(" or ");
  return field.type ?? "any";
}

/** Returns the limits, which the description may not mention. */
function describeBounds(field: Described): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = field;
  const range = (low: number | undefined, high: number | undefined, of: string): string[] => {
    if (low === undefined && high === undefined) return [];
    if (low !== undefined && high !== undefined) return [`${low} to ${high}${of}`];
    return [high === undefined ? `at least ${low}${of}` : `at most ${high}${of}`];
  };
  const bounds = [
    ...range(minimum, maximum, ""),
    ...range(minLength, maxLength, " characters"),
    ...range(minItems, maxItems, " entries"),
    ...(field.pattern === undefined || field.pattern.length > 60 ? [] : [`pattern \`${field.pattern}\``]),
  ];
  return bounds.length === 0 ? "" : `(${bounds.join("; ")})`;
}

/** Escapes a cell: a bar would end it, and a line break its row. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
