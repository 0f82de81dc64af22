/**
 * The requests that a look or a preview may send: those of the actions in its `needs`, with `*` for values from their
 * inputs.
 */
import assert from "node:assert/strict";
import type { Action } from "../action.ts";
import type { Provider } from "../provider.ts";
import { textsOf } from "./facts.ts";
import type { Exchange } from "./port.ts";
import { findExamples, run } from "./runs.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

/** The segments of a path, with `*` for a value or a number. A method after a colon is kept, as in `*:access`. */
type RequestForm = readonly string[];

/** Runs the examples of these actions, and returns the forms of their reads. */
export async function requestForms(
  provider: Provider,
  needs: readonly string[],
  world: ProviderWorld,
  examples: ProviderExamples,
): Promise<readonly RequestForm[]> {
  const forms: RequestForm[] = [];
  for (const need of provider.actions.filter(({ id }) => needs.includes(id))) {
    for (const example of findExamples(examples, need).inputs) {
      const { exchanges } = await run(provider, need, example, world, world.send);
      forms.push(...readForms(exchanges, [example, aliasesOf(examples, need)]));
    }
  }
  return forms;
}

/**
 * Returns the forms of the reads among these exchanges.
 * @param known values that their paths may contain, besides those read.
 */
export function readForms(exchanges: readonly Exchange[], known: readonly unknown[]): RequestForm[] {
  const forms: RequestForm[] = [];
  // An action may also read an id, and then use it in a path.
  const found: unknown[] = [];
  for (const exchange of exchanges.filter(({ purpose }) => purpose === "read")) {
    forms.push(pathForm(exchange, [...known, ...found]));
    found.push(stringsIn(exchange));
  }
  return forms;
}

/** Returns an action's aliases: words in its paths that replace an id or a name from its input. */
export function aliasesOf(examples: ProviderExamples, action: Pick<Action, "id">): readonly string[] {
  return findExamples(examples, action).aliases ?? [];
}

/**
 * Asserts that exchanges are reads in an allowed form.
 * @param known values that their paths may contain, besides those read.
 */
export function assertForms(
  exchanges: readonly Exchange[],
  known: readonly unknown[],
  { needs, allowed }: { needs: readonly string[]; allowed: readonly RequestForm[] },
): void {
  const found: unknown[] = [];
  for (const exchange of exchanges) {
    assert.equal(exchange.purpose, "read");
    const values = valuesOf([...known, ...found]);
    const { path } = exchange.request;
    const isAllowed = allowed.some((form) => fits(path, form, values));
    assert.ok(isAllowed, `${path.join("/")} isn't a request of ${needs.join(", ")}`);
    found.push(stringsIn(exchange));
  }
}

/** Returns the strings in a JSON response. */
function stringsIn({ facts, request }: Exchange): string[] {
  if (facts.kind !== "answered" || facts.body.kind !== "complete" || request.responseBody === "text") return [];
  return facts.body.text === "" ? [] : textsOf(JSON.parse(facts.body.text));
}

function pathForm({ request }: Exchange, objects: readonly unknown[]): RequestForm {
  const values = valuesOf(objects);
  return request.path.map((segment) => segmentForm(segment, values));
}

function segmentForm(segment: string, values: ReadonlySet<string>): string {
  if (isValue(segment, values)) return "*";
  const [id = "", ...method] = segment.split(":");
  return [isValue(id, values) ? "*" : id, ...method].join(":");
}

/** Whether a path has this form. A segment that is `*` in the form has to be a known value. */
function fits(path: readonly string[], form: RequestForm, values: ReadonlySet<string>): boolean {
  return (
    path.length === form.length &&
    path.every((segment, at) => segment === form[at] || segmentForm(segment, values) === form[at])
  );
}

/** Whether a segment is a known value, or the number of a version. */
function isValue(segment: string, values: ReadonlySet<string>): boolean {
  return values.has(segment) || /^\d+$/.test(segment);
}

function valuesOf(objects: readonly unknown[]): ReadonlySet<string> {
  return new Set(objects.flatMap((object) => Object.values(Object(object) as object).map(String)));
}
