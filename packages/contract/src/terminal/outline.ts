/** A JSON Schema as an outline for people: its fields, with type, limits and meaning. */
import { limitWords, schemaFields, typeWords, type SchemaField } from "../schema-fields.ts";
import { bold, faint } from "./states.ts";
import type { Surface } from "./surface.ts";
import { oneLine, padded, widthOf } from "./text-width.ts";

/** Shorter lines than this can't hold a description beside a name. */
const meaningLeast = 30;

/**
 * Formats the fields of an object schema: nested ones are indented, and the meaning wraps below itself.
 * @returns one line that says so if there are none.
 */
export function outlineLines(schema: object, surface: Surface, indent = "  "): string[] {
  const fields = schemaFields(schema);
  if (fields.length === 0) return [`${indent}(no fields)`];
  const isMarked = marksRequired(fields);
  const heads = fields.map((field) => [nameOf(field, isMarked), typeOf(field)] as const);
  const nameWidth = Math.max(...heads.map(([name]) => widthOf(name)));
  const typeWidth = Math.min(30, Math.max(...heads.map(([, type]) => widthOf(type))));
  const start = indent.length + nameWidth + typeWidth + 4;
  const under = surface.width !== null && surface.width - start < meaningLeast;
  return fields.flatMap((field, at) => {
    const [name, type] = heads[at] ?? ["", ""];
    const shownName = surface.color ? bold(name) : name;
    const head = `${indent}${shownName}${" ".repeat(nameWidth - widthOf(name))}  ${padded(type, typeWidth)}`;
    const isOver = widthOf(type) > typeWidth;
    const margin = " ".repeat(under ? indent.length + 2 : start);
    const meaning = wrapped(meaningOf(field), surface.width === null ? null : surface.width - margin.length);
    const dressed = meaning.map((line) => (surface.color ? faint(line) : line));
    if (under || isOver) return [head.trimEnd(), ...dressed.map((line) => (line === "" ? "" : margin + line))];
    const [first = "", ...more] = dressed;
    return [`${head}  ${first}`.trimEnd(), ...more.map((line) => margin + line)];
  });
}

/** The words about the mark of required fields; empty if all are required, and none is marked. */
export function markText(schema: object): string {
  return marksRequired(schemaFields(schema)) ? " (* is required)" : "";
}

function marksRequired(fields: readonly SchemaField[]): boolean {
  return fields.some(({ isRequired }) => !isRequired) && fields.some(({ isRequired }) => isRequired);
}

/** Required fields have a `*`, as in forms, unless all are. */
function nameOf({ name, depth, isRequired }: SchemaField, isMarked: boolean): string {
  return `${"  ".repeat(depth)}${oneLine(name)}${isRequired && isMarked ? " *" : ""}`;
}

function typeOf({ schema }: SchemaField): string {
  return oneLine(typeWords(schema));
}

function meaningOf({ schema }: SchemaField): string {
  const limits = limitWords(schema).join("; ");
  const parts = [
    schema.description ?? "",
    limits === "" ? "" : `(${limits})`,
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
    schema["x-sensitive"] === true ? "Secret: never recorded, logged or replayed." : "",
  ];
  return oneLine(parts.filter((part) => part !== "").join(" "));
}

/** Breaks a text into lines at its spaces. */
export function wrapped(text: string, width: number | null): string[] {
  if (width === null) return text === "" ? [] : [text];
  const lines: string[] = [];
  for (const word of text.split(" ").filter((each) => each !== "")) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(line) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
