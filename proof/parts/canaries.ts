/** The part that searches for planted secrets in everything that the service prints, answers and stores. */
import { runCanaries } from "../canaries/scenario.ts";
import { atLeast, none, type Figure, type Part } from "../part.ts";

/** Canaries through every flow of both kinds of providers, in servers that are crashed in every way. */
export const canaries: Part = {
  name: "canaries",
  proves:
    "no planted secret appears in any output, response, file, table or crash report, in any encoding, and planted leaks are found",
  numbers: { lives: 20 },
  async run(options) {
    const lives = options.number("lives");
    const figures: Figure[] = [];
    const runs = options.engines.map(async (engine) => {
      const { planted, locations, bytes, leaks, trials, missed } = await runCanaries({
        engine,
        lives,
        seed: options.seed,
        log: options.log,
      });
      for (const leak of leaks) options.log(`${engine}: ${leak}`);
      for (const one of missed) options.log(`${engine}: not found: ${one}`);
      const counts = [...planted.values()];
      options.log(`${engine}: ${JSON.stringify(Object.fromEntries(planted))}`);
      figures.push(
        atLeast(`classes of secrets on ${engine}`, counts.length, 12),
        atLeast(`values of each class on ${engine}, at the least`, Math.min(...counts), lives),
        atLeast(
          `outputs, answers, files and tables searched on ${engine} (${Math.round(bytes / 1e6)} MB)`,
          locations,
          lives,
        ),
        none(`secrets found on ${engine}`, leaks),
        {
          name: `planted leaks found on ${engine}`,
          value: `${trials - missed.length} of ${trials}`,
          isMet: missed.length === 0 && trials > 0,
        },
      );
    });
    await Promise.all(runs);
    return figures;
  },
};
