/** The part in which many callers concurrently send one key to several processes. */
import { atLeast, none, type Part } from "../part.ts";
import { runStampede } from "../stampede/scenario.ts";

/** The stampede on PostgreSQL. */
export const stampede: Part = {
  name: "stampede",
  proves: "a key that many callers send at once, to several processes, acts once, and all get the same response",
  numbers: { processes: 3, keys: 200, callers: 100 },
  async run(options) {
    const keys = options.number("keys");
    const plan = { processes: options.number("processes"), keys, callersPerKey: options.number("callers") };
    const { faults, ...counts } = await runStampede({ ...plan, keysAtOnce: 2 });
    for (const text of faults.slice(0, 20)) options.log(text);
    options.log(JSON.stringify(counts));
    const { effects, changingRequests, replays, inProgress } = counts;
    return [
      atLeast("callers", counts.callers, keys),
      { name: `effects of ${keys} keys`, value: String(effects), isMet: effects === keys },
      { name: "changing requests", value: String(changingRequests), isMet: changingRequests === keys },
      { name: "equal replays, and 409", value: `${replays} and ${inProgress}`, isMet: replays + inProgress > 0 },
      none("other responses", faults),
    ];
  },
};
