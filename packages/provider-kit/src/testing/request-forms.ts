/** Which requests the actions that a look or a preview needs send, as paths without the values of their inputs. */
import assert from "node:assert/strict";
import type { Provider } from "../provider.ts";
import { textsOf } from "./facts.ts";
import type { Exchange } from "./port.ts";
import { findExamples, run } from "./runs.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

/** Runs the examples of these actions. @returns the forms of their requests. */
export async function requestForms(
  provider: Provider,
  needs: readonly string[],
  world: ProviderWorld,
  examples: ProviderExamples,
): Promise<ReadonlySet<string>> {
  const forms = new Set<string>();
  for (const need of provider.actions.filter(({ id }) => needs.includes(id))) {
    for (const example of findExamples(examples, need).inputs) {
      const { exchanges } = await run(provider, need, example, world, world.send);
      for (const exchange of exchanges) forms.add(pathForm(exchange, [example]));
    }
  }
  return forms;
}

/** Asserts that exchanges are reads in an allowed form. @param known what may be in their paths, besides what they read. */
export function assertForms(
  exchanges: readonly Exchange[],
  known: readonly unknown[],
  { needs, allowed }: { needs: readonly string[]; allowed: ReadonlySet<string> },
): void {
  const found: unknown[] = [];
  for (const exchange of exchanges) {
    assert.equal(exchange.purpose, "read");
    const form = pathForm(exchange, [...known, ...found]);
    assert.ok(allowed.has(form), `${form} is no request of ${needs.join(", ")}`);
    found.push(stringsIn(exchange));
  }
}

/** The values in a JSON answer that are strings. */
function stringsIn({ facts, request }: Exchange): string[] {
  if (facts.kind !== "answered" || facts.body.kind !== "complete" || request.answerBody === "text") return [];
  return facts.body.text === "" ? [] : textsOf(JSON.parse(facts.body.text));
}

/** A request's path with `*` instead of what is a value of one of these objects. */
function pathForm({ request }: Exchange, objects: readonly unknown[]): string {
  const values = new Set(objects.flatMap((object) => Object.values(Object(object) as object).map(String)));
  return request.path.map((segment) => (values.has(segment) ? "*" : segment)).join("/");
}
