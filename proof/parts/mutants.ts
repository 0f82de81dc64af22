/** The part that tests the tests: planted faults, each of which the tests of its promise must notice. */
import { mutants as all } from "../mutants/all.ts";
import { misfits } from "../mutants/fit.ts";
import { failuresWithoutFault, runMutant, typeErrors, type MutantResult } from "../mutants/run-mutant.ts";
import { copyProject } from "../mutants/tree.ts";
import { atLeast, none, type Part } from "../part.ts";

/** Planted faults, one by one. */
export const mutants: Part = {
  name: "mutants",
  proves: "the tests of a promise notice each planted fault that breaks it",
  numbers: { "mutants-from": 1, "mutants-to": all.length },
  // The tests of some promises look at pages, or check a model.
  needs: ["chromium", "pages", "spin"],
  async run(options) {
    const chosen = all.slice(options.number("mutants-from") - 1, options.number("mutants-to"));
    const tree = copyProject();
    const hunted: MutantResult[] = [];
    try {
      const misfitting = misfits(tree.folder, chosen);
      for (const line of misfitting) options.log(line);
      // A fault that doesn't fit the code can't be tested.
      if (misfitting.length > 0) return [none("planted faults that do not fit the code", misfitting)];
      const failing = await failuresWithoutFault(tree.folder, chosen);
      for (const name of failing) options.log(`fails without a fault: ${name}`);
      const untyped = await typeErrors(tree.folder, chosen);
      for (const line of untyped) options.log(line);
      for (const mutant of chosen) {
        const result = await runMutant(tree.folder, mutant);
        hunted.push(result);
        const end = result.caughtBy === null ? "NOT CAUGHT" : `caught by ${result.caughtBy}`;
        options.log(`${mutant.name} (${mutant.breaks}): ${end}, ${result.seconds.toFixed(0)} s`);
      }
      const survivors = hunted.filter(({ caughtBy }) => caughtBy === null).map(({ mutant }) => mutant.name);
      return [
        none("planted faults that do not fit the code", misfitting),
        atLeast("planted faults", chosen.length, 1),
        atLeast("caught", hunted.length - survivors.length, chosen.length),
        none("tests that fail without a fault", failing),
        none("faults that the type checker refuses", untyped),
      ];
    } finally {
      tree.remove();
    }
  },
};
