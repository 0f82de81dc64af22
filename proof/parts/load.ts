/** The part that measures the server under load: the noisy neighbor, and the soak. */
import { growthOf, noiseSides, percent, riseOfP99, waitOf } from "../load/judge.ts";
import { measureNoise } from "../load/noise.ts";
import { runSoak } from "../load/soak.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

const riseMax = 20;
const growthMax = 5;

export const load: Part = {
  name: "load",
  proves:
    "a tenant at ten times its rate raises the others' p99 by at most 20 % over its cost at its rate, and memory stays flat over an hour's requests",
  numbers: {
    // The p99 of 1200 responses is the twelfth slowest, so one pause of the machine doesn't decide it.
    "noise-rounds": 7,
    "noise-seconds": 20,
    "noise-factor": 10,
    "tenant-rate": 20,
    "soak-requests": 18_000,
    "soak-minutes": 2,
  },
  measuresTime: true,
  async run(options) {
    const figures: Figure[] = [];
    for (const engine of options.engines) {
      figures.push(...(await noiseOn(engine, options)), ...(await soakOn(engine, options)));
    }
    return figures;
  },
};

type Engine = PartOptions["engines"][number];

async function noiseOn(engine: Engine, options: PartOptions): Promise<readonly Figure[]> {
  const factor = options.number("noise-factor");
  const { rounds, refused, faults } = await measureNoise({
    engine,
    rounds: options.number("noise-rounds"),
    secondsEach: options.number("noise-seconds"),
    tenantRate: options.number("tenant-rate"),
    factor,
    log: options.log,
  });
  for (const text of faults.slice(0, 20)) options.log(text);
  const rise = riseOfP99(rounds, "allowed", "beside");
  // These explain the required figure, and have no target themselves.
  const told = (name: string, value: string): Figure => ({ name: `${engine}: ${name}`, value, isMet: true });
  const fifth = {
    alone: "no fifth tenant",
    allowed: "a fifth at its rate",
    beside: `a fifth at ${factor} times its rate`,
  };
  const waits = noiseSides.map((side) => {
    const { p50, p99 } = waitOf(rounds, side);
    return told(`p50 and p99 of quiet tenants, ${fifth[side]}`, `${p50.toFixed(1)} and ${p99.toFixed(1)} ms`);
  });
  return [
    { name: `${engine}: quiet tenants' p99 beside a fifth's noise`, value: percent(rise), isMet: rise <= riseMax },
    ...waits,
    // A fifth tenant at its rate adds a third more work; that cost depends on the machine.
    told("quiet tenants' p99 beside a fifth at its rate", percent(riseOfP99(rounds, "alone", "allowed"))),
    told("quiet tenants' p99, noise and allowed share together", percent(riseOfP99(rounds, "alone", "beside"))),
    told("refusals (429) of the fifth at its rate", String(refused.allowed)),
    atLeast(`${engine}: the noisy one's refusals (429)`, refused.beside, 1),
    none(`${engine}: other responses`, faults),
  ];
}

async function soakOn(engine: Engine, options: PartOptions): Promise<readonly Figure[]> {
  const planned = options.number("soak-requests");
  const { requests, samples, faults } = await runSoak({
    engine,
    requests: planned,
    minutesMax: options.number("soak-minutes"),
    seed: options.seed,
    log: options.log,
  });
  for (const text of faults.slice(0, 20)) options.log(text);
  // The first part warms up.
  const measured = samples.slice(1);
  const grown = (name: string, of: (sample: (typeof samples)[number]) => number): Figure => {
    const growth = growthOf(measured.map(of));
    return { name: `${engine}: ${name}`, value: percent(growth), isMet: growth <= growthMax };
  };
  // The number of timers varies by one or two.
  const more = (name: string, of: (sample: (typeof samples)[number]) => number): Figure => {
    const [first, last] = [measured.at(0), measured.at(-1)].map((sample) => (sample === undefined ? NaN : of(sample)));
    return { name: `${engine}: ${name}`, value: `${first}, then ${last}`, isMet: (last ?? NaN) - (first ?? NaN) <= 3 };
  };
  return [
    atLeast(`${engine}: requests of the soak (an hour of ${(planned / 3600).toFixed(1)}/s)`, requests, planned),
    grown("heap after the warm-up", ({ heapUsed }) => heapUsed),
    grown("RSS after the warm-up", ({ rss }) => rss),
    more("handles", ({ handles }) => handles),
    more("file descriptors", ({ fileDescriptors }) => fileDescriptors),
    none(`${engine}: unexpected answers of the soak`, faults),
  ];
}
