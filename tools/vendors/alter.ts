/** Alters answers as their description allows, gives them back to the action, and says what it couldn't take. */
import { isDeepStrictEqual } from "node:util";
import type { Provider } from "@svc/provider-kit";
import { answered, markerOf, runAction, type RunEnd, type Send } from "@svc/provider-kit/testing";
import { validateAgainst } from "@svc/contract/validation";
import { parsed, type Finding, type Matched } from "./check.ts";
import type { Schema } from "./description.ts";
import type { Recorded, RecordedRun } from "./record.ts";
import type { Schemas, Visit } from "./schemas.ts";

/** One change of a response. */
export type Alteration = { readonly name: string; readonly body: unknown };

/**
 * Members that are always sent although the description calls them optional, by name; one whose text says otherwise
 * isn't.
 */
export type AlwaysSent = ReadonlySet<string> | "unless stated";

const statedMissing =
  /\bif (?:available|any|present|set|known|it exists|specified)\b|only (?:present|populated|set|available|returned|included) (?:if|when|for|in)|may be (?:absent|missing|omitted)|(?:not|isn't) (?:present|populated|returned|included)/i;

/** The value of an enum that the vendor may add. */
const tomorrow = "a_value_of_tomorrow";

/**
 * All alterations of a body, at the places that the action reads. Of a list, one item is altered: the first that has
 * it.
 */
export function alterations(
  { schema, body, read }: { schema: Schema; body: unknown; read: ReadonlySet<string> },
  schemas: Schemas,
  sent: AlwaysSent,
): Alteration[] {
  const made: Alteration[] = [];
  const done = new Set<string>();
  for (const visit of schemas.walk(schema, body)) {
    const { place, path, value, views } = visit;
    if (views.length === 0 || (path.length > 0 && !read.has(place))) continue;
    const tried = new Set<string>();
    for (const [what, replaced] of replacements(visit, schemas, sent)) {
      const name = `${place === "" ? "the response" : place} ${what}`;
      const text = replaced === omitted ? "" : JSON.stringify(replaced);
      if (done.has(name) || tried.has(text) || isDeepStrictEqual(replaced, value)) continue;
      done.add(name);
      tried.add(text);
      made.push({ name, body: withMember(body, path, replaced) });
    }
  }
  return made;
}

const omitted: unique symbol = Symbol("omitted");

function* replacements(
  { path, value, views, others, isOptional, isNullable }: Visit,
  schemas: Schemas,
  sent: AlwaysSent,
) {
  const name = path.at(-1);
  const isStated = views.some(({ description }) => statedMissing.test(String(description)));
  const isTrusted = sent === "unless stated" || (typeof name === "string" && sent.has(name));
  if (typeof name === "string" && isOptional && (isStated || !isTrusted)) yield ["is omitted", omitted] as const;
  if (isNullable) yield ["is null", null] as const;
  const choices = views.flatMap((view) => (Array.isArray(view["enum"]) ? (view["enum"] as unknown[]) : []));
  const isEnum = typeof value === "string" && choices.filter((choice) => choice !== null).length > 1;
  if (isEnum) yield ["has a value of tomorrow", tomorrow] as const;
  if (Array.isArray(value) && value.length > 0 && !views.some(({ minItems }) => Number(minItems) > 0)) {
    yield ["is empty", []] as const;
  }
  for (const [index, other] of others.entries()) {
    const { type, properties, allOf } = schemas.resolved(other);
    if (type === "object" || properties !== undefined || allOf !== undefined)
      yield [`is of another kind (${index})`, schemas.sample(other)] as const;
  }
}

function withMember(body: unknown, path: readonly (string | number)[], replaced: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return replaced;
  if (Array.isArray(body))
    return body.map((item, index) => (index === name ? withMember(item, rest, replaced) : item)) as unknown;
  const members = { ...(body as Record<string, unknown>) };
  if (rest.length === 0 && replaced === omitted) delete members[name];
  else members[name] = withMember(members[name], rest, replaced);
  return members;
}

/** How often something was tried. */
export type Tally = { alterations: number; refusals: number };

/**
 * Gives a matched exchange's altered responses and documented refusals to its run. Previews and looks are left to the
 * run's own reads.
 */
export async function alterationFindings({
  recorded,
  matched,
  schemas,
  sent,
  tally,
}: {
  recorded: Recorded;
  matched: Matched;
  schemas: Schemas;
  sent: AlwaysSent;
  tally: Tally;
}): Promise<Finding[]> {
  const { run, exchange, match } = matched;
  const { operation } = match;
  const { status, headers, body } = exchange.wire.response;
  if (run.kind !== "run") return [];
  const findings: Finding[] = [];
  const note = (what: string): void => {
    findings.push({ action: run.action.id, where: operation.name, what });
  };
  const schema = operation.responses.get(status);
  const value = parsed(body);
  if (schema !== undefined && schema !== null && value !== undefined && exchange.facts.kind === "answered") {
    for (const { name, body: altered } of alterations({ schema, body: value, read: exchange.read }, schemas, sent)) {
      tally.alterations += 1;
      const end = await replay(recorded, run, exchange, {
        ...exchange.facts,
        body: { kind: "complete", text: JSON.stringify(altered) },
      });
      const fault = faultOf(run, end);
      if (fault !== null) note(`${name}: ${fault}`);
    }
  }
  for (const { name, status: refused, body: refusal, means, only } of operation.refusals) {
    if (only?.test(operation.name) === false) continue;
    tally.refusals += 1;
    const facts = { ...answered(refused, refusal), headers };
    const end = await replay(recorded, run, exchange, facts);
    if (end.kind === "output") continue;
    const isRefused = end.kind === "failed" && end.refusal.code !== "PROVIDER_ERROR";
    if (!isRefused) note(`refusal ${name}: ${endText(end)}`);
    else if (means !== undefined && end.refusal.code !== means) {
      note(`refusal ${name}: failed with ${end.refusal.code} instead of ${means}`);
    }
  }
  return findings;
}

const nothingThere = answered(404, { error: { code: 404, status: "NOT_FOUND", errors: [{ reason: "notFound" }] } });

/** Runs an action again with the recorded responses, and another one for one exchange. */
export async function replay(
  { provider, connection }: { provider: Provider; connection: Recorded["connection"] },
  run: RecordedRun,
  replaced: RecordedRun["exchanges"][number],
  facts: RecordedRun["exchanges"][number]["facts"],
): Promise<RunEnd> {
  let count = 0;
  const send: Send = (request, purpose) => {
    const next = run.exchanges[Math.min(count, run.exchanges.length - 1)];
    const isMore = count >= run.exchanges.length;
    count += 1;
    if (next === undefined) throw new RangeError("Nothing was recorded.");
    // A read after the change finds what was there before, or nothing: the change was refused.
    if (isMore && purpose === "read" && replaced.purpose === "change") {
      const before = run.exchanges.find((one) => one.purpose === "read" && isDeepStrictEqual(one.request, request));
      return Promise.resolve(before?.facts ?? nothingThere);
    }
    return Promise.resolve(next === replaced ? facts : next.facts);
  };
  const options = { ...connection, send, marker: markerOf(run.number) };
  return (await runAction(provider, run.action, run.input, options)).end;
}

/** What is wrong with the end of a run whose answers were as documented; null if nothing is. */
function faultOf({ action }: RecordedRun, end: RunEnd): string | null {
  if (end.kind === "output") {
    const checked = validateAgainst(action.output, end.output);
    return checked.ok ? null : `the output isn't as declared: ${JSON.stringify(checked.errors[0])}`;
  }
  // A refusal in our words is a response; a fault of the provider's for something documented isn't.
  if (end.kind === "failed" && end.refusal.code !== "PROVIDER_ERROR") return null;
  return endText(end);
}

function endText(end: Exclude<RunEnd, { kind: "output" }>): string {
  if (end.kind === "failed") return `failed with ${end.refusal.code}`;
  if (end.kind === "unknown") return "the outcome is unknown";
  return `threw ${end.error instanceof Error ? end.error.message : typeof end.error}`;
}
