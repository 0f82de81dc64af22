/** The planted faults fit the code. A tiny project, separate from the product's code, shows that they are caught. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifies } from "../../conformance/harness/index.ts";
import { builtServerVariable } from "../../tools/pack/built-server.ts";
import { mutants } from "./all.ts";
import { misfits } from "./fit.ts";
import { failuresWithoutFault, runMutant } from "./run-mutant.ts";
import { at, type Mutant } from "./mutant.ts";
import { edited } from "./apply-mutant.ts";

verifies("proof.mutants-hunt", "rejects a fault whose code has moved or occurs twice", async () => {
  const edit = { file: "a.ts", find: "one", replace: "two" };
  assert.equal(edited("a one b", edit), "a two b");
  for (const text of ["", "a on b", "one one"]) assert.throws(() => edited(text, edit), /a\.ts has \d times/);
});

verifies("proof.mutants-hunt", "catches a fault with its test, and not a harmless change", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-hunt-"));
  const inherited = process.env[builtServerVariable];
  // Set as in a full run: the mutant's tests must start the copy's sources, not the server built without the fault.
  process.env[builtServerVariable] = "a-server-without-the-fault";
  try {
    writeFileSync(join(folder, "sum.ts"), "export const sum = (a: number, b: number): number => a + b;\n");
    writeFileSync(
      join(folder, "sum.test.ts"),
      `import assert from "node:assert/strict";
import { test } from "node:test";
import { sum } from "./sum.ts";
test("adds", () => assert.equal(sum(2, 3), 5));
test("sees no built server", () => assert.equal(process.env.${builtServerVariable}, undefined));
`,
    );
    const subtracts = faultOf("a + b", "a - b");
    assert.deepEqual(await failuresWithoutFault(folder, [subtracts]), []);
    assert.equal((await runMutant(folder, subtracts)).caughtBy, "adds");
    assert.equal((await runMutant(folder, faultOf("a + b", "b + a"))).caughtBy, null);
    assert.deepEqual(await failuresWithoutFault(folder, [subtracts]), [], "the fault was reverted");
  } finally {
    if (inherited === undefined) delete process.env[builtServerVariable];
    else process.env[builtServerVariable] = inherited;
    rmSync(folder, { recursive: true, force: true });
  }
});

verifies("proof.mutants-hunt", "every planted fault fits the code", async () => {
  assert.deepEqual(misfits(fileURLToPath(new URL("../..", import.meta.url)), mutants), []);
});

function faultOf(find: string, replace: string): Mutant {
  return { name: "fault", breaks: "promise 1", tests: ["sum.test.ts"], ...at("sum.ts", find, replace) };
}
