/** Which requests the actions that a look or a preview needs send, as paths with `*` for the values of their inputs. */
import assert from "node:assert/strict";
import type { Provider } from "../provider.ts";
import { textsOf } from "./facts.ts";
import type { Exchange } from "./port.ts";
import { findExamples, run } from "./runs.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

/** The segments of a path, with `*` for a value. */
type RequestForm = readonly string[];

/** Runs the examples of these actions. @returns the forms of their reads. */
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
      // An action may also find the id of what it reads.
      const found: unknown[] = [];
      for (const exchange of exchanges.filter(({ purpose }) => purpose === "read")) {
        forms.push(pathForm(exchange, [example, ...found]));
        found.push(stringsIn(exchange));
      }
    }
  }
  return forms;
}

/** Asserts that exchanges are reads in an allowed form. @param known what may be in their paths, besides what they read. */
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
    assert.ok(isAllowed, `${path.join("/")} is no request of ${needs.join(", ")}`);
    found.push(stringsIn(exchange));
  }
}

/** The values in a JSON answer that are strings. */
function stringsIn({ facts, request }: Exchange): string[] {
  if (facts.kind !== "answered" || facts.body.kind !== "complete" || request.answerBody === "text") return [];
  return facts.body.text === "" ? [] : textsOf(JSON.parse(facts.body.text));
}

/** A request's path with `*` instead of what is a value of one of these objects. */
function pathForm({ request }: Exchange, objects: readonly unknown[]): RequestForm {
  const values = valuesOf(objects);
  return request.path.map((segment) => (values.has(segment) ? "*" : segment));
}

/** Whether a path has a form: what is `*` there has to be a known value. */
function fits(path: readonly string[], form: RequestForm, values: ReadonlySet<string>): boolean {
  return (
    path.length === form.length &&
    path.every((segment, at) => segment === form[at] || (form[at] === "*" && values.has(segment)))
  );
}

function valuesOf(objects: readonly unknown[]): ReadonlySet<string> {
  return new Set(objects.flatMap((object) => Object.values(Object(object) as object).map(String)));
}
