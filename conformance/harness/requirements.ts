/** Loads svc's promises, as data: the files of `conformance/requirements`, and `proof/requirements.ts`. */
import { globSync } from "node:fs";
import { createRequire } from "node:module";
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

// Unlike `import`, this loads a file at once: test files that wait while they load can't share a process.
const load = createRequire(import.meta.url);

/** Loads every requirement of the project; each of these files exports its own as `requirements`. */
export function loadRequirements(): readonly Requirement[] {
  const files = globSync(["conformance/requirements/*.ts", "proof/requirements.ts"], { cwd: projectFolder });
  return files.sort().flatMap((file) => {
    const { requirements } = load(join(projectFolder, file)) as { requirements: readonly Requirement[] };
    return requirements;
  });
}
