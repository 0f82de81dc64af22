/** The fields of a schema in Markdown: a table, and the words for one field. */
import type { unrecordedKeywords } from "@svc/contract";
import {
  limitWords,
  schemaFields,
  typeWords,
  type DescribedSchema,
  type SchemaField,
} from "@svc/contract/schema-fields";

/** What the marks mean for a reader. */
const markTexts: Readonly<Record<(typeof unrecordedKeywords)[number], string>> = {
  "x-sensitive": "**Secret:** never recorded, logged or replayed.",
  "x-content": "**Content:** never recorded, logged or replayed; the person who decides about the call sees it.",
};

/** Returns the fields of an object schema as a Markdown table; nested fields have a dotted path. */
export function schemaTable(schema: object): string[] {
  const rows = schemaFields(schema).map(fieldRow);
  if (rows.length === 0) return ["No fields."];
  return ["| Field | Type | Required | Meaning |", "| --- | --- | --- | --- |", ...rows];
}

function fieldRow({ path, isRequired, schema }: SchemaField): string {
  const meaning = [schema.description ?? "", fieldLimits(schema), fieldMarks(schema)].filter((part) => part !== "");
  return `| \`${path}\` | ${cell(fieldType(schema))} | ${isRequired ? "yes" : "no"} | ${cell(meaning.join(" "))} |`;
}

/** Returns a field's type in words; values are code. */
export function fieldType(schema: DescribedSchema): string {
  return typeWords(schema, (value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``);
}

/** Returns a field's limits in parentheses, or nothing. */
export function fieldLimits(schema: DescribedSchema): string {
  const limits = limitWords(schema, (text) => `\`${text}\``);
  return limits.length === 0 ? "" : `(${limits.join("; ")})`;
}

/** Returns what a field's marks mean, or nothing. */
export function fieldMarks(schema: DescribedSchema): string {
  const marked = Object(schema) as Readonly<Record<string, unknown>>;
  return Object.entries(markTexts)
    .flatMap(([keyword, text]) => (marked[keyword] === true ? [text] : []))
    .join(" ");
}

/** Escapes a cell: a bar would end it, and a line break its row. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
