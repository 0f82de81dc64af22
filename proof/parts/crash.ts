/** The part that kills the server at every point of a keyed write. */
import type { Engine } from "../../conformance/harness/index.ts";
import { seededRandom } from "../../conformance/harness/seed.ts";
import { runCrashes } from "../crash/scenario.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

/** The crash scenario, on both engines. */
export const crash: Part = {
  name: "crash",
  proves: "SIGKILL before and after each statement and each piece of bytes of a write breaks none of I1 to I9",
  numbers: { kills: 1000 },
  async run(options) {
    const kills = Math.ceil(options.number("kills") / options.engines.length);
    // A server start uses one core, so the engines run concurrently.
    return (await Promise.all(options.engines.map((engine) => crashOn(engine, kills, options)))).flat();
  },
};

async function crashOn(engine: Engine, kills: number, { seed, log }: PartOptions): Promise<readonly Figure[]> {
  const result = await runCrashes({ engine, kills, random: seededRandom(seed), isEnumerated: true, log });
  const { counts, breaches, points } = result;
  for (const { invariant, text } of breaches) log(`${engine}: ${invariant}: ${text}`);
  log(`${engine}: ${JSON.stringify(counts)}`);
  return [
    atLeast(`SIGKILLs on ${engine}`, result.kills, kills),
    atLeast(`different points of one write on ${engine}`, points.size, 40),
    none(
      `breaches of I1–I9 on ${engine}`,
      breaches.map(({ text }) => text),
    ),
  ];
}
