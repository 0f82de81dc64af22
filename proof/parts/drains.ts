/** The part that stops servers under load, behind a load balancer that checks readiness. */
import { seededRandom } from "../../conformance/harness/seed.ts";
import { runDrains } from "../drains/scenario.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";
import type { Engine } from "../../conformance/harness/index.ts";

const exitMsMax = 40_000;

/** SIGTERM under load. */
export const drains: Part = {
  name: "drains",
  proves: "a stopping server finishes what it accepted, and a load balancer that checks readiness loses nothing",
  numbers: { drains: 50 },
  async run(options) {
    return (await Promise.all(options.engines.map((engine) => drainsOn(engine, options)))).flat();
  },
};

async function drainsOn(engine: Engine, options: PartOptions): Promise<readonly Figure[]> {
  const { seed, log } = options;
  const random = seededRandom(seed);
  const plan = { engine, drains: options.number("drains"), streams: 8, random, log };
  const { lost, faults, turnedAway, longestExitMs, ...counts } = await runDrains(plan);
  for (const text of [...lost, ...turnedAway, ...faults].slice(0, 20)) log(`${engine}: ${text}`);
  log(`${engine}: ${JSON.stringify(counts)}`);
  const { drains: done, answered, written, connected, servedAfterEnd } = counts;
  return [
    atLeast(`drains on ${engine}`, done, plan.drains),
    atLeast("requests answered (writes, reads, lists, Connect)", answered, done * plan.streams),
    { name: "writes done, connections made", value: `${written}, ${connected}`, isMet: written > 0 && connected > 0 },
    atLeast("answers after /readyz had turned to 503", servedAfterEnd, 1),
    none("requests taken and not answered", lost),
    none("wrong responses, double effects, open records", faults),
    none("requests turned away from a server whose stop was not known yet", turnedAway),
    { name: "longest exit", value: `${(longestExitMs / 1000).toFixed(1)} s`, isMet: longestExitMs < exitMsMax },
  ];
}
