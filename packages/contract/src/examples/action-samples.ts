/** Code samples that execute an action with its author's example input. */
import type { CodeSample } from "./code-samples.ts";
import { javascript, python, shellWord } from "./literals.ts";

/** The parts of an action that its samples need. */
export type SampledAction = { readonly id: string; readonly effect: string; readonly example: object };

/**
 * Returns the idempotency key in a changing action's samples. Each action has its own, because a reader may run them
 * all.
 */
export function exampleKeyFor(slug: string, actionId: string): string {
  return `${slug}-${actionId.replaceAll(".", "-")}-1`;
}

/** Returns samples for the SDKs, which assume a `connection`, and for the command line. @param slug the provider's. */
export function actionSamples(slug: string, { id, effect, example }: SampledAction): readonly CodeSample[] {
  const name = `${slug}/${id}`;
  const key = effect === "read" ? null : exampleKeyFor(slug, id);
  const head = `const { output } = await connection.execute("${name}", `;
  // Written in the call, because a variable's type would widen `"accepted"` to `string`.
  const input = javascript(example, head.length + 2);
  const typescript = `${head}${input}${key === null ? "" : `, { idempotencyKey: "${key}" }`});`;
  const inPython =
    key === null
      ? `result = connection.execute("${name}", ${python(example, name.length + 32)})`
      : `fields = ${python(example, 9)}\nresult = connection.execute("${name}", fields, idempotency_key="${key}")`;
  const cli = [
    `svc actions execute ${name} --connection $CONNECTION`,
    `  --input ${shellWord(JSON.stringify(example))}`,
    ...(key === null ? [] : [`  --idempotency-key ${key}`]),
  ];
  return [
    { language: "ts", label: "TypeScript", code: typescript },
    { language: "python", label: "Python", code: inPython },
    { language: "sh", label: "CLI", code: cli.join(" \\\n") },
  ];
}
