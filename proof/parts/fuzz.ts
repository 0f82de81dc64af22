/** The part that sends hostile requests. */
import { runFuzz } from "../fuzz/scenario.ts";
import { hostileJson } from "../fuzz/hostile-json.ts";
import { atLeast, none, type Figure, type Part } from "../part.ts";

/** The fuzzer, its requests split between the engines. */
export const fuzz: Part = {
  name: "fuzz",
  proves:
    "hostile JSON, generated requests and broken HTTP get only described answers, never a 500, and cause no stall",
  numbers: { requests: 20_000 },
  measuresTime: true,
  async run(options) {
    const figures: Figure[] = [];
    const requests = Math.ceil(options.number("requests") / options.engines.length);
    for (const engine of options.engines) {
      const { sent, statuses, faults, stalls, longestTurn } = await runFuzz({
        engine,
        requests,
        seed: options.seed,
        log: options.log,
      });
      for (const text of [...faults, ...stalls]) options.log(`${engine}: ${text}`);
      options.log(`${engine}: ${JSON.stringify(Object.fromEntries(statuses))} ${JSON.stringify(longestTurn)}`);
      figures.push(
        atLeast(`requests on ${engine}, ${hostileJson.length} texts of hostile JSON among them`, sent, requests),
        none(`answers on ${engine} of 500, or that the description does not have`, faults),
        none(
          `turns of the event loop on ${engine} with more than 100 ms of work, that came again (the longest: ${longestTurn.cpuMs} ms)`,
          stalls,
        ),
      );
    }
    return figures;
  },
};
