/**
 * An input as a person reads it who decides about it: named as its provider names the fields, with its content, and
 * without the values of its secrets. Pure.
 */
import { declaredBy, declaredField, declaredItem, type Declared, isSecretPlace } from "@svc/contract";

/** A value, as a page shows it. */
export type ShownValue =
  | { kind: "text"; text: string }
  | { kind: "number" | "boolean" | "null"; text: string }
  | { kind: "list"; items: readonly ShownValue[] }
  | { kind: "group"; fields: readonly ShownField[] }
  /** A secret that the call contains. Its value is never shown. */
  | { kind: "secret" };

/** A field with its name. */
export type ShownField = { label: string; value: ShownValue };

/** Returns the fields of an input, in their order. @param schema null if it isn't known. */
export function showInput(schema: object | null, input: unknown): readonly ShownField[] {
  return fieldsOf(schema === null ? null : declaredBy(schema), Object(input) as object);
}

function fieldsOf(at: Declared | null, value: object): ShownField[] {
  return Object.entries(value).map(([name, field]: [string, unknown]) => {
    const declared = at === null ? null : declaredField(at, name);
    return { label: labelOf(declared, name), value: valueOf(declared, field) };
  });
}

/** @param at null if nothing is declared anywhere, as in a record of an action that this version doesn't have. */
function valueOf(at: Declared | null, value: unknown): ShownValue {
  // What isn't declared may be anything.
  if (at !== null && (at.length === 0 || isSecretPlace(at))) return { kind: "secret" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value === "number") return { kind: "number", text: JSON.stringify(value) };
  if (typeof value === "boolean") return { kind: "boolean", text: String(value) };
  if (typeof value !== "object" || value === null) return { kind: "null", text: "null" };
  if (!Array.isArray(value)) return { kind: "group", fields: fieldsOf(at, value) };
  const ofItems = at === null ? null : declaredItem(at);
  return { kind: "list", items: value.map((item) => valueOf(ofItems, item)) };
}

/** The provider's name for a field; without one, its name in the schema as words: `spreadsheetId`, "Spreadsheet ID". */
export function labelOf(declared: Declared | null, name: string): string {
  const title = declared?.find((schema) => typeof schema["title"] === "string")?.["title"];
  return typeof title === "string" ? title : inWords(name);
}

const acronyms: ReadonlySet<string> = new Set(["api", "bcc", "cc", "html", "id", "ids", "url"]);
const properForms: Readonly<Record<string, string>> = { ids: "IDs" };

function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())
    .map((word) => (acronyms.has(word) ? (properForms[word] ?? word.toUpperCase()) : word));
  const text = words.join(" ");
  return text === "" ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
