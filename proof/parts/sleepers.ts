/** The part that stops servers in the middle of writes until their lease has expired. */
import type { Engine } from "../../conformance/harness/index.ts";
import { seededRandom } from "../../conformance/harness/seed.ts";
import { runSleepers } from "../crash/sleep-scenario.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

/** Servers stopped past their lease. */
export const sleepers: Part = {
  name: "sleepers",
  proves: "a server stopped at any point of a write past its lease, and then resumed, breaks none of I1 to I9",
  numbers: { sleeps: 100, "sleeps-at-once": 8 },
  async run(options) {
    const sleeps = Math.ceil(options.number("sleeps") / options.engines.length);
    return (await Promise.all(options.engines.map((engine) => sleepOn(engine, sleeps, options)))).flat();
  },
};

async function sleepOn(engine: Engine, sleeps: number, options: PartOptions): Promise<readonly Figure[]> {
  const { seed, log } = options;
  const atOnce = options.number("sleeps-at-once");
  const result = await runSleepers({ engine, sleeps, atOnce, random: seededRandom(seed), log });
  const { breaches, counts, points, kills } = result;
  for (const { invariant, text } of breaches) log(`${engine}: ${invariant}: ${text}`);
  log(`${engine}: ${JSON.stringify(counts)}`);
  return [
    atLeast(`SIGSTOPs past the lease on ${engine}`, kills, sleeps),
    atLeast(`different points on ${engine}`, points.size, Math.min(10, sleeps)),
    none(
      `breaches of I1–I9 on ${engine}`,
      breaches.map(({ text }) => text),
    ),
  ];
}
