/** The part in which PostgreSQL fails over, or is killed and restarted, under load. */
import { runFailovers, type FailoverPlan } from "../failover/scenario.ts";
import { troubles } from "../failover/troubles.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

export const failover: Part = {
  name: "failover",
  proves:
    "a database failover makes no key act twice: nothing is sent until the database proves that nothing was lost, or the operator accepts it",
  numbers: {
    "sync-promotions": 20,
    "async-promotions": 5,
    restarts: 5,
    "sync-zone-losses": 3,
    "async-zone-losses": 6,
  },
  async run(options) {
    if (!options.engines.includes("postgres")) return [];
    const figures: Figure[] = [];
    for (const kind of ["synchronous", "asynchronous", "restart"] as const) {
      figures.push(...(await failoversOf(kind, options)));
    }
    for (const kind of ["synchronous", "asynchronous"] as const) figures.push(...(await zoneLossesOf(kind, options)));
    for (const { name, run } of troubles) {
      const breaches = await run((line) => options.log(`${name}: ${line}`));
      for (const line of breaches) options.log(`${name}: ${line}`);
      figures.push(none(`breaches: ${name}`, breaches));
    }
    return figures;
  },
};

/** Keys per zone loss, so that six of them have 1,750. */
const writesPerLoss = { synchronous: 160, asynchronous: 150 } as const;

async function zoneLossesOf(kind: "synchronous" | "asynchronous", options: PartOptions): Promise<readonly Figure[]> {
  const { log } = options;
  const times = options.number(kind === "synchronous" ? "sync-zone-losses" : "async-zone-losses");
  const result = await runFailovers({ kind, times, losesZone: true, writes: writesPerLoss[kind], log });
  const name = `zone lost, ${kind}`;
  const all = (what: string, found: readonly string[]): Figure => {
    for (const line of found) log(`${name}: ${what}: ${line}`);
    return none(`${name}: ${what}`, found);
  };
  const isLossy = kind === "asynchronous";
  return [
    atLeast(`${name}: times`, result.times, times),
    atLeast(`${name}: keys, each repeated at the end`, result.keys, times * (isLossy ? 292 : 150)),
    { name: `${name}: unknown outcomes`, value: String(result.unknown), isMet: true },
    { name: `${name}: accepted writes that waited for the operator`, value: String(result.leftOpen), isMet: true },
    all("keys with two changing requests", result.twice),
    all("told 200, and no longer known", isLossy ? [] : result.lost),
    all(
      "effects and records that disagree",
      result.untrue.filter((line) => !isLossy || line.includes(": done, recorded as failed")),
    ),
    all("changing requests before the acceptance", result.sentWhileClosed),
    all("wrong responses", result.faults),
  ];
}

const numberOf = { synchronous: "sync-promotions", asynchronous: "async-promotions", restart: "restarts" } as const;

async function failoversOf(kind: FailoverPlan["kind"], options: PartOptions): Promise<readonly Figure[]> {
  const { log } = options;
  const times = options.number(numberOf[kind]);
  const { firstWriteMs, ...result } = await runFailovers({ kind, times, log });
  const sorted = firstWriteMs.toSorted((left, right) => left - right);
  const [median = 0, longest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
  const all = (name: string, found: readonly string[]): Figure => {
    for (const line of found) log(`${kind}: ${name}: ${line}`);
    return none(`${kind}: ${name}`, found);
  };
  return [
    atLeast(`${kind}: times`, result.times, times),
    atLeast(`${kind}: keys, each repeated at the end`, result.keys, times * 20),
    {
      name: `${kind}: first 200 after ${kind === "asynchronous" ? "the acceptance" : "the kill"}, median and longest`,
      value: `${(median / 1000).toFixed(1)} s, ${(longest / 1000).toFixed(1)} s`,
      isMet: true,
    },
    all("keys with two changing requests", result.twice),
    all("told 200, and no longer known", kind === "asynchronous" ? [] : result.lost),
    // A lost write has no record; a record that says that nothing happened would still be false.
    all(
      "effects and records that disagree",
      result.untrue.filter((line) => kind !== "asynchronous" || line.includes(": done, recorded as failed")),
    ),
    ...(kind === "asynchronous"
      ? [
          all("servers that had not warned", result.unannounced),
          all("changing requests before the acceptance", result.sentWhileClosed),
          { ...all("told 200, and lost", result.lost), isMet: true },
        ]
      : []),
    all("wrong responses", result.faults),
  ];
}
