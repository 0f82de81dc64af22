/** The table of types has exactly the ones that the code records. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { journalTypes } from "../../../src/domain/journal/types.ts";

const source = join(import.meta.dirname, "../../../src");

test("every type is written somewhere in the code", () => {
  const code = globSync("**/*.ts", { cwd: source })
    .filter((path) => path !== "domain/journal/types.ts")
    .map((path) => readFileSync(join(source, path), "utf8"))
    .join("\n");
  // `connect_session.${status}`, `proposal.${status}` and `proposal.${decision}` are computed.
  const isComputed = (type: string): boolean => /^(?:connect_session|proposal)\.(?:[a-z]+ed|withdrawn)$/.test(type);
  assert.deepEqual(
    Object.keys(journalTypes).filter((type) => !code.includes(`"${type}"`) && !isComputed(type)),
    [],
  );
});
