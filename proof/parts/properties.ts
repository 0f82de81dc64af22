/** The part that compares the whole API with a model, with random sequences of commands, faults, restarts and kills. */
import type { Engine } from "../../conformance/harness/index.ts";
import { kindCount, runProperties } from "../properties/run.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

const kindsMin = 25;

/** Commands against a model, on both engines. */
export const properties: Part = {
  name: "properties",
  proves: "random sequences of API calls, faults, restarts and kills behave like the model",
  numbers: { commands: 10_000 },
  async run(options) {
    const commands = Math.ceil(options.number("commands") / options.engines.length);
    // Each engine has different sequences, for more coverage.
    const runs = options.engines.map((engine, index) =>
      commandsOn(engine, commands, { ...options, seed: options.seed + index }),
    );
    return (await Promise.all(runs)).flat();
  },
};

async function commandsOn(engine: Engine, commands: number, { seed, log }: PartOptions): Promise<readonly Figure[]> {
  const failed: string[] = [];
  const result = await runProperties({ engine, commands, seed, isShrunk: false }).catch((error: unknown) => {
    failed.push(error instanceof Error ? error.message : "something other than an error was thrown");
    return null;
  });
  for (const text of failed) log(`${engine}: ${text}`);
  const { sequences = 0, writes = 0, counts = new Map<string, number>() } = result ?? {};
  log(`${engine}: ${JSON.stringify(Object.fromEntries(counts))}`);
  return [
    atLeast(`commands on ${engine}`, result?.commands ?? 0, commands),
    atLeast(`kinds of command on ${engine}, of ${kindCount}`, counts.size, Math.min(kindsMin, commands)),
    { name: `sequences, keyed writes on ${engine}`, value: `${sequences}, ${writes}`, isMet: writes > 0 },
    none(`sequences on ${engine} that the model does not have`, failed),
  ];
}
