/** The part that kills servers while providers send events, and sends a burst of them. */
import { seededRandom } from "../../conformance/harness/seed.ts";
import type { Engine } from "../../conformance/harness/index.ts";
import { runBurst } from "../events-in/burst.ts";
import { runTrial } from "../events-in/trial.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

/** Deliveries of every provider that sends events. */
export const eventsIn: Part = {
  name: "events-in",
  proves: "a provider's event that was answered 200 is in the log of each of its connections, once, and in no other's",
  numbers: { "event-kills": 40, "burst-deliveries": 50_000, "burst-seconds": 20 },
  measuresTime: true,
  async run(options) {
    const figures: Figure[] = [];
    for (const engine of options.engines) figures.push(...(await killsOn(engine, options)));
    for (const engine of options.engines) figures.push(...(await burstOn(engine, options)));
    return figures;
  },
};

async function killsOn(engine: Engine, { seed, log, number }: PartOptions): Promise<readonly Figure[]> {
  const kills = number("event-kills");
  const result = await runTrial({ engine, kills, random: seededRandom(seed), log });
  for (const text of result.faults.slice(0, 20)) log(`${engine}: ${text}`);
  for (const point of result.points) log(`${engine}: killed ${point}`);
  return [
    atLeast(`kills of a server on ${engine}`, result.kills, kills),
    atLeast(`deliveries on ${engine}`, result.deliveries, result.events),
    atLeast(`events on ${engine} that were committed and not answered`, result.keptUnanswered, 1),
    none(`events on ${engine} that are lost, there twice, or another's`, result.faults),
  ];
}

async function burstOn(engine: Engine, { log, number }: PartOptions): Promise<readonly Figure[]> {
  const deliveries = number("burst-deliveries");
  const result = await runBurst({ engine, deliveries, seconds: number("burst-seconds") });
  for (const text of [...result.late, ...result.others, ...result.faults].slice(0, 20)) log(`${engine}: ${text}`);
  const refused = result.answers.reduce((sum, one) => sum + one.refused, 0);
  return [
    {
      name: `deliveries of the burst on ${engine}, begun in a second`,
      value: `${String(deliveries)}, ${String(result.perSecond)}`,
      isMet: true,
    },
    { name: `of these, answered 503 and sent again, on ${engine}`, value: String(refused), isMet: true },
    ...result.answers.map(({ slug, slowestMs, answerMsMax }) => ({
      name: `slowest answer to ${slug} on ${engine}, which waits ${String(answerMsMax / 1000)} s`,
      value: `${String(slowestMs)} ms`,
      isMet: slowestMs <= answerMsMax,
    })),
    none(`deliveries on ${engine} that were answered late, neither 200 nor 503`, [...result.late, ...result.others]),
    none(`events of the burst on ${engine} that are lost, there twice, or another's`, result.faults),
  ];
}
