/** The part that kills the server after every commit of the requests that change something. */
import { runJournalKills } from "../crash/journal-scenario.ts";
import { atLeast, none, type Part } from "../part.ts";

/** The scenario, on both engines. */
export const journal: Part = {
  name: "journal",
  proves:
    "SIGKILL after each commit of a request leaves no change without its audit event, and none without its change",
  numbers: {},
  async run({ engines, log }) {
    const results = await Promise.all(
      engines.map(async (engine) => ({ engine, ...(await runJournalKills(engine, log)) })),
    );
    return results.flatMap(({ engine, kills, points, faults }) => {
      for (const fault of faults) log(`${engine}: ${fault}`);
      return [
        atLeast(`SIGKILLs on ${engine}`, kills, points.size),
        atLeast(`commits after which it was killed on ${engine}`, points.size, 17),
        none(`changes without an entry, or entries without a change, on ${engine}`, faults),
      ];
    });
  },
};
