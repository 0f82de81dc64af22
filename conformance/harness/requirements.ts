/** Finds what svc promises, as data: every `requirements.ts` under this folder. */
import { globSync } from "node:fs";
import { join } from "node:path";

/** One promise. Ids are dotted and lower case: subject, then what is promised. */
export interface Requirement {
  readonly id: string;
  /** What makes the promise, as in `contract §4.2, §4.3; SECURITY.md; docs/self-hosting.md, Limits`. */
  readonly source: string;
  readonly text: string;
  /** The part of `npm run proof` that checks the promise, if `npm test` doesn't. The gate lists every such promise. */
  readonly proofPart?: string;
}

/** The folder of the conformance suites. */
export const conformanceFolder = join(import.meta.dirname, "..");

/** Every requirement of every `requirements.ts`; each such file exports `requirements`. */
export async function loadRequirements(): Promise<readonly Requirement[]> {
  const files = globSync("**/requirements.ts", { cwd: conformanceFolder, exclude: ["harness/**"] });
  const loaded: Requirement[] = [];
  for (const file of files.sort()) {
    const module = (await import(join(conformanceFolder, file))) as { requirements: readonly Requirement[] };
    loaded.push(...module.requirements);
  }
  return loaded;
}
