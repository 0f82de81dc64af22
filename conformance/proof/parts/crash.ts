/** The part that kills the server at every point of a keyed write. */
import { seededRandom } from "../../reliability/seed.ts";
import { runCrashes } from "../crash/programme.ts";
import { atLeast, none, type Figure, type Part } from "../part.ts";

/** The crash programme, on both engines. */
export const crash: Part = {
  name: "crash",
  proves: "SIGKILL before and after each statement and each piece of bytes of a write breaks none of I1 to I9",
  numbers: { kills: 1000 },
  async run(options) {
    const figures: Figure[] = [];
    const kills = Math.ceil(options.number("kills") / options.engines.length);
    for (const engine of options.engines) {
      const random = seededRandom(options.seed);
      const result = await runCrashes({ engine, kills, random, isEnumerated: true, log: options.log });
      const { counts, breaches, points } = result;
      for (const { invariant, text } of breaches) options.log(`${engine}: ${invariant}: ${text}`);
      options.log(`${engine}: ${JSON.stringify(counts)}`);
      figures.push(
        atLeast(`SIGKILLs on ${engine}`, result.kills, kills),
        atLeast(`different points of one write on ${engine}`, points.size, 40),
        none(
          `breaches of I1–I9 on ${engine}`,
          breaches.map(({ text }) => text),
        ),
      );
    }
    return figures;
  },
};
