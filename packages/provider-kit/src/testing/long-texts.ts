/** Answers of a provider with longer texts, for tests of what previews make of them. */
import type { Exchange, Send } from "./port.ts";

/** Appended to each text. */
const more = " and more".repeat(150);

/** The names of the members of these answers that are texts, or lists of texts. */
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

/** Repeats the answers in their order, with longer texts in the members with these names. */
export function sendLonger(exchanges: readonly Exchange[], names: ReadonlySet<string>): Send {
  let sent = 0;
  return async () => {
    const exchange = exchanges[sent];
    sent += 1;
    // The action reads something else than before.
    if (exchange === undefined) return { kind: "lost", reason: "closed" };
    const { facts } = exchange;
    const body = bodyOf(exchange);
    if (body === undefined || facts.kind !== "answered") return facts;
    const longer = mapTexts(body, (text, name) => (names.has(name) ? text + more : text));
    return { ...facts, body: { kind: "complete", text: JSON.stringify(longer) } };
  };
}

function bodyOf({ facts, request }: Exchange): unknown {
  if (request.answerBody === "text") return undefined;
  if (facts.kind !== "answered" || facts.body.kind !== "complete" || facts.body.text === "") return undefined;
  return JSON.parse(facts.body.text);
}

/** A copy with other texts. @param name that of the nearest member. */
function mapTexts(value: unknown, change: (text: string, name: string) => string, name: string = ""): unknown {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([own, inner]) => [own, mapTexts(inner, change, own)]));
}
