/** Repeats a provider's responses with longer texts, for tests of previews. */
import type { Exchange, Send } from "./port.ts";

/** Appended to each text. */
const more = " and more".repeat(150);

/** Returns the names of members in these responses that are texts or lists of texts. */
export function textMembers(exchanges: readonly Exchange[]): string[] {
  const names = new Set<string>();
  for (const exchange of exchanges) {
    mapTexts(bodyOf(exchange), (text, name) => {
      names.add(name);
      return text;
    });
  }
  return [...names];
}

/** Creates a send function that repeats the responses in order, with longer texts in the members with these names. */
export function sendLonger(exchanges: readonly Exchange[], names: ReadonlySet<string>): Send {
  let sent = 0;
  return async () => {
    const exchange = exchanges[sent];
    sent += 1;
    // The action makes more reads than before.
    if (exchange === undefined) return { kind: "lost", reason: "closed" };
    const { facts } = exchange;
    const body = bodyOf(exchange);
    if (body === undefined || facts.kind !== "answered") return facts;
    const longer = mapTexts(body, (text, name) => (names.has(name) ? text + more : text));
    return { ...facts, body: { kind: "complete", text: JSON.stringify(longer) } };
  };
}

function bodyOf({ facts, request }: Exchange): unknown {
  if (request.responseBody === "text") return undefined;
  if (facts.kind !== "answered" || facts.body.kind !== "complete" || facts.body.text === "") return undefined;
  return JSON.parse(facts.body.text);
}

/** Copies a value with its texts changed. @param name the name of the closest enclosing member. */
function mapTexts(value: unknown, change: (text: string, name: string) => string, name: string = ""): unknown {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([own, inner]) => [own, mapTexts(inner, change, own)]));
}
