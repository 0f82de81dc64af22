/** The part that requests other clients' resources on every route, and omits conditions under row-level security. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** The matrix of routes and foreign ids, and PostgreSQL's response to statements without their condition. */
export const isolation: Part = {
  name: "isolation",
  proves:
    "on every route another client's id answers like an id of nothing, byte for byte, and row-level security shows no row",
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
