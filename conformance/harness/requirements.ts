/** Loads svc's promises, as data: the files of `conformance/requirements`, and `proof/requirements.ts`. */
import { globSync } from "node:fs";
import { join } from "node:path";

/** One promise. Ids are dotted and lower case, subject first. */
export interface Requirement {
  readonly id: string;
  /** The source of the promise, as in `contract §4.2, §4.3; SECURITY.md; docs/self-hosting.md, Limits`. */
  readonly source: string;
  readonly text: string;
  /** The part of `npm run proof` that checks the promise, if `npm test` doesn't. The gate lists every such promise. */
  readonly proofPart?: string;
}

/** The project's root. */
export const projectFolder = join(import.meta.dirname, "../..");

/** Loads every requirement of the project; each of these files exports its own as `requirements`. */
export async function loadRequirements(): Promise<readonly Requirement[]> {
  const files = globSync(["conformance/requirements/*.ts", "proof/requirements.ts"], { cwd: projectFolder });
  const loaded: Requirement[] = [];
  for (const file of files.sort()) {
    const module = (await import(join(projectFolder, file))) as { requirements: readonly Requirement[] };
    loaded.push(...module.requirements);
  }
  return loaded;
}
