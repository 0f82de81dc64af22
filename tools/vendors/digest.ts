/**
 * The part of a description that our actions use, as a few lines of text: the parameters that we send, the members that
 * we read, and what the vendor says about each. It is committed, so that a newer description shows what the vendor
 * changed.
 */
import { parsed, type Matched } from "./check.ts";
import type { Description, Operation, Schema } from "./description.ts";
import { ofAll, usedBy } from "./digest-files.ts";
import type { Schemas, Visit } from "./schemas.ts";

/** Writes the digest of a provider's exchanges. */
export function digestOf({ source, kind }: Description, matched: readonly Matched[], schemas: Schemas): string {
  const operations = new Map<string, { actions: Set<string>; lines: Set<string> }>();
  const refusals = matched.map(({ match }) => refusalNames(match.operation));
  const common = [...(refusals[0] ?? [])].filter((name) => refusals.every((names) => names.has(name)));
  if (common.length > 0) {
    const actions = new Set(matched.map(({ run }) => run.action.id));
    operations.set(ofAll, { actions, lines: new Set(common.map((name) => `refuses: ${name}`)) });
  }
  for (const one of matched) {
    const { operation } = one.match;
    const entry = operations.get(operation.name) ?? { actions: new Set(), lines: new Set() };
    operations.set(operation.name, entry);
    entry.actions.add(one.run.action.id);
    for (const line of linesOf(one, schemas, common)) entry.lines.add(line);
  }
  const parts = [...operations]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { actions, lines }]) => {
      return [
        `${name}${usedBy}${[...actions].toSorted().join(" ")}`,
        ...[...lines].toSorted().map((line) => `  ${line}`),
      ].join("\n");
    });
  return `${kind}: ${source}\n\n${parts.join("\n\n")}\n`;
}

/** The names of an operation's refusals; of examples without a name, only the status. */
function refusalNames({ name, refusals }: Operation): ReadonlySet<string> {
  const own = refusals.filter(({ only }) => only?.test(name) !== false);
  return new Set(own.map((one) => (one.name.includes("#") ? String(one.status) : one.name)));
}

function linesOf({ match, exchange }: Matched, schemas: Schemas, common: readonly string[]): string[] {
  const { operation, parameters, body } = match;
  const lines = operation.notes.map((note) => `says: ${note}`);
  if (operation.isDeprecated) lines.push("deprecated");
  const refused = [...refusalNames(operation)].filter((name) => !common.includes(name));
  if (refused.length > 0) lines.push(`refuses: ${refused.toSorted().join(" ")}`);
  for (const { parameter, value } of parameters) {
    const { name, isRequired, schema } = parameter;
    if (value !== undefined || isRequired)
      lines.push(`${parameter.in} ${name}: ${said([schemas.resolved(schema)])}${isRequired ? ", required" : ""}`);
  }
  if (operation.body !== null && body !== undefined) {
    for (const visit of schemas.walk(operation.body, schemas.typed(operation.body, body))) {
      if (visit.place !== "" && visit.views.some((view) => Object.keys(view).length > 0))
        lines.push(`sends ${placeText(visit)}`);
    }
  }
  const { status } = exchange.wire.response;
  const schema = operation.responses.get(status);
  const response = parsed(exchange.wire.response.body);
  if (schema !== undefined && schema !== null && response !== undefined) {
    for (const visit of schemas.walk(schema, response)) {
      if (exchange.read.has(visit.place)) lines.push(`reads ${placeText(visit)}`);
    }
  }
  return lines;
}

function placeText({ place, views, isOptional, isNullable }: Visit): string {
  return `${place}: ${said(views)}${isOptional ? ", optional" : ""}${isNullable ? ", nullable" : ""}`;
}

/** What the schemas of one place say: its type and choices. */
function said(views: readonly Schema[]): string {
  const words = new Set<string>();
  for (const view of views) {
    for (const type of [view["type"] ?? []].flat() as string[]) if (type !== "null") words.add(type);
    for (const name of ["format", "pattern", "minimum", "maximum", "minLength", "maxLength"]) {
      const limit = view[name];
      if (typeof limit === "string" || typeof limit === "number") words.add(`${name}=${limit}`);
    }
    const choices = Array.isArray(view["enum"]) ? (view["enum"] as unknown[]) : "const" in view ? [view["const"]] : [];
    if (choices.length > 0) words.add(`one of ${choices.map(String).toSorted().join("|")}`);
    if (view["deprecated"] === true) words.add("deprecated");
  }
  return [...words].toSorted().join(" ") || "anything";
}
