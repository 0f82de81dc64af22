/** The part that asks for strangers' things on every route, and forgets conditions under row-level security. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** The matrix of routes and strangers' ids, and what PostgreSQL shows to a statement without its condition. */
export const isolation: Part = {
  name: "isolation",
  proves:
    "on every route a stranger's id answers byte for byte as an id of nothing, and row-level security shows no row",
  numbers: {},
  run: (options) =>
    runTestFiles(options, {
      files: [
        "conformance/suites/isolation-matrix.test.ts",
        "conformance/suites/isolation.test.ts",
        "packages/server/test/adapters/store/postgres-scopes.test.ts",
      ],
      testsMin: 12,
      countsMin: { "answers compared": 500 * options.engines.length },
    }),
};
