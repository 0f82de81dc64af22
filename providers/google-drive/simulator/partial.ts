/** Partial answers: https://developers.google.com/workspace/drive/api/guides/fields-parameter */
import { Refusal } from "@svc/simulator";

interface Selection {
  readonly [name: string]: Selection | null;
}

/**
 * Selects the fields of a response that `fields` names: `a,b/c,d(e,f)`, or `*`. Throws `Refusal` 400
 * `invalidParameter`.
 */
export function selectFields(response: unknown, fields: string): unknown {
  const [selection, rest] = parsed(fields);
  if (rest !== "") throw invalid(fields);
  return select(response, selection);
}

function parsed(text: string): [Selection, rest: string] {
  const selection: Record<string, Selection | null> = {};
  let rest = text;
  for (;;) {
    const match = /^([A-Za-z*]+)(?:\/([A-Za-z/*]+))?/.exec(rest);
    if (match === null) throw invalid(text);
    const [all, name = "", path] = match;
    rest = rest.slice(all.length);
    let inner: Selection | null = path === undefined ? null : parsed(path)[0];
    if (rest.startsWith("(")) {
      const [within, after] = parsed(rest.slice(1));
      if (!after.startsWith(")")) throw invalid(text);
      inner = within;
      rest = after.slice(1);
    }
    selection[name] = inner;
    if (!rest.startsWith(",")) return [selection, rest];
    rest = rest.slice(1);
  }
}

function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => select(item, selection));
  if (typeof value !== "object" || value === null || Object.hasOwn(selection, "*")) return value;
  const own = Object.entries(value).filter(([name]) => Object.hasOwn(selection, name));
  return Object.fromEntries(
    own.map(([name, member]) => {
      const inner = selection[name] ?? null;
      return [name, inner === null ? member : select(member, inner)];
    }),
  );
}

function invalid(fields: string): Refusal {
  const details = { locationType: "parameter", location: "fields" };
  return new Refusal(400, `Invalid field selection ${fields}`, { code: "invalidParameter", details });
}
