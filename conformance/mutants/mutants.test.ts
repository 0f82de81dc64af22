/** The planted faults fit the code as it is, name promises and tests that exist, and two of them are caught. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { verifies } from "../harness/index.ts";
import { mutants } from "./all.ts";
import { failuresWithoutFault, hunt } from "./hunt.ts";
import { at, type Mutant } from "./mutant.ts";
import { edited, plantedFiles } from "./plant.ts";
import { copyProject, root } from "./tree.ts";

verifies("proof.mutants-fit", "each planted fault still applies, parses, and names a promise and tests", async () => {
  const security = readFileSync(join(root, "SECURITY.md"), "utf8");
  const faults: string[] = [];
  for (const { name, breaks, edits, tests } of mutants) {
    const number = /^promise (\d)$/.exec(breaks)?.[1];
    if (!security.includes(number === undefined ? `\n| ${breaks} ` : `\n${number}. `))
      faults.push(`${name}: ${breaks}`);
    faults.push(...tests.filter((file) => !existsSync(join(root, file))).map((file) => `${name}: no ${file}`));
    try {
      for (const text of plantedFiles(root, edits).values()) stripTypeScriptTypes(text);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : "unknown"}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(mutants.length >= 24, `${mutants.length}`);
  assert.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length);
});

verifies("proof.mutants-fit", "a fault whose code has moved, or stands twice, is refused", async () => {
  const edit = { file: "a.ts", find: "one", replace: "two" };
  assert.equal(edited("a one b", edit), "a two b");
  for (const text of ["", "a on b", "one one"]) assert.throws(() => edited(text, edit), /a\.ts has \d times/);
});

const chosen = ["5xx-of-a-write-failed", "commitment-not-compared"];

verifies("proof.mutants", "two faults, each in a copy, are caught, and a change that is none is not", async () => {
  const few = mutants.filter(({ name }) => chosen.includes(name));
  const [first] = few;
  assert.ok(first !== undefined && few.length === chosen.length);
  const { folder, remove } = copyProject();
  try {
    assert.deepEqual(await failuresWithoutFault(folder, few), []);
    for (const mutant of few) assert.notEqual((await hunt(folder, mutant)).caughtBy, null, mutant.name);
    assert.equal((await hunt(folder, withoutFault(first))).caughtBy, null);
  } finally {
    remove();
  }
});

verifies("proof.mutants", "a test that starts a whole server starts the one with the fault", async () => {
  const revoked = mutants.find(({ name }) => name === "revoked-key-lives-on");
  assert.ok(revoked !== undefined);
  const { folder, remove } = copyProject();
  try {
    const whole = { ...revoked, tests: ["conformance/suites/authentication.test.ts"], pattern: "auth.revoked" };
    assert.match((await hunt(folder, whole)).caughtBy ?? "nothing", /^auth.revoked/);
  } finally {
    remove();
  }
});

/** The same tests for a change that breaks nothing: a word of the file's first comment. */
function withoutFault({ tests }: Mutant): Mutant {
  const change = at(
    "packages/provider-kit/src/exchange.ts",
    "/**\n * What the transport saw",
    "/**\n * All that the transport saw",
  );
  return { name: "no-fault", breaks: "promise 1", tests, ...change };
}
