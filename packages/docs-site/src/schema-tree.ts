/** The fields of a request or response as a tree whose branches fold, for the site. It needs no script. */
import { schemaFields, type SchemaField } from "@svc/contract/schema-fields";
import { fieldLimits, fieldMarks, fieldType } from "@svc/server/reference";

/** Whose fields they are: a sender has to know what is required and allowed, a receiver what may be absent. */
type Side = "request" | "response";

/**
 * Returns the tree in Markdown with HTML: per field its name, type and meaning, whether it is required, and its own fields
 * below it, folded. Nothing if there are no fields.
 * @param title of the tree, as in "Body".
 */
export function schemaTree(title: string, schema: object, side: Side): string[] {
  const fields = schemaFields(schema);
  if (fields.length === 0) return [];
  // A reader has the example of the response beside it.
  const open = side === "request" ? " open" : "";
  return [
    `<details class="schema"${open}>\n<summary><b>${title}</b></summary>`,
    ...branch(fields, 0, side),
    "</details>",
  ];
}

/** The fields of a depth as a list. @param fields in the order of the schema, each before its own. */
function branch(fields: readonly SchemaField[], depth: number, side: Side): string[] {
  const starts = fields.flatMap((field, index) => (field.depth === depth ? [index] : []));
  const items = starts.flatMap((start, nth) => item(fields.slice(start, starts[nth + 1]), side));
  return ["<ul>", ...items, "</ul>"];
}

function item([field, ...inner]: readonly SchemaField[], side: Side): string[] {
  if (field === undefined) return [];
  const { name, schema } = field;
  const meaning = [schema.description ?? "", side === "request" ? fieldLimits(schema) : "", fieldMarks(schema)];
  return [
    "<li>",
    `\`${name}\` <span class="field-type">${fieldType(schema)}</span>${presence(field, side)}`,
    meaning.filter((part) => part !== "").join(" "),
    ...innerTree(field, inner, side),
    "</li>",
  ];
}

function presence({ isRequired }: SchemaField, side: Side): string {
  if (side === "response") return isRequired ? "" : ' <span class="field-type">optional</span>';
  return isRequired ? ' <span class="field-required">required</span>' : "";
}

function innerTree({ name, depth }: SchemaField, fields: readonly SchemaField[], side: Side): string[] {
  if (fields.length === 0) return [];
  const count = fields.filter((field) => field.depth === depth + 1).length;
  return [
    `<details>\n<summary>${count} ${count === 1 ? "field" : "fields"} of <code>${name}</code></summary>`,
    ...branch(fields, depth + 1, side),
    "</details>",
  ];
}
