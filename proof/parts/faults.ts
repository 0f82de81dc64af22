/** The part that tries every wire fault with every kind of request. */
import { runMatrix } from "../faults/matrix.ts";
import { wireFaults } from "../faults/wire-faults.ts";
import { atLeast, none, type Figure, type Part } from "../part.ts";

/** The fault matrix. */
export const faults: Part = {
  name: "faults",
  proves:
    "each fault on the wire gets its specified result, with at most one changing request, on fresh, used and kept connections",
  numbers: {},
  async run(options) {
    const figures: Figure[] = [];
    for (const engine of options.engines) {
      const { cases, classes, faults: found } = await runMatrix(engine);
      for (const text of found) options.log(`${engine}: ${text}`);
      options.log(`${engine}: ${JSON.stringify(Object.fromEntries(classes))}`);
      figures.push(
        atLeast(`cases on ${engine} (${wireFaults.length} faults × 4 kinds of request × 3 connections)`, cases, 300),
        none(`cases on ${engine} that came to another class, or sent more than once`, found),
      );
    }
    return figures;
  },
};
