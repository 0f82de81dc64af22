/** Records for people: names and values, nested objects indented, lists of objects as tables. */
import { listColumns } from "./list-columns.ts";
import { bold, coloredState, isStateName } from "./states.ts";
import { printable, type Surface } from "./surface.ts";
import { tableLines } from "./table.ts";
import { padded, widthOf } from "./text-width.ts";
import { isTime, timeText } from "./times.ts";

const step = "  ";

/**
 * Formats an object, one field per line. Its texts keep their line breaks, and are indented so that none looks like a
 * field.
 */
export function recordLines(value: object, surface: Surface, indent = ""): string[] {
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => [printable(name), field] as const);
  const beside = fields.filter(([, field]) => !isBlock(field));
  const width = Math.max(0, ...beside.map(([name]) => widthOf(name)));
  return fields.flatMap(([name, field]) => {
    if (isBlock(field)) return [indent + named(name, surface), ...blockLines(field, surface, indent + step)];
    const lines = valueOf(name, field, surface).split("\n");
    const [first = "", ...more] = lines.map(printable);
    const shown = isStateName(name) && surface.color ? coloredState(first) : first;
    const under = `${indent}${" ".repeat(width)}${step}`;
    return [
      `${indent}${named(padded(name, width), surface)}${step}${shown}`.trimEnd(),
      ...more.map((line) => under + line),
    ];
  });
}

function named(name: string, { color }: Surface): string {
  return color ? bold(name) : name;
}

/** Whether a value gets lines of its own: an object with fields, or a list with objects or lists in it. */
function isBlock(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value)
    ? value.some((item) => typeof item === "object" && item !== null)
    : Object.keys(value).length > 0;
}

function blockLines(value: object, surface: Surface, indent: string): string[] {
  if (!Array.isArray(value)) return recordLines(value, surface, indent);
  const items = value as unknown[];
  if (items.every((item) => typeof item === "object" && item !== null && !Array.isArray(item))) {
    const width = surface.width === null ? null : surface.width - indent.length;
    const lines = tableLines(items as object[], listColumns(items as object[]), { ...surface, width });
    return lines.map((line) => indent + line);
  }
  return items.map(
    (item) => indent + printable(Array.isArray(item) ? item.map(plainText).join(", ") : plainText(item)),
  );
}

function valueOf(name: string, value: unknown, surface: Surface): string {
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.map(plainText).join(", ");
  if (typeof value === "object" && value !== null) return "(none)";
  const text = plainText(value);
  return timeNames.test(name) && isTime(text) ? timeText(text, surface) : text;
}

/** The names of fields that are times. A secret or a text may look like one, and is shown as it is. */
const timeNames = /(?:At|Time|Date|Since|Until|On)$|^(?:at|created|updated|date|start|end|since|until|due)$/;

function plainText(value: unknown): string {
  if (value === null || value === undefined) return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
}
