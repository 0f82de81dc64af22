/** The bodies of requests: JSON objects and forms. */
import type { SimRequest } from "../api.ts";
import { Refusal } from "./refusal.ts";

/** The fields of a body. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of a request's body; none if it is empty. Form names may have brackets: `metadata[order]=7` is
 * `{metadata: {order: "7"}}`, and `items[]=1` or `items[0]=1` is an object with the entries by position.
 * Throws `Refusal` 400 `bad_body` for anything but a JSON object or a form.
 */
export function fieldsOf({ bodyText, json, headers }: SimRequest): Fields {
  if (bodyText === "") return {};
  if ((headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")) return formFields(bodyText);
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Fields;
  throw new Refusal(400, "The body must be a JSON object", { code: "bad_body" });
}

function formFields(text: string): Fields {
  const fields = emptyFields();
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = [...name.matchAll(/[^[\]]+|(?<=\[)(?=\])/g)].map(([step]) => step);
    let at = fields;
    for (const [index, step] of steps.entries()) {
      const key = step === "" ? String(Object.keys(at).length) : step;
      if (index === steps.length - 1) at[key] = value;
      else {
        const inner = at[key];
        at = at[key] = isFields(inner) ? inner : emptyFields();
      }
    }
  }
  return fields;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Has no prototype, so a form name can't be anything but a field. */
function emptyFields(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
