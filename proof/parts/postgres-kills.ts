/** The part that kills PostgreSQL, alone and together with the server. */
import { seededRandom } from "../../conformance/harness/seed.ts";
import { runPostgresKills } from "../crash/postgres-scenario.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

/** Kills of the database. */
export const postgresKills: Part = {
  name: "postgres-kills",
  proves: "SIGKILL of PostgreSQL, of all or of one of its processes, alone or with the server, breaks none of I1 to I9",
  numbers: { "postgres-kills": 100, "both-kills": 100 },
  async run(options) {
    return (await Promise.all((["database", "both"] as const).map((what) => killOf(what, options)))).flat();
  },
};

async function killOf(what: "database" | "both", options: PartOptions): Promise<readonly Figure[]> {
  const { seed, log } = options;
  const kills = options.number(what === "both" ? "both-kills" : "postgres-kills");
  const { breaches, counts, ...done } = await runPostgresKills({ what, kills, random: seededRandom(seed), log });
  for (const { invariant, text } of breaches) log(`${what}: ${invariant}: ${text}`);
  log(`${what}: ${JSON.stringify(counts)}`);
  const name = what === "both" ? "PostgreSQL and the server" : "PostgreSQL alone";
  return [
    atLeast(`kills of ${name}`, done.kills, kills),
    none(
      `breaches of I1–I9, ${name}`,
      breaches.map(({ text }) => text),
    ),
  ];
}
