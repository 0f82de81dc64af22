/** The part that stops servers in the middle of writes until their lease is over. */
import { seededRandom } from "../../reliability/seed.ts";
import { runSleepers } from "../crash/sleep-programme.ts";
import { atLeast, none, type Figure, type Part } from "../part.ts";

/** Servers that sleep past their lease. */
export const sleepers: Part = {
  name: "sleepers",
  proves: "a server stopped at any point of a write past its lease, and then woken, breaks none of I1 to I9",
  numbers: { sleeps: 100, "sleeps-at-once": 8 },
  async run(options) {
    const figures: Figure[] = [];
    const sleeps = Math.ceil(options.number("sleeps") / options.engines.length);
    for (const engine of options.engines) {
      const random = seededRandom(options.seed);
      const atOnce = options.number("sleeps-at-once");
      const result = await runSleepers({ engine, sleeps, atOnce, random, log: options.log });
      const { breaches, counts, points, kills } = result;
      for (const { invariant, text } of breaches) options.log(`${engine}: ${invariant}: ${text}`);
      options.log(`${engine}: ${JSON.stringify(counts)}`);
      figures.push(
        atLeast(`SIGSTOPs past the lease on ${engine}`, kills, sleeps),
        atLeast(`different points on ${engine}`, points.size, Math.min(10, sleeps)),
        none(
          `breaches of I1–I9 on ${engine}`,
          breaches.map(({ text }) => text),
        ),
      );
    }
    return figures;
  },
};
